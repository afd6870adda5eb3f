// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubSession

/// The command `launchhub replay`.
struct ReplayCommand: Command {
    static let syntax = CommandSyntax(
        name: "replay",
        summary: "play a recorded session again and compare",
        discussion: [
            "Plays a recorded session in virtual time and compares results, measurement records, pings and",
            "notices with what was recorded; of pings, the product, the reason, the view and what they credit.",
            "Each difference is a finding on a line of its own. A recording without results, such as a log of the",
            "classic calls, has nothing to compare with: it is played, and the findings are those of certify.",
        ],
        examples: ["launchhub replay session.jsonl", "launchhub replay --flow api session.jsonl"],
        for: ReplayCommand.init
    ) {
        $0.argument(\.file, .text("FILE"), "a session file; \"-\" or nothing for standard input")
        $0.option("--flow", \.flow, .choice("FLOW"), "events or api (default: as recorded)")
    }

    var common = CommonOptions()
    private var file: String?
    /// The flow to play through; nil for that of the recording.
    private var flow: SessionFlow?

    func run(_ console: Console) async throws -> ExitCode {
        let input = try SessionInput.readContent(file, remark: console.remark)
        let session = input.session
        let flow = flow ?? SessionFlow(rawValue: session.header.flow) ?? .events
        if ForeignReplay.isForeign(session) {
            return try await ForeignReplay(input, flow: flow).write(to: console) ? .findings : .success
        }
        let (came, differences) = try await SessionReplay.run(session, flow: flow, callee: .staticMethods)
        if console.isJSON {
            differences.forEach { console.write($0.json) }
            console.write([
                "kind": "summary", "findings": .int(Int64(differences.count)), "flow": .string(flow.rawValue),
                "steps": .int(Int64(came.steps.count)), "records": .int(Int64(came.records.count)),
                "pings": .int(Int64(came.pings.count)), "notices": .int(Int64(came.notices.count)),
            ])
        } else {
            differences.forEach { console.write($0.description) }
            console.write(Self.verdict(came, differences, flow, console))
        }
        return differences.isEmpty ? .success : .findings
    }

    private static func verdict(
        _ came: Session,
        _ differences: [SessionDifference],
        _ flow: SessionFlow,
        _ console: Console
    ) -> String {
        let what = came.extent
        switch differences.count {
        case 0: return "\(came.header.title): the same through \(flow.title): \(what)."
        case 1: return "\(came.header.title): 1 finding through \(flow.title), in \(what)."
        case let count: return "\(came.header.title): \(count) findings through \(flow.title), in \(what)."
        }
    }
}
