// SPDX-License-Identifier: Apache-2.0

/// A violation of a rule by some input.
///
/// Its message is composed on demand, because most issues are never shown.
package struct NielsenValidationIssue: Sendable, Hashable, CustomStringConvertible {
    /// The violated rule.
    package let definition: Rule
    /// The severity of this issue.
    package let severity: Rule.Severity
    /// The documented code of the error, if the SDK reports it to its delegate as an error.
    package let code: Int?
    private let name: String?
    private var path = ""
    private let subject: String
    private let value: String
    private let detail: String

    package init(
        _ definition: Rule,
        key: String? = nil,
        value: String = "",
        subject: String = "",
        detail: String = "",
        severity: Rule.Severity? = nil,
        code: Int? = nil
    ) {
        self.definition = definition
        self.severity = severity ?? definition.severity
        self.code = code ?? definition.code
        name = key
        self.subject = subject
        self.value = value
        self.detail = detail
    }

    /// Returns the same issue in an object that is a member of another.
    func under(_ parent: String) -> NielsenValidationIssue {
        var issue = self
        issue.path = path.isEmpty ? parent : parent + "." + path
        return issue
    }

    /// The name of the violated rule, with the key if there is one rule for each key.
    package var rule: String { definition.name(for: name) }

    /// The key that the issue is about, with the names of the objects around it: `title`, `metadata.content.title`.
    package var key: String? {
        guard !path.isEmpty else { return name.map(Self.shown) }
        return name.map { path + "." + Self.shown($0) } ?? path
    }

    /// A description of what is wrong and what would be right.
    package var message: String {
        var text = ""
        var rest = definition.message[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            switch rest[open...close] {
            case "{key}": text += name.map(Self.shown) ?? "the value"
            case "{value}": text += Self.shown(value)
            case "{subject}": text += subject
            case "{detail}": text += detail
            default: text += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }

    /// The name of the rule and the message.
    package var description: String { "\(rule): \(message)" }

    private static func shown(_ text: String) -> String { NielsenText.shown(text) }
}

extension Sequence<NielsenValidationIssue> {
    /// Whether no issue is an error.
    public var areValid: Bool { allSatisfy { $0.severity < .error } }
}
