// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

/// Tracking plans as Segment publishes them, right and with one thing wrong.
struct SegmentPlanTests {
    private static let playback = ["content_asset_id": "string", "position": "integer", "session_id": "string"]
    private static let ad = ["asset_id": "string", "type": "string", "title": "string", "position": "number"]
    private static let content = [
        "asset_id": "string", "title": "string", "program": "string", "airdate": "string",
        "total_length": "integer", "full_episode": "boolean", "livestream": "boolean", "position": "integer",
    ]
    private static let optional: Set = ["session_id", "livestream"]

    /// The properties of each event, with their types or their schemas as JSON.
    private static let right: [String: [String: String]] = {
        var events: [String: [String: String]] = ["Order Completed": ["total": "number"]]
        for name in [
            "Started", "Paused", "Interrupted", "Buffer Started", "Buffer Completed", "Seek Started",
            "Seek Completed", "Resumed", "Exited", "Completed",
        ] { events["Video Playback \(name)"] = playback }
        for name in ["Started", "Playing", "Completed"] {
            events["Video Content \(name)"] = content
            events["Video Ad \(name)"] = ad
        }
        return events
    }()

    /// A plan of the form of Segment's API, one value a line.
    private static func plan(
        _ events: [String: [String: String]],
        required: (String, String) -> Bool = { _, name in !optional.contains(name) }
    ) -> JSONValue {
        let rules = events.sorted { $0.key < $1.key }.map { name, properties -> JSONValue in
            let members = properties.sorted { $0.key < $1.key }
            let schemas = members.map { name, type -> (String, JSONValue) in
                let types = type.split(separator: "|").map { JSONValue.string(String($0)) }
                if type.isEmpty { return (name, ["description": "anything"]) }
                if let schema = try? JSONValue(jsonText: type) { return (name, schema) }
                return (name, ["type": types.count == 1 ? types[0] : .array(types)])
            }
            let own: JSONValue = [
                "type": "object", "properties": .object(JSONObject(schemas)),
                "required": .array(members.filter { required(name, $0.key) }.map { .string($0.key) }),
            ]
            return [
                "name": .string(name), "version": 1, "description": "",
                "rules": [
                    "$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
                    "properties": ["context": [:], "traits": [:], "properties": own], "required": ["properties"],
                ],
            ]
        }
        return [
            "name": "workspaces/w/tracking-plans/rs_1", "display_name": "Video",
            "rules": ["events": .array(rules), "global": [:], "identify": [:]],
        ]
    }

