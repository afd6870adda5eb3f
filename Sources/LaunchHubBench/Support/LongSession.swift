// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession

/// A recording of an app and its hub that was played through the SDK: views of content with ads, a playhead a second, and
/// what came of each.
struct LongSession {
    private static let content: JSONObject = [
        "type": "content", "program": "The Lighthouse", "length": "1200", "airdate": "20260309 20:00:00",
        "isfullepisode": "y", "adloadtype": "2", "segB": "drama", "segC": "season 1",
    ]
    private static let configuration: JSONObject = [
        "appid": "PDEM00000-0000-4000-8000-000000000001", "appname": "Sample Player", "appversion": "1.0",
        "sfcode": "dcr",
    ]
    /// Seconds of a view, and of the ad before it.
    private static let viewSeconds = 1_200
    private static let adSeconds = 20

    private let file: FileHandle
    private var text = ""
    private(set) var lines = 0

    /// Writes a session of a number of lines to a file.
    static func write(_ count: Int, to path: String) async throws {
        try Data().write(to: URL(fileURLWithPath: path))
        var session = LongSession(file: try FileHandle(forWritingTo: URL(fileURLWithPath: path)))
        try await session.write(count)
    }

    private init(file: FileHandle) {
        self.file = file
    }

    private mutating func write(_ count: Int) async throws {
        let header = SessionHeader(title: "Long session")
        var performance = try await SessionPerformance(header: header, isClassic: false, flow: .events)
        var head = SessionFile.line(for: performance.header)
        head["revision"] = .int(SessionFile.revision)
        try add(head)
        var (second, steps) = (0, 0)
        while lines < count - 1 {
            let planned = SessionRunner.Planned(time: Int64(second) * 1_000, command: Self.command(second))
            let step = try await performance.perform(planned)
            steps = step.number
            try add(hubLine("event", step, ["id": .string("6F9619FF-8B86-D011-B42D-\(1_000_000_000_000 + steps)")]))
            for line in SessionFile.lines(for: step) where lines < count - 1 { try add(line) }
            if lines < count - 1 { try add(hubLine("delivery", step, ["queued": 41, "took": 12])) }
            second += 1
        }
        await performance.end()
        try add(SessionFile.endLine(time: Int64(max(0, second - 1)) * 1_000, steps: steps))
        try flush()
        try file.close()
    }

    /// What the app asks for at a second.
    private static func command(_ second: Int) -> SessionCommand {
        guard second > 0 else {
            return SessionCommand("InstantiateSDKWithLocalConfigEvent", ["data": .object(configuration)])
        }
        let length = viewSeconds + adSeconds
        let (view, place) = ((second - 1) / length, (second - 1) % length)
        let isAd = place < adSeconds
        let name: JSONValue = .string("LIGHTHOUSE-E\(view)")
        let metadata = content.merging(["assetid": name, "title": name])
        var lanes: JSONObject = ["content": .object(metadata)]
        if isAd { lanes["ad"] = ["type": "preroll", "assetid": .string("AD-\(view)"), "title": "Coffee"] }
        let isLast = place == length - 1 || place == adSeconds - 1
        let event: JSONValue = !isLast ? "playhead" : isAd ? "adStop" : "complete"
        return SessionCommand(
            "TrackSDKEvent",
            [
                "identifier": "instance-1",
                "data": [
                    "event": event, "type": isAd ? "ad" : "content", "metadata": .object(lanes),
                    "playheadPosition": .string("\(isAd ? place : place - adSeconds)"),
                ],
            ]
        )
    }

    private func hubLine(_ kind: String, _ step: SessionStep, _ members: JSONObject) -> JSONObject {
        var line: JSONObject = [
            "kind": .string(kind), "t": .int(step.time), "number": .int(Int64(step.number)),
            "name": .string(step.command?.name ?? ""), "listener": "NielsenAppSDKExtension",
        ]
        if kind == "event" { line["data"] = .object(step.command?.data ?? [:]) }
        return line.merging(members)
    }

    /// Writes a line as recorders do: its kind stands first.
    private mutating func add(_ line: JSONObject) throws {
        var rest = line
        rest["kind"] = nil
        let kind = line["kind"]?.jsonText
        text += kind.map { "{\"kind\":\($0)," + rest.jsonText.dropFirst() } ?? line.jsonText
        text += "\n"
        lines += 1
        if text.utf8.count > 1 << 20 { try flush() }
    }

    private mutating func flush() throws {
        try file.write(contentsOf: Data(text.utf8))
        text = ""
    }
}
