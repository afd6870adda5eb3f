// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import SegmentNielsenDCR

/// Which of the two forms the schema of an event has: of the whole message, or of its properties alone.
struct SegmentPlanSchemaTests {
    static let schemas: [(rules: JSONValue, names: [String])] = [
        // The message: what stands in its member `properties` are the properties.
        (["properties": ["properties": ["properties": ["a": [:], "b": [:]]]]], ["a", "b"]),
        (["properties": ["properties": ["type": "object"]]], []),
        (["properties": ["properties": [:]]], []),
        (["properties": ["properties": ["description": "x"], "context": [:]]], []),
        (["properties": ["properties": ["description": "x"], "traits": [:]]], []),
        // The properties, one of which happens to have that name.
        (["properties": ["properties": ["description": "x"]]], ["properties"]),
        (["properties": ["properties": ["description": "x"], "other": [:]]], ["properties", "other"]),
        (["properties": ["a": [:], "context": [:]]], ["a", "context"]),
        ([:], []),
        // The parts of both are read, too, behind what stands beside them.
        (
            [
                "properties": ["a": [:]],
                "allOf": [["properties": ["b": [:]]], ["properties": ["c": [:]]]],
            ], ["a", "b", "c"]
        ),
        // A part within a part, and one about the whole message beside one about the properties alone.
        (["allOf": [["allOf": [["properties": ["a": [:]]]]], ["properties": ["b": [:]]]]], ["a", "b"]),
        (
            [
                "properties": ["properties": ["properties": ["a": [:]], "allOf": [["properties": ["b": [:]]]]]],
                "allOf": [["properties": ["properties": ["properties": ["c": [:]]]]], ["properties": ["d": [:]]]],
            ], ["a", "b", "c", "d"]
        ),
    ]

    @Test(arguments: schemas)
    func thePropertiesOfAMessageOrThoseThatStandAlone(_ rules: JSONValue, _ names: [String]) {
        #expect(SegmentPlanSchema(rules, path: []).members.map(\.name) == names)
    }
}
