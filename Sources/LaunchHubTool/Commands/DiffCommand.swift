// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubSession

/// The command `launchhub diff`.
struct DiffCommand: Command {
    static let syntax = CommandSyntax(
        name: "diff",
        summary: "compare two recorded sessions: credit view by view, pings field by field",
        discussion: [
            "Compares what two sessions credit, and the pings that they sent: the second interval ping of the first",
            "view of an asset with the one of the other session, wherever it stands there. Identifiers and chance are",
            "compared only in whether there is a value; times count from the beginning of each session. Each difference",
            "is a finding. Of recordings without pings, those are compared that playing them again makes.",
        ],
        examples: ["launchhub diff before.jsonl after.jsonl"],
        for: DiffCommand.init
    ) {
        $0.argument(\.a, .text("A"), "a session file; \"-\" for standard input")
        $0.argument(\.b, .text("B"), "another one")
        $0.allowEmpty(\.allowsEmpty)
    }

    var common = CommonOptions()
    private var a: String?
    private var b: String?
    private var allowsEmpty = false

    func run(_ console: Console) async throws -> ExitCode {
        guard let a, let b else {
            throw UsageError("diff takes two session files; \(a == nil ? "none" : "only one") was given.")
        }
        guard a != "-" || b != "-" else {
            throw UsageError("only one of the two sessions can come from standard input.")
        }
        let comparison = SessionComparison(try await read(a, console), try await read(b, console))
        if console.isJSON {
            comparison.credits.forEach { console.write($0.json) }
            comparison.pings.flatMap(\.json).forEach { console.write($0) }
            console.write([
                "kind": "summary", "credits": .number(comparison.credits.count),
                "pings": .number(comparison.pings.count),
            ])
        } else {
            console.write(SessionText(style: console.style).comparison(comparison, a, b))
        }
        return comparison.isEqual ? .success : .findings
    }

    private func read(_ path: String, _ console: Console) async throws -> SessionModel {
        var model = SessionModel()
        let source = try SessionInput.open(path, remark: console.remark) { model.add($0) }.source
        try SessionInput.check(source.outline, path, isPlayed: false, allowsEmpty: allowsEmpty)
        model.outline = source.outline
        guard !source.outline.hasPings else { return model }
        console.remark("\(path): the recording has no pings; those compared are of playing it again.")
        let flow = SessionFlow(rawValue: source.outline.header.flow) ?? .events
        model = SessionModel()
        model.outline = try await SessionReplay.run(source, flow: flow, callee: .staticMethods) { _, step, _ in
            model.add(step)
        }
        return model
    }
}
