// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import Testing

/// What the sample player says in classic calls, with and without faults, call by call.
struct PlayerCallTests {
    /// The plan of a file's first channel without the call that makes the instance: second, call or, with a star, what
    /// happens to the app, and its argument.
    private func plan(_ channels: String, _ flow: PlayerFlow = .classic) throws -> [String] {
        let file = try ChannelFile(Data(ChannelFileTests.file(channels).utf8), file: "test")
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file, flow: flow)
        return plan.map { step in
            guard let call = step.call else {
                let data = step.command?.data["data"]
                let words = [data?["event"]?.stringValue ?? step.command?.name, data?["playheadPosition"]?.stringValue]
                return (["\(step.time / 1_000)"] + words.compactMap { $0 } + [step.identifier].compactMap { $0 })
                    .joined(separator: " ")
            }
            let name = call.isLifecycle ? "*\(call.name)" : call.name
            let short = ["playheadPosition": "at", "loadMetadata": "load"][name] ?? name
            return (["\(step.time / 1_000)", short] + call.arguments.map(\.jsonText)).joined(separator: " ")
        }
    }

    /// The calls of one channel with its metadata as X, without those at its beginning.
    private func calls(_ script: String, length: Int = 3, _ more: String = "", _ faults: String = "{}") throws
        -> [String]
    {
        let lines = try plan(
            #"{"name":"A","length":\#(length),"metadata":{"assetid":"C1"},\#(more)"script":[\#(script)],"faults":\#(faults)}"#
        )
        let short = lines.map { $0.replacing(#"{"assetid":"C1"}"#, with: "X") }
        #expect(short.first == #"0 appInfo {"appid":"x"}"#)
        return Array(short.dropFirst())
    }

    private static let start = #"{"at":0,"action":"play"}"#
    private static let pause = start + #",{"at":1,"action":"pause","for":2}"#
    private static let begin = ["0 play", "0 load X", "0 at 0"]

    // MARK: - Without faults

    @Test func aPauseIsAStopAndTheContentIsLoadedAgain() throws {
        #expect(
            try calls(Self.pause) == Self.begin + [
                "1 *userPause", "1 at 1", "1 stop", "3 *userResume", "3 load X", "3 at 1", "4 at 2", "5 at 3", "5 stop",
                "5 end",
            ]
        )
    }

    @Test func anAdIsLoadedBehindItsContent() throws {
        let preroll = #""ads":[{"position":0,"length":2,"metadata":{"type":"preroll"}}],"#
        #expect(
            try calls(Self.start, length: 1, preroll) == [
                "0 play", "0 load X", #"0 load {"type":"preroll"}"#, "0 at 0", "1 at 1", "2 at 2", "2 stop", "2 load X",
                "2 at 0", "3 at 1", "3 stop", "3 end",
            ]
        )
        let midroll = #""ads":[{"position":2,"length":1,"metadata":{"type":"midroll"}}],"#
        #expect(
            try calls(Self.start, midroll) == Self.begin + [
                "1 at 1", "2 at 2", "2 stop", #"2 load {"type":"midroll"}"#, "2 at 0", "3 at 1", "3 stop", "3 load X",
                "3 at 2", "4 at 3", "4 stop", "4 end",
            ]
        )
    }

    @Test func whileMeasurementIsOffNothingIsSaid() throws {
        #expect(
            try calls(Self.start + #",{"at":1,"action":"disable","for":2}"#, length: 4) == Self.begin + [
                "1 appDisableApi true", "3 appDisableApi false", "3 play", "3 load X", "3 at 3", "4 at 4", "4 stop",
                "4 end",
            ]
        )
    }

    @Test func choicesDevicesAndTagsGoWithAPlayhead() throws {
        let script = #",{"at":1,"action":"ott","data":{"a":1}},{"at":1,"action":"optIn"},{"at":2,"action":"optOut"}"#
        let tag = #""id3":[{"position":1,"payload":"p"}],"#
        #expect(
            try calls(Self.start + script, tag) == Self.begin + [
                #"1 userOptOut "nielsenappsdk://0""#, #"1 updateOTT {"a":1}"#, "1 at 1", #"1 sendID3 "p""#,
                #"2 userOptOut "nielsenappsdk://1""#, "2 at 2", "3 at 3", "3 stop", "3 end",
            ]
        )
    }

    @Test func aPageIsLoadedAndEnded() throws {
        let page = #"{"name":"S","stream":"static","metadata":{"section":"F"},"script":[\#(Self.start)"#
        #expect(
            try plan(page + #",{"at":5,"action":"leavePage"},{"at":9,"action":"stop"}]}"#).dropFirst() == [
                #"0 load {"section":"F"}"#, "5 staticEnd",
            ]
        )
        #expect(
            try plan(page + #",{"at":2,"action":"background","for":3}]}"#).dropFirst() == [
                #"0 load {"section":"F"}"#, "2 *background", "2 staticEnd", "5 *foreground", #"5 load {"section":"F"}"#,
                "5 staticEnd",
            ]
        )
    }

    @Test func anEventOfNoCallAndACallOfOnesOwnAreSaidAsTheyAre() throws {
        let script =
            #"{"at":1,"action":"track","data":{"event":"dance"}},{"at":2,"action":"sdk","name":"x","args":[1,"a"]}"#
        #expect(try calls(script) == [#"1 trackEvent {"event":"dance"}"#, #"2 x 1 "a""#])
        let live = #"{"name":"L","stream":"live","metadata":{"channelName":"N"},"script":[\#(Self.start),"#
        let start = SessionHeader.defaultStart / 1_000
        #expect(
            try plan(live + #"{"at":1,"action":"clock","by":60},{"at":2,"action":"stop"}]}"#).dropFirst() == [
                #"0 play {"channelName":"N"}"#, #"0 load {"channelName":"N"}"#, "0 at \(start)", "1 *clock 60",
                "1 at \(start + 61)", "2 at \(start + 62)", "2 stop", "2 end",
            ]
        )
    }

    // MARK: - What happens to the app

    /// A player that waits for more than half a minute says that it pauses.
    @Test func aLongStallIsAPause() throws {
        func stall(_ seconds: Int) throws -> [String] {
            try calls(Self.start + #",{"at":1,"action":"buffer","for":\#(seconds)}"#, length: 2)
        }
        #expect(
            try stall(31) == Self.begin + [
                "1 *bufferStart", "32 *bufferEnd", "32 at 1", "33 at 2", "33 stop", "33 end",
            ]
        )
        #expect(
            try stall(32) == Self.begin + [
                "1 *bufferStart", "32 at 1", "32 stop", "33 *bufferEnd", "33 load X", "33 at 1", "34 at 2", "34 stop",
                "34 end",
            ]
        )
        let script =
            #",{"at":1,"action":"buffer","for":9},{"at":2,"action":"buffer","for":1},{"at":3,"action":"pause","for":2}"#
        #expect(
            try calls(Self.start + script, length: 2) == Self.begin + [
                "1 *bufferStart", "3 *userPause", "3 *bufferEnd", "3 at 1", "3 stop", "5 *userResume", "5 load X",
                "5 at 1", "6 at 2", "6 stop", "6 end",
            ]
        )
        #expect(try calls(#"{"at":1,"action":"buffer","for":1},{"at":2,"action":"pause"}"#) == ["2 *userPause"])
    }

    @Test(arguments: [
        ("call", "call", "callEnd"), ("lock", "lock", "unlock"), ("alarm", "alarm", "alarmEnd"),
        ("networkLoss", "networkLoss", "networkBack"), ("background", "background", "foreground"),
    ])
    func anInterruptionIsAPauseUntilItsEnd(_ action: String, _ begin: String, _ end: String) throws {
        #expect(
            try calls(Self.start + #",{"at":1,"action":"\#(action)","for":2}"#, length: 2) == Self.begin + [
                "1 *\(begin)", "1 at 1", "1 stop", "3 *\(end)", "3 load X", "3 at 1", "4 at 2", "4 stop", "4 end",
            ]
        )
        // What did not play does not play after it either.
        #expect(try calls(#"{"at":1,"action":"\#(action)","for":2}"#) == ["1 *\(begin)", "3 *\(end)"])
        #expect(try calls(Self.start + #",{"at":3,"action":"\#(end)"}"#).contains("3 *\(end)"))
    }

    @Test func onlyTheEndOfTheLastInterruptionGoesOn() throws {
        let script = #",{"at":1,"action":"call","for":4},{"at":2,"action":"lock","for":1},{"at":6,"action":"callEnd"}"#
        #expect(
            try calls(Self.start + script, length: 3) == Self.begin + [
                "1 *call", "1 at 1", "1 stop", "2 *lock", "3 *unlock", "5 *callEnd", "5 load X", "5 at 1", "6 *callEnd",
                "6 at 2", "7 at 3", "7 stop", "7 end",
            ]
        )
    }

    @Test func aPictureInThePictureGoesOnInTheBackgroundAndWhileLocked() throws {
        let script =
            #",{"at":1,"action":"pipStart","for":5},{"at":2,"action":"background","for":1},"#
            + #"{"at":4,"action":"lock","for":1},{"at":7,"action":"lock","for":1}"#
        #expect(
            try calls(Self.start + script, length: 8) == Self.begin + [
                "1 *pipStart", "1 at 1", "2 *background", "2 at 2", "3 *foreground", "3 at 3", "4 *lock", "4 at 4",
                "5 *unlock", "5 at 5", "6 *pipEnd", "6 at 6", "7 *lock", "7 at 7", "7 stop", "8 *unlock", "8 load X",
                "8 at 7", "9 at 8", "9 stop", "9 end",
            ]
        )
        let called = #",{"at":1,"action":"pipStart"},{"at":1,"action":"call","for":1}"#
        #expect(try calls(Self.start + called, length: 2).contains("1 stop"))
    }

    @Test func aSkipIsAStopAndALoad() throws {
        func skip(_ seconds: Int, at second: Int = 2) throws -> [String] {
            try Array(
                calls(
                    Self.start + #",{"at":\#(second),"action":"skip","by":\#(seconds)},{"at":3,"action":"stop"}"#,
                    length: 30
                )
                .dropFirst(3)
            )
        }
        #expect(try skip(5) == ["1 at 1", "2 at 2", "2 stop", "2 load X", "2 at 7", "3 at 8", "3 stop", "3 end"])
        #expect(try skip(-1) == ["1 at 1", "2 at 2", "2 stop", "2 load X", "2 at 1", "3 at 2", "3 stop", "3 end"])
        #expect(try skip(-9) == ["1 at 1", "2 at 2", "2 stop", "2 load X", "2 at 0", "3 at 1", "3 stop", "3 end"])
        let ad = #""ads":[{"position":0,"length":9,"metadata":{"type":"preroll"}}],"#
        let inAd = Self.start + #",{"at":1,"action":"skip","by":5},{"at":2,"action":"stop"}"#
        #expect(
            try calls(inAd, length: 30, ad).dropFirst(3) == ["0 at 0", "1 at 1", "2 at 2", "2 stop", "2 end"]
        )
        let paused =
            Self.start + #",{"at":1,"action":"pause"},{"at":2,"action":"skip","by":5},{"at":3,"action":"resume"},"#
        #expect(
            try calls(paused + #"{"at":4,"action":"stop"}"#, length: 30).dropFirst(3) == [
                "1 *userPause", "1 at 1", "1 stop", "3 *userResume", "3 load X", "3 at 6", "4 at 7", "4 stop", "4 end",
            ]
        )
    }

    @Test func aRateMovesThePositionByWholeSeconds() throws {
        #expect(
            try calls(Self.start + #",{"at":1,"action":"rate","to":2.5}"#, length: 9) == Self.begin + [
                "1 at 1", "2 at 3", "3 at 6", "4 at 8", "5 at 11", "5 stop", "5 end",
            ]
        )
        #expect(
            try calls(Self.start + #",{"at":1,"action":"rate","to":0.5}"#, length: 2) == Self.begin + [
                "1 at 1", "2 at 1", "3 at 2", "3 stop", "3 end",
            ]
        )
    }

    @Test func afterTheEndOfTheProcessAnotherInstanceGoesOn() throws {
        let film = #"{"name":"A","length":4,"metadata":{},"script":[\#(Self.start)"#
        #expect(
            try plan(film + #",{"at":2,"action":"kill","for":3},{"at":3,"action":"pause"}]}"#, .events) == [
                "0 InstantiateSDKWithLocalConfigEvent instance-1", "0 playhead 0", "1 playhead 1", "2 *kill",
                "5 InstantiateSDKWithLocalConfigEvent instance-2", "5 playhead 2", "6 playhead 3", "7 complete 4",
                "7 RemoveSDKInstanceEvent",
            ]
        )
        #expect(
            try plan(film + #",{"at":2,"action":"kill"}]}"#, .events) == [
                "0 InstantiateSDKWithLocalConfigEvent instance-1", "0 playhead 0", "1 playhead 1", "2 *kill",
            ]
        )
        let page = #"{"name":"S","stream":"static","metadata":{"section":"F"},"script":[\#(Self.start)"#
        #expect(
            try plan(page + #",{"at":2,"action":"kill","for":3},{"at":6,"action":"relaunch"}]}"#, .events) == [
                "0 InstantiateSDKWithLocalConfigEvent instance-1", "0 playhead", "2 *kill",
                "5 InstantiateSDKWithLocalConfigEvent instance-2", "5 playhead", "6 complete",
                "6 RemoveSDKInstanceEvent",
            ]
        )
    }

    // MARK: - Faults

    @Test func whatIsLeftOutIsNotSaid() throws {
        let paused = ["1 *userPause", "1 at 1", "3 *userResume", "3 load X", "3 at 1", "4 at 2", "5 at 3", "5 end"]
        #expect(try calls(Self.pause, "", #"{"omit":["stop"]}"#) == Self.begin + paused)
        #expect(try !calls(Self.pause, "", #"{"omit":["loadMetadata.resume"]}"#).contains("3 load X"))
        let first = try calls(Self.pause, "", #"{"omit":["loadMetadata.resume"]}"#)
        #expect(first.contains("0 load X"))
        #expect(try !calls(Self.pause, "", #"{"omit":["loadMetadata.content"]}"#).contains { $0.hasSuffix("load X") })
        let final = try calls(Self.pause, "", #"{"omit":["playheadPosition.final"]}"#)
        #expect(!final.contains("1 at 1") && !final.contains("5 at 3") && final.contains("3 at 1"))
    }

    @Test func whatComesLateIsInOrderOfTime() throws {
        #expect(
            try calls(Self.pause, "", #"{"late":{"stop":2}}"#) == Self.begin + [
                "1 *userPause", "1 at 1", "3 stop", "3 *userResume", "3 load X", "3 at 1", "4 at 2", "5 at 3", "5 end",
                "7 stop",
            ]
        )
        #expect(
            try calls(Self.start, length: 1, "", #"{"late":{"playheadPosition":1,"playheadPosition.final":3}}"#) == [
                "0 play", "0 load X", "1 at 0", "1 stop", "1 end", "4 at 1",
            ]
        )
    }

    @Test func callsOfOneSecondAreInAnotherOrder() throws {
        #expect(
            try calls(Self.pause, "", #"{"order":["stop","playheadPosition"]}"#) == Self.begin + [
                "1 *userPause", "1 stop", "1 at 1", "3 *userResume", "3 load X", "3 at 1", "4 at 2", "5 stop", "5 at 3",
                "5 end",
            ]
        )
        #expect(
            try calls(Self.start, length: 1, "", #"{"order":["end","playheadPosition","play"]}"#) == [
                "0 at 0", "0 load X", "0 play", "1 end", "1 stop", "1 at 1",
            ]
        )
    }

    @Test func aCallComesOnceMoreWithAnother() throws {
        #expect(
            try calls(Self.pause, "", #"{"twice":{"stop":"playheadPosition"}}"#) == [
                "0 play", "0 load X", "0 stop", "0 at 0", "1 *userPause", "1 stop", "1 at 1", "1 stop", "3 *userResume",
                "3 load X", "3 stop", "3 at 1", "4 stop", "4 at 2", "5 stop", "5 at 3", "5 stop", "5 end",
            ]
        )
        #expect(
            try calls(Self.start, length: 1, "", #"{"twice":{"loadMetadata":"stop","play":"stop"}}"#) == Self.begin + [
                "1 at 1", "1 stop", "1 load X", "1 play", "1 end",
            ]
        )
        // Of what was not said yet there is nothing to repeat, unless it needs no argument.
        #expect(
            try calls(Self.start, length: 1, "", #"{"twice":{"sendID3":"play","end":"play"}}"#) == [
                "0 play", "0 end", "0 load X", "0 at 0", "1 at 1", "1 stop", "1 end",
            ]
        )
    }

    @Test(arguments: [
        ("seconds", ["5", "6", "7"]), ("milliseconds", ["5000", "6000", "7000"]),
        ("fraction", ["5.25", "6.25", "7.25"]), ("negative", ["-99995", "-99994", "-99993"]),
        ("epoch", ["1772481605", "1772481606", "1772481607"]), ("position", ["0", "1", "2"]),
    ])
    func playheadsAreOfAnotherUnit(_ unit: String, _ positions: [String]) throws {
        let faults = #"{"playheadUnit":"\#(unit)"}"#
        let seek = #"{"at":0,"action":"seek","to":5},{"at":1,"action":"play"}"#
        let found = try calls(seek, length: 7, "", faults).filter { $0.contains(" at ") }
        #expect(found == zip(1...3, positions).map { "\($0) at \($1)" })
        let events = try plan(
            #"{"name":"A","length":7,"metadata":{},"script":[\#(seek)],"faults":\#(faults)}"#,
            .events
        )
        #expect(
            events.dropFirst().dropLast() == [
                "1 playhead \(positions[0])", "2 playhead \(positions[1])", "3 complete \(positions[2])",
            ]
        )
    }

    @Test func aChannelsFaultsAreItsOwn() throws {
        let next = #"{"name":"B","length":1,"metadata":{"assetid":"C2"},"script":[\#(Self.start)]}"#
        let first =
            #"{"name":"A","metadata":{"assetid":"C1"},"script":[\#(Self.start),{"at":2,"action":"channel","name":"B"}],"#
        #expect(
            try plan(first + #""faults":{"omit":["stop","play"]}},"# + next).dropFirst() == [
                #"0 load {"assetid":"C1"}"#, "0 at 0", "1 at 1", "2 at 2", "2 end", "2 play",
                #"2 load {"assetid":"C2"}"#,
                "2 at 0", "3 at 1", "3 stop", "3 end",
            ]
        )
    }
}
