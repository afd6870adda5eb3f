// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession

/// The command `launchhub play`.
enum PlayCommand: Command {
    static let spec = CommandSpec(
        name: "play",
        summary: "play a channel's script through the extension",
        discussion: [
            "The sample player without a screen: plays one channel of a channel file and does what the",
            "channel's script says a user does. Without --channels the built-in channels are played.",
        ],
        argument: nil,
        options: [
            .init("--channels", value: "FILE", "the channel file; \"-\" for standard input"),
            .init("--channel", value: "NAME", "which channel (default: the first)"),
            .init("--list", "list the channels and play nothing"),
            .init("--speed", value: "N|max", "N times real time, or virtual time (default: max)"),
            .init("--flow", value: "FLOW", "events (default) or api"),
            .init("--record", value: "FILE", "write the session to a file"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> ExitCode {
        let flow = try arguments.flow(default: .events)
        let pace = try pace(arguments.value("--speed"))
        if arguments.value("--record") == "-" {
            throw UsageError(description: "--record needs a file; --json writes the session to standard output.")
        }
        let file = try channels(arguments.value("--channels"))
        if arguments.has("--list") {
            list(file, console)
            return .success
        }
        let channel: Channel
        do {
            channel = try file.channel(named: arguments.value("--channel"))
        } catch {
            throw UsageError(description: "\(error).")
        }
        // Who watches in real time expects the live stream to be of today.
        let start = pace == .virtual ? SessionHeader.defaultStart : Int64(Date().timeIntervalSince1970) * 1000
        let header = SessionHeader(
            title: channel.name,
            flow: flow.rawValue,
            start: start,
            configuration: file.configuration
        )
        let plan = ScriptedPlayer.plan(channel, of: file, start: start)
        let recording = try arguments.value("--record").map { path throws(FileFailure) in
            try SessionRecording(path: path, header: header)
        }
        if console.isJSON {
            console.write(SessionFile.line(for: header))
        } else {
            console.write("\(channel.name), through \(flow.title), from \(TimeText.date(start))\n")
        }
        let session = try await play(plan, header, flow, pace, console) { step throws(FileFailure) in
            try recording?.write(step)
        }
        try recording?.finish(session)
        finish(session, console, arguments.value("--record"))
        return .success
    }

    private static func play(
        _ plan: [SessionRunner.Planned],
        _ header: SessionHeader,
        _ flow: SessionFlow,
        _ pace: SessionRunner.Pace,
        _ console: Console,
        record: (SessionStep) throws -> Void
    ) async throws -> Session {
        let isLive = pace != .virtual
        let text = TimelineText(style: console.style)
        var timeline = Timeline()
        let last = plan.last?.time ?? 0
        let session = try await SessionRunner.run(
            plan,
            header: header,
            flow: flow,
            callee: .staticMethods,
            pace: pace
        ) { step in
            try record(step)
            if console.isJSON {
                console.write(SessionFile.lines(for: step).map(\.jsonText))
            } else if let entry = timeline.add(step) {
                console.progress("")
                console.write(text.lines(entry))
            }
            if isLive || step.number % 500 == 0 {
                console.progress("\(TimeText.clock(step.time)) of \(TimeText.clock(last))")
            }
        }
        console.progress("")
        if !console.isJSON, let entry = timeline.entries.last { console.write(text.lines(entry)) }
        return session
    }

    private static func finish(_ session: Session, _ console: Console, _ record: String?) {
        if console.isJSON {
            console.write(SessionFile.endLine(time: session.duration, steps: session.steps.count))
            return
        }
        let summary = SummaryText(style: console.style)
        console.write(summary.results(session))
        console.write(summary.notices(session))
        console.write(summary.pings(session))
        console.write(summary.credits(session))
        if let record {
            console.write(["", "Recorded: \(record)", "Next:     launchhub replay \(record)"])
        }
    }

    // MARK: - Options

    private static func pace(_ text: String?) throws(UsageError) -> SessionRunner.Pace {
        guard let text, text != "max" else { return .virtual }
        guard let speed = Double(text), speed.isFinite, speed >= 0.01, speed <= 1_000_000 else {
            throw UsageError(description: "--speed is \"\(text)\"; use max, or a number from 0.01 to 1000000.")
        }
        return .realTime(speed)
    }

    private static func channels(_ path: String?) throws -> ChannelFile {
        guard let path else { return try ChannelFile.builtIn() }
        return try ChannelFile(InputLines.all(path), file: path == "-" ? "standard input" : path)
    }

    private static func list(_ file: ChannelFile, _ console: Console) {
        for channel in file.channels {
            let tags = channel.tags.reduce(0) { $0 + $1.count }
            if console.isJSON {
                console.write([
                    "kind": "channel", "name": .string(channel.name), "stream": .string(channel.stream.rawValue),
                    "ads": .int(Int64(channel.ads.count)), "tags": .int(tags),
                    "actions": .int(Int64(channel.script.count)),
                ])
                continue
            }
            var parts = [channel.stream.rawValue]
            if let length = channel.length { parts.append(TimeText.length(length)) }
            if !channel.ads.isEmpty { parts.append(channel.ads.count == 1 ? "1 ad" : "\(channel.ads.count) ads") }
            if tags > 0 { parts.append(tags == 1 ? "1 ID3 tag" : "\(tags) ID3 tags") }
            parts.append("\(channel.script.count) actions")
            console.write(CommandSpec.row(channel.name, parts.joined(separator: ", ")))
        }
    }
}
