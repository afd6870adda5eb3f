// SPDX-License-Identifier: Apache-2.0

import HubServices
import TestSupport
import Testing

/// Values of many levels, which code builds by mistake: they are refused, and freed, on a stack of any size.
struct DeepValueTests {
    private static let depth = 200_000
    /// What a thread of an app may have; freeing level by level would need a hundred times as much.
    private static let smallStack = 512 << 10

    enum Shape: CaseIterable {
        case arrays
        case objects
        case alternating
        case wide
        case builtBySetting
    }

    private static func value(_ shape: Shape) -> JSONValue {
        var value = JSONValue.string("x")
        for level in 0..<depth {
            switch shape {
            case .arrays: value = .array([value])
            case .objects: value = .object(JSONObject([("a", value)]))
            case .alternating: value = level.isMultiple(of: 2) ? [value] : ["a": value]
            case .wide: value = [1, value, "x", [2], ["b": true]]
            case .builtBySetting:
                var object: JSONObject = ["first": 1]
                object["a"] = value
                value = .object(object)
            }
        }
        return value
    }

    @Test(arguments: Shape.allCases)
    func aDeepValueIsRefusedAndFreedOnASmallStack(_ shape: Shape) throws {
        let isRefused = withStack(of: Self.smallStack) {
            do throws(JSONConversionError) {
                try Self.value(shape).validate()
                return false
            } catch {
                return error.reason == .tooDeep
            }
        }
        #expect(isRefused == true)
    }

    @Test func whatIsTakenOutOfADeepValueStaysWhenTheRestIsFreed() throws {
        let kept = withStack(of: Self.smallStack) { () -> [JSONValue]? in
            let value = JSONValue.array([Self.value(.arrays), "kept"])
            return value.arrayValue
        }
        let elements = try #require(kept ?? nil)
        #expect(elements.count == 2)
        #expect(elements[1] == "kept")
        // The rest is freed with these, on a small stack, too.
        let rest = Locked(elements)
        _ = withStack(of: Self.smallStack) { rest.withLock { $0 = [] } }
    }

    @Test func aDeepValueThatSeveralHoldIsFreedWithTheLast() {
        let holders = Locked<[JSONValue]>([])
        _ = withStack(of: Self.smallStack) {
            let inner = Self.value(.alternating)
            holders.withLock { $0 = [["left": inner], ["right": inner], inner] }
        }
        for _ in 0..<3 {
            _ = withStack(of: Self.smallStack) { holders.withLock { _ = $0.removeFirst() } }
        }
        #expect(holders.withLock { $0.isEmpty })
    }

    @Test func membersOfAnObjectThatHoldsObjectsAreChangedInACopy() {
        let first: JSONObject = ["a": ["deep": 1], "b": 2]
        var second = first
        second["b"] = 3
        second["c"] = [1]
        second["a"] = nil
        #expect(first == ["a": ["deep": 1], "b": 2])
        #expect(second == ["b": 3, "c": [1]])
        #expect(second.keys == ["b", "c"])
    }

    @Test func manyMembersAreFoundAndOfTwoWithOneNameTheLaterStays() {
        var object = JSONObject((0..<100).map { ("key\($0 % 50)", JSONValue.int(Int64($0))) })
        #expect(object.count == 50)
        #expect(object.keys.first == "key0")
        #expect((0..<50).allSatisfy { object["key\($0)"] == .int(Int64($0 + 50)) })
        for number in 0..<40 { object["key\(number)"] = nil }
        #expect(object.count == 10)
        #expect(object["key45"] == 95)
        object["new"] = .string("x")
        #expect(object["new"] == "x")
        #expect(object["key3"] == nil)
    }

    @Test func anArrayIsUsedLikeOne() {
        let value: JSONValue = [1, "two", [3]]
        guard case .array(let elements) = value else {
            Issue.record("not an array")
            return
        }
        #expect(elements.count == 3)
        #expect(elements[1] == "two")
        #expect(elements.map(\.isNull) == [false, false, false])
        #expect(elements.elements == value.arrayValue)
        #expect(elements == JSONArray([1, "two", [3]]))
        #expect(Set([elements, JSONArray([1, "two", [3]])]).count == 1)
        #expect(value.jsonText == #"[1,"two",[3]]"#)
    }
}
