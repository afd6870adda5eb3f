// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

/// Checks inputs one after the other and counts what was found.
struct ValidationRun {
    /// The result for one input.
    struct Answer {
        let id: JSONValue
        let line: Int
        let issues: [Finding]

        var isValid: Bool { !issues.contains { $0.severity == .error } }
    }

    private let subject: ValidationSubject
    private let validator: NielsenValidator
    private let pings = NielsenPingCheck()
    private var sequence = SequenceCheck()
    private var limits = NielsenStaticLimits()
    private(set) var count = 0
    private var errors = 0
    private var warnings = 0
    /// The number of inputs that are not valid.
    private var invalid = 0
    private var lastLine = 0
    private var isSequenceInvalid = false

    init(_ subject: ValidationSubject, _ validator: NielsenValidator) {
        self.subject = subject
        self.validator = validator
    }

    // MARK: - Checking

    /// Checks a value of the file.
    mutating func check(_ item: InputValues.Item) -> Answer {
        let input = ValidationInput(item, isAlone: item.line != lastLine, subject)
        lastLine = item.line
        let issues: [Finding] =
            switch input.content {
            case .value(let value): found(value, line: item.line)
            case .fault(let finding): [finding]
            }
        return counted(Answer(id: input.id, line: item.line, issues: issues))
    }

    /// Ends the input: what is only known at the end of a sequence is an answer of its own.
    mutating func finish() -> Answer? {
        let issues = sequence.finish()
        guard !issues.isEmpty else { return nil }
        let answer = Answer(id: "end", line: lastLine, issues: issues)
        add(answer)
        isSequenceInvalid = !answer.isValid
        return answer
    }

    /// Whether every input is valid, and the sequence of all of them.
    var isValid: Bool { invalid == 0 && !isSequenceInvalid }

    private mutating func counted(_ answer: Answer) -> Answer {
        count += 1
        if !answer.isValid { invalid += 1 }
        add(answer)
        return answer
    }

    private mutating func add(_ answer: Answer) {
        errors += answer.issues.count { $0.severity == .error }
        warnings += answer.issues.count { $0.severity == .warning }
    }

    private mutating func found(_ input: JSONValue, line: Int) -> [Finding] {
        switch subject {
        case .input(let kind): found(kind, input).map { Finding($0, kind) }
        case .sequence: sequence.check(input, line: line)
        case .template: templates(input)
        case .ping: ping(input)
        case .configuration, .configurationFile:
            ConfigurationCheck.findings(in: Data((input.stringValue ?? input.jsonText).utf8))
        }
    }

    private mutating func found(_ kind: NielsenValidator.Kind, _ input: JSONValue) -> [NielsenValidationIssue] {
        let issues = validator.validate(kind, input)
        // A type in other capitals is read all the same.
        let isPage = ["static", "text"].contains(input["type"]?.stringValue?.lowercased())
        guard kind == .static || kind == .metadata && isPage else { return issues }
        return issues + (validator.strings(in: input).map { limits.add($0) } ?? [])
    }

    // MARK: - Pings

    private func ping(_ input: JSONValue) -> [Finding] {
        guard let url = input.stringValue ?? input["url"]?.stringValue ?? input.pathAndQuery else {
            let what =
                "the ping is \(input.kindDescription) without \"url\"; pass its address, or an object with \"url\""
            return [Finding(.pingNotAnAddress, what)]
        }
        return pings.findings(inPing: url)
    }

    private func templates(_ input: JSONValue) -> [Finding] {
        if let text = input.stringValue ?? input["template"]?.stringValue {
            return pings.findings(inTemplate: text)
        }
        let parts = (input["parameters"]?.arrayValue ?? []).enumerated().map { ("parameters[\($0)]", $1) }
        let all = (input["url"].map { [("url", $0)] } ?? []) + parts
        guard !all.isEmpty else {
            let what =
                "the template is \(input.kindDescription); pass its text, or an object with \"url\" and \"parameters\""
            return [Finding(.templateUnreadable, what)]
        }
        return all.flatMap { key, value -> [Finding] in
            guard let text = value.stringValue else {
                let what = "\(key) is \(value.kindDescription); it must be a string"
                return [Finding(.templateUnreadable, key: key, what)]
            }
            return pings.findings(inTemplate: text).map { finding in
                var finding = finding
                finding.key = key
                return finding
            }
        }
    }

    // MARK: - Totals

    /// The findings as one line.
    var summary: String {
        guard count > 0 else { return "Nothing to check: there is no line." }
        let counted = CheckText.counted
        var verdict = invalid == 0 ? "all valid" : "\(count - invalid) valid, \(invalid) not valid"
        if isSequenceInvalid { verdict += "; the sequence is not valid" }
        return "\(counted(count, "input")): \(verdict); \(counted(errors, "error")), \(counted(warnings, "warning"))."
    }
}

extension Finding {
    /// Makes a finding of an issue; a mistyped key gets the documented one.
    init(_ issue: NielsenValidationIssue, _ kind: NielsenValidator.Kind) {
        var message = issue.message
        if issue.rule == "KEY_UNKNOWN", let key = issue.key,
            let right = NielsenValidator.documentedKey(nearest: key, in: kind)
        {
            message += ". Did you mean \"\(right)\"?"
        }
        self.init(rule: issue.rule, severity: issue.severity, key: issue.key, message: message)
    }

    /// The finding as a member of an answer.
    var issue: JSONObject {
        [
            "rule": .string(rule), "severity": .string(severity.rawValue),
            "key": key.map(JSONValue.string) ?? .null, "message": .string(message),
        ]
    }

    /// Returns the finding for people.
    func text(_ style: TextStyle) -> [String] {
        let key = key.map { " (\($0))" } ?? ""
        let isError = severity == .error
        return style.lines(
            "  \(severity.rawValue) \(rule)",
            { isError ? style.bad($0) : style.bold($0) },
            "\(key): \(message)",
            indent: 6
        )
    }
}

extension ValidationRun.Answer {
    /// The answer as a line of JSON.
    var json: JSONObject {
        [
            "id": id, "valid": .bool(isValid),
            "issues": .array(issues.map { .object($0.issue) }),
        ]
    }

    /// The findings as those of a check, with what the catalogue says of each rule.
    func findings(in file: String) -> [Finding] {
        let id = id.stringValue ?? id.jsonText
        let head = id.hasPrefix("line ") ? "" : "\(VisibleText.line(String(id.prefix(100)))): "
        return issues.map { issue in
            let rule = RuleCatalogue.rule(named: issue.rule)
            return Finding(
                rule: issue.rule,
                severity: issue.severity,
                file: file,
                line: issue.line ?? line,
                message: head + (issue.key.map { "\($0): " } ?? "") + issue.message,
                why: rule?.why ?? "",
                cure: rule?.cure ?? ""
            )
        }
    }

    /// Returns the answer for people; nothing where nothing was found.
    func text(_ style: TextStyle) -> [String] {
        guard !issues.isEmpty else { return [] }
        let name = id.stringValue ?? id.jsonText
        let verdict = isValid ? style.good("valid") : style.bad("not valid")
        return ["\(style.bold(VisibleText.line(String(name.prefix(100))))): \(verdict)"]
            + issues.flatMap { $0.text(style) }
    }
}
