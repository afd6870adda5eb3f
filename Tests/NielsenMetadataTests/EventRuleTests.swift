// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

struct EventRuleTests {
    private func event(_ change: (inout JSONObject) -> Void = { _ in }) -> JSONValue {
        var event: JSONObject = [
            "event": .string("playhead"), "type": .string("content"),
            "metadata": .object([
                "content": .object(JSONObject(Samples.content.mapValues(JSONValue.string))), "ad": .object([:]),
                "static": .object([:]),
            ]),
            "playheadPosition": .string("10"),
        ]
        change(&event)
        return .object(event)
    }

    private func rules(_ change: (inout JSONObject) -> Void) -> [String] {
        Samples.rules(NielsenValidator.validate(.event, event(change)))
    }

    @Test func theDocumentedFormHasNoFinding() {
        #expect(NielsenValidator.validate(.event, event()).isEmpty)
    }

    @Test func events() {
        for name in ["playhead", "pause", "complete", "adStop"] {
            #expect(rules { $0["event"] = .string(name) }.isEmpty)
        }
        #expect(rules { $0["event"] = nil } == ["META_MISSING_EVENT"])
        #expect(rules { $0["event"] = "" } == ["META_EMPTY_EVENT"])
        #expect(rules { $0["event"] = .string("play") } == ["UNDOCUMENTED_EVENT"])
        #expect(rules { $0["event"] = .string("adstop") } == ["UNDOCUMENTED_EVENT"])
        #expect(rules { $0["event"] = .int(5) } == ["META_NOT_STRING"])
    }

    @Test func types() {
        #expect(rules { $0["type"] = nil }.isEmpty)
        #expect(rules { $0["type"] = .string("movie") } == ["TYPE_UNKNOWN"])
        #expect(rules { $0["type"] = .string("preroll") } == ["TYPE_SPELLING", "METADATA_EMPTY_FOR_TYPE"])
        #expect(rules { $0["type"] = .string("ad") } == ["METADATA_EMPTY_FOR_TYPE"])
    }

    @Test(arguments: [
        ("10", []), ("1542797780", []), ("0", []), ("-1", ["PLAYHEAD_NEGATIVE"]), ("1.5", ["PLAYHEAD_NOT_INTEGER"]),
        ("abc", ["PLAYHEAD_NOT_INTEGER"]), ("1501225191747", ["PLAYHEAD_MILLISECONDS"]), ("", ["PLAYHEAD_MISSING"]),
        ("100000000000", []), ("100000000001", ["PLAYHEAD_MILLISECONDS"]),
        ("99999999999999999999999", ["PLAYHEAD_MILLISECONDS"]), ("-99999999999999999999999", ["PLAYHEAD_NEGATIVE"]),
    ])
    func playheads(_ text: String, _ expected: [String]) {
        #expect(rules { $0["playheadPosition"] = .string(text) } == expected)
    }

