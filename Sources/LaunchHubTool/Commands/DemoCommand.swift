// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubSession

/// The command `launchhub demo`.
struct DemoCommand: Command {
    static let syntax = CommandSyntax(
        name: "demo",
        summary: "play a first session through both flows; start here",
        discussion: [
            "Plays a session with ads, ID3 tags, a static page, an opt-out and an SDK error in virtual time,",
            "once with hub events and once with the mirrored static calls, against a collector in memory.",
            "Shows the timeline, all results, what the listener received, the pings that were made and what they",
            "credit, and writes an HTML report. Then it plays an app that was released without measurement, and that",
            "the rules of its property measure. Nothing leaves this machine.",
        ],
        examples: ["launchhub demo", "launchhub demo --report demo.html"],
        for: DemoCommand.init
    ) {
        $0.option(
            "--report",
            short: "-o",
            \.report,
            .text("FILE"),
            "where the HTML report goes (default: the temporary folder)"
        )
        $0.force(\.force)
    }

    var common = CommonOptions()
    /// The file of the report; nil for one in the temporary folder.
    private var report: String?
    private var force = false

    func run(_ console: Console) async throws -> ExitCode {
        if report == "-" {
            throw UsageError("--report needs a file; standard output has the summary.")
        }
        // The folder is shared: at a name that can be known before, another user may have put a link.
        let name = "launchhub-demo-\(UUID().uuidString).html"
        let path = report ?? FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        let output = try OutputFile(path, .page, force: force)
        let file = try ChannelFile.demo()
        let channel = try file.channel(named: nil)
        let header = SessionHeader(title: file.title, configuration: file.configuration)
        let plan = ScriptedPlayer.plan(channel, of: file, start: header.start)
        let began = ContinuousClock.now
        let events = try await SessionRunner.run(plan, header: header, flow: .events)
        let calls = try await SessionRunner.run(plan, header: header, flow: .api, callee: .staticMethods)
        let took = ContinuousClock.now - began
        let differences = SessionDifference.between(events, calls)
        let isEqual = differences.isEmpty && events.pings.map(\.ping) == calls.pings.map(\.ping)

        let released = try await ReleasedApp.play(configuration: file.configuration, rules: try ReleasedApp.rules())

        var model = SessionModel(events)
        model.compare(with: SessionModel(calls), differences)
        try output.write(ReportPage.text(model.json))
        if console.isJSON {
            Self.writeLines(events, differences, isEqual, released, path, console)
        } else {
            Self.show(model, took, console)
            console.write(SessionText(style: console.style).releasedApp(released))
            console.write(["", "Report:  \(path)", "Next:    launchhub play --help"])
        }
        return isEqual ? .success : .findings
    }

    private static func show(_ model: SessionModel, _ took: Duration, _ console: Console) {
        let (outline, text) = (model.outline, SessionText(style: console.style))
        let introduction = [
            "\(outline.header.title): \(TimeText.length(outline.duration / 1000)) of viewing, "
                + "from \(TimeText.date(outline.header.start)), in virtual time.",
            "Played twice, with hub events and with the static calls; the timeline shows the events.",
            "→ record: what was measured.  ⇒ sent: the pings built from it.  ← notice: what the listener received.",
            "",
        ]
        console.write(introduction.flatMap { Columns.wrapped($0, console.style.width) })
        console.write(text.timeline(model) + text.summary(model) + text.flows(model))
        let length = TimeText.length(2 * outline.duration / 1000)
        console.write("  \(length) of sessions took \(took.wholeMilliseconds) ms.")
    }

    /// The session through the events as a session file, with what the comparison found in its last lines.
    private static func writeLines(
        _ events: Session,
        _ differences: [SessionDifference],
        _ isEqual: Bool,
        _ released: ReleasedAppSession,
        _ path: String,
        _ console: Console
    ) {
        console.write(SessionFile.text(of: events).split(separator: "\n").map(String.init))
        console.write([
            "kind": "summary", "flows_equal": .bool(isEqual),
            "differences": .array(differences.map { .object($0.json) }), "released_app": .object(released.json),
            "report": .string(path),
        ])
    }
}
