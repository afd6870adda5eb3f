// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubCertification
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
        $0.allowEmpty(\.allowsEmpty)
        $0.option("--flow", \.flow, .choice("FLOW"), "events or api (default: as recorded)")
    }

    var common = CommonOptions()
    private var file: String?
    private var allowsEmpty = false
    /// The flow to play through; nil for that of the recording.
    private var flow: SessionFlow?

    func run(_ console: Console) async throws -> ExitCode {
        let input = try SessionInput.open(file, remark: console.remark)
        let outline = input.source.outline
        try SessionInput.check(outline, file, isPlayed: true, allowsEmpty: allowsEmpty)
        let flow = flow ?? SessionFlow(rawValue: outline.header.flow) ?? .events
        if outline.isForeign {
            return try await ForeignReplay(input, flow: flow).write(to: console) ? .findings : .success
        }
        var count = 0
        let came = try await SessionReplay.run(input.source, flow: flow, callee: .staticMethods) { _, _, differences in
            count += differences.count
            for difference in differences {
                console.write(difference.json, or: difference.description)
            }
        }
        console.write(
            came.summary(findings: count, flow: flow.rawValue),
            or: Self.verdict(came, count, flow)
        )
        return count == 0 ? .success : .findings
    }

    private static func verdict(_ came: SessionOutline, _ count: Int, _ flow: SessionFlow) -> String {
        let found =
            count == 0
            ? "the same through \(flow.title):" : "\(CheckText.counted(count, "finding")) through \(flow.title), in"
        return "\(came.header.title): \(found) \(came.extent)."
    }
}

extension SessionOutline {
    /// The last line of a session that was played again.
    func summary(findings: Int, flow: String) -> JSONObject {
        [
            "kind": "summary", "findings": .number(findings), "flow": .string(flow), "steps": .number(steps),
            "records": .number(records), "pings": .number(pings), "notices": .number(notices),
        ]
    }
}
