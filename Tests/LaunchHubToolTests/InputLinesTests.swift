// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LaunchHubTool

/// How files are cut into lines, whatever they end with and wherever the pieces end that are read.
struct InputLinesTests {
    private struct Line: Equatable {
        let number: Int
        let text: String
        let isTerminated: Bool
    }

    private func withFile<Result>(_ data: Data, _ body: (String) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try data.write(to: file)
        return try body(file.path)
    }

    private func lines(_ text: String) throws -> [Line] {
        try withFile(Data(text.utf8)) { path in
            var lines: [Line] = []
            try InputLines(path).forEachLine { number, line, isTerminated in
                lines.append(
                    Line(number: number, text: String(decoding: line, as: UTF8.self), isTerminated: isTerminated)
                )
            }
            return lines
        }
    }

    @Test func everyLineHasItsNumberAndOnlyTheLastMayLackAnEnd() throws {
        #expect(try lines("").isEmpty)
        #expect(try lines("a") == [Line(number: 1, text: "a", isTerminated: false)])
        #expect(try lines("\n") == [Line(number: 1, text: "", isTerminated: true)])
        #expect(
            try lines("a\n\nb\r\nc") == [
                Line(number: 1, text: "a", isTerminated: true), Line(number: 2, text: "", isTerminated: true),
                Line(number: 3, text: "b\r", isTerminated: true), Line(number: 4, text: "c", isTerminated: false),
            ]
        )
    }

    @Test func linesThatAreBlankAreCountedAndNotPassed() throws {
        let found = try withFile(Data("a\n \t\r\n\u{1f}\n!\n\nb".utf8)) { path in
            var found: [String] = []
            try InputLines(path).forEach { found.append("\($0) \(String(decoding: $1, as: UTF8.self))") }
            return found
        }
        #expect(found == ["1 a", "4 !", "6 b"])
    }

    /// Files are read in pieces of 65,536 bytes.
    @Test(arguments: [65_534, 65_535, 65_536, 65_537, 131_071, 131_072, 200_000])
    func aLineIsWholeWhereverAPieceEnds(_ length: Int) throws {
        let long = String(repeating: "x", count: length)
        let found = try lines("first\n\(long)\nlast\n")
        #expect(found.map(\.number) == [1, 2, 3])
        #expect(found.map(\.text) == ["first", long, "last"])
        #expect(found.allSatisfy { $0.isTerminated })
        #expect(try lines(long).map(\.text.utf8.count) == [length])
        #expect(try withFile(Data(long.utf8), InputLines.all).count == length)
    }

    @Test func aFileIsNamedInMessagesAsItWasGiven() throws {
        #expect(try InputLines("-").name == "standard input")
        #expect(try InputLines(nil).name == "standard input")
        try withFile(Data()) { path in
            let (name, all) = (try InputLines(path).name, try InputLines.all(path))
            #expect(name == path)
            #expect(all.isEmpty)
        }
        #expect(throws: FileFailure.self) { try InputLines("/nonexistent/x") }
    }

    @Test func aLinkToADatabaseIsOneAndAPipeIsNotRead() throws {
        try withFile(Data("SQLite format 3\u{0}".utf8)) { path in
            let link = path + ".link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            defer { try? FileManager.default.removeItem(atPath: link) }
            #expect(PingsInput.isDatabase(path) && PingsInput.isDatabase(link))
        }
        try withFile(Data()) { path in
            let pipe = path + ".pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            defer { try? FileManager.default.removeItem(atPath: pipe) }
            #expect(!PingsInput.isDatabase(pipe))
        }
        #expect(!PingsInput.isDatabase("/nonexistent/x"))
    }

    @Test func anErrorOfTheReaderEndsTheReading() throws {
        struct Enough: Error {}
        for text in ["a\nb\n", "a"] {
            try withFile(Data(text.utf8)) { path in
                var count = 0
                #expect(throws: Enough.self) {
                    try InputLines(path).forEachLine { _, _, _ in
                        count += 1
                        throw Enough()
                    }
                }
                #expect(count == 1)
            }
        }
    }

    @Test(arguments: [
        (Data("{\"é\":1}".utf8), true), (Data(), true), (Data([0x61, 0, 0x62]), false), (Data([0xc3]), false),
        (Data([0xff, 0xfe, 0x7b, 0]), false),
    ])
    func textIsUTF8WithoutNUL(_ bytes: Data, _ isText: Bool) {
        #expect(InputLines.isText(bytes) == isText)
    }
}
