// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Objects are packed up to a kibibyte, and what is packed has the size that it needs.
struct JSONPackSizeTests {
    private final class OwnBlock: ManagedBuffer<JSONPack.Header, UInt8> {}

    /// The bytes that the members take; nil where they are not packed.
    private func size(_ object: JSONObject) -> Int? {
        var size: Int?
        _ = object.withPackedContent { content in
            size = content?.bytes.count
            return OwnBlock.create(minimumCapacity: 1) { _ in JSONPack.Header(of: content, at: 0) }
        }
        return size
    }

    private func text(_ count: Int) -> JSONValue { .string(String(repeating: "x", count: count)) }

    /// A byte for the kind and the length of the name, the name, and the value with its length.
    @Test(
        arguments: [
            (["a": nil], 2), (["a": true], 2), (["ab": false], 3), (["a": 7], 10), (["": 0.5], 9), (["a": "xyz"], 6),
            (["a": 1, "b": 2], 20),
        ] as [(JSONObject, Int)]
    )
    func aMemberTakesWhatItNeeds(_ object: JSONObject, _ bytes: Int) {
        #expect(size(object) == bytes)
        #expect(size(object.packed) == bytes)
    }

    @Test func oneMemberFillsAKibibyte() {
        #expect(size(["a": text(1_020)]) == 1_024)
        #expect(size(["a": text(1_021)]) == nil)
        #expect(size(["ab": text(1_020)]) == nil)
    }

    @Test func severalMembersFillAKibibyte() {
        let half: JSONObject = ["a": text(508)]
        #expect(size(half) == 512)
        #expect(size(half.merging(["b": text(508)])) == 1_024)
        #expect(size(half.merging(["b": text(509)])) == nil)
        #expect(size(half.merging(["b": text(498), "c": 1])) == 1_024)
        #expect(size(half.merging(["b": text(499), "c": 1])) == nil)
        #expect(size(half.merging(["b": text(506), "c": true])) == 1_024)
        #expect(size(half.merging(["b": text(507), "c": true])) == nil)
    }

    @Test(
        arguments: [
            [:], ["a": [1]], ["a": ["b": 1]], ["a": .double(.nan)], ["a": .double(-.infinity)], ["é": 1],
            ["1234567é": 1], ["123456789é1": 1], ["aé34": 1],
        ] as [JSONObject]
    )
    func whatHasNoPackedFormIsLeft(_ object: JSONObject) {
        #expect(size(object) == nil)
        #expect(object.packed.keys == object.keys)
    }

    /// Names of every length up to the longest, in front of other members.
    @Test func aNameIsPackedUpToItsLongest() {
        for count in 0...260 {
            let name = String(repeating: "n", count: count)
            let object: JSONObject = [name: 7, "z": "last"]
            #expect((size(object) != nil) == (count <= 255), "\(count)")
            #expect(object.packed[name] == 7 && object.packed["z"] == "last")
            #expect(object.packed.keys == [name, "z"])
            #expect(object.packed[name + "n"] == nil)
        }
    }
}
