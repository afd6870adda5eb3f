// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Names that come twice, whatever they begin and end with, and what changes in objects of any size.
struct JSONMergeTests {
    /// Each pair of a first and a last character of ASCII.
    @Test func aNameThatComesTwiceIsFoundWhateverItsEnds() {
        var wrong: [String] = []
        for first in UInt8(0x20)..<0x7F {
            for last in UInt8(0x20)..<0x7F {
                let name = String(decoding: [first, 0x2D, last], as: UTF8.self)
                let object = JSONObject([(name, 1), ("other name", 2), (name, 3)] as [(String, JSONValue)])
                if object.keys != [name, "other name"] || object[name] != 3 { wrong.append(name) }
            }
        }
        #expect(wrong == [])
    }

    @Test func namesWithTheSameEndsStayApart() {
        let names = (10..<26).map { "a\($0)z" }
        let object = JSONObject(names.map { ($0, JSONValue.string($0)) })
        #expect(object.keys == names)
        #expect(names.allSatisfy { object[$0] == .string($0) })
    }

    /// With and without members that hold others, around the number up to which members are searched.
    @Test(arguments: 14...19, [false, true])
    func anObjectGrowsAndShrinksMemberByMember(_ most: Int, _ isNested: Bool) {
        var object = JSONObject()
        for number in 0..<most { object["key \(number)"] = isNested ? [.int(Int64(number))] : .int(Int64(number)) }
        let whole = object
        #expect(object.keys == (0..<most).map { "key \($0)" })
        object["key 3"] = "changed"
        #expect(object.count == most && object["key 3"] == "changed")
        object["key 0"] = nil
        object["absent"] = nil
        #expect(object.keys == (1..<most).map { "key \($0)" })
        #expect((1..<most).allSatisfy { object["key \($0)"] == ($0 == 3 ? "changed" : whole["key \($0)"]) })
        #expect(object["key 0"] == nil)
        object["key 0"] = "again"
        #expect(object.keys.last == "key 0" && object["key 0"] == "again")
        #expect(object["key \(most - 1)"] == whole["key \(most - 1)"])
        for key in object.keys { object[key] = nil }
        #expect(object.isEmpty && object == [:] && !whole.isEmpty)
    }

    @Test func whatIsMergedComesLastOrInItsPlace() {
        let own: JSONObject = ["a": 1, "b": ["c": 2], "d": 3]
        let merged = own.merging(["e": 4, "b": 5])
        #expect(merged.keys == ["a", "b", "d", "e"])
        #expect(merged == ["a": 1, "b": 5, "d": 3, "e": 4])
        #expect(own == ["a": 1, "b": ["c": 2], "d": 3])
    }

    @Test func membersOfADictionaryAreSorted() {
        #expect(JSONObject(["c": 3, "a": 1, "b": 2] as [String: JSONValue]).keys == ["a", "b", "c"])
    }

    /// An object is walked over in each of its forms.
    @Test(arguments: [["a": 1, "b": "x"], ["a": 1, "b": ["x"]], [:]] as [JSONObject])
    func anObjectIsASequence(_ object: JSONObject) {
        for form in [object, object.packed] {
            #expect(form.underestimatedCount == object.count)
            #expect(form.map(\.key) == object.keys)
            #expect(form.map(\.value) == object.keys.compactMap { object[$0] })
            var iterator = form.makeIterator()
            for _ in 0..<object.count { #expect(iterator.next() != nil) }
            #expect(iterator.next() == nil && iterator.next() == nil)
        }
    }
}
