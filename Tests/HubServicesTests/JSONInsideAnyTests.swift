// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

/// Values of JSON inside untyped ones, which are checked as all others are.
struct JSONInsideAnyTests {
    private func error(_ any: Any) -> JSONConversionError? {
        do throws(JSONConversionError) {
            _ = try JSONValue(any: any)
            return nil
        } catch {
            return error
        }
    }

    @Test func aNumberThatIsNotFiniteIsFound() {
        let infinity = JSONValue.double(.infinity)
        #expect(error(infinity)?.path == "")
        #expect(error([1, infinity] as [Any])?.path == "[1]")
        #expect(error(["a": ["b": infinity] as JSONObject] as [String: Any])?.path == ".a.b")
        #expect(error(["a": [1, infinity] as JSONValue] as [AnyHashable: Any])?.path == ".a[1]")
        #expect(error(["a": Float.infinity] as [String: Any])?.reason == .notFinite(.infinity))
        #expect(error(Double.nan) != nil)
    }

    /// Levels of untyped arrays around levels of arrays that are JSON already.
    @Test(arguments: [(0, 64, true), (0, 65, false), (10, 54, true), (10, 55, false), (63, 1, true), (64, 1, false)])
    func levelsOfBothCount(_ outside: Int, _ inside: Int, _ isTaken: Bool) {
        var value: JSONValue = 1
        for _ in 0..<inside { value = .array([value]) }
        var objects: JSONValue = 1
        for _ in 0..<inside { objects = ["a": objects] }
        var (any, members): (Any, Any) = (value, objects)
        for _ in 0..<outside { (any, members) = ([any] as [Any], ["a": members] as [String: Any]) }
        #expect(error(any)?.reason == (isTaken ? nil : .tooDeep))
        #expect(error(members)?.reason == (isTaken ? nil : .tooDeep))
    }

    @Test func aKeyThatIsNoTextIsRefused() {
        #expect(error([1: "x"] as [AnyHashable: Any])?.reason == .keyNotString("Int"))
        #expect(error(["a": [2: 3]] as [String: Any])?.path == ".a")
    }

    @Test func valuesComeBackUntyped() throws {
        let value: JSONValue = ["a": [1, 2.5, "x", true, .null], "b": ["c": .int(.max)]]
        #expect(try JSONValue(any: value.anyValue) == value)
        let object = try #require(value.objectValue)
        #expect(try JSONObject(untyped: object.anyDictionary) == object)
        #expect(object.anyDictionary.count == 2)
    }

    @Test func elementsOutsideAnArrayAreNone() {
        let value: JSONValue = [1, 2]
        #expect(value[0] == 1 && value[1] == 2)
        #expect(value[2] == nil && value[-1] == nil)
        #expect(value["a"] == nil)
        #expect((["a": 1] as JSONValue)[0] == nil)
        #expect(JSONValue.double(2).intValue == 2 && JSONValue.double(2.5).intValue == nil)
        #expect(JSONValue.int(2).doubleValue == 2 && JSONValue.string("2").doubleValue == nil)
    }

    /// An exponent of six digits is read whole.
    @Test func aLongFractionAndALongExponentAreReadTogether() throws {
        let zeros = String(repeating: "0", count: 99_998)
        #expect(throws: JSONConversionError.self) { try JSONValue(jsonText: "0.\(zeros)1e999995") }
        #expect(try JSONValue(jsonText: "0.\(zeros)1e99999") == 1)
        #expect(try JSONValue(jsonText: "0.\(zeros)1e100002") == 1_000)
        #expect(try JSONValue(jsonText: "0.\(zeros)1e-99999") == 0)
    }
}
