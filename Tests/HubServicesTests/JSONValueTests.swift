// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Dispatch
import Foundation
import HubServices
import Testing

struct JSONValueTests {
    /// The error of a conversion that must fail.
    private func error(_ body: () throws(JSONConversionError) -> Void) -> JSONConversionError? {
        do throws(JSONConversionError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    /// Runs work where freeing a deeply nested value, which recurses, does not overflow the stack by itself.
    private func withRoomyStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
        withStack(of: 64 << 20, work)
    }

    @Test func untypedDictionariesComeThroughUnchanged() throws {
        let untyped: [AnyHashable: Any] = [
            "text": "a", "int": 7, "big": UInt64.max, "double": 1.5, "float": Float(0.5), "bool": true,
            "null": NSNull(), "nil": Any?.none as Any, "array": [1, "two", false] as [Any],
            "object": ["key": ["deep": 1]], "number": NSNumber(value: 3), "fraction": NSNumber(value: 2.5),
        ]
        let object = try JSONObject(untyped: untyped)
        #expect(object["text"] == "a")
        #expect(object["int"] == 7)
        #expect(object["big"]?.doubleValue == Double(UInt64.max))
        #expect(object["double"] == 1.5)
        #expect(object["float"] == 0.5)
        #expect(object["bool"] == true)
        #expect(object["null"] == .null)
        #expect(object["nil"] == .null)
        #expect(object["array"] == [1, "two", false])
        #expect(object["object"]?["key"]?["deep"] == 1)
        #expect(object["number"] == 3)
        #expect(object["fraction"] == 2.5)
        #expect(try JSONObject(untyped: object.anyDictionary) == object)
    }

    @Test func whatJSONCannotHoldIsRefusedWithItsPlace() {
        let dated = error { () throws(JSONConversionError) in
            _ = try JSONObject(untyped: ["a": ["b": [0, Date()]]] as [String: Any])
        }
        #expect(dated?.reason == .unsupportedType("Date"))
        #expect(dated?.path == ".a.b[1]")
        for number in [Double.nan, .infinity, -.infinity] {
            let refused = error { () throws(JSONConversionError) in
                _ = try JSONObject(untyped: ["n": [number]] as [String: Any])
            }
            guard case .notFinite = refused?.reason else {
                Issue.record("\(number): \(String(describing: refused))")
                continue
            }
            #expect(refused?.path == ".n[0]")
        }
        let keyed = error { () throws(JSONConversionError) in
            _ = try JSONObject(untyped: ["a": [7: "x"]] as [AnyHashable: Any])
        }
        #expect(keyed?.reason == .keyNotString("Int"))
        #expect(keyed?.description.contains(".a") == true)
    }

    @Test func deepNestingIsRefusedInEveryForm() {
        let depth = 10_000
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let text = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            #expect(error { () throws(JSONConversionError) in _ = try JSONValue(jsonText: text) } != nil)
        }
        let refused = withRoomyStack {
            var array: Any = 1
            for _ in 0..<depth { array = [array] }
            var dictionary: Any = 1
            for _ in 0..<depth { dictionary = ["a": dictionary] }
            // As on the threads of an app's queues, whose stacks are small. The values are freed here, on the large one.
            let values = Locked([array, dictionary])
            defer { values.withLock { $0 = [] } }
            return [0, 1].map { place in
                withStack(of: 512 << 10) {
                    error { () throws(JSONConversionError) in
                        try values.withLock { values throws(JSONConversionError) in
                            _ = try JSONValue(any: values[place])
                        }
                    }
                } ?? nil
            }
        }
        #expect(refused?.map { $0?.reason } == [.tooDeep, .tooDeep])
        #expect(refused?.allSatisfy { ($0?.path.utf8.count ?? .max) < 1_000 } == true)
        // Just deep enough is taken, one more is not.
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(
            error { () throws(JSONConversionError) in
                try JSONValue(jsonText: nested(JSONValue.maximumDepth)).validate()
            } == nil
        )
        #expect(
            error { () throws(JSONConversionError) in
                try JSONValue(jsonText: nested(JSONValue.maximumDepth + 1)).validate()
            } != nil
        )
    }

    @Test func textWithAnotherOutermostValueIsNoObject() {
        let refused = error { () throws(JSONConversionError) in _ = try JSONObject(jsonText: "[1]") }
        #expect(refused?.reason == .notAnObject("an array"))
    }

    @Test func numbersCompareByTheirValue() {
        #expect(JSONValue.int(1) == .double(1.0))
        #expect(JSONValue.int(1).hashValue == JSONValue.double(1.0).hashValue)
        // Values of one hash make every set of them slow.
        let values = (0..<100).map { JSONValue.int($0) } + (0..<100).map { JSONValue.string("\($0)") }
        #expect(Set(values.map(\.hashValue)).count > 190)
        #expect(JSONValue.int(.max) != .double(Double(Int64.max)))
        #expect(JSONValue.bool(true) != .int(1))
    }

    @Test func textIsTheSameForTheSameValue() throws {
        let value: JSONValue = ["b": [1, 2.5, true, nil], "a": "x/\"y\"\u{1}"]
        #expect(value.jsonText == #"{"a":"x/\"y\"\u0001","b":[1,2.5,true,null]}"#)
        #expect(try JSONValue(jsonText: value.jsonText) == value)
        #expect(JSONValue.array([.double(.nan)]).jsonText == "[null]")
    }

    private static let value: JSONValue = [
        "a": [1, 2.5, "x", true, false, .null, [], [:], -9_223_372_036_854_775_808], "b": ["c": ["d": 1e300]],
    ]

    @Test func everyValueGoesThroughTheCodersOfTheSystem() throws {
        let data = try JSONEncoder().encode(Self.value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == Self.value)
        #expect(try JSONValue(jsonData: data) == Self.value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Self.value.jsonData(pretty: true)) == Self.value)
    }

    @Test func numbersOfObjectiveCKeepTheirKind() throws {
        let cases: [(NSNumber, JSONValue)] = [
            (NSNumber(value: true), true), (NSNumber(value: false), false), (NSNumber(value: 1), 1),
            (NSNumber(value: 0), 0), (NSNumber(value: 2.5), 2.5), (NSNumber(value: Float(0.5)), 0.5),
            (NSNumber(value: Int64.max), .int(.max)), (NSNumber(value: -7), -7), (NSNumber(value: Int8(5)), 5),
        ]
        for (number, value) in cases {
            let converted = try JSONValue(any: number)
            #expect(converted == value, "\(number)")
            #expect(converted.kindDescription == value.kindDescription, "\(number)")
        }
        #expect(throws: JSONConversionError.self) { try JSONValue(any: NSNumber(value: Double.infinity)) }
    }

    /// Of several values that cannot be held, that of the first name is told.
    @Test func theFirstFaultByNameIsTold() {
        let names = (0..<20).map { "n\($0 + 10)" }
        let wrong = Dictionary(uniqueKeysWithValues: names.map { ($0, Date() as Any) })
        let error = #expect(throws: JSONConversionError.self) { try JSONObject(untyped: wrong) }
        #expect(error?.path == ".n10")
        #expect(
            error?.description
                == "the value at .n10 is of type Date; use a string, number, boolean, null, array or dictionary"
        )
    }
}
