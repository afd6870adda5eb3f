// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

@testable import LaunchHub
@testable import LaunchHubRecording

/// The lines that single items become: which step they belong to, and every member of them.
struct SessionScriptTests {
    private static let notice = NielsenInstanceReport.Content.event(
        code: 2_001,
        text: "It began.",
        time: 1_500
    )
    private static let play = NielsenInstanceReport.Content.call(
        name: "play",
        arguments: [],
        age: .zero
    )

    // MARK: - The first and the last line

    @Test func aFileBeginsAndEndsWithTheseLines() throws {
        var writer = ScriptWriter()
        let opening: JSONObject = [
            "schema": "launch-hub-session", "version": 2, "revision": 1, "title": "Evening",
            "start": 1_700_000_000_000, "recorder": .string("LaunchHubRecording \(HubPackage.version)"),
        ]
        #expect(try writer.opening() == [opening])
        _ = try writer.add("a", Self.play, at: 7)
        #expect(try writer.end() == [["kind": "end", "t": 7, "steps": 1]])
        #expect(try writer.opening() == [opening.merging(["continues": true])])
        #expect(try writer.opening() == [opening.merging(["continues": true])])
        var redacting = SessionScript(
            title: "E",
            start: 1,
            redactor: Redactor(RecordingOptions(), salt: 1)
        )
        let lines = try ScriptWriter.lines(redacting.opening())
        #expect(lines.first?["redacted"] == true && lines.first?["continues"] == nil)
    }

