// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// Checks lines one after the other and counts what was found.
struct ValidationRun {
    /// The result for one line.
    struct Answer {
        let id: JSONValue
        let issues: [Finding]

        var isValid: Bool { !issues.contains { $0.severity == .error } }
    }

    /// A broken rule, or a line that cannot be read.
    struct Finding {
        let rule: String
        let severity: NielsenRule.Severity
        let key: String?
        let message: String
    }

    private let kind: NielsenValidator.Kind
    private let validator: NielsenValidator
    private var limits = NielsenStaticLimits()
    private var count = 0
    private var errors = 0
    private var warnings = 0
    /// The number of lines that are not valid.
    private(set) var invalid = 0

    init(_ kind: NielsenValidator.Kind, _ validator: NielsenValidator) {
        self.kind = kind
        self.validator = validator
    }

    /// Checks a line.
    mutating func check(_ line: Data, _ number: Int) -> Answer {
        let answer = answer(to: line, number)
        count += 1
        errors += answer.issues.count { $0.severity == .error }
        warnings += answer.issues.count { $0.severity == .warning }
        if !answer.isValid { invalid += 1 }
        return answer
    }

    private mutating func answer(to line: Data, _ number: Int) -> Answer {
        let place: JSONValue = .string("line \(number)")
        func unreadable(_ rule: String, _ message: String, id: JSONValue? = nil) -> Answer {
            let message = "line \(number): \(message)"
            return Answer(id: id ?? place, issues: [Finding(rule: rule, severity: .error, key: nil, message: message)])
        }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = number == 1 && line.starts(with: mark) ? line.dropFirst(mark.count) : line
        guard InputLines.isText(text) else {
            return unreadable("LINE_NOT_UTF8", "the bytes are not UTF-8; save the file as UTF-8")
        }
        let value: JSONValue
        do {
            value = try JSONValue(jsonData: Data(text))
        } catch {
            let rule = if case .tooDeep = error.reason { "LINE_TOO_DEEP" } else { "LINE_NOT_JSON" }
            return unreadable(rule, "\(error); each line is an object with \"id\" and \"input\"")
        }
        guard let object = value.objectValue, let input = object["input"] else {
            let what = value.objectValue == nil ? "it is \(value.kindDescription)" : "there is no \"input\""
            return unreadable("LINE_WITHOUT_INPUT", "\(what); {\"id\": ..., \"input\": ...} is right", id: value["id"])
        }
        return Answer(id: object["id"] ?? place, issues: found(input).map(Finding.init))
    }

    private mutating func found(_ input: JSONValue) -> [NielsenValidationIssue] {
        let issues = validator.validate(kind, input)
        // A type in other capitals is read all the same.
        let isPage = ["static", "text"].contains(input["type"]?.stringValue?.lowercased())
        guard kind == .static || kind == .metadata && isPage else { return issues }
        return issues + (validator.strings(in: input).map { limits.add($0) } ?? [])
    }

    /// The findings as one line.
    var summary: String {
        guard count > 0 else { return "Nothing to check: there is no line." }
        func counted(_ number: Int, _ what: String) -> String { number == 1 ? "1 \(what)" : "\(number) \(what)s" }
        let verdict = invalid == 0 ? "all valid" : "\(count - invalid) valid, \(invalid) not valid"
        return "\(counted(count, "input")): \(verdict); \(counted(errors, "error")), \(counted(warnings, "warning"))."
    }
}

extension ValidationRun.Finding {
    init(_ issue: NielsenValidationIssue) {
        self.init(rule: issue.rule, severity: issue.severity, key: issue.key, message: issue.message)
    }
}

extension ValidationRun.Answer {
    /// The answer as a line of JSON.
    var json: JSONObject {
        [
            "id": id, "valid": .bool(isValid),
            "issues": .array(
                issues.map { issue in
                    [
                        "rule": .string(issue.rule), "severity": .string(issue.severity.rawValue),
                        "key": issue.key.map(JSONValue.string) ?? .null, "message": .string(issue.message),
                    ]
                }
            ),
        ]
    }

    /// The answer for people; nothing where nothing was found.
    var text: [String] {
        guard !issues.isEmpty else { return [] }
        let name = id.stringValue ?? id.jsonText
        let lines = issues.map { issue in
            let key = issue.key.map { " (\($0))" } ?? ""
            return "  \(issue.severity.rawValue) \(issue.rule)\(key): \(issue.message)"
        }
        return (["\(name.prefix(100)): \(isValid ? "valid" : "not valid")"] + lines).map(VisibleText.line)
    }
}
