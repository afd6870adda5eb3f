// SPDX-License-Identifier: Apache-2.0

/// A mistake of an integration that a certification finds in the order and the times of calls.
///
/// Rules for values alone, such as `AIRDATE_FORMAT`, are those of `NielsenRule`.
package struct CertificationRule: Sendable, Hashable {
    /// The stable name.
    package let name: String
    package let severity: CheckFinding.Severity
    /// The reason why it matters.
    package let reason: String
    /// A description of what would be right.
    package let cure: String

    init(_ name: String, _ reason: String, cure: String) {
        self.init(name, .error, reason, cure: cure)
    }

    init(_ name: String, _ severity: CheckFinding.Severity, _ reason: String, cure: String) {
        self.name = name
        self.severity = severity
        self.reason = reason
        self.cure = cure
    }
}
