// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// The command `launchhub validate`.
enum ValidateCommand: Command {
    static let spec = CommandSpec(
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
        argument: ("KIND", kinds),
        secondArgument: ("FILE", "JSON Lines; \"-\" or nothing for standard input"),
        options: [
            .init("--lenient", "warn only of numbers, truth values and keys in other capitals"),
            .init("--production", "find what must not be in production: debugging"),
            .init("--rules", "list the rules of the kind and check nothing"),
        ]
    )

    private static let names = NielsenValidator.Kind.allCases.map(\.rawValue) + [ConfigurationCheck.kind]
    private static let kinds = names.joined(separator: ", ")

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> ExitCode {
        if arguments.argument == ConfigurationCheck.kind { return try checkConfiguration(arguments, console) }
        let kind = try kind(arguments.argument)
        if arguments.has("--rules") {
            list(kind, console)
            return .success
        }
        let lines = try InputLines(arguments.secondArgument)
        let validator = NielsenValidator(
            mode: arguments.has("--lenient") ? .lenient : .strict,
            isForProduction: arguments.has("--production")
        )
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

    private static func kind(_ text: String?) throws(UsageError) -> NielsenValidator.Kind {
        guard let text else { throw UsageError(description: "launchhub validate needs a KIND: \(kinds).") }
        guard let kind = NielsenValidator.Kind(rawValue: text) else {
            let meant = Suggestion.text(text, among: names)
            throw UsageError(description: "unknown kind \"\(text)\"; use one of \(kinds)." + meant)
        }
        return kind
    }

    private static func checkConfiguration(
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> ExitCode {
        if arguments.has("--rules") {
            throw UsageError(
                description: "the kind config has no rules of its own; its members are in SDKConfiguration."
            )
        }
        let check = try ConfigurationCheck(arguments.secondArgument)
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
