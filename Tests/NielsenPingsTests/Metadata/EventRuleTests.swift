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

    @Test(arguments: [
        ("10", []), ("1542797780", []), ("0", []), ("-1", ["PLAYHEAD_NEGATIVE"]), ("1.5", ["PLAYHEAD_NOT_INTEGER"]),
        ("abc", ["PLAYHEAD_NOT_INTEGER"]), ("1501225191747", ["PLAYHEAD_MILLISECONDS"]), ("", ["PLAYHEAD_MISSING"]),
        ("100000000000", []), ("100000000001", ["PLAYHEAD_MILLISECONDS"]),
        ("99999999999999999999999", ["PLAYHEAD_MILLISECONDS"]), ("-99999999999999999999999", ["PLAYHEAD_NEGATIVE"]),
    ])
    func playheads(_ text: String, _ expected: [String]) {
        #expect(rules { $0["playheadPosition"] = .string(text) } == expected)
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

    @Test func metadataThatIsNotNestedIsToldWhereItBelongs() throws {
        let flat = event { $0["metadata"] = .object(JSONObject(Samples.content.mapValues(JSONValue.string))) }
        let found = NielsenValidator.validate(.event, flat)
        let issue = try #require(found.first { $0.rule == "METADATA_EMPTY_FOR_TYPE" })
        #expect(issue.message.hasSuffix("; what stands in metadata itself belongs into metadata.content"))
        let none = NielsenValidator.validate(.event, event { $0["metadata"] = ["other": [:]] })
        #expect(none.contains { $0.message.hasSuffix("; hand it over with each playhead") })
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
}
