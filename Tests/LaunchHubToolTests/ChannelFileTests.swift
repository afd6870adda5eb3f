// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import Testing

/// Channel files, and what the player makes of them.
struct ChannelFileTests {
    static func file(_ channel: String) -> String { #"{"appInfo":{"appid":"x"},"channels":[\#(channel)]}"# }
    static func script(_ actions: String, _ more: String = "") -> String {
        file(#"{"name":"A","metadata":{"assetid":"C1"},\#(more)"script":[\#(actions)]}"#)
    }

    static let damaged: [(text: String, path: String, says: String)] = [
        ("{", "", "line 1, column 2: a name in double quotes was expected, but the text ends"),
        ("{\n  \"a\": tru\n}", "", "line 2, column 8: true was expected"),
        ("{\"a\": 1\n \"b\": 2}", "", "line 2, column 2: a comma or } was expected"),
        ("{\"a\": [1 2]}", "", "line 1, column 10: a comma or ] was expected"),
        ("// notes\n{}", "", "line 1, column 1: a value was expected"),
        ("{\"a\": \"b\nc\"}", "", "line 1, column 9: a double quote at the end of the string was expected"),
        ("{\"a\": -}", "", "line 1, column 8: a digit was expected"),
        ("{} {}", "", "line 1, column 4: the end of the text"),
        ("[]", "", "an object was expected, an array was found"),
        (#"{"channels":[]}"#, "", "there is no \"appInfo\""),
        (#"{"appInfo":{},"channels":7}"#, "channels", "a list was expected, a number was found"),
        (#"{"appInfo":{},"channels":[]}"#, "channels", "at least one channel"),
        (file("{}"), "channels[0]", "there is no \"name\""),
        (file(#"{"name":"A","stream":"tape"}"#), "channels[0].stream", "expected one of \"vod\", \"live\", \"static\""),
        (file(#"{"name":"A","metadata":{}}"#), "channels[0]", "there is no \"script\""),
        (script("{}"), "channels[0].script[0]", "there is no \"at\""),
        (script(#"{"at":-1,"action":"play"}"#), "channels[0].script[0].at", "a whole number of seconds"),
        (script(#"{"at":1,"action":"dance"}"#), "channels[0].script[0].action", "\"dance\" is unknown"),
        (script(#"{"at":1,"action":"seek"}"#), "channels[0].script[0]", "there is no \"to\""),
        (
            script(#"{"at":5,"action":"play"},{"at":4,"action":"pause"}"#), "channels[0].script[1]",
            "the action before is at 5"
        ),
        (script(#"{"at":1,"action":"pause","for":"x"}"#), "channels[0].script[0].for", "a whole number of seconds"),
        (script(#"{"at":1,"action":"seek","to":5,"for":9}"#), "channels[0].script[0].for", "\"seek\" does not last"),
        (script(#"{"at":1,"action":"rate","to":99}"#), "channels[0].script[0].to", "from 0.1 to 16.0"),
        (script(#"{"at":1,"action":"skip","by":1.5}"#), "channels[0].script[0].by", "from -86400 to 86400"),
        (script(#"{"at":1,"action":"buffer"}"#), "channels[0].script[0]", "there is no \"for\""),
        (script(#"{"at":1,"action":"bufer","for":1}"#), "channels[0].script[0].action", "Did you mean \"buffer\"?"),
        (script("", #""faults":{"omitt":[]},"#), "channels[0].faults", "Did you mean \"omit\"?"),
        (script("", #""faults":{"omit":["stopp"]},"#), "channels[0].faults.omit[0]", "Did you mean \"stop\"?"),
        (script("", #""faults":{"order":["stop"]},"#), "channels[0].faults.order", "at least two names"),
        (script("", #""faults":{"playheadUnit":"hours"},"#), "channels[0].faults.playheadUnit", "\"milliseconds\""),
        (script("", #""faults":{"late":{"stop":-1}},"#), "channels[0].faults.late.stop", "a whole number of seconds"),
        (script("", #""faults":{"twice":{"stop":"rain"}},"#), "channels[0].faults.twice.stop", "\"rain\" is unknown"),
        (script(#"{"at":1,"action":"channel","name":"B"}"#), "channels[0].script[0].name", "the channels are: \"A\""),
        (script("", #""ads":[{"position":1,"length":"x","metadata":{}}],"#), "channels[0].ads[0].length", "seconds"),
    ]

    @Test(arguments: damaged)
    func damageIsAnErrorWithItsPlace(text: String, path: String, says: String) {
        let error = #expect(throws: InputFileError.self) { try ChannelFile(Data(text.utf8), file: "test") }
        #expect(error?.place == (path.isEmpty ? "" : "at \(path)"))
        #expect(error?.description.contains(says) == true)
    }

    @Test func anUnknownChannelIsAnErrorThatListsTheChannels() throws {
        let file = try ChannelFile.builtIn()
        let error = #expect(throws: ChannelError.self) { try file.channel(named: "Soap") }
        #expect(error?.available == ReplayTests.channels)
        #expect(try file.channel(named: "LIVE news").name == "Live news")
        #expect(try file.channel(named: nil).name == file.names.first)
    }

    // MARK: - The player

    private func tracked(_ text: String) throws -> [(time: Int64, track: TrackedEvent)] {
        let file = try ChannelFile(Data(text.utf8), file: "test")
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file)
        #expect(plan.first?.command?.name == "InstantiateSDKWithLocalConfigEvent")
        #expect(plan.last?.command?.name == "RemoveSDKInstanceEvent")
        #expect(zip(plan, plan.dropFirst()).allSatisfy { $0.time <= $1.time })
        return plan.compactMap { step in step.command?.track.map { (step.time / 1000, $0) } }
    }

    private func words(_ text: String) throws -> [String] {
        try tracked(text).map { "\($0.time) \($0.track.event) \($0.track.lane) \($0.track.playhead ?? "-")" }
    }

    @Test func contentPlaysToItsEnd() throws {
        let words = try words(Self.script(#"{"at":1,"action":"play"}"#, #""length":3,"#))
        #expect(
            words == ["1 playhead content 0", "2 playhead content 1", "3 playhead content 2", "4 complete content 3"]
        )
    }

    @Test func adsComeAtTheirPlacesAndAfterTheEnd() throws {
        let ads = #"""
            "length":2,"ads":[{"position":"end","length":1,"metadata":{"type":"postroll"}},
            {"position":1,"length":2,"metadata":{"type":"midroll"}},{"position":0,"length":1,"metadata":{"type":"preroll"}}],
            """#
        let words = try words(Self.script(#"{"at":0,"action":"play"}"#, ads))
        #expect(
            words == [
                "0 playhead ad 0", "1 adStop ad 1", "1 playhead content 0", "2 playhead ad 0", "3 playhead ad 1",
                "4 adStop ad 2", "4 playhead content 1", "5 complete content 2", "5 playhead ad 0", "6 adStop ad 1",
            ]
        )
    }

    @Test func aPauseStopsPlayheadsAndAResumeGoesOn() throws {
        let script = #"{"at":0,"action":"play"},{"at":1,"action":"pause"},{"at":9,"action":"resume"}"#
        let words = try words(Self.script(script, #""length":2,"#))
        #expect(
            words == ["0 playhead content 0", "1 pause content 1", "9 playhead content 1", "10 complete content 2"]
        )
    }

    @Test func aSeekLeavesOutTheAdsInBetween() throws {
        let more = #""length":100,"ads":[{"position":50,"length":9,"metadata":{"type":"midroll"}}],"#
        let script = #"{"at":0,"action":"play"},{"at":1,"action":"seek","to":98}"#
        let words = try words(Self.script(script, more))
        #expect(words.contains("1 playhead content 98"))
        #expect(!words.contains { $0.contains(" ad ") })
    }

    @Test func aChangeOfChannelsEndsTheOneAndBeginsTheOther() throws {
        let text = #"""
            {"appInfo":{"appid":"x"},"channels":[
            {"name":"A","metadata":{"assetid":"C1"},"script":[{"at":0,"action":"play"},{"at":2,"action":"channel","name":"B"}]},
            {"name":"B","stream":"static","metadata":{"section":"S"},"script":[{"at":1,"action":"play"},{"at":3,"action":"stop"}]}]}
            """#
        let words = try words(text)
        #expect(
            words == [
                "0 playhead content 0", "1 playhead content 1", "2 complete content 2", "3 playhead static -",
                "5 complete static -",
            ]
        )
    }

    @Test func channelsThatNameEachOtherComeToAnEnd() throws {
        let text = Self.script(#"{"at":1,"action":"channel","name":"A"}"#)
        #expect(try words(text).isEmpty)
    }

    @Test func livePlayheadsAreSecondsSince1970() throws {
        let text = Self.script(#"{"at":0,"action":"play"},{"at":1,"action":"stop"}"#, #""stream":"live","#)
        #expect(try tracked(text).first?.track.playhead == "\(SessionHeader.defaultStart / 1000)")
    }

    @Test func aChoiceRidesOnAPlayheadOrGoesOutWithAPause() throws {
        let script = #"{"at":0,"action":"optOut"},{"at":1,"action":"play"},{"at":2,"action":"optIn"}"#
        let tracked = try tracked(Self.script(script, #""length":3,"#)).filter { $0.track.optOut != nil }
        #expect(
            tracked.map { "\($0.time) \($0.track.event) \($0.track.optOut ?? "")" } == [
                "0 pause true", "2 playhead false",
            ]
        )
    }
}
