// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Objects in the form that waits: the same object in every respect.
struct PackedObjectTests {
    private static let longText = String(repeating: "é", count: 200)

    private static let plain: JSONObject = [
        "null": nil, "yes": true, "no": false, "int": .int(.min), "double": -0.5, "": "empty name", "empty": "",
        "short": "x", "text": "a text that has memory of its own", "long": .string(longText), "emoji": "👩‍👩‍👧‍👦 ok",
    ]

    @Test func everyMemberIsReadAsItWas() {
        let packed = Self.plain.packed
        #expect(packed == Self.plain)
        #expect(packed.hashValue == Self.plain.hashValue)
        #expect(packed.count == Self.plain.count)
        #expect(packed.keys == Self.plain.keys)
        #expect(packed.entries.map(\.value) == Self.plain.entries.map(\.value))
        for entry in Self.plain { #expect(packed[entry.key] == entry.value) }
        #expect(packed["absent"] == nil)
        #expect(packed["tex"] == nil)
        #expect(JSONValue.object(packed).jsonData() == JSONValue.object(Self.plain).jsonData())
    }

    @Test func aPackedObjectCanBePackedAgain() {
        #expect(Self.plain.packed.packed == Self.plain)
        #expect(JSONObject().packed == JSONObject())
    }

    @Test func changingACopyLeavesTheOriginalAlone() {
        let packed = Self.plain.packed
        var copy = packed
        copy["short"] = "y"
        copy["yes"] = nil
        copy["more"] = ["nested": [1, 2]]
        #expect(packed == Self.plain)
        #expect(copy["short"] == "y")
        #expect(copy["yes"] == nil)
        #expect(copy["more"]?["nested"]?[1] == 2)
        #expect(copy.keys == Self.plain.keys.filter { $0 != "yes" } + ["more"])
        #expect(Self.plain.merging(packed) == Self.plain)
        #expect(packed.merging(["short": "z"])["short"] == "z")
    }

    @Test func aNameIsFoundInWhateverFormItIsWritten() {
        let packed = (["Kelvin": 1, "other": 2] as JSONObject).packed
        #expect(packed["\u{212a}elvin"] == 1)
        #expect(packed["\u{212b}"] == nil)
        let composed = (["caf\u{e9}": 1] as JSONObject).packed
        #expect(composed["cafe\u{301}"] == 1)
    }

    @Test(
        arguments: [
            ["object": ["nested": 1]],
            ["array": []],
            ["large": .string(String(repeating: "x", count: 100_000))],
            [String(repeating: "n", count: 300): 1],
            JSONObject((0..<40).map { ("key \($0)", .int($0)) }),
            JSONObject((0..<16).map { ("key \($0)", .string(String(repeating: "x", count: 100))) }),
        ] as [JSONObject]
    )
    func whatCannotBePackedStaysAsItIs(_ object: JSONObject) {
        #expect(object.packed == object)
        #expect(object.packed.keys == object.keys)
    }

    @Test func textsOfEveryLengthComeThrough() {
        for length in 0..<1_100 {
            let text = String(repeating: "a", count: length)
            let packed = (["before": 1, "text": .string(text), "after": 2] as JSONObject).packed
            #expect(packed["text"]?.stringValue == text)
            #expect(packed["after"] == 2)
            let name = String(repeating: "n", count: length)
            #expect(([name: "value", "after": 2] as JSONObject).packed[name] == "value")
        }
    }
}
