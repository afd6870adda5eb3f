// SPDX-License-Identifier: Apache-2.0

/// Something that a check found, with its place, its cost and its cure.
package struct Finding: Sendable, Hashable {
    /// The stable name of the violated rule.
    package var rule: String
    /// The severity.
    package var severity: Rule.Severity
    /// The key, property or parameter that it is about; nil if it is about the input as a whole.
    package var key: String?
    /// The name of the file; nil if there is only one input.
    package var file: String?
    /// The line, from 1, or the number of the ping; nil if the finding is about the input as a whole.
    package var line: Int?
    /// The time of the line, in seconds as the input counts them; nil if it has none.
    package var time: Double?
    /// A description of what is wrong and what would be right.
    package var message: String
    /// The reason why it matters; empty if the message says it.
    package var why: String
    /// A description of what would be right; empty if the message says it.
    package var cure: String
    /// The number of seconds that are not measured because of it; nil if it costs none, or if that is not known.
    package var cost: Double?

    /// Makes a finding with every member as it is given; ``init(_:severity:key:line:time:cost:_:)`` takes them from a rule.
    package init(
        rule: String,
        severity: Rule.Severity,
        key: String? = nil,
        file: String? = nil,
        line: Int? = nil,
        time: Double? = nil,
        message: String,
        why: String = "",
        cure: String = "",
        cost: Double? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.key = key
        self.file = file
        self.line = line
        self.time = time
        self.message = message
        self.why = why
        self.cure = cure
        self.cost = cost
    }

    /// Makes a finding of a rule, with its reason and its cure.
    ///
    /// - Parameters:
    ///   - rule: The rule that is broken.
    ///   - severity: How much it matters; nil for the rule's own.
    ///   - key: What it is about.
    ///   - line: The line, from 1.
    ///   - time: The time of the line.
    ///   - cost: The number of seconds that are not measured.
    ///   - message: A description of what is wrong and what would be right.
    package init(
        _ rule: Rule,
        severity: Rule.Severity? = nil,
        key: String? = nil,
        line: Int? = nil,
        time: Double? = nil,
        cost: Double? = nil,
        _ message: String
    ) {
        self.init(
            rule: rule.name,
            severity: severity ?? rule.severity,
            key: key,
            line: line,
            time: time,
            message: message,
            why: rule.why,
            cure: rule.cure,
            cost: cost
        )
    }
}
