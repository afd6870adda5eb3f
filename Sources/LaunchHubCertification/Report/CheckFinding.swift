// SPDX-License-Identifier: Apache-2.0

/// Something that a check found, with its place, its cost and its cure.
package struct CheckFinding: Sendable, Hashable {
    /// The severity of a finding.
    package enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Nothing has to change.
        case info
        /// The input is accepted, but is probably not what was intended.
        case warning
        /// A requirement is violated: the check fails.
        case error
    }

    /// The stable name of the violated rule.
    package var rule: String
    /// The severity.
    package var severity: Severity
    /// The name of the file; nil if there is only one input.
    package var file: String?
    /// The line, from 1; nil if the finding is about the input as a whole.
    package var line: Int?
    /// The time of the line, in seconds as the input counts them; nil if it has none.
    package var time: Double?
    /// A description of what is wrong.
    package var message: String
    /// The reason why it matters; empty if the message says it.
    package var reason: String
    /// A description of what would be right; empty if the message says it.
    package var cure: String
    /// The number of seconds that are not measured because of it; nil if it costs none, or if that is not known.
    package var cost: Double?

    package init(
        rule: String,
        severity: Severity,
        file: String? = nil,
        line: Int? = nil,
        time: Double? = nil,
        message: String,
        reason: String = "",
        cure: String = "",
        cost: Double? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.file = file
        self.line = line
        self.time = time
        self.message = message
        self.reason = reason
        self.cure = cure
        self.cost = cost
    }
}
