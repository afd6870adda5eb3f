// SPDX-License-Identifier: Apache-2.0

/// One rule for input: what it checks, how much it matters, and what is said where it is broken.
///
/// The SDK, the validator, the documentation and the tests share the rules of ``NielsenRule/all``.
public struct NielsenRule: Sendable, Hashable {
    /// How much a broken rule matters.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Worth knowing; nothing has to change.
        case info
        /// Accepted, but probably not what was meant.
        case warning
        /// A requirement is violated: the input is not valid.
        case error

        /// Orders by how much it matters, the least first.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The rule's name, such as `AIRDATE_FORMAT`; `META_MISSING_x` stands for a rule of each key, `x` being the key in
    /// capitals.
    public let name: String
    /// The kinds of input that the rule is for.
    public let kinds: [NielsenValidator.Kind]
    /// How much it matters where it is broken. A finding may matter less, never more.
    public let severity: Severity
    /// What the rule checks, for documentation.
    public let checks: String
    /// What is said where it is broken; `{subject}`, `{key}`, `{value}` and `{detail}` are replaced.
    public let message: String
    /// The documented code of the SDK's error, where the SDK tells its delegate of a broken rule; nil where it is only
    /// logged.
    public let code: Int?

    init(
        _ name: String,
        _ kinds: [NielsenValidator.Kind],
        _ severity: Severity,
        code: Int? = nil,
        checks: String,
        message: String
    ) {
        self.name = name
        self.kinds = kinds
        self.severity = severity
        self.code = code
        self.checks = checks
        self.message = message
    }

    /// True for a rule whose name ends in the key.
    public var isFamily: Bool { name.hasSuffix("_x") }

    /// Returns the rule's name for a key: `META_MISSING_AIRDATE` for `META_MISSING_x` and `airdate`.
    ///
    /// - Parameter key: The key as documented; nil if there is none.
    /// - Returns: The name with the key in capitals if the rule is a family, otherwise the rule's own name.
    public func name(for key: String?) -> String {
        guard isFamily else { return name }
        return name.dropLast() + (key ?? "").prefix(64).uppercased()
    }

    /// Finds a rule by its name, or by the name that it has for one key.
    ///
    /// - Parameter name: A name such as `AIRDATE_FORMAT` or `META_MISSING_AIRDATE`.
    /// - Returns: The rule, or nil if there is none of that name.
    public static func named(_ name: String) -> NielsenRule? {
        all.first { $0.name == name } ?? all.first { $0.isFamily && name.hasPrefix($0.name.dropLast()) }
    }

    /// Every rule, by what it is about.
    public static let all: [NielsenRule] =
        inputRules + metadataRules + staticRules + appInfoRules + eventRules + ottRules + id3Rules
}
