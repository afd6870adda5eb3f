// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import Testing

/// What the sample player asks of the extension, step by step.
struct PlayerPlanTests {
    /// The plan of a file's first channel, a line a step: the second, what is asked, and in brackets whose metadata goes
    /// along.
    private func plan(_ channels: String) throws -> [String] {
        let file = try ChannelFile(Data(ChannelFileTests.file(channels).utf8), file: "test")
        return ScriptedPlayer.plan(try file.channel(named: nil), of: file).map(line)
    }

    private func line(_ step: SessionRunner.Planned) -> String {
        guard let command = step.command else { return "\(step.time) nothing" }
        var words = ["\(step.time / 1000)"]
        if let track = command.track, let data = command.data["data"]?.objectValue {
            words += [track.event, track.lane]
            if let playhead = track.playhead.flatMap(Int64.init) {
                // Of live streams, the seconds since the session began.
                let start = SessionHeader.defaultStart / 1000
                words.append(playhead < start ? "\(playhead)" : "+\(playhead - start)")
            }
            if let tag = data["id3Data"]?.stringValue { words.append("tag \(tag)") }
            if let choice = track.optOut { words.append("optout \(choice)") }
            if track.hasOTT { words.append("ott") }
            let whose = data["metadata"]?.objectValue?.keys.sorted() ?? []
            if !whose.isEmpty { words.append("[\(whose.joined(separator: " "))]") }
        } else {
            words.append(command.name.replacing("Event", with: ""))
            var data = command.data
            if let identifier = command.identifier, identifier != "instance-1" { words.append(identifier) }
            data["identifier"] = nil
            if !data.isEmpty { words.append(data.jsonText) }
        }
        return words.joined(separator: " ")
    }

    /// The plan without its first and last line, which are those of the instance.
    private func between(_ channels: String) throws -> [String] { Array(try plan(channels).dropFirst().dropLast()) }

    private func vod(_ script: String, _ more: String = "") -> String {
        #"{"name":"A","metadata":{"assetid":"C1"},\#(more)"script":[\#(script)]}"#
    }

