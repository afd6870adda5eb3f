// SPDX-License-Identifier: Apache-2.0

/// Something that is wrong with a session, as a report shows it.
package struct ReportFinding: Sendable, Hashable {
    /// Milliseconds of the session; nil where it is about none of its times.
    package var time: Int64?
    /// The stable name of the rule.
    package var rule: String
    /// Whether a certification fails by it.
    package var isError: Bool
    /// A description with the details.
    package var message: String
    /// A description of what would be right.
    package var cure: String

    /// Makes a finding.
    package init(time: Int64?, rule: String, isError: Bool, message: String, cure: String) {
        self.time = time
        self.rule = rule
        self.isError = isError
        self.message = message
        self.cure = cure
    }
}