    private func findings(_ plan: JSONValue, _ options: [String] = []) async throws -> (code: Int32, found: [String]) {
        let run = try await ToolRun(["segment", "--plan", "-", "--json"] + options, input: plan.jsonText)
        #expect(run.error.isEmpty)
        let lines = try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) }
        let found = lines.filter { $0["kind"] == "finding" }.map { line in
            "\(line["severity"]?.stringValue ?? "") \(line["rule"]?.stringValue ?? ""): \(line["message"]?.stringValue ?? "")"
        }
        return (run.code, found)
    }

    @Test func aRightPlanHasNoFinding() async throws {
        let found = try await findings(Self.plan(Self.right))
        #expect(found.found.isEmpty)
        #expect(found.code == 0)
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let name: String
        let code: Int32
        let says: [String]
        let change: @Sendable (inout [String: [String: String]]) -> Void

        var testDescription: String { name }
    }

    static let mistakes: [Mistake] = [
        Mistake(
            name: "an event that is missing",
            code: 1,
            says: ["error PLAN_EVENT_MISSING: the plan has no \"Video Content Started\""]
        ) {
            $0["Video Content Started"] = nil
        },
        Mistake(
            name: "an event that is misspelt",
            code: 1,
            says: ["Did you mean \"Video Ad Completed\"?", "the plan has no \"Video Ad Completed\""]
        ) {
            $0["Video Ad Complete"] = $0["Video Ad Completed"]
            $0["Video Ad Completed"] = nil
        },
        Mistake(
            name: "a property that is missing",
            code: 1,
            says: ["error PLAN_PROPERTY_MISSING: Video Content Started has no \"program\""]
        ) {
            $0["Video Content Started"]?["program"] = nil
        },
        Mistake(name: "a property that is misspelt", code: 1, says: ["is \"airdat\" meant to be it?"]) {
            $0["Video Content Started"]?["airdat"] = "string"
            $0["Video Content Started"]?["airdate"] = nil
        },
        Mistake(
            name: "a position that is text",
            code: 1,
            says: [
                "error PLAN_PROPERTY_TYPE: \"position\" of Video Playback Paused is declared as string; integer is right"
            ]
        ) {
            $0["Video Playback Paused"]?["position"] = "string"
        },
        Mistake(
            name: "an id that is a number",
            code: 0,
            says: ["warning PLAN_PROPERTY_TYPE: \"asset_id\" of Video Ad Started"]
        ) {
            $0["Video Ad Started"]?["asset_id"] = "integer"
        },
        Mistake(
            name: "a property that may be null",
            code: 0,
            says: ["warning PLAN_PROPERTY_TYPE: \"title\" of Video Content Started may be null"]
        ) {
            $0["Video Content Started"]?["title"] = "string|null"
        },
        Mistake(
            name: "a list of values of two types",
            code: 1,
            says: ["error PLAN_PROPERTY_TYPE: \"title\" of Video Content Started is declared as boolean or string"]
        ) {
            $0["Video Content Started"]?["title"] = #"{"enum": ["a", true, "b"]}"#
        },
    ]

    @Test(arguments: mistakes)
    func oneMistakeIsFoundAlone(_ mistake: Mistake) async throws {
        var events = Self.right
        mistake.change(&events)
        let found = try await findings(Self.plan(events))
        #expect(found.code == mistake.code)
        #expect(found.found.count == mistake.says.count, "\(found.found)")
        for (text, says) in zip(found.found, mistake.says) { #expect(text.contains(says), "\(text)") }
    }

    @Test func aPropertyThatIsNotRequiredIsFound() async throws {
        let plan = Self.plan(Self.right) { event, name in
            !Self.optional.contains(name) && !(event == "Video Ad Started" && name == "type")
        }
        let found = try await findings(plan)
        #expect(found.code == 1)
        #expect(found.found.count == 1)
        #expect(found.found.first?.hasPrefix("error PLAN_PROPERTY_OPTIONAL: \"type\" of Video Ad Started") == true)
    }

    @Test func otherFormsOfAPlanAreRead() async throws {
        let plan = Self.plan(Self.right)
        let events = try #require(plan["rules"]?["events"]?.arrayValue)
        #expect(try await findings(.array(events)).found.isEmpty)
        #expect(try await findings(["data": ["trackingPlan": plan]]).found.isEmpty)
        let list = events.map { event -> JSONValue in
            ["key": event["name"] ?? .null, "type": "TRACK", "version": 1, "jsonSchema": event["rules"] ?? .null]
        }
        #expect(try await findings(["data": ["rules": .array(list)]]).found.isEmpty)
        let bare = events.map { event -> JSONValue in
            ["name": event["name"] ?? .null, "rules": event["rules"]?["properties"]?["properties"] ?? .null]
        }
        #expect(try await findings(["rules": ["events": .array(bare)]]).found.isEmpty)
    }

    @Test(arguments: ["{}", "[]", "5", "{\"rules\":{\"events\":[]}}", "{\"rules\":[1,{\"name\":5}]}"])
    func whatIsNoPlanIsSaid(_ text: String) async throws {
        let run = try await ToolRun(["segment", "--plan", "-"], input: text)
        #expect(run.code == 1)
        #expect(run.output.contains("PLAN_UNREADABLE"))
    }
}
