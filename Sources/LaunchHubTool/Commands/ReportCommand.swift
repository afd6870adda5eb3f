// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession

/// `launchhub report`
enum ReportCommand: Command {
    static let spec = CommandSpec(
        name: "report",
        summary: "make an HTML page from a recorded session",
        discussion: [
            "Writes one self-contained page: lanes over time, credited minutes, pings, notices, timeline.",
            "The page loads nothing from elsewhere.",
        ],
        argument: ("FILE", "a session file; \"-\" or nothing for standard input"),
        options: [.init("--output", short: "-o", value: "HTML", "where the page goes (default: standard output)")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> ExitCode {
        let output = arguments.value("--output").flatMap { $0 == "-" ? nil : $0 }
        if console.isJSON, output == nil {
            throw UsageError(description: "--json tells where the page is; name a file with -o.")
        }
        let session = try SessionInput.read(arguments.argument, remark: console.remark)
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
}
