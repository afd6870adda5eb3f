// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession

/// The command `launchhub replay`.
enum ReplayCommand: Command {
    static let spec = CommandSpec(
        name: "replay",
        summary: "play a recorded session again and compare",
        discussion: [
            "Plays a recorded session in virtual time and compares results, measurement records, pings and",
            "notices with what was recorded; of pings, the product, the reason, the view and what they credit.",
            "Each difference is a finding on a line of its own.",
        ],
        argument: ("FILE", "a session file; \"-\" or nothing for standard input"),
        options: [.init("--flow", value: "FLOW", "events or api (default: as recorded)")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> ExitCode {
        _ = try arguments.flow(default: .events)
        let session = try SessionInput.read(arguments.argument, remark: console.remark)
        let flow = try arguments.flow(default: SessionFlow(rawValue: session.header.flow) ?? .events)
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
            console.write(verdict(came, differences, flow, console))
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
