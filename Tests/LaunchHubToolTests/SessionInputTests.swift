// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHubSession
import TestSupport
import Testing

@testable import LaunchHubTool

/// Which files are sessions, which are logs of calls, and which are none of both by their bytes.
struct SessionInputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let header = #"{"schema":"launch-hub-session","version":2}"#
    private static let call = #"{"t":0,"call":"play"}"#

    private func path(_ bytes: Data) throws -> String {
        let file = folder.file("input.jsonl")
        try bytes.write(to: file)
        return file.path
    }

    /// What both ways of reading say of a file: the number of steps, or the failure.
    private func found(_ bytes: Data) throws -> [String] {
        let path = try path(bytes)
        func outcome(_ read: () throws -> (steps: Int, isLog: Bool)) -> String {
            do {
                let (steps, isLog) = try read()
                return "\(steps) steps of a \(isLog ? "log" : "session")"
            } catch {
                return "\(error)".replacingOccurrences(of: path, with: "FILE")
            }
        }
        return [
            outcome {
                let content = try SessionInput.readContent(path) { _ in }
                return (content.session.steps.count, content.findings != nil)
            },
            outcome {
                let opened = try SessionInput.open(path, remark: { _ in })
                return (opened.source.outline.steps, opened.findings != nil)
            },
        ]
    }

    private func expect(_ bytes: Data, _ outcome: String, _ location: SourceLocation = #_sourceLocation) throws {
        #expect(try found(bytes) == [outcome, outcome], sourceLocation: location)
    }

    private func expect(_ lines: [String], _ outcome: String, _ location: SourceLocation = #_sourceLocation) throws {
        try expect(Data(lines.map { $0 + "\n" }.joined().utf8), outcome, location)
    }

    /// A log that does not begin with an instance gets one.
    @Test func theFirstLineThatIsNotBlankSaysWhatAFileIs() throws {
        try expect([Self.call, Self.call], "3 steps of a log")
        try expect(["", "  \t", Self.call], "2 steps of a log")
        try expect([Self.header, #"{"kind":"advance","t":1}"#], "1 steps of a session")
        try expect(["", " ", Self.header, #"{"kind":"advance","t":1}"#], "1 steps of a session")
        // A member of a later line does not make it a log.
        try expect(
            [Self.header, #"{"kind":"advance","t":1,"call":"play"}"#, #"{"kind":"advance","t":2,"call":1}"#],
            "2 steps of a session"
        )
    }

    @Test(arguments: [[0x80], [0xC3, 0x28], [0x7B, 0x7D, 0x00], [0xFF]] as [[UInt8]])
    func bytesThatAreNoTextAreNamedByTheirLine(_ bytes: [UInt8]) throws {
        let end = Data("\n".utf8)
        func failure(_ line: Int) -> String {
            "cannot read FILE: line \(line) is not UTF-8; save the file as UTF-8"
        }
        try expect(Data(bytes) + end, failure(1))
        try expect(end + Data(bytes), failure(2))
        for first in [Self.call, Self.header] {
            try expect(Data(first.utf8) + end + end + Data(bytes) + end, failure(3))
        }
    }

    @Test func textMayHaveAnyCharacterOfUTF8() throws {
        try expect([Self.call.replacingOccurrences(of: "play", with: "é\u{80}\u{10FFFF}")], "2 steps of a log")
        try expect([Self.header, #"{"kind":"advance","t":1,"x":"é"}"#], "1 steps of a session")
    }

    /// What is short is kept, and what is long is read again; both are the same.
    @Test(arguments: [4_095, 4_096, 4_097])
    func aSessionIsReadTwiceOrKeptAndTheSameEitherWay(_ count: Int) throws {
        let lines = (1...count).map { #"{"kind":"advance","t":\#($0)}"# + "\n" }
        let text = Self.header + "\n" + lines.joined() + #"{"kind":"end","t":\#(count),"steps":\#(count)}"# + "\n"
        var passed = 0
        let opened = try SessionInput.open(try path(Data(text.utf8)), remark: { Issue.record("\($0)") }) { _ in
            passed += 1
        }
        #expect(passed == count && opened.source.outline.steps == count && opened.source.outline.isComplete)
        for _ in 0..<2 {
            var steps = try opened.source.makeSteps()
            var number = 0
            while let read = try steps.next() {
                number += 1
                #expect(read.step.number == number && read.step.time == Int64(number) && read.line == number + 1)
            }
            #expect(number == count)
            #expect(try steps.next() == nil)
        }
    }
}
