// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import SegmentNielsenDCR
import Testing

/// What is found in a plan, event by event, and where its events are looked for.
struct SegmentPlanCheckTests {
    private static let integer: JSONValue = ["type": "integer"]
    private static let string: JSONValue = ["type": "string"]

    /// An event with the schemas of its properties; all of them are required unless others are named.
    private static func event(_ name: String, _ schemas: JSONObject, required: [String]? = nil) -> JSONValue {
        let required = required ?? schemas.keys.sorted()
        return [
            "name": .string(name),
            "rules": ["properties": .object(schemas), "required": .array(required.map(JSONValue.string))],
        ]
    }

    private static func check(_ plan: JSONValue) throws -> SegmentPlanCheck {
        SegmentPlanCheck(try JSONSourceText(Array(plan.jsonText.utf8)), settings: NielsenDCRSettings())
    }

    /// What is said of some events, apart from those that the plan has not.
    private static func found(_ events: JSONValue...) throws -> [String] {
        try check(["rules": ["events": .array(events)]]).findings.filter { $0.finding.rule != "PLAN_EVENT_MISSING" }
            .map { "\($0.finding.severity.rawValue) \($0.finding.message)" }
    }

    // MARK: - Properties

    private static let paused = "\"position\" of Video Playback Paused"

    static let positions: [(schemas: JSONObject, required: [String]?, says: [String])] = [
        (["position": integer], nil, []), (["position": ["type": "number"]], nil, []),
        (["Position": integer, "other": string], nil, []),
        ([:], nil, ["error Video Playback Paused has no \"position\", which the playhead is made from"]),
        (
            ["postion": integer], nil,
            [
                "error Video Playback Paused has no \"position\", which the playhead is made from; "
                    + "is \"postion\" meant to be it?"
            ]
        ),
        (["position": integer], [], ["error \(paused) is not required, and the playhead is made from it"]),
        (["position": [:]], nil, ["warning \(paused) may be of any type; declare it as integer"]),
        (["position": string], nil, ["error \(paused) is declared as string; integer is right"]),
        (
            ["position": ["type": ["integer", "string"]]], nil,
            ["error \(paused) is declared as integer or string; integer is right"]
        ),
        (
            ["position": ["type": ["integer", "null"]]], nil,
            ["warning \(paused) may be null, which counts as missing; declare it as integer alone"]
        ),
    ]

    @Test(arguments: positions)
    func aPositionIsAWholeNumber(_ schemas: JSONObject, _ required: [String]?, _ says: [String]) throws {
        #expect(try Self.found(Self.event("Video Playback Paused", schemas, required: required)) == says)
    }

    private static let resumed = "of Video Playback Resumed"

    /// An id that is a number is read all the same.
    static let identifiers: [(schemas: JSONObject, required: [String]?, says: [String])] = [
        (["content_asset_id": string], nil, []), (["content_asset_ids": ["type": "array"]], nil, []),
        (["content_asset_ids": string], nil, []), (["asset_id": string], nil, []),
        (
            ["content_asset_id": integer], nil,
            ["warning \"content_asset_id\" \(resumed) is declared as integer; string is right"]
        ),
        (
            ["content_asset_id": ["type": ["integer", "number"]]], nil,
            ["warning \"content_asset_id\" \(resumed) is declared as integer or number; string is right"]
        ),
        (
            ["content_asset_id": ["type": ["integer", "boolean"]]], nil,
            ["error \"content_asset_id\" \(resumed) is declared as integer or boolean; string is right"]
        ),
        (
            ["content_asset_ids": integer], nil,
            ["error \"content_asset_ids\" \(resumed) is declared as integer; an array of strings is right"]
        ),
        // One that is required is enough, whatever the others are.
        (["content_asset_id": integer, "asset_id": string], ["asset_id"], []),
        (
            ["content_asset_id": integer, "asset_id": string], [],
            [
                "warning \"content_asset_id\" \(resumed) is declared as integer; string is right",
                "error \"content_asset_id\" \(resumed) is not required, and assetid is made from it",
            ]
        ),
        ([:], nil, ["error Video Playback Resumed has no \"content_asset_id\", which assetid is made from"]),
    ]

    @Test(arguments: identifiers)
    func anIdIsAText(_ schemas: JSONObject, _ required: [String]?, _ says: [String]) throws {
        let all = schemas.merging(["position": Self.integer])
        let needed = required.map { $0 + ["position"] }
        #expect(try Self.found(Self.event("Video Playback Resumed", all, required: needed)) == says)
    }

    /// What need not be there may be null.
    @Test func aFlagOfLiveStreamsIsOptional() throws {
        var schemas: JSONObject = [
            "asset_id": Self.string, "title": Self.string, "program": Self.string, "airdate": Self.string,
            "total_length": Self.integer, "full_episode": ["type": "boolean"], "position": Self.integer,
        ]
        let required = schemas.keys.sorted()
        #expect(try Self.found(Self.event("Video Content Started", schemas, required: required)) == [])
        schemas["livestream"] = ["type": ["boolean", "null"]]
        #expect(try Self.found(Self.event("Video Content Started", schemas, required: required)) == [])
        schemas["livestream"] = Self.string
        #expect(
            try Self.found(Self.event("Video Content Started", schemas, required: required))
                == ["error \"livestream\" of Video Content Started is declared as string; boolean is right"]
        )
    }

    // MARK: - Events

    /// Each event is counted once, however often and in whatever spelling it stands there.
    @Test func eventsOfTheSpecAreCounted() throws {
        let paused = Self.event("Video Playback Paused", ["position": Self.integer])
        let again = Self.event("video_playback_paused", ["position": Self.integer])
        let completed = Self.event("Video Ad Completed", ["position": Self.integer])
        let plan: JSONValue = ["rules": ["events": [paused, again, completed, Self.event("Order Completed", [:])]]]
        let check = try Self.check(plan)
        #expect(check.videoEvents == 2)
        #expect(check.findings.count == 14)
        let missing = check.findings.filter { $0.finding.rule == "PLAN_EVENT_MISSING" }
        #expect(missing.count == 14)
        #expect(missing.first?.finding.message == "the plan has no \"Video Playback Started\"")
        #expect(missing.count { $0.finding.severity == .warning } == 6)
    }

    // MARK: - Forms

    /// An event names itself by one of three members, and its schema by one of four.
    @Test func anEventHasOneOfSeveralForms() throws {
        let schema: JSONValue = ["properties": ["position": Self.integer], "required": ["position"]]
        for name in ["name", "key", "event"] {
            for member in ["rules", "jsonSchema", "json_schema", "schema"] {
                for type in [nil, "track", "TRACK", "identify"] as [JSONValue?] {
                    var event: JSONObject = [name: "Video Playback Paused", member: schema]
                    event["type"] = type
                    let check = try Self.check([.object(event)])
                    #expect(check.videoEvents == (type == "identify" ? 0 : 1), "\(event)")
                }
            }
        }
        let bare = schema.objectValue?.merging(["name": "Video Playback Paused"]) ?? [:]
        #expect(try Self.check([.object(bare)]).videoEvents == 1)
        #expect(try Self.check([["name": "Video Playback Paused"]]).videoEvents == 0)
    }
}
