// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession

/// The command `launchhub play`.
struct PlayCommand: Command {
    static let syntax = CommandSyntax(
        name: "play",
        summary: "play a channel's script through the extension",
        discussion: [
            "The sample player without a screen: plays one channel of a channel file and does what the",
            "channel's script says a user does. Without --channels the built-in channels are played.",
        ],
        examples: [
            "launchhub play --list",
            "launchhub play --channel \"Front page\" --record session.jsonl",
        ],
        for: PlayCommand.init
    ) {
        $0.option("--channels", \.channels, .text("FILE"), "the channel file; \"-\" for standard input")
        $0.option("--channel", \.channel, .text("NAME"), "which channel (default: the first)")
        $0.flag("--list", \.isList, "list the channels and play nothing")
        $0.option("--speed", \.pace, .pace, "N times real time, or virtual time (default: max)")
        $0.option("--flow", \.flow, .choice("FLOW"), "events (default), api or classic")
        $0.option("--record", \.record, .text("FILE"), "write the session to a file")
        $0.force(\.force)
    }

    var common = CommonOptions()
    /// The channel file; nil for the built-in channels.
    private var channels: String?
    private var channel: String?
    private var isList = false
    private var pace = SessionRunner.Pace.virtual
    private var flow = PlayerFlow.events
    private var record: String?
    private var force = false

    func run(_ console: Console) async throws -> ExitCode {
        if record == "-" {
            throw UsageError("--record needs a file; --json writes the session to standard output.")
        }
        let output = try record.map { path in
            try OutputFile(path, .session(recorder: nil), force: force, inputs: channels.map { [$0] } ?? [])
        }
        let file = try Self.channels(channels)
        if isList {
            Self.list(file, console)
            return .success
        }
        let channel: Channel
        do {
            channel = try file.channel(named: self.channel)
        } catch {
            throw UsageError("\(error).")
        }
        // Who watches in real time expects the live stream to be of today.
        let start = pace == .virtual ? SessionHeader.defaultStart : Int64(Date().timeIntervalSince1970) * 1000
        let header = SessionHeader(
            title: channel.name,
            flow: flow.rawValue,
            start: start,
            configuration: file.configuration
        )
        let plan = ScriptedPlayer.plan(channel, of: file, start: start, flow: flow)
        let recording = try output.map { file throws(FileFailure) in try SessionRecording(file, header: header) }
        console.write(
            SessionFile.line(for: header),
            or: "\(channel.name), through \(flow.title), from \(TimeText.date(start))\n"
        )
        let session = try await play(plan, header, console) { step throws(FileFailure) in
            try recording?.write(step)
        }
        try recording?.finish(session)
        finish(session, console)
        return .success
    }

    private func play(
        _ plan: [SessionRunner.Planned],
        _ header: SessionHeader,
        _ console: Console,
        write: (SessionStep) throws -> Void
    ) async throws -> Session {
        let isLive = pace != .virtual
        let text = SessionText(style: console.style)
        var timeline = Timeline()
        let last = plan.last?.time ?? 0
        let session = try await SessionRunner.run(
            plan,
            header: header,
            flow: flow.session,
            callee: .staticMethods,
            pace: pace
        ) { step in
            try write(step)
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

    private func finish(_ session: Session, _ console: Console) {
        if console.isJSON {
            console.write(SessionFile.endLine(time: session.duration, steps: session.steps.count).jsonText)
            return
        }
        console.write(SessionText(style: console.style).summary(SessionModel(session)))
        if let record {
            console.write(["", "Recorded: \(record)", "Next:     launchhub replay \(record)"])
        }
    }

    // MARK: - Channels

    private static func channels(_ path: String?) throws -> ChannelFile {
        guard let path else { return try ChannelFile.builtIn() }
        return try ChannelFile(InputLines.all(path), file: InputLines.name(of: path))
    }

    private static func list(_ file: ChannelFile, _ console: Console) {
        for channel in file.channels {
            let tags = channel.tags.reduce(0) { $0 + $1.count }
            var parts = [channel.stream.rawValue]
            if let length = channel.length { parts.append(TimeText.length(length)) }
            if !channel.ads.isEmpty { parts.append(CheckText.counted(channel.ads.count, "ad")) }
            if tags > 0 { parts.append(CheckText.counted(Int(tags), "ID3 tag")) }
            parts.append("\(channel.script.count) actions")
            console.write(
                [
                    "kind": "channel", "name": .string(channel.name), "stream": .string(channel.stream.rawValue),
                    "ads": .number(channel.ads.count), "tags": .int(tags), "actions": .number(channel.script.count),
                ],
                or: HelpText.row(channel.name, parts.joined(separator: ", "))
            )
        }
    }
}

extension ValueForm<SessionRunner.Pace> {
    /// How fast a session is played.
    fileprivate static var pace: ValueForm {
        ValueForm("N|max", expected: "max, or a number from 0.01 to 1000000") { text in
            if text == "max" { return .virtual }
            guard let speed = Double(text), speed >= 0.01, speed <= 1_000_000 else { return nil }
            return .realTime(speed)
        }
    }
}

/// Writes a session file step by step, so that what was played is there even where playing is broken off.
struct SessionRecording {
    private let path: String
    private let handle: FileHandle

    init(_ file: OutputFile, header: SessionHeader) throws(FileFailure) {
        path = file.path
        handle = try file.open()
        try write([SessionFile.line(for: header)])
    }

    func write(_ step: SessionStep) throws(FileFailure) {
        try write(SessionFile.lines(for: step))
    }

    func finish(_ session: Session) throws(FileFailure) {
        try write([SessionFile.endLine(time: session.duration, steps: session.steps.count)])
        try? handle.close()
    }

    private func write(_ lines: [JSONObject]) throws(FileFailure) {
        do {
            try handle.write(contentsOf: Data(lines.map { $0.jsonText + "\n" }.joined().utf8))
        } catch {
            throw FileFailure("write", path, error)
        }
    }
}
