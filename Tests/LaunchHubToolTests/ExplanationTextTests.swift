// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel
import Testing

@testable import LaunchHubSession

/// Explanations as lines of text.
@Suite(.timeLimit(.minutes(10)))
struct ExplanationTextTests {
    private static func explain(_ script: String, length: Int = 200, _ more: String = "") async throws
        -> SessionExplanation
    {
        let channel = #"""
            {"name":"A","length":\#(length),\#(more)"metadata":{"type":"content","assetid":"C1","program":"P",
            "title":"T","length":"\#(length)","airdate":"20260301 18:00:00","isfullepisode":"y","adloadtype":"2"},
            "script":[{"at":0,"action":"play"},\#(script)]}
            """#
        let text = #"{"appInfo":{"appid":"PDEM00000-0000-4000-8000-000000000001"},"channels":[\#(channel)]}"#
        let file = try ChannelFile(Data(text.utf8), file: "test")
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file)
        let session = try await SessionRunner.run(plan, header: SessionHeader(title: "Test"), flow: .events)
        return try await SessionExplanation(session)
    }

    /// The lines as a terminal of so many columns shows them, the codes of colours with a roof.
    private func lines(_ explanation: SessionExplanation, columns: Int = 98, isColoured: Bool = false) -> [String] {
        ExplanationText(style: TextStyle(isColoured: isColoured, columns: columns)).lines(explanation)
            .map { $0.replacing("\u{1B}[", with: "^") }
    }

    /// Those about the views.
    private func views(_ explanation: SessionExplanation, columns: Int, isColoured: Bool = false) -> String {
        lines(explanation, columns: columns, isColoured: isColoured).prefix { !$0.contains("Pings") }
            .joined(separator: "\n")
    }

    private static let script = #"""
        {"at":20,"action":"pause","for":5},{"at":30,"action":"seek","to":0},{"at":35,"action":"seek","to":65},
        {"at":60,"action":"stop"}
        """#
    private static let ads = #""ads":[{"position":70,"length":5,"metadata":{"type":"midroll","assetid":"AD"}}],"#

    @Test func aViewHasItsMinutesAndItsStretches() async throws {
        let explanation = try await Self.explain(Self.script, length: 200, Self.ads)
        let narrow = """
            Test

            View 1: content C1 "T"
              00:00 to 01:00, 50 seconds played, 1 minute credited, sent as dcrVideo
              minute      playheads  played  seconds of the asset
              0                  31    30 s  0–24                      credited
              1                  21    20 s  65–84                     10 s short of 30 s
                  00:00    +20 s  21 playheads 0–20 in 20 s
                  00:20      0 s  pause: nothing passed since 20
                  00:25     +4 s  5 playheads 20–24 in 4 s
                  00:30     +1 s  a jump back from 24 to 0: of what passed before it, 1 s
                                  at most counts
                  00:30     +4 s  4 playheads 0–4 in 4 s
                  00:35     +1 s  a jump ahead from 4 to 65: of what passed before it, 1 s
                                  at most counts
                  00:35     +4 s  4 playheads 65–69 in 4 s
                  00:40     +1 s  the ad AD begins: what passed at 69 counts, 1 s at most
                  00:45    +15 s  16 playheads 70–85 in 15 s
                  01:00      0 s  complete: nothing passed since 85

            View 2: ad AD
              00:40 to 00:45, 5 seconds played, 0 minutes credited, sent as dcrVideo
              minute      playheads  played  seconds of the asset
              0                   6     5 s  0–4                       25 s short of 30 s
                  00:40     +5 s  6 playheads 0–5 in 5 s
                  00:45      0 s  adStop: nothing passed since 5

            """
        #expect(views(explanation, columns: 80) == narrow)
        let coloured = """
            ^1mTest^0m

            ^1mView 1: content C1 "T"^0m
              00:00 to 01:00, 50 seconds played, 1 minute credited, sent as dcrVideo
              ^2mminute      playheads  played  seconds of the asset^0m
              0                  31    30 s  0–24                                        ^32mcredited^0m
              1                  21    20 s  65–84                                       ^31m10 s short of 30 s^0m
            ^2m      00:00^0m    +20 s  21 playheads 0–20 in 20 s
            ^2m      00:20^0m^2m      0 s^0m  pause: nothing passed since 20
            """
        #expect(views(explanation, columns: 98, isColoured: true).hasPrefix(coloured + "\n"))
        #expect(lines(explanation).last == "2 views, 1 minute credited, 2 minutes short, 5 pings.")
        #expect(explanation.numbers == [1, 2])
    }

    /// Of the parts of a minute the first twelve are shown.
    @Test(arguments: [
        (10, ["0–1, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40 "]),
        (11, ["0–1, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, ", "44"]),
        (12, ["0–1, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, ", "44 and 1 more"]),
        (13, ["0–1, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, ", "44 and 2 more"]),
    ])
    func aMinuteHasTwelveParts(_ count: Int, _ parts: [String]) async throws {
        let seeks = (1...count).map { #"{"at":\#($0),"action":"seek","to":\#(4 * $0)}"# }
        let stop = #"{"at":\#(count + 1),"action":"stop"}"#
        let found = lines(try await Self.explain((seeks + [stop]).joined(separator: ","), length: 600)).dropFirst(5)
        let head = "  0" + String(repeating: " ", count: 18) + "\(count + 2)    \(count + 2) s  "
        #expect(found.first?.hasPrefix(head + parts[0]) == true, "\(found.first ?? "")")
        #expect(found.first?.hasSuffix("  \(28 - count) s short of 30 s") == true)
        let second = String(repeating: " ", count: head.count) + (parts.last ?? "")
        #expect((found.dropFirst().first == second) == (parts.count == 2))
    }

    @Test(
        arguments: [
            (0, "0"), (7, "7"), (10_000_000, "10000000"), (10_000_001, "10:41 UTC"), (999_999_999, "10:39 UTC"),
            (1_000_000_000, "1000000000"), (.max, "9223372036854775807"),
        ] as [(Int64, String)]
    )
    func aMinuteOfALiveStreamIsATimeOfTheDay(_ number: Int64, _ name: String) {
        #expect(ExplanationText.name(ExplainedSegment(number: number, length: 60, needed: 30)) == name)
    }

    /// Remarks have their time once, and are broken where the terminal ends.
    @Test(arguments: [80, 98])
    func remarksOfTheSDKStandBehindThePings(_ columns: Int) async throws {
        let seeks = (1...10).map { #"{"at":\#($0),"action":"seek","to":\#(4 * $0)}"# }.joined(separator: ",")
        let explanation = try await Self.explain(seeks, length: 60)
        #expect(explanation.remarks.contains { $0.remark.code == .playheadFasterThanTime && $0.time > 0 })
        let found = lines(explanation, columns: columns)
        let place = try #require(found.firstIndex(of: "Remarks of the SDK"))
        #expect(found.prefix(place).last == "")
        let expected = explanation.remarks.flatMap { remark in
            Columns.wrapped(remark.remark.description, columns - 13).enumerated().map { index, part in
                (index == 0 ? "      \(TimeText.clock(remark.time))  " : String(repeating: " ", count: 13)) + part
            }
        }
        #expect(Array(found[(place + 1)...].prefix(expected.count)) == expected)
        #expect(found.count == place + 1 + expected.count + 2)
        let line = explanation.json.first { $0["kind"] == "remark" }
        let first = try #require(explanation.remarks.first)
        #expect(line == first.json && line?["t"] == .int(first.time))
        #expect(line?["message"] == .string(first.remark.message))
    }

    @Test func ofSeveralInstancesEachIsNamed() async throws {
        let make = SessionCommand(
            "InstantiateSDKWithLocalConfigEvent",
            ["data": ["appid": "PDEM00000-0000-4000-8000-000000000001"]]
        )
        var steps = [SessionRunner.Planned(time: 0, command: make), SessionRunner.Planned(time: 0, command: make)]
        for second in 0..<5 as Range<Int64> {
            for instance in ["instance-1", "instance-2"] {
                let step = Sessions.playhead(second, second, .string("of \(instance)"))
                var command = try #require(step.command)
                command.data["identifier"] = .string(instance)
                steps.append(SessionRunner.Planned(time: step.time, command: command))
            }
        }
        let session = try await SessionRunner.run(steps, header: SessionHeader(title: "Two"), flow: .events)
        let found = lines(try await SessionExplanation(session))
        #expect(
            found.filter { $0.hasPrefix("View ") } == [
                "View 1 of instance 1: content of instance-1", "View 1 of instance 2: content of instance-2",
            ]
        )
    }

    // MARK: - Pings

    /// The lines about pings that a recording has.
    private func pings(_ pings: JSONObject..., columns: Int = 80, isColoured: Bool = false) async throws -> [String] {
        let steps = pings.enumerated().map { number, ping in
            SessionStep(number: number + 1, time: Int64(number) * 61_000, command: nil, pings: [ping])
        }
        let session = Session(header: SessionHeader(title: "Recorded"), steps: steps)
        let found = lines(try await SessionExplanation(session), columns: columns, isColoured: isColoured)
        return Array(found.drop { !$0.contains("Pings") })
    }

    private func ping(_ query: String, _ more: JSONObject = [:]) -> JSONObject {
        let ping: JSONObject = [
            "product": "dcrVideo", "cadence": "interval", "url": .string("http://127.0.0.1:8642/other?\(query)"),
        ]
        return ping.merging(more)
    }

    @Test func aPingIsItsHeadAndItsParameters() async throws {
        #expect(
            try await pings(
                ping(
                    "a=1&b=2&c=",
                    ["view": 3, "lane": "content", "assetid": "C1", "segments": [0, 1], "body": "words"]
                ),
                ping("a=1", ["view": 0, "lane": "ad", "watermark": "FD_x"]),
                [:]
            ) == [
                "Pings", "", "Ping 1 at 00:00: dcrVideo interval of view 3, content C1: credits minutes 0, 1",
                "  not of the templates  a=1 · b=2", "  body                  words", "",
                "Ping 2 at 01:01: dcrVideo FD interval, ad", "  not of the templates  a=1", "", "Ping 3 at 02:02: ? ?",
                "",
                "0 views, 0 minutes credited, 3 pings.",
            ]
        )
        let coloured = try await pings(ping("a=1"), isColoured: true)
        #expect(
            coloured.prefix(4) == [
                "^1mPings^0m", "", "^1mPing 1 at 00:00: dcrVideo interval^0m", "  ^36mnot of the templates  ^0ma=1",
            ]
        )
    }

    /// Parameters stand beside each other as long as they fit.
    @Test(arguments: [80, 98])
    func parametersFillTheLine(_ columns: Int) async throws {
        let room = columns - 24
        let first = "a=" + String(repeating: "x", count: 18)
        let second = "b=" + String(repeating: "y", count: room - 20 - 3 - 2)
        let indent = String(repeating: " ", count: 24)
        let fits = try await pings(ping("\(first)&\(second)"), columns: columns)
        #expect(fits.dropFirst(3).first == "  not of the templates  \(first) · \(second)")
        #expect(fits.dropFirst(3).first?.count == columns)
        let not = try await pings(ping("\(first)&\(second)y"), columns: columns)
        #expect(not.dropFirst(3).prefix(2) == ["  not of the templates  \(first)", "\(indent)\(second)y"])
        let long = "a=" + String(repeating: "x", count: room - 1)
        let broken = try await pings(ping(long), columns: columns)
        #expect(broken.dropFirst(3).prefix(2) == ["  not of the templates  \(long.dropLast())", "\(indent)x"])
    }

    @Test func aPingIsALineWithItsPlace() async throws {
        let made = ping("a=1&b=", ["view": 3, "stream": "s", "seconds": 9, "segments": [4], "body": "words"])
        let other = ping("a=1", ["stream": "t", "watermark": "PC_x"])
        let steps = [made, other, made].map { SessionStep(number: 1, time: 5, command: nil, pings: [$0]) }
        let session = Session(header: SessionHeader(title: ""), steps: steps)
        let found = try await SessionExplanation(session).json.filter { $0["kind"] == "ping" }
        #expect(found.map { $0["instance"] } == [1, 2, 1] && found.map { $0["ping"] } == [1, 2, 3])
        let first = try #require(found.first)
        let second = try #require(found.dropFirst().first)
        #expect(first["view"] == 3 && first["seconds"] == 9 && first["segments"] == [4] && first["body"] == "words")
        #expect(first["t"] == 5 && first["product"] == "dcrVideo" && second["product"] == "dcrVideo PC")
        #expect(second["view"] == nil && second["body"] == nil && second["seconds"] == 0)
        #expect(first["parameters"]?.arrayValue?.map { $0["value"] } == ["1", ""])
        #expect(first["parameters"]?.arrayValue?.allSatisfy { $0["default"] == false } == true)
    }
}
