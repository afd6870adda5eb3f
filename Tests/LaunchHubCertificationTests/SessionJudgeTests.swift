// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import NielsenAppApi
import Testing

/// Recorded sessions: whose calls they are, and what becomes of several instances.
struct SessionJudgeTests {
    /// A session that is written line by line.
    private struct Recording {
        var lines: [JSONObject]
        var time: Int64 = 0

        init(_ configuration: JSONObject = [:]) {
            lines = [["schema": "launch-hub-session/1", "configuration": .object(configuration)]]
        }

        mutating func action(_ name: String, _ data: JSONObject) {
            lines.append(["kind": "action", "t": .int(time), "name": .string(name), "data": .object(data)])
        }

        mutating func track(_ identifier: String, _ data: JSONObject) {
            action("TrackSDKEvent", ["identifier": .string(identifier), "data": .object(data)])
        }

        mutating func instantiate(_ identifier: String, _ appInfo: JSONObject = Log.appInfo.without("nol_devDebug")) {
            action("InstantiateSDKWithLocalConfigEvent", ["data": .object(appInfo)])
            lines.append(["kind": "result", "t": .int(time), "result": ["identifier": .string(identifier)]])
        }

        mutating func watch(_ identifier: String, _ positions: ClosedRange<Int>, _ metadata: JSONObject = Log.content) {
            for position in positions {
                track(
                    identifier,
                    [
                        "event": "playhead", "type": "content", "playheadPosition": .string("\(position)"),
                        "metadata": ["content": .object(metadata)],
                    ]
                )
                time += 1_000
            }
        }

        var judged: Judgement { Judgement(lines.map { $0.jsonText + "\n" }.joined()) }
    }

    @Test func aSessionIsKnownByItsFirstLine() {
        var recording = Recording()
        recording.instantiate("one")
        recording.watch("one", 0...120)
        recording.track("one", ["event": "complete", "type": "content", "playheadPosition": "120"])
        let judged = recording.judged
        #expect(judged.cases["pre-check-appid"] == .pass)
        #expect(!judged.rules.contains("LINE_WITHOUT_CALL"))
        recording.lines.removeFirst()
        #expect(recording.judged.rules.contains("LINE_WITHOUT_CALL"))
    }

    @Test func aLineWithoutAKindIsAnError() {
        var recording = Recording()
        recording.lines.append(["t": 1])
        #expect(recording.judged.rules == ["LINE_WITHOUT_CALL"])
        #expect(recording.judged.findings.first?.line == 2)
    }

    /// Two players at once are each in order, which one could not be with both.
    @Test func instancesAreJudgedOnTheirOwn() {
        var recording = Recording()
        recording.instantiate("one")
        recording.instantiate("two")
        for position in 0...20 {
            recording.track(
                "one",
                [
                    "event": "playhead", "type": "content", "playheadPosition": .string("\(position)"),
                    "metadata": ["content": .object(Log.content)],
                ]
            )
            recording.track(
                "two",
                [
                    "event": "playhead", "type": "content", "playheadPosition": .string("\(position + 80)"),
                    "metadata": ["content": .object(Log.content.with(["assetid": "other"]))],
                ]
            )
            recording.time += 1_000
        }
        #expect(recording.judged.findings.isEmpty, "\(recording.judged.findings)")
        // The times of lines are milliseconds: three seconds that take none are found with the instance that has them.
        recording.track(
            "two",
            [
                "event": "playhead", "type": "content", "playheadPosition": "-4",
                "metadata": ["content": .object(Log.content.with(["assetid": "other"]))],
            ]
        )
        #expect(recording.judged.rules == ["PLAYHEAD_NEGATIVE"])
        #expect(recording.judged.findings.first?.time == 21)
    }

