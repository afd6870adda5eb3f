// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

@testable import LaunchHubTool

/// Where reading continues behind what is no value, and what is said of it.
struct InputRecoveryTests {
    static let elements: [(text: String, values: [String])] = [
        // A separator or a word that stands for no value costs itself alone.
        ("[1,:,2]", ["1:2 1", "1:4 notJSON", "1:6 2"]), ("[1,:x,2]", ["1:2 1", "1:4 notJSON", "1:7 2"]),
        ("[foo bar, 2]", ["1:2 notJSON", "1:6 notJSON", "1:11 2"]), ("[1,:]\n2", ["1:2 1", "1:4 notJSON", "2:1 2"]),
        // A bracket too many costs no element behind it.
        ("[1,},2]", ["1:2 1", "1:4 notJSON", "1:6 2"]),
        ("[{\"a\":1}},{\"a\":2,\"b\":3}]", ["1:2 {\"a\":1}", "1:9 notJSON", "1:11 {\"a\":2,\"b\":3}"]),
        ("[1,{\"b\":[}]},2]\n7", ["1:2 1", "1:10 notJSON", "1:12 notJSON", "1:14 2", "2:1 7"]),
        // The element ends with its last bracket, and a text with its line.
        ("[1,{\"b\":} x,2]", ["1:2 1", "1:9 notJSON", "1:11 notJSON", "1:13 2"]),
        ("[1,{\"a\":\"x\n},2]", ["1:2 1", "1:11 notJSON", "2:3 2"]),
        ("[1,{\"a\" \"},\\\"\"},2]", ["1:2 1", "1:9 notJSON", "1:17 2"]),
        // Without an array the rest of the line is passed over.
        ("7 {\"a\":} 8\n9", ["1:1 7", "1:8 notJSON", "2:1 9"]),
        // What is cut off within an element is one fault.
        ("[{\"a\":1},{\"b\":", ["1:2 {\"a\":1}", "1:15 notJSON"]),
        ("[1,\n tru", ["1:2 1", "2:2 notJSON", "1:1 openArray"]),
        // The array ends with a bracket that stands before the element that began its line.
        ("[\n  {\n    \"a\" 1\n  }\n]\n{\"c\":1}", ["3:9 notJSON", "6:1 {\"c\":1}"]),
    ]

    @Test(arguments: elements)
    func anElementThatIsBrokenCostsNoOther(text: String, values: [String]) throws {
        #expect(try InputValues.found(in: text) == values)
    }

    static let lines: [(text: String, values: [String])] = [
        // What is open at the end of its line goes on over the lines that are indented more.
        ("{\"a\" 1\n  {\"b\":2}\n}\n7", ["1:6 notJSON", "4:1 7"]),
        ("{\"a\" 1}\n {\"b\":2}\n7", ["1:6 notJSON", "2:2 {\"b\":2}", "3:1 7"]),
        ("\"x\n {\"b\":2}\n7", ["1:3 notJSON", "2:2 {\"b\":2}", "3:1 7"]),
        ("  {\"a\" 1\n   {\"b\":2}\n  7\n8", ["1:8 notJSON", "3:3 7", "4:1 8"]),
        // A bracket in a text closes nothing, and a quote that is escaped ends no text.
        ("{\"a\" \"\\\"}\"\n  {\"b\":2}\n}\n7", ["1:6 notJSON", "4:1 7"]),
        ("{\"a\" \"\\\"\"}\n  {\"b\":2}\n7", ["1:6 notJSON", "2:3 {\"b\":2}", "3:1 7"]),
        ("{\"a\" [1]}\n  {\"b\":2}\n7", ["1:6 notJSON", "2:3 {\"b\":2}", "3:1 7"]),
        // Behind it a line that is a whole value is one, and others are not.
        ("{\"a\" 1\n\"b\": 2\n5]\ntrue false\n:\n\"x\" ,\n7", ["1:6 notJSON", "6:1 \"x\"", "7:1 7"]),
        ("{\"a\" 1\n5,\n7", ["1:6 notJSON", "2:1 5", "3:1 7"]), ("{\"a\" 1\n6 \n7", ["1:6 notJSON", "2:1 6", "3:1 7"]),
        ("{\"a\" 1\n[5]\n7", ["1:6 notJSON", "2:2 5", "3:1 7"]),
        // A fault at the end of a line does not begin with what stands between two values.
        ("{\"a\":1,\n{\"b\":2}", ["1:7 notJSON", "2:1 {\"b\":2}"]),
        ("{\"a\":1 , \t\n{\"b\":2}", ["1:7 notJSON", "2:1 {\"b\":2}"]),
        // An editor's mark is no part of the line that it begins.
        ("\u{FEFF}{\n \"a\" 1,\n {\"x\":1}\n}\n{\"b\":2}", ["2:6 notJSON", "5:1 {\"b\":2}"]),
        // Characters that begin with a byte of the mark are no mark.
        ("\u{FF01}\n7", ["1:1 notJSON", "2:1 7"]), ("\u{FEC0}\n7", ["1:1 notJSON", "2:1 7"]),
    ]

