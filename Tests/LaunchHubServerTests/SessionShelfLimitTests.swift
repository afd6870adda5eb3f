// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHubServer
import TestSupport
import Testing

/// The names, the numbers and the bytes of recorded sessions, at exactly their limits and one beside.
struct SessionShelfLimitTests {
    private func bytes(_ text: String) -> Data { Data(text.utf8) }

    // MARK: - Names

    @Test(arguments: [
        ("a", true), ("Z", true), ("0", true), ("9", true), ("-", true), ("az-AZ-09", true), ("", false), ("_", false),
        ("a.b", false), ("a/b", false), ("@", false), ("[", false), ("`", false), ("{", false), (":", false),
        ("é", false),
    ])
    func aNameHasLettersDigitsAndDashes(_ name: String, _ isName: Bool) {
        #expect(SessionShelf.isName(name) == isName)
    }

    @Test(arguments: [(1, true), (64, true), (65, false)])
    func aNameHasSixtyFourLettersAtMost(_ count: Int, _ isName: Bool) {
        #expect(SessionShelf.isName(String(repeating: "a", count: count)) == isName)
    }

    // MARK: - Lines

    /// The number of lines that a request says are there, and what becomes of its two lines behind three.
    @Test(
        arguments: [
            (0, .kept(3), "1\n2\n3\n"), (1, .kept(3), "1\n2\n3\n"), (2, .kept(4), "1\n2\n3\nb\n"),
            (3, .kept(5), "1\n2\n3\na\nb\n"), (4, .behind(3), "1\n2\n3\n"),
        ] as [(Int64, SessionShelf.Receipt, String)]
    )
    func whatIsThereIsLeftOut(_ line: Int64, _ receipt: SessionShelf.Receipt, _ text: String) throws {
        let folder = try TemporaryFolder()
        for shelf in [SessionShelf(), SessionShelf(folder: folder.url)] {
            #expect(try shelf.add(bytes("1\n2\n3\n"), at: 0, to: "s") == .kept(3))
            #expect(try shelf.add(bytes("a\nb\n"), at: line, to: "s") == receipt)
            #expect(shelf.lines(of: "s") == bytes(text))
            #expect(shelf.entries.map(\.lines) == [Int64(text.count { $0 == "\n" })])
            #expect(shelf.entries.map(\.bytes) == [text.utf8.count])
        }
    }

    @Test func whatIsRefusedChangesNothing() throws {
        let folder = try TemporaryFolder()
        let limits = SessionShelf.Limits(bytes: 4)
        for shelf in [SessionShelf(limits: limits), SessionShelf(folder: folder.url, limits: limits)] {
            #expect(try shelf.add(bytes("1\n2\n"), at: 0, to: "s") == .kept(2))
            let refusal = #expect(throws: ServerRefusal.self) { try shelf.add(bytes("3\n"), at: 2, to: "s") }
            #expect(refusal == ServerRefusal(507, "the session s has more than 4 bytes"))
            #expect(shelf.entries.map(\.lines) == [2] && shelf.lines(of: "s") == bytes("1\n2\n"))
            // What is there already needs no room.
            #expect(try shelf.add(bytes("2\n"), at: 1, to: "s") == .kept(2))
        }
    }

    @Test func aFileThatCannotBeWrittenIsNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "s.jsonl/inner")
        let shelf = SessionShelf(folder: folder.url)
        let refusal = #expect(throws: ServerRefusal.self) { try shelf.add(bytes("1\n"), at: 0, to: "s") }
        #expect(refusal?.status == 507)
        #expect(refusal?.description.contains("s.jsonl cannot be written: ") == true)
        #expect(shelf.entries.isEmpty && shelf.lines(of: "s") == nil)
    }

    // MARK: - Sessions

    @Test func theOldestSessionMakesRoom() throws {
        let shelf = SessionShelf(limits: .init(sessions: 2))
        for name in ["b", "a", "b", "c"] { _ = try shelf.add(bytes("\(name)\n"), at: 0, to: name) }
        #expect(shelf.entries.map(\.name) == ["a", "c"])
        #expect(shelf.lines(of: "b") == nil && shelf.lines(of: "a") == bytes("a\n"))
        // It begins anew where it comes back.
        #expect(try shelf.add(bytes("1\n"), at: 1, to: "b") == .behind(0))
        #expect(try shelf.add(bytes("1\n"), at: 0, to: "b") == .kept(1))
        #expect(shelf.entries.map(\.name) == ["c", "b"])
    }
}
