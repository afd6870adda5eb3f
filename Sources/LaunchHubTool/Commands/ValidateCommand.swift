// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import NielsenAppApi

/// The command `launchhub validate`.
struct ValidateCommand: Command {
    /// The inputs to check.
    private enum Subject {
        case lines(NielsenValidator.Kind)
        case configuration
    }

    static let syntax = CommandSyntax(
        name: "validate",
        summary: "check app information, metadata, events, ID3 payloads and SDK configurations",
        discussion: [
            "Checks each line {\"id\": ..., \"input\": ...} by the published rules, and writes what breaks a rule,",
            "with --json as {\"id\", \"valid\", \"issues\": [{\"rule\", \"severity\", \"key\", \"message\"}]}.",
            "An input is valid where no issue is an error. A line that cannot be read is not valid, and the",
            "lines after it are checked all the same. The 25 values that reports hold of section and of segA,",
            "segB, segC are counted over all lines.",
            "The kind config checks one file of the SDK's configuration as a whole: members that are not read",
            "are warnings, and what keeps apps from taking it is an error.",
        ],
        for: ValidateCommand.init
    ) {
        $0.argument(\.subject, subject, names.joined(separator: ", "))
        $0.argument(\.file, .text("FILE"), "JSON Lines; \"-\" or nothing for standard input")
        $0.flag("--lenient", \.isLenient, "warn only of numbers, truth values and keys in other capitals")
        $0.flag("--production", \.isForProduction, "find what must not be in production: debugging")
        $0.flag("--rules", \.listsRules, "list the rules of the kind and check nothing")
    }

    private static let names = NielsenValidator.Kind.allCases.map(\.rawValue) + [ConfigurationCheck.kind]

    private static let subject = ValueForm<Subject>(
        "KIND",
        expected: "one of \(names.joined(separator: ", "))",
        choices: names
    ) { text in
        text == ConfigurationCheck.kind ? .configuration : NielsenValidator.Kind(rawValue: text).map(Subject.lines)
    }

    var common = CommonOptions()
    private var subject = Subject.configuration
    private var file: String?
    private var isLenient = false
    private var isForProduction = false
    private var listsRules = false

    func run(_ console: Console) async throws -> ExitCode {
        switch subject {
        case .configuration: return try checkConfiguration(console)
        case .lines(let kind) where listsRules:
            Self.list(kind, console)
            return .success
        case .lines(let kind): return try check(kind, console)
        }
    }

    private func check(_ kind: NielsenValidator.Kind, _ console: Console) throws -> ExitCode {
        let lines = try InputLines(file)
        let validator = NielsenValidator(mode: isLenient ? .lenient : .strict, isForProduction: isForProduction)
        var run = ValidationRun(kind, validator)
        try lines.forEach { number, line in
            let answer = run.check(line, number)
            if console.isJSON { console.write(answer.json) } else { console.write(answer.text) }
            if number % 1000 == 0 { console.progress("\(number) lines") }
        }
        console.progress("")
        if !console.isJSON { console.write(run.summary) }
        return run.invalid == 0 ? .success : .findings
    }

    private func checkConfiguration(_ console: Console) throws -> ExitCode {
        if listsRules {
            throw UsageError(
                description: "the kind config has no rules of its own; its members are in SDKConfiguration."
            )
        }
        let check = try ConfigurationCheck(file)
        if console.isJSON { console.write(check.json) } else { console.write(check.text) }
        return check.isValid ? .success : .findings
    }

    private static func list(_ kind: NielsenValidator.Kind, _ console: Console) {
        for rule in NielsenRule.all where rule.kinds.contains(kind) {
            if console.isJSON {
                console.write([
                    "rule": .string(rule.name), "severity": .string(rule.severity.rawValue),
                    "checks": .string(rule.checks),
                ])
            } else {
                console.write("\(rule.name) (\(rule.severity.rawValue))\n  \(rule.checks)")
            }
        }
    }
}