    @Test(arguments: lines)
    func reachesNoFurtherThanItsOwnLines(text: String, values: [String]) throws {
        #expect(try InputValues.found(in: text) == values)
    }

    /// Three bytes of zero stand beside the end of a line in UTF-32; four are what was never written.
    @Test(arguments: [
        ("\u{0}\u{0}\u{0}{}", ["1:4 {}"]), ("\u{0} \u{0}\u{0}{}", ["1:5 {}"]),
        ("\u{0}\u{0}\u{0}\u{0}{}", ["1:1 notUTF8", "1:5 {}"]),
        ("1\n\u{0}\u{0}\u{0}\u{0}\u{0} 2\n3", ["1:1 1", "2:1 notUTF8", "2:7 2", "3:1 3"]),
        ("5 " + String(repeating: "\u{0}", count: 70_000) + "6", ["1:1 5", "1:3 notUTF8", "1:70003 6"]),
    ])
    func bytesOfZeroAreOneFault(_ text: String, _ values: [String]) throws {
        #expect(try InputValues.found(in: text) == values)
    }

    @Test func bytesBehindAFaultAreNotPartOfIt() throws {
        for rest in [[0xFF], [0x20, 0xFF]] as [[UInt8]] {
            #expect(
                try InputValues.found(in: Data("{\"a\" 1".utf8) + rest + Data("}\n7".utf8)) == ["1:6 notJSON", "2:1 7"]
            )
        }
    }

    /// What is said of each kind of fault, with the places in the file.
    @Test(arguments: [
        (
            "\n  {\"a\":1,\n \"b\" 2}\n",
            "3:6 the text is not well-formed JSON: column 6: a colon was expected, in the value that begins in line 2"
        ),
        ("\n [1,\n2,\n", "2:2 the array that begins in column 2 has no end: the file stops in line 4; it was cut off"),
        ("\n  {\"a\" 1}", "2:8 the text is not well-formed JSON: column 8: a colon was expected"),
        ("  {\"é\":\"\u{0}\"}", "1:10 the bytes are not UTF-8 (column 10); save the file as UTF-8"),
        ("  {\"a\":[\n\n 1,\u{0}]}", "3:4 the bytes are not UTF-8 (column 4); save the file as UTF-8"),
        (
            "  {\"a\":" + String(repeating: "[", count: 70),
            "1:71 column 71: the value is nested deeper than 64 levels; flatten it"
        ),
    ])
    func aFaultSaysWhereItIs(_ text: String, _ said: String) throws {
        #expect(try InputValues.found(in: text, sentences: true).last == said)
    }

    @Test func whatIsRightIsSaidWhereItHelps() {
        let json = InputFault(of: Array("{".utf8), line: 2, column: 3)
        #expect(json.sentence("write {}") == json.text + "; write {}")
        #expect(json.rule == "LINE_NOT_JSON" && json.startLine == 2)
        let open = InputFault(ofOpenArrayAt: 4, column: 5, end: 6)
        #expect(open.sentence("write {}") == open.text)
        #expect(open.rule == "ARRAY_WITHOUT_END" && open.line == 4 && open.column == 5 && open.startLine == 4)
        let bytes = InputFault(of: [0x22, 0x0A, 0xFF], line: 7, column: 9)
        #expect(bytes.sentence("write {}") == bytes.text)
        #expect(bytes.rule == "LINE_NOT_UTF8" && bytes.line == 8 && bytes.column == 1 && bytes.startLine == 7)
    }

    @Test func aFileOfLinesIsReadAcrossItsPieces() throws {
        let folder = try TemporaryFolder()
        // Lines that end before, at and behind the end of a piece of the file, and one over several pieces.
        let lengths = [65_534, 0, 65_535, 65_536, 200_000, 3]
        let texts = lengths.enumerated().map { String(repeating: "\($0)", count: $1) }
        try Data(texts.joined(separator: "\n").utf8).write(to: folder.file("lines"))
        var found: [String] = []
        try InputLines(folder.file("lines").path).forEachLine { number, line, isTerminated in
            #expect(number == found.count + 1)
            #expect(isTerminated == (number < texts.count))
            found.append(String(decoding: line, as: UTF8.self))
        }
        #expect(found == texts)
        // No more is read than was there before.
        var cursor = InputLines.Cursor(try InputLines(folder.file("lines").path), limit: 65_537)
        #expect(try cursor.next()?.bytes.count == 65_534)
        #expect(try cursor.next()?.bytes.count == 0)
        let last = try #require(try cursor.next())
        #expect(last.bytes == Data("2".utf8) && last.number == 3 && !last.isTerminated)
        #expect(try cursor.next() == nil)
        #expect(cursor.count == 65_537)
    }
}
