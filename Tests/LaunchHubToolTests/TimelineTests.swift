// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import Testing

/// What a timeline says of each step, and which steps are one line.
struct TimelineTests {
    private func entry(_ name: String, _ data: JSONObject, _ result: JSONObject?) throws -> Timeline.Entry {
        let command = SessionCommand(name, data)
        let step = SessionStep(number: 1, time: 0, command: command, result: result)
        return try #require(Timeline(Sessions.of(step)).entries.first)
    }

    static let answers: [(name: String, data: JSONObject, result: JSONObject?, detail: String, value: String)] = [
        (
            "InstantiateSDKWithLocalConfigEvent", ["data": ["appid": "T-1"]], ["code": 5001, "identifier": "one"],
            "T-1", "one"
        ),
        ("InstantiateSDKWithRemoteConfigEvent", [:], ["code": 5001, "identifier": "two"], "", "two"),
        ("RemoveSDKInstanceEvent", ["identifier": "one"], ["code": 5001, "identifier": "one"], "one", ""),
        ("GetOptoutStatusEvent", ["identifier": "one"], ["code": 5001, "optout_status": 1], "", "optout_status 1"),
        ("GetAppDisableEvent", ["identifier": "one"], ["code": 5001, "app_disable": 0], "", "app_disable 0"),
        (
            "SetAppDisableEvent", ["identifier": "one", "app_disable": true], ["code": 5001], "app_disable true", ""
        ),
        ("SetAppDisableEvent", ["identifier": "one"], ["code": 5004], "app_disable absent", ""),
        ("GetDemographicIdEvent", ["identifier": "one"], ["code": 5001, "demographic_id": "D"], "", "D"),
        ("GetOptoutURLEvent", ["identifier": "one"], ["code": 5001, "optout_url": "https://o/"], "", "https://o/"),
        ("GetMeterVersionEvent", ["identifier": "one"], ["code": 5001, "meter_version": "1.0"], "", "1.0"),
        (
            "GetMeterVersionEvent", [:], ["code": 5002, "description": "No instance.", "meter_version": "1"], "",
            "No instance."
        ),
        ("Dance", [:], ["outcome": "timeout"], "", "timeout"),
        ("Dance", [:], nil, "", ""),
    ]

    @Test(arguments: answers)
    func aStepSaysWhatItWasAboutAndWhatCameBack(
        name: String,
        data: JSONObject,
        result: JSONObject?,
        detail: String,
        value: String
    ) throws {
        let entry = try entry(name, data, result)
        #expect(entry.detail == detail)
        #expect(entry.value == value)
        #expect(entry.code == result?["code"]?.intValue)
        #expect(entry.count == 1)
    }

    static let tracked: [(data: JSONObject, detail: String)] = [
        (["event": "playhead", "playheadPosition": "5"], "playhead content 5"),
        (
            ["event": "playhead", "playheadPosition": 5, "type": "ad", "metadata": ["ad": ["assetid": "A"]]],
            "playhead ad A 5"
        ),
        (
            ["event": "playhead", "metadata": ["content": ["channelName": "News", "section": "S"]]],
            "playhead content News"
        ),
        (
            ["event": "playhead", "type": "static", "metadata": ["static": ["section": "Front"]]],
            "playhead static Front"
        ),
        (["event": "pause", "optout": "true", "id3Data": "www"], "pause content + 1 ID3 + optout true"),
        (["event": "pause", "optout": .null, "ottData": [:]], "pause content + ottData"),
        ([:], "(none) content"),
    ]

    @Test(arguments: tracked)
    func anEventIsTheirWordsInOrder(data: JSONObject, detail: String) {
        #expect(Timeline(Sessions.of(Sessions.track(0, data))).entries.map(\.detail) == [detail])
    }

    /// Which steps follow a first playhead on its line.
    static let followers: [(step: SessionStep, joins: Bool)] = [
        (Sessions.playhead(1, 1), true),
        (Sessions.playhead(1, 0), true),
        (Sessions.playhead(10, 10), true),
        (Sessions.playhead(1, 11), false),
        (Sessions.playhead(11, 1), false),
        (Sessions.playhead(1, 1, "E8"), false),
        (Sessions.playhead(1, 1, "E7", "ad"), false),
        (Sessions.playhead(1, 1, "E7", "static"), false),
        (Sessions.playhead(1, -1), false),
        (with(Sessions.playhead(1, 1), ["optout": "true"]), false),
        (with(Sessions.playhead(1, 1), ["ottData": [:]]), false),
        (with(Sessions.playhead(1, 1), ["event": "pause"]), false),
        (with(Sessions.playhead(1, 1), ["playheadPosition": "soon"]), false),
        (with(Sessions.playhead(1, 1), ["id3Data": "www"]), true),
        (with(Sessions.playhead(1, 1), code: 5005), false),
        (with(Sessions.playhead(1, 1), instance: "2"), false),
        (SessionStep(number: 2, time: 1_000, command: nil), false),
    ]

    private static func with(
        _ step: SessionStep,
        _ more: JSONObject = [:],
        code: JSONValue = 5001,
        instance: JSONValue = "1"
    ) -> SessionStep {
        let data = step.command?.data["data"]?.objectValue ?? [:]
        return Sessions.track(step.time / 1_000, data.merging(more), code: code, instance: instance)
    }

    @Test(arguments: followers)
    func onlyAPlayheadThatGoesOnJoinsTheLine(step: SessionStep, joins: Bool) {
        let entries = Timeline(Sessions.of(Sessions.playhead(0, 0), step)).entries
        #expect(entries.map(\.count) == (joins ? [2] : [1, 1]))
    }

    @Test func aPageIsNoRunOfPlayheads() {
        let page = Sessions.playhead(0, 0, "P", "static")
        #expect(Timeline(Sessions.of(page, page)).entries.map(\.count) == [1, 1])
    }

    @Test func aLineEndsWithItsLastPlayheadAndHasTheResultsOfAll() {
        var steps = (0..<3).map { Sessions.playhead($0, $0 + 5) }
        steps[2] = Self.with(steps[2], ["id3Data": "www"])
        for index in steps.indices {
            steps[index].records = [["kind": "view", "n": .int(Int64(index))]]
            steps[index].pings = [["cadence": "interval", "n": .int(Int64(index))]]
            steps[index].notices = [["kind": "event", "n": .int(Int64(index))]]
        }
        let entries = Timeline(Sessions.of(steps[0], steps[1], steps[2])).entries
        #expect(entries.map(\.detail) == ["playhead content E7 5–7 + 1 ID3"])
        #expect(entries.map(\.start) == [0])
        #expect(entries.map(\.end) == [2_000])
        for timed in [\Timeline.Entry.records, \.pings, \.notices] {
            #expect(entries[0][keyPath: timed].map(\.time) == [0, 1_000, 2_000])
            #expect(entries[0][keyPath: timed].compactMap { $0.value["n"]?.intValue } == [0, 1, 2])
        }
    }

    @Test func aLineIsHandedOutWhenTheNextOneBegins() {
        var timeline = Timeline()
        #expect(timeline.add(Sessions.playhead(0, 0)) == nil)
        #expect(timeline.add(Sessions.playhead(1, 1)) == nil)
        #expect(timeline.add(SessionStep(number: 3, time: 2_000, command: nil))?.count == 2)
        #expect(timeline.entries.map(\.name) == ["TrackSDKEvent", "(time goes on)"])
    }
}