    @Test func aFileThatContinuesSaysHowEachInstanceWasMade() throws {
        var writer = ScriptWriter()
        _ = try writer.opening()
        let appInfo = try writer.add(
            "z",
            .call(name: "appInfo", arguments: [["appid": "P1"]], age: .zero),
            at: 1
        )
        _ = try writer.add("z", Self.play, at: 2)
        let made = try writer.add(
            .command(
                .began(id: 9, name: "InstantiateSDKWithLocalConfigEvent", data: ["data": [:]], isCall: true)
            ),
            at: 3
        )
        let result = try writer.add(
            .command(.ended(id: 9, result: ["code": 5001, "identifier": "a"])),
            at: 4
        )
        #expect(try writer.opening().dropFirst() == (made + result + appInfo)[...])
        #expect(
            made == [
                [
                    "kind": "action", "n": 3, "t": 3, "name": "InstantiateSDKWithLocalConfigEvent",
                    "flow": "api",
                    "data": ["data": [:]],
                ]
            ]
        )
        #expect(
            result == [["kind": "result", "n": 3, "t": 4, "result": ["code": 5001, "identifier": "a"]]]
        )
        // An instance that was removed is not made again.
        for (code, left) in [(5_003, made + result + appInfo), (5_001, appInfo)]
            as [(Int64, [JSONObject])]
        {
            _ = try writer.add(
                .command(
                    .began(id: 10, name: "RemoveSDKInstanceEvent", data: ["identifier": "a"], isCall: true)
                ),
                at: 5
            )
            _ = try writer.add(.command(.ended(id: 10, result: ["code": .int(code)])), at: 5)
            #expect(try writer.opening().dropFirst() == left[...])
        }
        _ = try writer.add("z", .ended, at: 6)
        #expect(try writer.opening().count == 1)
    }

    // MARK: - Calls

    @Test func aCallHasItsArgumentsItsAgeAndItsOrigin() throws {
        var writer = ScriptWriter()
        let call = NielsenInstanceReport.Content.call(
            name: "play",
            arguments: [["channelName": "One"], 7],
            age: .microseconds(1_500_900),
            origin: .bridge
        )
        #expect(
            try writer.add("sdk-1", call, at: 7) == [
                [
                    "kind": "call", "n": 1, "t": 7, "instance": "sdk-1", "name": "play",
                    "args": [["channelName": "One"], 7], "age": 1_500, "origin": "bridge",
                ]
            ]
        )
        // A thread that was late does not turn time back.
        let stop = NielsenInstanceReport.Content.call(name: "stop", arguments: [], age: .zero)
        #expect(
            try writer.add("sdk-1", stop, at: 3) == [
                ["kind": "call", "n": 2, "t": 7, "instance": "sdk-1", "name": "stop"]
            ]
        )
        #expect(
            try writer.add("sdk-1", .lifecycle(.media(.audio)), at: 9) == [
                [
                    "kind": "lifecycle", "n": 3, "t": 9, "instance": "sdk-1", "event": "media",
                    "args": ["audio"],
                ]
            ]
        )
        #expect(
            try writer.add("sdk-1", .lifecycle(.terminate), at: 9) == [
                ["kind": "lifecycle", "n": 4, "t": 9, "instance": "sdk-1", "event": "terminate"]
            ]
        )
        #expect(try writer.add("sdk-1", .lifecycle(.launch), at: 9).first?["event"] == "launch")
    }

    // MARK: - Steps

    /// What comes within 50 ms of a call is its result; later only time has passed.
    @Test func aResultBelongsToTheCallBeforeIt() throws {
        var writer = ScriptWriter()
        _ = try writer.add("a", Self.play, at: 100)
        #expect(try writer.steps("a", Self.notice, at: 150) == ["notice 1"])
        #expect(
            try writer.add("a", Self.notice, at: 151) == [
                ["kind": "advance", "n": 2, "t": 151],
                [
                    "kind": "notice", "n": 2, "t": 151, "instance": "a",
                    "notice": [
                        "identifier": "a", "kind": "event", "code": 2_001, "description": "It began.",
                        "timestamp": 1.5,
                    ],
                ],
            ]
        )
        #expect(try writer.steps("a", Self.notice, at: 201) == ["notice 2"])
        #expect(try writer.steps("a", Self.notice, at: 202) == ["advance 3", "notice 3"])
        // Each instance has steps of its own.
        _ = try writer.add("b", Self.play, at: 203)
        #expect(try writer.steps("a", Self.notice, at: 204) == ["notice 3"])
        #expect(try writer.steps("b", Self.notice, at: 204) == ["notice 4"])
    }

    /// A command of the extension lasts until it is answered.
    @Test func aResultBelongsToTheCommandThatGoesOn() throws {
        var writer = ScriptWriter()
        let began = try writer.add(
            .command(.began(id: 1, name: "TrackSDKEvent", data: ["identifier": "a"], isCall: false)),
            at: 0
        )
        #expect(
            began == [
                [
                    "kind": "action", "n": 1, "t": 0, "name": "TrackSDKEvent", "flow": "events",
                    "data": ["identifier": "a"],
                ]
            ]
        )
        #expect(try writer.steps("a", Self.notice, at: 9_000) == ["notice 1"])
        _ = try writer.add(.command(.ended(id: 1, result: ["code": 5001])), at: 9_000)
        #expect(try writer.steps("a", Self.notice, at: 9_000) == ["advance 2", "notice 2"])
        // An answer to nothing is no line.
        #expect(try writer.add(.command(.ended(id: 1, result: ["code": 5001])), at: 9_000) == [])
    }

    /// The identifier of an instance is not known before the command that makes it is answered.
    @Test func aResultOfAnInstanceThatIsBeingMadeBelongsToItsCommand() throws {
        var writer = ScriptWriter()
        func begin(_ id: UInt64, _ name: String) throws {
            _ = try writer.add(.command(.began(id: id, name: name, data: [:], isCall: true)), at: 0)
        }
        try begin(1, "Other")
        #expect(try writer.steps("x", Self.notice, at: 0) == ["advance 2", "notice 2"])
        try begin(2, "InstantiateSDKWithLocalConfigEvent")
        try begin(3, "InstantiateSDKWithRemoteConfigEvent")
        try begin(4, "Other")
        #expect(try writer.steps("y", Self.notice, at: 9_000) == ["notice 4"])
        _ = try writer.add(.command(.ended(id: 3, result: [:])), at: 9_000)
        #expect(try writer.steps("y", Self.notice, at: 9_000) == ["notice 3"])
    }

    @Test func anInstanceThatHasEndedIsForgotten() throws {
        var writer = ScriptWriter()
        _ = try writer.add("a", Self.play, at: 0)
        #expect(
            try writer.add("a", .ended, at: 0) == [
                ["kind": "lifecycle", "n": 2, "t": 0, "instance": "a", "event": "shutdown"]
            ]
        )
        #expect(try writer.steps("a", Self.notice, at: 0) == ["advance 3", "notice 3"])
    }

    // MARK: - Bounds

    /// 256 commands are known at a time; those before the next one are forgotten.
    @Test func commandsThatNobodyEndsAreForgotten() throws {
        var writer = ScriptWriter()
        func ends(_ id: UInt64) throws -> Bool {
            try !writer.add(.command(.ended(id: id, result: [:])), at: 0).isEmpty
        }
        for id in 0..<256 as Range<UInt64> {
            _ = try writer.add(.command(.began(id: id, name: "Other", data: [:], isCall: true)), at: 0)
        }
        #expect(try ends(0) && ends(255))
        for id in 300..<303 as Range<UInt64> {
            _ = try writer.add(.command(.began(id: id, name: "Other", data: [:], isCall: true)), at: 0)
        }
        #expect(try !ends(1) && !ends(300) && !ends(301) && ends(302))
    }

    /// 64 instances are known; of others the results have steps of their own.
    @Test func sixtyFourInstancesAreKnown() throws {
        var writer = ScriptWriter()
        _ = try writer.opening()
        for number in 0..<65 {
            let name = "i\(number)"
            _ = try writer.add(name, .call(name: "appInfo", arguments: [], age: .zero), at: 0)
        }
        #expect(try writer.opening().count == 65)
        #expect(try writer.steps("i63", Self.notice, at: 0) == ["notice 64"])
        #expect(try writer.steps("i64", Self.notice, at: 0) == ["advance 66", "notice 66"])
        // One that is made by a command is none of them either, and one that is known may be made again.
        for (id, name, count) in [(1, "i64", 65), (2, "i63", 66)] as [(UInt64, JSONValue, Int)] {
            _ = try writer.add(
                .command(
                    .began(id: id, name: "InstantiateSDKWithLocalConfigEvent", data: [:], isCall: true)
                ),
                at: 0
            )
            _ = try writer.add(.command(.ended(id: id, result: ["identifier": name])), at: 0)
            #expect(try writer.opening().count == count)
        }
    }

    // MARK: - Results

    private static func ping(_ credit: NielsenPingCredit?, assetid: String = "film") -> NielsenPing {
        NielsenPing(
            product: .dcrVideo,
            cadence: .interval,
            url: "http://127.0.0.1:8642/other?x=1&y=A%20B",
            stream: "s",
            id: "p1",
            createdAt: 5,
            lane: .content,
            assetid: assetid,
            credit: credit
        )
    }

    @Test func aPingAndTheCreditOfItsViewAreLines() throws {
        var writer = ScriptWriter()
        _ = try writer.add("a", Self.play, at: 0)
        let first = Self.ping(NielsenPingCredit(view: 1, segments: [0], seconds: 60, isEnd: false))
        #expect(
            try writer.add("a", .ping(first), at: 10) == [
                [
                    "kind": "ping", "n": 1, "t": 10, "instance": "a", "template": "",
                    "parameters": [["name": "x", "value": "1"], ["name": "y", "value": "A B"]],
                    "ping": .object(first.json),
                ]
            ]
        )
        // Another view, watermarks, and pings without a view are not added to it.
        for credit in [
            NielsenPingCredit(view: 2, segments: [7], seconds: 1, isEnd: false),
            NielsenPingCredit(view: 1, watermark: "FD_x", run: 1, segments: [7], seconds: 1, isEnd: true),
            NielsenPingCredit(view: 0, segments: [7], seconds: 1, isEnd: true), nil,
        ] {
            #expect(try writer.add("a", .ping(Self.ping(credit)), at: 10).count == 1)
        }
        let last = Self.ping(
            NielsenPingCredit(view: 1, segments: [1, 2], seconds: 40, isEnd: true),
            assetid: "other"
        )
        let credit: JSONObject = [
            "kind": "credit", "n": 1, "t": 10, "instance": "a", "view": 1, "assetid": "film",
            "lane": "content",
            "seconds": 100, "segments": [0, 1, 2],
        ]
        #expect(try writer.add("a", .ping(last), at: 10).dropFirst() == [credit])
        // A view that ends once more begins with nothing.
        let again = try writer.add("a", .ping(last), at: 10).last
        #expect(
            again?["seconds"] == 40 && again?["segments"] == [1, 2] && again?["assetid"] == "other"
        )
    }

    @Test(arguments: [4_095, 4_096, 4_097])
    func anAnswerHasItsBodyInPart(_ count: Int) throws {
        var writer = ScriptWriter()
        _ = try writer.add("a", Self.play, at: 0)
        let body = String(repeating: "b", count: count)
        let received = NielsenPingAnswer(to: Self.ping(nil), .received(status: 200, body: body))
        #expect(
            try writer.add("a", .answer(received), at: 0) == [
                [
                    "kind": "answer", "n": 1, "t": 0, "instance": "a", "ping": "p1", "outcome": "received",
                    "status": 200, "body": .string(String(body.prefix(4_096))),
                ]
            ]
        )
        let failed = NielsenPingAnswer(to: Self.ping(nil), .failed("no answer"))
        #expect(
            try writer.add("a", .answer(failed), at: 0) == [
                [
                    "kind": "answer", "n": 1, "t": 0, "instance": "a", "ping": "p1", "outcome": "failed",
                    "reason": "no answer",
                ]
            ]
        )
    }

    /// The credit of 256 views and 10,000 segments is added up.
    @Test func creditIsAddedUpWithinBounds() {
        var credits = ViewCredits()
        func add(_ view: Int, _ segments: [Int64] = [], _ seconds: Int = 1, isEnd: Bool = false)
            -> ViewCredits.Total?
        {
            let credit = NielsenPingCredit(view: view, segments: segments, seconds: seconds, isEnd: isEnd)
            return credits.add(Self.ping(credit))?.total
        }
        for view in 1...256 { #expect(add(view) == nil) }
        #expect(add(300, isEnd: true)?.seconds == 1)
        #expect(add(1, isEnd: true)?.seconds == 1)
        for view in 1...255 { _ = add(view) }
        #expect(add(1, isEnd: true)?.seconds == 2)
        _ = add(2, Array(repeating: 7, count: 9_999))
        _ = add(2, [8, 8])
        _ = add(2, [9])
        let total = add(2, [], .max, isEnd: true)
        #expect(total?.segments.count == 10_001 && total?.segments.last == 8)
        #expect(total?.seconds == .max)
    }
}
