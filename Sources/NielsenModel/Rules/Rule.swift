// SPDX-License-Identifier: Apache-2.0

/// A rule that a check applies: what it checks, its severity, why a violation matters, and how it is cured.
///
/// The SDK, the validator, the documentation and the tests share the rules for input, ``Rule/ofInput``.
package struct Rule: Sendable, Hashable {
    /// The severity of a violation.
    package enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Information; no change is required.
        case info
        /// The input is accepted, but is probably not what was intended.
        case warning
        /// A requirement is violated: the input is not valid.
        case error

        /// Orders by severity, the lowest first.
        package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The name of the rule, such as `AIRDATE_FORMAT`; `META_MISSING_x` represents one rule for each key, where `x` is
    /// the key in capitals.
    package let name: String
    /// The severity of a violation.
    ///
    /// A finding may be less severe, never more.
    package let severity: Severity
    /// The documented code of the error that the SDK reports to its delegate; nil if a violation is only logged.
    package let code: Int?
    /// The message of a violation; `{subject}`, `{key}`, `{value}` and `{detail}` are replaced.
    package let message: String

    // Of rules for input the SDK does not carry these.

    /// The kinds of input that the rule applies to; empty if it is about anything else.
    package let kinds: [NielsenInputKind]
    /// A description of what the rule checks, for documentation; empty if the reason says it.
    package let checks: String
    /// The reason why a violation matters.
    package let why: String
    /// A description of how a violation is cured.
    package let cure: String

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - name: The stable name.
    ///   - severity: The severity of a violation.
    ///   - code: The documented code of the error that is reported to the delegate.
    ///   - message: The message of a violation; empty if each finding has its own.
    ///   - kinds: The kinds of input that it applies to.
    ///   - checks: A description of what is checked.
    ///   - why: The reason why a violation matters.
    ///   - cure: A description of how a violation is cured.
    package init(
        _ name: String,
        _ severity: Severity = .error,
        code: Int? = nil,
        _ message: String = "",
        kinds: [NielsenInputKind] = [],
        checks: String = "",
        why: String = "",
        cure: String = ""
    ) {
        self.name = name
        self.severity = severity
        self.code = code
        self.message = message
        self.kinds = kinds
        self.checks = checks
        self.why = why
        self.cure = cure
    }

    /// Whether the name of the rule ends in the key.
    package var isFamily: Bool { name.hasSuffix("_x") }

    /// Returns the rule's name for a key: `META_MISSING_AIRDATE` for `META_MISSING_x` and `airdate`.
    ///
    /// - Parameter key: The key as documented, or nil.
    /// - Returns: The name with the key in capitals if the rule is a family, otherwise the rule's own name.
    package func name(for key: String?) -> String {
        guard isFamily else { return name }
        return name.dropLast() + (key ?? "").prefix(64).uppercased()
    }

    /// Finds a rule for input by its name, or by the name that it has for one key.
    ///
    /// - Parameter name: A name such as `AIRDATE_FORMAT` or `META_MISSING_AIRDATE`.
    /// - Returns: The rule, or nil if there is none of that name.
    package static func named(_ name: String) -> Rule? {
        ofInput.first { $0.name == name } ?? ofInput.first { $0.isFamily && name.hasPrefix($0.name.dropLast()) }
    }

    /// Every rule for input, by subject.
    package static let ofInput: [Rule] =
        inputRules + metadataRules + staticRules + appInfoRules + eventRules + ottRules + id3Rules
}
