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

    @Test func aTenMegabyteStringComesThrough() throws {
        let text = String(repeating: "0123456789", count: 1_000_000)
        let value = try JSONValue(any: ["text": text])
        #expect(value["text"]?.stringValue?.utf8.count == 10_000_000)
        #expect(try JSONValue(jsonText: value.jsonText) == value)
    }

    @Test(arguments: [
        ("", "column 1: a value was expected, but the text ends"),
        ("{", "column 2: a name in double quotes was expected, but the text ends"),
        ("[1 2]", "column 4: a comma or ] was expected"), ("nul", "column 1: null was expected"),
        ("{\"a\" 1}", "column 6: a colon was expected"), ("\u{0}", "column 1: a value was expected"),
        ("{\"a\":1,\n 'b':2}", "line 2, column 2: a name in double quotes was expected"),
        ("{\"a\":1}x", "column 8: the end of the text was expected"),
    ])
    func textThatIsNoJSONIsRefusedWithThePlace(_ text: String, _ place: String) {
        let refused = error { () throws(JSONConversionError) in _ = try JSONObject(jsonText: text) }
        guard case .malformedText(let detail) = refused?.reason else {
            Issue.record("\(text) gave \(String(describing: refused))")
            return
        }
        #expect(detail == place)
    }

    @Test func bytesThatAreNoUTF8AreRefused() {
        let bytes = Data([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
        #expect(error { () throws(JSONConversionError) in _ = try JSONObject(jsonData: bytes) } != nil)
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

    @Test func membersKeepTheirOrderAndAreFoundHoweverManyThereAre() {
        var object = JSONObject()
        for number in 0..<100 { object["key\(number)"] = .int(Int64(number)) }
        #expect(object.keys == (0..<100).map { "key\($0)" })
        object["key50"] = nil
        object["key0"] = "changed"
        #expect(object.count == 99)
        #expect(object["key99"] == 99)
        #expect(object["key50"] == nil)
        for number in 1..<95 { object["key\(number)"] = nil }
        #expect(object.keys == ["key0", "key95", "key96", "key97", "key98", "key99"])
        #expect(object["key95"] == 95)
        #expect(object == ["key99": 99, "key98": 98, "key97": 97, "key96": 96, "key95": 95, "key0": "changed"])
    }
}