    @Test func playheadsMayBeNumbersAndPagesNeedNone() {
        #expect(NielsenValidator.validate(.event, event { $0["playheadPosition"] = .int(5) }).areValid)
        #expect(!NielsenValidator.validate(.event, event { $0["playheadPosition"] = .double(1.5) }).areValid)
        #expect(
            rules {
                $0["type"] = "static"
                $0["playheadPosition"] = nil
                $0["metadata"] = ["static": .object(JSONObject(Samples.page.mapValues(JSONValue.string)))]
            }.isEmpty
        )
    }

    @Test func findingsInMetadataTellWhereTheyAre() {
        let broken = event {
            $0["metadata"] = ["content": ["type": "content", "title": "x"], "ad": ["type": "content"]]
        }
        let keys = NielsenValidator.validate(.event, broken).map { $0.key ?? "" }
        #expect(keys.contains("metadata.content.airdate"))
        #expect(keys.contains("metadata.content.title"))
        #expect(keys.contains("metadata.ad.type"))
        let rules = Samples.rules(NielsenValidator.validate(.event, broken))
        #expect(rules.contains("META_MISSING_AIRDATE"))
        #expect(rules.contains("TYPE_MISMATCH"))
    }

    @Test func theTypeInsideIsImplied() {
        #expect(
            rules {
                $0["metadata"] = ["content": ["adModel": "1", "channelName": "c"], "ad": ["assetid": "a"]]
            }.isEmpty
        )
    }

    @Test func metadataThatIsNotNestedIsToldWhereItBelongs() throws {
        let flat = event { $0["metadata"] = .object(JSONObject(Samples.content.mapValues(JSONValue.string))) }
        let found = NielsenValidator.validate(.event, flat)
        let issue = try #require(found.first { $0.rule == "METADATA_EMPTY_FOR_TYPE" })
        #expect(issue.message.hasSuffix("; what stands in metadata itself belongs into metadata.content"))
        let none = NielsenValidator.validate(.event, event { $0["metadata"] = ["other": [:]] })
        #expect(none.contains { $0.message.hasSuffix("; hand it over with each playhead") })
    }

    /// The table of watermarked streams has these two beside `event`.
    @Test func theModelAndTheChannelMayStandBesideTheEvent() {
        #expect(
            rules {
                $0["metadata"] = nil
                $0["adModel"] = "1"
                $0["channelName"] = "News"
            }.isEmpty
        )
        let wrong = NielsenValidator.validate(.event, event { $0["adModel"] = "7" })
        #expect(wrong.map(\.rule) == ["ADMODEL_INVALID_DEFAULTED"])
        #expect(wrong.map(\.key) == ["metadata.content.adModel"])
    }

    @Test func whatIsNotReadIsNotSaidToBePassedOn() {
        for key in ["colour", "nol_colour"] {
            let found = NielsenValidator.validate(.event, event { $0[key] = "red" })
            #expect(found.map(\.message) == ["trackEvent has the key \(key), which is not documented; it is not read"])
        }
    }

    @Test func aPayloadThatIsNoTextIsNamedOnce() {
        let issue = NielsenValidator.validate(.id3, ["id3": "x"]).first
        #expect(issue?.message == "the ID3 payload: the value is an object; every value must be a string")
    }

    @Test func blankAndNullStandForNoMetadata() {
        for nothing: JSONValue in [.null, "", [:]] {
            #expect(
                rules {
                    $0["event"] = "pause"
                    $0["metadata"] = ["content": nothing, "ad": nothing, "static": nothing]
                }.isEmpty
            )
        }
        #expect(rules { $0["metadata"] = .int(5) } == ["META_NOT_JSON_OBJECT", "METADATA_EMPTY_FOR_TYPE"])
        #expect(
            rules { $0["metadata"] = ["content": 5] } == ["META_NOT_JSON_OBJECT"]
        )
    }

    @Test func theOtherMembers() {
        #expect(rules { $0["id3Data"] = .string(Samples.id3) }.isEmpty)
        #expect(rules { $0["id3Data"] = .string("x") } == ["ID3_PREFIX"])
        #expect(rules { $0["buffering"] = .bool(true) }.isEmpty)
        #expect(rules { $0["buffering"] = .string("x") } == ["BUFFERING_VALUE"])
        #expect(rules { $0["optout"] = .string("nielsenappsdk://1") }.isEmpty)
        #expect(rules { $0["optout"] = .string("x") } == ["OPTOUT_VALUE"])
        #expect(rules { $0["buttonEvent"] = .string("rewind") }.isEmpty)
        #expect(rules { $0["buttonEvent"] = .string("x") } == ["BUTTON_UNKNOWN"])
        #expect(rules { $0["Event"] = .string("x") } == ["KEY_CASE"])
        #expect(rules { $0["colour"] = .string("x") } == ["KEY_UNKNOWN"])
    }

    @Test func devicesMayHaveValuesThatAreNoStrings() {
        let documented = event {
            $0["ottData"] = ["ottStatus": 1, "ottType": "casting", "ottDevice": "chromecast", "ottDeviceID": 1234]
        }
        let issues = NielsenValidator.validate(.event, documented)
        #expect(issues.map(\.rule) == ["META_NOT_STRING", "META_NOT_STRING"])
        #expect(issues.map(\.key) == ["ottData.ottDeviceID", "ottData.ottStatus"])
        #expect(issues.areValid)
    }

    /// What is wrong with a watermark and with a device is found where it lies, as in metadata.
    @Test func findingsOfTheOtherMembersSayWhereTheyAre() {
        let wrong = event {
            $0["id3Data"] = .string("x")
            $0["ottData"] = ["ottStatus": "1", "ottType": "casting", "ottDevice": "x", "ottdevicename": "y"]
        }
        let issues = NielsenValidator.validate(.event, wrong)
        #expect(issues.map(\.rule) == ["ID3_PREFIX", "KEY_CASE"])
        #expect(issues.map(\.key) == ["id3Data", "ottData.ottdevicename"])
    }

    @Test func anEventMayBeTextOfAnObject() {
        let text = event().jsonText
        #expect(NielsenValidator.validate(.event, .string(text)).isEmpty)
        for other in ["playhead", "[{}]", "{"] {
            let issues = NielsenValidator.validate(.event, .string(other))
            #expect(issues.map(\.rule) == ["META_NOT_JSON_OBJECT"], "\(other)")
            #expect(issues.first?.message.contains("text that is not a JSON object") == true, "\(other)")
        }
        #expect(NielsenValidator.validate(.event, 1).first?.message.contains("text that is not") == false)
    }

    /// The longest documented key is known in other capitals, too, and one that is longer is none of them.
    @Test(arguments: [
        ("EVENT", "KEY_CASE"), ("AdModel", "KEY_CASE"), ("playheadposition", "KEY_CASE"),
        ("playheadpositions", "KEY_UNKNOWN"),
    ])
    func keysInOtherCapitalsAreFound(_ key: String, _ rule: String) {
        #expect(rules { $0[key] = "x" } == [rule])
    }
}