    @Test func oneInstanceThatPassesACaseDecidesIt() {
        var recording = Recording()
        recording.instantiate("one", Log.appInfo.with(["appid": "P1", "nol_devDebug": ""]))
        #expect(recording.judged.cases["pre-check-appid"] == .fail)
        #expect(recording.judged.verdict == .fail)
        recording.instantiate("two")
        #expect(recording.judged.cases["pre-check-appid"] == .pass)
        #expect(recording.judged.verdict == .fail)
        #expect(recording.judged.cases["dcr-video-5-pause"] == .undecidable)
    }

    /// An instance that is removed is judged too, and what comes under its name later is another one's.
    @Test func aRemovedInstanceCounts() {
        var recording = Recording()
        recording.instantiate("one")
        recording.watch("one", 0...20)
        recording.action("RemoveSDKInstanceEvent", ["identifier": "one"])
        recording.instantiate("one", Log.appInfo.with(["appid": "P1", "nol_devDebug": ""]))
        recording.action("RemoveSDKInstanceEvent", ["identifier": "nobody"])
        let judged = recording.judged
        #expect(judged.cases["pre-check-appid"] == .pass)
        #expect(judged.rules == ["APPID_NOT_GUID"])
    }

    @Test func theConfigurationTellsAppAndPrivacy() {
        var recording = Recording([
            "global.privacy": "optunknown",
            "nielsen.ios": .object(Log.appInfo.with(["appid": "T1", "nol_devDebug": ""])),
        ])
        #expect(recording.judged.findings.isEmpty)
        recording.action("InstantiateSDKWithRemoteConfigEvent", [:])
        // What has no result has no instance yet.
        #expect(recording.judged.findings.isEmpty)
        recording.lines.append(["kind": "result", "t": 0, "result": ["identifier": "one"]])
        let judged = recording.judged
        #expect(judged.rules.contains("PRIVACY_UNKNOWN_PINGS_WAIT"))
        #expect(judged.cases["pre-check-appid"] == .fail)
        // A second result belongs to nobody.
        recording.lines.append(["kind": "result", "t": 0, "result": ["identifier": "two"]])
        #expect(recording.judged.findings.count == judged.findings.count)
    }

    @Test func aRemoteConfigurationThatIsNotToldIsNotJudged() {
        var recording = Recording()
        recording.action("InstantiateSDKWithRemoteConfigEvent", [:])
        recording.lines.append(["kind": "result", "t": 0, "result": ["identifier": "one"]])
        #expect(recording.judged.findings.isEmpty)
        #expect(recording.judged.cases["pre-check-appid"] == .undecidable)
        #expect(recording.judged.verdict == .undecidable)
    }

    @Test func noticesOfEventsAreThoseOfTheSDK() {
        var recording = Recording()
        recording.instantiate("one")
        recording.lines.append([
            "kind": "notice", "t": 1, "notice": ["kind": "state", "identifier": "one", "code": 2001],
        ])
        #expect(recording.judged.cases["pre-check-config-ping"] == .undecidable)
        recording.lines.append([
            "kind": "notice", "t": 1, "notice": ["kind": "event", "identifier": "one", "code": 2001],
        ])
        #expect(recording.judged.cases["pre-check-config-ping"] == .pass)
    }

    @Test func pingsToThisDeviceAreSaidOnce() {
        var recording = Recording()
        let ping: JSONObject = ["kind": "ping", "t": 1, "ping": ["url": "http://127.0.0.1:1/cgi-bin/gn?"]]
        recording.lines.append(ping)
        #expect(recording.judged.findings.isEmpty)
        recording.instantiate("one")
        recording.instantiate("two")
        recording.lines += [ping, ping, ping]
        #expect(recording.judged.findings.map(\.rule) == ["COLLECTOR_IS_LOOPBACK"])
        #expect(recording.judged.findings.first?.message.contains("times") == false)
    }

    @Test func aSessionOfNothingIsUndecidable() {
        #expect(Recording().judged.verdict == .undecidable)
        #expect(Recording().judged.cases.count == PublishedCase.allCases.count)
    }
}
