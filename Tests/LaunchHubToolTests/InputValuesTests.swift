// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import LaunchHubTool

struct InputValuesTests {
    /// What a file is read as: the values as JSON, and faults by their line and column.
    private func read(_ data: Data) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("values-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try data.write(to: file)
        var values = try InputValues(file.path)
        var found: [String] = []
        try values.forEach { item in
            switch item.content {
            case .success(let value): found.append("\(item.line):\(item.column) \(value.jsonText)")
            case .failure(let fault): found.append("\(fault.line):\(fault.column) \(fault.reason)")
            }
        }
        return found
    }

    private func read(_ text: String) throws -> [String] { try read(Data(text.utf8)) }

    static let layouts: [(text: String, values: [String])] = [
        ("", []), (" \n\t\r\n ", []), ("[]", []), ("{}", ["1:1 {}"]),
        ("{\"a\":1}\n{\"a\":2}\n", ["1:1 {\"a\":1}", "2:1 {\"a\":2}"]),
        ("{\"a\":1} {\"a\":2}", ["1:1 {\"a\":1}", "1:9 {\"a\":2}"]),
        ("{\"a\":1}{\"a\":2}", ["1:1 {\"a\":1}", "1:8 {\"a\":2}"]),
        ("{\"a\":1},\n{\"a\":2},\n", ["1:1 {\"a\":1}", "2:1 {\"a\":2}"]),
        ("[{\"a\":1},{\"a\":2}]", ["1:2 {\"a\":1}", "1:10 {\"a\":2}"]),
        ("[\n  {\n    \"a\": 1\n  },\n  {\"a\": 2},\n]\n", ["2:3 {\"a\":1}", "5:3 {\"a\":2}"]),
        ("{\n  \"a\": [\n    1\n  ]\n}\n\n{\n}\n", ["1:1 {\"a\":[1]}", "7:1 {}"]),
        ("\u{FEFF}{\"a\":1}\r\n\u{FEFF}{\"a\":2}\r\n", ["1:4 {\"a\":1}", "2:4 {\"a\":2}"]),
        ("5\n\"x\"\ntrue\nnull\n-1.5e3", ["1:1 5", "2:1 \"x\"", "3:1 true", "4:1 null", "5:1 -1500"]),
        ("[[1],[2]]", ["1:2 [1]", "1:6 [2]"]), ("[1,2]\n[3]", ["1:2 1", "1:4 2", "2:2 3"]),
        ("{\"a\":\"}\\\"{[\"}\n7", ["1:1 {\"a\":\"}\\\"{[\"}", "2:1 7"]),
    ]

    @Test(arguments: layouts)
    func valuesAreFoundHoweverTheyAreLaidOut(text: String, values: [String]) throws {
        #expect(try read(text) == values)
    }

    static let faults: [(text: String, values: [String])] = [
        // A broken line is one fault, and the next line is read.
        ("{\"a\":\n{\"b\":2}\n", ["1:6 notJSON", "2:1 {\"b\":2}"]),
        ("{\"a\" 1}\n{\"b\":2}\n", ["1:6 notJSON", "2:1 {\"b\":2}"]),
        ("{\"a\":1\n{\"b\":2}\n{\"c\":3}", ["1:7 notJSON", "2:1 {\"b\":2}", "3:1 {\"c\":3}"]),
        ("{\"a\":\"x\n{\"b\":2}\n", ["1:8 notJSON", "2:1 {\"b\":2}"]),
        ("hello world\n{\"b\":2}\n", ["1:1 notJSON", "2:1 {\"b\":2}"]),
        // A character of several bytes is no fault of its own.
        ("{\"a\":é}\n{\"b\":2}\n", ["1:6 notJSON", "2:1 {\"b\":2}"]),
        ("{\"a\":\u{1F600}}\n{\"b\":2}\n", ["1:6 notJSON", "2:1 {\"b\":2}"]),
        ("}\n{\"b\":2}\n", ["1:1 notJSON", "2:1 {\"b\":2}"]),
        ("{\"a\":1}}\n{\"b\":2}\n", ["1:1 {\"a\":1}", "1:8 notJSON", "2:1 {\"b\":2}"]),
        ("{\"a\":tru}\n{\"b\":01}\n{\"b\":2}\n", ["1:6 notJSON", "2:7 notJSON", "3:1 {\"b\":2}"]),
        // A value over several lines goes on until one that begins where it did.
        ("{\n  \"a\": 1\n  \"b\": 2\n}\n{\n  \"c\": 3\n}\n", ["3:3 notJSON", "5:1 {\"c\":3}"]),
        ("[\n  {\n    \"a\" 1\n  },\n  {\n    \"b\": 2\n  }\n]\n", ["3:9 notJSON", "5:3 {\"b\":2}"]),
        ("[{\"a\":1},{\"b\":},{\"c\":3}]", ["1:2 {\"a\":1}", "1:15 notJSON", "1:17 {\"c\":3}"]),
        ("[1,foo,2]", ["1:2 1", "1:4 notJSON", "1:8 2"]),
        // A file that was cut off.
        ("[{\"a\":1},", ["1:2 {\"a\":1}", "1:1 openArray"]), ("[", ["1:1 openArray"]),
        ("{\"a\":", ["1:6 notJSON"]), ("{\"a\":{\n \"b\":\"c", ["2:8 notJSON"]), ("\"", ["1:2 notJSON"]),
        ("tru", ["1:1 notJSON"]),
    ]

