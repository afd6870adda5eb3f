// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

/// What JSON text is read as, and where it is refused.
struct JSONReaderTests {
    private static func detail(_ text: String) -> String? {
        do throws(JSONConversionError) {
            _ = try JSONValue(jsonText: text)
            return nil
        } catch {
            guard case .malformedText(let detail) = error.reason else { return "another reason: \(error)" }
            return detail
        }
    }

    @Test(arguments: [
        ("0", JSONValue.int(0)), ("-0", .int(0)), ("12", .int(12)), ("1.0", .int(1)), ("1e3", .int(1_000)),
        ("1.5", .double(1.5)), ("-2.5E-1", .double(-0.25)), ("0.1", .double(0.1)), ("1e22", .double(1e22)),
        ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
        ("9223372036854775808", .double(9_223_372_036_854_775_808)),
        ("18446744073709551616", .double(18_446_744_073_709_551_616)),
        ("-9223372036854775809", .int(.min)), ("123456789012345678901234567890", .double(1.2345678901234568e29)),
        ("00000000000000000000000001".replacing("0000000000000000000000000", with: ""), .int(1)),
        ("0.000000000000000000000000000001", .double(1e-30)), ("1e-400", .int(0)),
        ("5e-324", .double(.leastNonzeroMagnitude)),
        ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
        ("9007199254740993", .int(9_007_199_254_740_993)),
        ("0.30000000000000004", .double(0.1 + 0.2)),
    ])
    func numbersAreTheNearestOnesThereAre(_ text: String, _ value: JSONValue) throws {
        let read = try JSONValue(jsonText: text)
        #expect(read == value)
        // Whole numbers are whole, however they are written.
        if case .int = value { #expect(read.intValue != nil) }
    }

    @Test func randomNumbersAreReadAsTheSystemReadsThem() throws {
        var random = SeededGenerator(seed: 14)
        for _ in 0..<2_000 {
            let value = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
            guard value.isFinite else { continue }
            #expect(try JSONValue(jsonText: "\(value)").doubleValue == value)
            let short = Double(Int.random(in: -999_999...999_999, using: &random)) / 1_000
            #expect(try JSONValue(jsonText: "\(short)").doubleValue == short)
        }
    }

    @Test(arguments: [
        (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (#""\u0041\u00e9\u20AC""#, "Aé€"),
        (#""\ud83d\ude00x""#, "😀x"), (#""é😀漢""#, "é😀漢"),
        (#""0123456789abcdef\n0123456789""#, "0123456789abcdef\n0123456789"),
        (#""\u0000""#, "\u{0}"), (#""1234567\"8""#, "1234567\"8"), ("\"\u{7f}\u{80}\"", "\u{7f}\u{80}"),
    ])
    func stringsAreReadWithTheirEscapes(_ text: String, _ value: String) throws {
        #expect(try JSONValue(jsonText: text).stringValue == value)
    }

    @Test(arguments: [
        (#""\ud83d""#, "column 3: both halves of a surrogate pair was expected"),
        (#""\ude00\ud83d""#, "column 3: both halves of a surrogate pair was expected"),
        (#""\ud83d\u0041""#, "column 3: both halves of a surrogate pair was expected"),
        (#""\u12g4""#, "column 6: four hexadecimal digits after \\u was expected"),
        (#""\x""#, #"column 3: one of " \ / b f n r t u after a backslash was expected"#),
        ("\"a\tb\"", "column 3: a double quote at the end of the string was expected"),
        ("\"12345678\u{1}\"", "column 10: a double quote at the end of the string was expected"),
        ("01", "column 2: the end of the text was expected"),
        ("-", "column 2: a digit was expected, but the text ends"),
        ("1.", "column 3: a digit was expected, but the text ends"),
        ("1e+", "column 4: a digit was expected, but the text ends"),
        ("+1", "column 1: a value was expected"), (".5", "column 1: a value was expected"),
        ("[1,]", "column 4: a value was expected"), ("{\"a\":1,}", "column 8: a name in double quotes was expected"),
        ("NaN", "column 1: a value was expected"), ("tru", "column 1: true was expected"),
        ("1e400", "column 1: a number of at most 1.7976931348623157e+308 was expected"),
        ("[1] [2]", "column 5: the end of the text was expected"),
        ("// x\n1", "line 1, column 1: a value was expected"),
        ("[1,\n 2,\n x]", "line 3, column 2: a value was expected"),
    ])
    func textThatIsNotJSONIsRefusedAtItsPlace(_ text: String, _ detail: String) {
        #expect(Self.detail(text) == detail)
    }

    @Test(
        arguments: [
            ([0x22, 0x61, 0xFF, 0x22], 3), ([0x22, 0xC3, 0x22], 2), ([0x22, 0xED, 0xA0, 0x80, 0x22], 2),
            ([0x22, 0xC0, 0x80, 0x22], 2), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 2),
        ] as [([UInt8], Int)]
    )
    func bytesThatAreNotUnicodeAreRefusedAtTheirPlace(_ bytes: [UInt8], _ column: Int) {
        #expect(JSONFault.first(in: bytes)?.column == column)
        #expect(throws: JSONConversionError.self) { try JSONValue(jsonData: Data(bytes)) }
    }

    @Test func aByteOrderMarkIsPassedOver() throws {
        #expect(try JSONValue(jsonData: Data([0xEF, 0xBB, 0xBF] + Array("[1]".utf8))) == [1])
    }

    @Test(arguments: [2, 16, 17, 100])
    func ofTwoMembersWithOneNameTheLaterOneStays(_ count: Int) throws {
        let names = (1..<count).map { "\"key\($0)\":\($0)" } + ["\"key1\":\"later\""]
        let object = try JSONObject(jsonText: "{" + names.joined(separator: ",") + "}")
        #expect(object.count == count - 1)
        #expect(object["key1"] == "later")
        #expect(object.keys.first == "key1")
        #expect(object["key\(count - 1)"] == (count == 2 ? "later" : .int(Int64(count - 1))))
    }

    @Test func membersStayInTheirOrder() throws {
        #expect(try JSONObject(jsonText: #"{"b":1,"a":2,"c":3}"#).keys == ["b", "a", "c"])
    }

    @Test func nestingEndsAtTheLimit() throws {
        func nested(_ depth: Int, _ inner: String) -> String {
            String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
        }
        let most = JSONValue.maximumDepth
        try JSONValue(jsonText: nested(most, "1")).validate()
        for text in [nested(most + 1, ""), nested(most, "{}"), nested(10_000, "")] {
            #expect(JSONFault.first(in: text.utf8)?.column == 65)
            do throws(JSONConversionError) {
                _ = try JSONValue(jsonText: text)
                Issue.record("it was read")
            } catch {
                #expect(error.reason == .tooDeep)
            }
        }
    }

    @Test func whateverIsCutOrChangedIsRefusedOrReadAndNeverCrashes() throws {
        let text = #"{"a":[1,-2.5e3,true,null,"x\n\u00e9\ud83d\ude00é"],"b":{"c":{}},"d":"0123456789abcdef"}"#
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count {
            #expect(throws: JSONConversionError.self) { try JSONValue(jsonData: Data(bytes[..<count])) }
        }
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let value = try? JSONValue(jsonData: Data(changed)) else { continue }
            #expect(try JSONValue(jsonText: value.jsonText) == value)
        }
    }
}
