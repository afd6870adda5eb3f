// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HubServices

/// JSON out of other forms, and into them.
@Suite struct JSONFormTests {
    private static let value: JSONValue = [
        "a": [1, 2.5, "x", true, false, .null, [], [:], -9_223_372_036_854_775_808], "b": ["c": ["d": 1e300]],
    ]

    @Test func everyValueGoesThroughTheCodersOfTheSystem() throws {
        let data = try JSONEncoder().encode(Self.value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == Self.value)
        #expect(try JSONValue(jsonData: data) == Self.value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Self.value.jsonData(pretty: true)) == Self.value)
    }

    private struct Wrapped: Codable, Equatable {
        var values: [String: JSONValue]
    }

    @Test func valuesMayBePartsOfOtherTypes() throws {
        let wrapped = Wrapped(values: ["x": Self.value, "y": 2.5, "z": [.null]])
        let data = try JSONEncoder().encode(wrapped)
        #expect(try JSONDecoder().decode(Wrapped.self, from: data) == wrapped)
    }

    /// How many levels are around a number, and whether it is decoded.
    @Test(arguments: [(64, true), (65, false)])
    func decodingEndsAtTheLimitOfLevels(_ levels: Int, _ isDecoded: Bool) {
        let text = String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
        let decoded = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect((decoded != nil) == isDecoded)
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

    @Test func optionalsAreWhatTheyHold() throws {
        let text: String? = "x"
        let none: Int? = nil
        #expect(try JSONValue(any: text as Any) == "x")
        #expect(try JSONValue(any: none as Any) == .null)
        #expect(try JSONValue(any: nil) == .null)
        #expect(try JSONValue(any: ["a": text as Any, "b": none as Any] as [String: Any]) == ["a": "x", "b": .null])
        #expect(try JSONValue(any: [text as Any, none as Any]) == ["x", .null])
        #expect(try JSONValue(any: "sub"[...].description) == "sub")
        #expect(try JSONValue(any: UInt8(7)) == 7)
        #expect(try JSONValue(any: UInt64.max) == .double(Double(UInt64.max)))
        #expect(try JSONValue(any: JSONObject(["a": 1])) == ["a": 1])
        #expect(try JSONValue(any: JSONValue.array([1])) == [1])
        #expect(try JSONValue(any: ["a": "b"]) == ["a": "b"])
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

    @Test func aPathIsShownByItsEnd() {
        var error = JSONConversionError(.tooDeep)
        #expect(error.description == "the value is nested deeper than 64 levels; flatten it")
        for _ in 0..<100 { error = error.prefixed(by: ".abcdefg") }
        #expect(error.path == String(repeating: ".abcdefg", count: 32))
        #expect(JSONConversionError(.notFinite(.infinity), path: ".a").description.hasPrefix("the value at .a is inf"))
        #expect(
            JSONConversionError(.keyNotString("Int")).description
                == "the value has a key of type Int; keys must be strings"
        )
        #expect(
            JSONConversionError(.notAnObject("null")).description
                == #"the value is null; a JSON object such as {"key":"value"} is needed"#
        )
    }

    @Test func whatIsNotFiniteIsWrittenAsNull() {
        let value: JSONValue = ["a": [.double(.nan), 1], "b": ["c": .double(.infinity)], "d": 2]
        #expect(value.jsonText == #"{"a":[null,1],"b":{"c":null},"d":2}"#)
        #expect(JSONValue.double(-.infinity).jsonText == "null")
        #expect(throws: JSONConversionError.self) { try value.validate() }
    }

    /// The hash of an object is that of its members, in whatever order they are.
    @Test func objectsThatDifferHaveDifferentHashes() {
        let objects = (0..<1_000).map { JSONObject(["a": .int(Int64($0)), "b": .string("\($0)")]) }
        #expect(Set(objects.map(\.hashValue)).count > 990)
        let turned = JSONObject([("b", "7"), ("a", 7)] as [(String, JSONValue)])
        #expect(turned == objects[7] && turned.hashValue == objects[7].hashValue)
        #expect(turned.packed.hashValue == turned.hashValue)
        let doubled = JSONObject([("a", 7), ("b", "7"), ("c", .null)] as [(String, JSONValue)])
        #expect(doubled != turned && turned != doubled)
        let arrays = (0..<1_000).map { JSONValue.array([.int(Int64($0))]).hashValue }
        let fractions = (0..<1_000).map { JSONValue.double(Double($0) + 0.5).hashValue }
        #expect(Set(arrays + fractions).count > 1_990)
        #expect(JSONValue.int(7).hashValue == JSONValue.double(7).hashValue)
    }

    @Test func everyCharacterOfAStringMayBeEscaped() throws {
        let text = #""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\uD83D\uDE00""#
        #expect(try JSONValue(jsonText: text) == "\"\\/\u{8}\u{C}\n\r\tAé€😀")
        // The first and the last pair of halves.
        #expect(try JSONValue(jsonText: #""\uD800\uDC00\uDBFF\uDFFF""#) == "\u{10000}\u{10FFFF}")
        for text in [#""\uD800""#, #""\uD800\n""#, #""\uDC00\uD800""#, #""\uD800\uDBFF""#, #""\uD800\uE000""#] {
            let error = #expect(throws: JSONConversionError.self) { try JSONValue(jsonText: text) }
            #expect(
                error?.description.contains("column 3: both halves of a surrogate pair was expected") == true,
                "\(text)"
            )
        }
    }

    /// Each control character is refused wherever it stands in a string, and the space is not.
    @Test func noControlCharacterStandsInAString() {
        for length in 0..<20 {
            for byte in UInt8(0)...0x20 {
                var text = Array("\"aaaaaaaaaaaaaaaaaaaa\"".utf8)
                text[1 + length] = byte
                let fault = JSONFault.first(in: text)
                #expect((fault == nil) == (byte == 0x20), "\(byte) at \(length)")
                #expect(fault == nil || fault?.column == 2 + length)
            }
        }
    }

    @Test func placesOfValuesAreFoundInAText() throws {
        let text = "\u{FEFF}{\n \"a\": [1,\n  {\"b\": true}],\n\"c\":{} , \"a\": [ ]\n}"
        let source = try JSONSourceText(Array("{\n \"a\": [1,\n  {\"b\": true}],\n\"c\":{} }".utf8))
        func place(_ steps: JSONSourceText.Step...) -> String {
            source.places(of: [steps]).map { "\($0.line):\($0.column)" }.joined()
        }
        #expect(place() == "1:1")
        #expect(place(.member("a")) == "2:7")
        #expect(place(.member("a"), .element(0)) == "2:8")
        #expect(place(.member("a"), .element(1)) == "3:3")
        #expect(place(.member("a"), .element(1), .member("b")) == "3:9")
        #expect(place(.member("c")) == "4:5")
        // Of a way that does not lead on, the last value that there is.
        #expect(place(.member("a"), .element(2)) == "2:7")
        #expect(place(.member("c"), .member("x")) == "4:5")
        #expect(place(.member("x")) == "1:1")
        #expect(place(.element(0)) == "1:1")
        #expect(
            source.places(of: [[.member("c")], [], [.member("a"), .element(1)]]).map(\.line) == [4, 1, 3]
        )
        #expect(try JSONValue(jsonText: text)["a"] == [])
    }
}