    @Test(arguments: faults)
    func aFaultHasItsPlaceAndTheRestIsRead(text: String, values: [String]) throws {
        #expect(try read(text) == values)
    }

    @Test func bytesThatAreNoTextHaveTheirPlace() throws {
        #expect(try read(Data("{\"a\":\"".utf8) + [0xC3, 0x28] + Data("\"}\n7".utf8)) == ["1:7 notUTF8", "2:1 7"])
        #expect(try read(Data("{\"a\":\"é\u{0}\"}\n7".utf8)) == ["1:9 notUTF8", "2:1 7"])
        #expect(try read(Data([0xFF, 0xFE, 0x7B, 0x00])) == ["1:1 notUTF8"])
        #expect(try read(Data(count: 1_000)) == ["1:1 notUTF8"])
    }

    @Test func whatIsNestedTooDeepIsPassedOver() throws {
        let deep = String(repeating: "[", count: 200_000)
        #expect(try read("{\"a\":\(deep)\n7").first == "1:69 tooDeep")
        let closed = deep + String(repeating: "]", count: 200_000)
        #expect(try read("{\"a\":\(closed)}\n7") == ["1:69 tooDeep", "2:1 7"])
    }

    /// Whatever a file is cut down to, what is whole is read, and the rest has one fault, within the file.
    @Test(arguments: [
        "{\"a\":[1,{\"b\":\"é\\u00e9\"}],\"c\":null}\n{\"d\":-1.5e-3}\n",
        "[\n  {\"a\": \"x\"},\n  {\n    \"b\": [true, false]\n  }\n]\n", "\u{FEFF}[{\"a\":1},{\"b\":\"😀\"}]",
    ])
    func aFileMayBeCutAtEveryByte(_ text: String) throws {
        let bytes = Data(text.utf8)
        let whole = try read(bytes)
        for length in 0..<bytes.count {
            let part = bytes.prefix(length)
            let found = try read(Data(part))
            let values = found.filter { $0.contains(" {") }
            #expect(Array(whole.prefix(values.count)) == values, "\(length)")
            #expect(found.count <= values.count + 1, "\(length): \(found)")
            let lines = part.count { $0 == UInt8(ascii: "\n") } + 1
            for fault in found.dropFirst(values.count) {
                let line = Int(fault.prefix { $0 != ":" }) ?? 0
                #expect((1...lines).contains(line), "\(length): \(fault)")
            }
        }
    }

    @Test func anythingIsReadWithoutEnd() throws {
        var random = SeededGenerator(seed: 8)
        let parts = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", " ", "a", "1", "-", "true", "\u{0}", "\u{FEFF}", "é",
            "\"a\":",
            "{\"a\":1}", "[1]",
        ]
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...24, using: &random)
            let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let found = try read(text)
            #expect(found.count <= text.utf8.count, "\(text)")
        }
    }

    @Test func aLongArrayOnOneLineIsReadPieceByPiece() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("values-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let element = "{\"id\":\"e\",\"input\":{\"type\":\"content\",\"assetid\":\"vid345\"}}"
        let text = "[" + Array(repeating: element, count: 100_000).joined(separator: ",") + "]"
        try Data(text.utf8).write(to: file)
        var values = try InputValues(file.path)
        var count = 0
        var most = 0
        try values.forEach { item in
            if case .success = item.content { count += 1 }
            most = max(most, item.column)
        }
        #expect(count == 100_000)
        #expect(most == text.utf8.count - element.utf8.count)
        #expect(values.heldBytes < 1 << 20)
    }
}
