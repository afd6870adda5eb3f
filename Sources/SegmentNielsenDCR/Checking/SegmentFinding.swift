// SPDX-License-Identifier: Apache-2.0

package import NielsenAppApi

/// Something in an event, or in a tracking plan, that keeps the destination from measuring as intended.
package struct SegmentFinding: Sendable, Hashable {
    /// The name of the rule, such as `SEGMENT_EVENT_UNKNOWN`.
    package let rule: String
    /// How much it matters.
    package let severity: NielsenRule.Severity
    /// The property or member that it is about, or nil.
    package let key: String?
    /// A description of what is wrong and what would be right.
    package let message: String

    /// Makes a finding.
    ///
    /// - Parameters:
    ///   - rule: The rule that is broken.
    ///   - severity: How much it matters; nil for the rule's own.
    ///   - key: The property or member that it is about.
    ///   - message: A description of what is wrong and what would be right.
    package init(
        _ rule: SegmentRule,
        severity: NielsenRule.Severity? = nil,
        key: String? = nil,
        _ message: String
    ) {
        self.init(rule: rule.name, severity: severity ?? rule.severity, key: key, message: message)
    }

    /// Makes a finding of a rule that is not of this module.
    package init(rule: String, severity: NielsenRule.Severity, key: String?, message: String) {
        self.rule = rule
        self.severity = severity
        self.key = key
        self.message = message
    }
}
