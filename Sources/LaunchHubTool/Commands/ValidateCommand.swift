// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

/// The command `launchhub validate`.
struct ValidateCommand: Command {
    static let syntax = CommandSyntax(
        name: "validate",
        summary: "check metadata, events, sequences of calls, pings, templates and SDK configurations",
        discussion: [
            "Checks each input by the published rules, and writes what breaks a rule. The file has JSON values in",
            "a row, one a line or laid out over several, or one array of them: {\"id\": ..., \"input\": ...}, or the",
            "input alone, which is then called by its line. With --json an answer is",
            "{\"id\", \"valid\", \"issues\": [{\"rule\", \"severity\", \"key\", \"message\"}]}.",
            "An input is valid where no issue is an error. A value that cannot be read is not valid, and those",
            "after it are checked all the same. The 25 values that reports hold of section and of segA, segB, segC",
            "are counted over all inputs.",
            "The kind sequence checks calls in their order, {\"t\": 0, \"call\": \"play\", \"args\": [...]}: one an",
            "input, or arrays of them. The kinds ping and template check addresses and templates of pings, the",
            "kind configuration SDK configurations, and config one file of it as a whole: members that are not",
            "read are warnings, and what keeps apps from taking it is an error. The kind ping takes lines that are",
            "addresses, and an address in the place of FILE.",
            "Input without any value ends with exit code 2, because it is mostly a mistake.",
        ],
        examples: [
            "launchhub validate content metadata.jsonl",
            "launchhub validate content --rules",
        ],
        for: ValidateCommand.init
    ) {
        $0.argument(\.subject, subject, names.joined(separator: ", "))
        $0.argument(\.file, .text("FILE"), "JSON; \"-\" or nothing for standard input")
        $0.option("--format", \.format, .choice("FORM"), "text, json (as with --json), junit or sarif")
        $0.flag("--lenient", \.isLenient, "warn only of numbers, truth values and keys in other capitals")
        $0.flag("--production", \.isForProduction, "find what must not be in production: debugging")
        $0.flag("--allow-empty", \.allowsEmpty, "accept input without any value")
        $0.flag("--rules", \.listsRules, "list the rules of the kind and check nothing")
        $0.option("--explain", \.explained, rule, "say what a rule means, why it matters, and the cure")
    }

    /// Any text: what is written differently is found too, and what is unknown is said when it is looked up.
    private static let rule = ValueForm<String>("RULE", expected: "a rule", choices: RuleCatalogue.all.map(\.name)) {
        $0
    }

    private static let names = ValidationSubject.all.map(\.name)

    private static let subject = ValueForm<ValidationSubject>(
        "KIND",
        expected: "one of \(names.joined(separator: ", "))",
        choices: names
    ) { text in
        ValidationSubject.all.first { $0.name == text }
    }

    var common = CommonOptions()
    private var subject: ValidationSubject?
    private var file: String?
    private var format: CheckForm?
    private var isLenient = false
    private var isForProduction = false
    private var allowsEmpty = false
    private var listsRules = false
    private var explained: String?

    private func form() throws(UsageError) -> CheckForm {
        if common.isJSON, let format, format != .json {
            throw UsageError("--json and --format \(format.rawValue) exclude each other.")
        }
        return format ?? (common.isJSON ? .json : .text)
    }

    func run(_ console: Console) async throws -> ExitCode {
        let form = try form()
        if let explained {
            try RuleCatalogue.explain(explained, form == .json, console)
            return .success
        }
        guard let subject else {
            throw UsageError("launchhub validate needs a KIND: \(Self.names.joined(separator: ", ")).")
        }
        if listsRules {
            try RuleCatalogue.list(subject, form == .json, console)
            return .success
        }
        if subject == .configurationFile { return try checkConfiguration(form, console) }
        return try check(subject, form, console)
    }

    // MARK: - Checking

    private func check(_ subject: ValidationSubject, _ form: CheckForm, _ console: Console) throws -> ExitCode {
        let address = subject == .ping ? file.flatMap { $0.contains("://") ? $0 : nil } : nil
        var values = address == nil ? try InputValues(file, takesAddresses: subject == .ping) : nil
        let name = values?.name ?? "the address"
        let validator = NielsenValidator(mode: isLenient ? .lenient : .strict, isForProduction: isForProduction)
        var run = ValidationRun(subject, validator)
        var findings = CheckWriter(form, command: "validate") { console.write($0) }
        if let address {
            let item = InputValues.Item(line: 1, column: 1, content: .success(.string(address)), bytes: [])
            Self.write(run.check(item), form, name, &findings, console)
        }
        try values?.forEach { item in
            Self.write(run.check(item), form, name, &findings, console)
            if run.count % 1000 == 0 { console.progress("\(run.count) inputs") }
        }
        if let answer = run.finish() { Self.write(answer, form, name, &findings, console) }
        console.progress("")
        if form == .junit || form == .sarif { findings.finish() }
        if form == .text { console.write(console.style.bold(run.summary)) }
        guard run.count > 0 else { return try empty(name) }
        return run.isValid ? .success : .findings
    }

    /// Writes an answer.
    ///
    /// Text and JSON have a form of their own; that of JSON is a contract.
    private static func write(
        _ answer: ValidationRun.Answer,
        _ form: CheckForm,
        _ file: String,
        _ findings: inout CheckWriter,
        _ console: Console
    ) {
        switch form {
        case .text: console.write(answer.text(console.style))
        case .json: console.write(answer.json.jsonText)
        case .junit, .sarif: for finding in answer.findings(in: file) { findings.add(finding) }
        }
    }

    private func empty(_ name: String) throws(UsageError) -> ExitCode {
        guard !allowsEmpty else { return .success }
        throw UsageError("\(name) has no input to check; --allow-empty accepts that.")
    }

    private func checkConfiguration(_ form: CheckForm, _ console: Console) throws -> ExitCode {
        let data = try InputLines.all(file ?? "-")
        let name = InputLines.name(of: file)
        let answer = ValidationRun.Answer(id: .string(name), line: 1, issues: ConfigurationCheck.findings(in: data))
        let isEmpty = data.allSatisfy { $0 <= 0x20 }
        if isEmpty, allowsEmpty { return .success }
        if form == .text {
            console.write(ConfigurationCheck.text(answer, console.style))
        } else {
            var findings = CheckWriter(form, command: "validate") { console.write($0) }
            Self.write(answer, form, name, &findings, console)
            if form != .json { findings.finish() }
        }
        if isEmpty { return try empty(name) }
        return answer.isValid ? .success : .findings
    }
}
