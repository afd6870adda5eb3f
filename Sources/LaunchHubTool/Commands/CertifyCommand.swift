// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

/// The command `launchhub certify`.
struct CertifyCommand: Command {
    static let syntax = CommandSyntax(
        name: "certify",
        summary: "judge an integration by its calls: the published cases, and what integrators do wrong",
        discussion: [
            "Reads a call log, JSON Lines {\"t\": seconds, \"call\": name, \"args\": [...]} with the classic calls and with",
            "what the player and the system did (userPause, userResume, bufferStart, bufferEnd, call, callEnd,",
            "background, foreground); a session that \"play --record\" wrote; or the database of a collector.",
            "Writes each broken rule with its line, what it costs and the cure, a verdict on each published",
            "pre-certification case - pass, fail, or undecidable from this input - and the verdict on all of it.",
            "It fails (exit 1) where a finding is an error.",
        ],
        examples: [
            "launchhub certify calls.jsonl",
            "launchhub certify --format sarif calls.jsonl > calls.sarif",
        ],
        for: CertifyCommand.init
    ) {
        $0.arguments(\.files, .text("FILE"), "call logs, sessions, databases; \"-\" or nothing for standard input")
        $0.option("--format", \.format, .choice("FORM"), "text, json, junit or sarif (default: text)")
        $0.option("--rule", \.rules, ruleNames, "only these rules, comma-separated; the verdict follows them alone")
    }

    private static let ruleNames = ValueForm<[String]>(
        "RULES",
        expected: "names of rules, comma-separated",
        choices: CertificationRule.all.map(\.name)
    ) { text in
        text.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace).uppercased() }
    }

    var common = CommonOptions()
    private var files: [String] = []
    private var format: CheckForm?
    private var rules: [String] = []

    func run(_ console: Console) async throws -> ExitCode {
        if common.isJSON, let format, format != .json {
            throw UsageError(
                description: "--json and --format \(format.rawValue) contradict each other; use one of them."
            )
        }
        try rules.forEach(Self.check)
        let style = console.style
        let inputs: [String?] = files.isEmpty ? [nil] : files
        var writer = CheckWriter(
            common.isJSON ? .json : format ?? .text,
            command: "certify",
            style: CheckTextStyle(bold: { style.bold($0) }, dim: { style.dim($0) }),
            showsFiles: inputs.count > 1,
            write: console.write
        )
        var results: [CheckCase] = []
        var verdicts: Set<CheckCase.Verdict> = []
        var isEmpty = false
        for file in inputs {
            var run = CertifyRun(file, rules: Set(rules))
            try await run.read(console) { writer.add($0) }
            let (cases, verdict) = run.finish { writer.add($0) }
            results += cases
            verdicts.insert(verdict)
            guard run.lines == 0 else { continue }
            isEmpty = true
            console.remark("\(run.name) is empty: there is nothing to certify.")
        }
        // Cases stand together, behind the findings of all files.
        for result in results { writer.add(result) }
        let verdict: CheckCase.Verdict =
            writer.hasErrors ? .fail : isEmpty || verdicts == [.undecidable] ? .undecidable : .pass
        writer.finish(verdict)
        return writer.hasErrors ? .findings : isEmpty ? .usage : .success
    }

    private static func check(_ name: String) throws(UsageError) {
        let known = CertificationRule.all.map(\.name)
        guard !known.contains(name), NielsenRule.named(name) == nil else { return }
        let all = known + NielsenRule.all.map(\.name)
        throw UsageError(description: "there is no rule \"\(name.prefix(64))\"." + Suggestion.text(name, among: all))
    }
}