    @Test func whatTheUserDoesWithoutPlaybackIsAskedAtOnce() throws {
        let script = #"""
            {"at":0,"action":"info"},{"at":1,"action":"disable"},{"at":2,"action":"enable"},
            {"at":3,"action":"page","metadata":{"section":"S"}},{"at":5,"action":"leavePage"},
            {"at":6,"action":"optOut"},{"at":7,"action":"ott","data":{}},{"at":8,"action":"remote"},
            {"at":9,"action":"remote"},{"at":10,"action":"track","data":{"event":"dance"}},{"at":11,"action":"stop"}
            """#
        let expected = """
            0 InstantiateSDKWithLocalConfig {"data":{"appid":"x"}}
            0 GetMeterVersion
            0 GetDemographicId
            0 GetOptoutURL
            0 GetOptoutStatus
            1 SetAppDisable {"app_disable":1}
            1 GetAppDisable
            2 SetAppDisable {"app_disable":0}
            2 GetAppDisable
            3 playhead static [static]
            5 complete static [static]
            6 pause content optout true
            6 GetOptoutStatus
            7 pause content ott
            8 InstantiateSDKWithRemoteConfig
            8 GetMeterVersion instance-2
            8 RemoveSDKInstance instance-2
            9 InstantiateSDKWithRemoteConfig
            9 GetMeterVersion instance-3
            9 RemoveSDKInstance instance-3
            10 dance content
            11 RemoveSDKInstance
            """
        #expect(try plan(vod(script)).joined(separator: "\n") == expected)
    }

    /// A pause in the preroll, a visit to the background, and an ad after the end, which has no content any more.
    @Test func adsArePausedAndGoOnWhereTheyWere() throws {
        let script = #"""
            {"at":0,"action":"play"},{"at":1,"action":"pause"},{"at":5,"action":"resume"},
            {"at":6,"action":"background"},{"at":8,"action":"foreground"}
            """#
        let ads = #"""
            "length":2,"ads":[{"position":0,"length":2,"metadata":{}},{"position":"end","length":1,"metadata":{}}],
            """#
        let expected = """
            0 playhead ad 0 [ad content]
            1 pause ad 1 [ad content]
            5 playhead ad 1 [ad content]
            6 pause ad 2 [ad content]
            8 adStop ad [ad content]
            8 playhead content 0 [content]
            9 playhead content 1 [content]
            10 complete content 2 [content]
            10 playhead ad 0 [ad]
            11 adStop ad 1 [ad]
            11 RemoveSDKInstance
            """
        #expect(try plan(vod(script, ads)).dropFirst().joined(separator: "\n") == expected)
    }

    @Test func whatIsStoppedWithinAnAdEndsTheAdAndTheContentAndDoesNotGoOn() throws {
        let ads = #""length":9,"ads":[{"position":0,"length":5,"metadata":{}}],"#
        let lines = try between(vod(#"{"at":0,"action":"play"},{"at":1,"action":"stop"}"#, ads))
        #expect(
            lines == ["0 playhead ad 0 [ad content]", "1 adStop ad 1 [ad content]", "1 complete content [content]"]
        )
    }

    @Test func aSeekToThePlaceOfAnAdPlaysItAndNoneBefore() throws {
        let ads = #"""
            "length":11,"ads":[{"position":5,"length":1,"metadata":{}},{"position":9,"length":1,"metadata":{}},
            {"position":10,"length":1,"metadata":{}}],
            """#
        let lines = try between(vod(#"{"at":0,"action":"play"},{"at":1,"action":"seek","to":10}"#, ads))
        #expect(
            lines == [
                "0 playhead content 0 [content]", "1 playhead ad 0 [ad content]", "2 adStop ad 1 [ad content]",
                "2 playhead content 10 [content]", "3 complete content 11 [content]",
            ]
        )
    }

    /// The channel is tuned in at second 1, so its tags come at its own seconds 0, 2 and 4.
    @Test func aLiveStreamGoesOnWhileItIsPausedAndCannotBeSoughtIn() throws {
        let tags = #""id3":[{"position":0,"payload":"a/b/c/d/00010/99997/e/x","every":2,"until":4}],"#
        let live = #"""
            {"name":"L","stream":"live","metadata":{"channelName":"L","length":"3"},\#(tags)"script":[
            {"at":0,"action":"play"},{"at":1,"action":"pause"},{"at":2,"action":"resume"},
            {"at":3,"action":"seek","to":0},{"at":6,"action":"stop"}]}
            """#
        let lines = try between(vod(#"{"at":1,"action":"channel","name":"L"}"#) + "," + live)
        let expected = """
            1 playhead content +1 tag a/b/c/d/00010/99997/e/x [content]
            2 pause content +2 [content]
            3 playhead content +3 tag a/b/c/d/00012/99999/e/x [content]
            4 playhead content +4 [content]
            5 playhead content +5 tag a/b/c/d/00014/00001/e/x [content]
            6 playhead content +6 [content]
            7 complete content +7 [content]
            """
        #expect(lines.joined(separator: "\n") == expected)
    }

    @Test func whatComesAfterAChangeOfChannelsBeginsAtItsBeginning() throws {
        let next = #"""
            {"name":"B","metadata":{"assetid":"C2"},"length":1,"ads":[{"position":0,"length":1,"metadata":{}}],"script":[
            {"at":0,"action":"play"}]}
            """#
        let ads = #""ads":[{"position":0,"length":1,"metadata":{}}],"#
        let script = #"{"at":0,"action":"play"},{"at":3,"action":"channel","name":"B"}"#
        let lines = try between(vod(script, ads) + "," + next)
        #expect(
            lines == [
                "0 playhead ad 0 [ad content]", "1 adStop ad 1 [ad content]", "1 playhead content 0 [content]",
                "2 playhead content 1 [content]", "3 complete content 2 [content]", "3 playhead ad 0 [ad content]",
                "4 adStop ad 1 [ad content]", "4 playhead content 0 [content]", "5 complete content 1 [content]",
            ]
        )
    }

    @Test func aPageEndsInTheBackgroundAndBeginsAgainOnce() throws {
        let script = #"""
            {"at":0,"action":"page","metadata":{"section":"S"}},{"at":1,"action":"background"},
            {"at":3,"action":"foreground"},{"at":4,"action":"leavePage"},{"at":5,"action":"foreground"},
            {"at":6,"action":"leavePage"}
            """#
        #expect(
            try between(vod(script)) == [
                "0 playhead static [static]", "1 complete static [static]", "3 playhead static [static]",
                "4 complete static [static]",
            ]
        )
    }
}
