// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

struct BridgeMessageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let names: [String]
        let numbers: [Int]
        let param: JSONValue?
        let call: NielsenBridgeCall

        var testDescription: String { "\(names) \(numbers)" }
    }

    static let content: JSONObject = ["type": "content", "assetid": "C77664"]
    static let page: JSONObject = ["type": "static", "section": "Home"]

    static let cases: [Case] = [
        Case(names: ["init", "appInfo"], numbers: [], param: ["appid": "P1"], call: .initialize(["appid": "P1"])),
        Case(names: ["loadMetadata"], numbers: [3, 15], param: .object(content), call: .loadMetadata(content)),
        Case(
            names: ["setPlayheadPosition", "playheadPosition"],
            numbers: [49],
            param: 12,
            call: .setPlayheadPosition(12)
        ),
        Case(names: ["play"], numbers: [5], param: ["channelName": "News"], call: .play(["channelName": "News"])),
        Case(names: ["play"], numbers: [5], param: nil, call: .play(nil)),
        Case(names: ["stop"], numbers: [7], param: nil, call: .stop(nil)),
        Case(names: ["stop"], numbers: [7], param: 30, call: .stop(30)),
        Case(names: ["end"], numbers: [57], param: nil, call: .end(nil)),
        Case(names: ["end"], numbers: [57], param: "3600", call: .end(3600)),
        Case(names: ["sendID3"], numbers: [55], param: "www.nielsen.com/a", call: .sendID3("www.nielsen.com/a")),
        Case(names: ["staticStart"], numbers: [], param: ["section": "Home"], call: .staticStart(page)),
        Case(names: ["staticEnd"], numbers: [], param: nil, call: .staticEnd),
        Case(names: ["staticSwitch"], numbers: [14], param: .object(page), call: .staticSwitch(page)),
        Case(names: ["staticSwitch"], numbers: [14], param: nil, call: .staticSwitch(nil)),
        Case(names: ["updateMetadata"], numbers: [], param: ["title": "T"], call: .updateMetadata(["title": "T"])),
        Case(names: ["setVolume"], numbers: [], param: 0.5, call: .setVolume(0.5)),
        Case(names: ["updateOTT"], numbers: [], param: ["ottStatus": "0"], call: .updateOTT(["ottStatus": "0"])),
        Case(
            names: ["userOptOut"],
            numbers: [],
            param: "nielsenappsdk://1",
            call: .userOptOut("nielsenappsdk://1")
        ),
        Case(names: ["trackEvent"], numbers: [], param: ["event": "pause"], call: .trackEvent(["event": "pause"])),
        Case(
            names: ["adStop"],
            numbers: [],
            param: ["type": "ad"],
            call: .trackEvent(["event": "adStop", "type": "ad"])
        ),
    ]

    @Test(arguments: cases)
    func everyNameAndNumberIsReadInEveryForm(_ example: Case) throws {
        var events: [JSONValue] = []
        for name in example.names {
            events += [.string(name), .string(name.lowercased()), .string(name.uppercased())]
        }
        for number in example.numbers {
            events += [.int(Int64(number)), .double(Double(number)), .string(String(number))]
        }
        for event in events {
            var object: JSONObject = ["event": event]
            object["param"] = example.param
            let tuple = [event] + (example.param.map { [$0] } ?? [])
            let messages: [Any] = [
                object, object.anyDictionary, object.jsonText, object.merging(["version": 1]),
                object.merging(["version": "1"]), JSONValue.array(tuple).anyValue, JSONValue.array(tuple).jsonText,
                JSONValue.array([.array(tuple)]), ["queue": JSONValue.array([.array(tuple)])],
            ]
            for message in messages {
                #expect(try NielsenBridgeMessage(message).calls == [example.call], "\(message)")
            }
        }
    }

    @Test func everyEventHasACase() {
        #expect(Set(Self.cases.map(\.call.event)) == Set(NielsenBridgeEvent.allCases))
        let numbers = Set(NielsenBridgeEvent.allCases.flatMap(\.numbers))
        #expect(numbers == [3, 5, 7, 14, 15, 49, 55, 57])
        #expect(numbers == Set(Self.cases.flatMap(\.numbers)))
    }

    @Test func objectsMayComeAsText() throws {
        let text = Self.content.jsonText
        #expect(
            try NielsenBridgeMessage(["event": "loadMetadata", "param": text]).calls == [.loadMetadata(Self.content)]
        )
        #expect(try NielsenBridgeMessage([5, ""] as [Any]).calls == [.play(nil)])
    }

    @Test func aTrackEventMayBeAMessageOfItsOwn() throws {
        let message = try NielsenBridgeMessage(
            #"{"version":1,"event":"PLAYHEAD","type":"content","playheadPosition":"0"}"#
        )
        #expect(message.calls == [.trackEvent(["event": "playhead", "type": "content", "playheadPosition": "0"])])
    }

    @Test func appInfoComesBeforeTheQueueAndTheQueueBeforeTheEvent() throws {
        let message = try NielsenBridgeMessage(
            #"{"event": 7, "queue": [[5], {"event": 49, "param": 1}], "appInfo": {"appid": "P"}}"#
        )
        #expect(message.calls == [.initialize(["appid": "P"]), .play(nil), .setPlayheadPosition(1), .stop(nil)])
    }

    @Test func oneBadCallKeepsNoOtherBack() throws {
        let message = try NielsenBridgeMessage(#"[["play"], ["fly"], 3, [], ["stop"]]"#)
        #expect(message.calls == [.play(nil), .stop(nil)])
        #expect(
            message.errors.map(\.reason) == [
                .unknownEvent("\"fly\""), .unsupportedMessage("a number"), .missingEvent,
            ]
        )
        #expect(message.errors.map(\.index) == [1, 2, 3])
    }
}
