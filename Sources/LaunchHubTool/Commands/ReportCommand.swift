// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubSession

/// The command `launchhub report`.
struct ReportCommand: Command {
    static let syntax = CommandSyntax(
        name: "report",
        summary: "make an HTML page from a recorded session",
        discussion: [
            "Writes one self-contained page: tracks over time, credited minutes, notices, pings, records, timeline.",
            "The page loads nothing from elsewhere.",
        ],
        examples: ["launchhub report session.jsonl -o session.html"],
        for: ReportCommand.init
    ) {
        $0.argument(\.file, .text("FILE"), "a session file; \"-\" or nothing for standard input")
        $0.option("--output", short: "-o", \.output, .text("HTML"), "where the page goes (default: standard output)")
    }

    var common = CommonOptions()
    private var file: String?
    private var output: String?

    func run(_ console: Console) async throws -> ExitCode {
        let output = output.flatMap { $0 == "-" ? nil : $0 }
        if console.isJSON, output == nil {
            throw UsageError(description: "--json prints the path of the page; name a file with -o.")
        }
        let session = try await Self.withPings(SessionInput.read(file, remark: console.remark), console)
        let page = HTMLReport(session).text
        guard let output else {
            console.write(page)
            return .success
        }
        try SessionInput.write(page, to: output)
        if console.isJSON {
            console.write(["kind": "summary", "report": .string(output), "steps": .int(Int64(session.steps.count))])
        } else {
            console.write("Report: \(output)")
        }
        return .success
    }

    /// The session with its pings; those of recordings without any are made by playing it again.
    private static func withPings(_ session: Session, _ console: Console) async throws -> Session {
        guard !session.hasPings else { return session }
        let (complete, differences) = try await SessionReplay.withPings(session)
        console.remark("\(session.header.title): the recording has no pings; those shown are of playing it again.")
        if !differences.isEmpty {
            let places = differences.count == 1 ? "1 place" : "\(differences.count) places"
            console.remark("What came then differs in \(places); see launchhub replay.")
        }
        return complete
    }
}
