// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import LaunchHubRecording

/// The file of a recording by itself: when it is renamed, tried again and synchronized.
struct RingFileTests {
    private static let second: Int64 = 1_000_000_000
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// One line of a number of bytes.
    private func text(_ bytes: Int, _ letter: String = "x") -> LineText {
        var text = LineText()
        text.begin("k", String(repeating: letter, count: bytes - "{\"k\":\"\"}\n".utf8.count))
        text.end()
        return text
    }

    /// Writes a line; returns whether it is in the file.
    private func writes(_ ring: RingFile, _ bytes: Int, _ letter: String = "x", at now: Int64 = 0)
        -> Bool
    {
        ring.write(text(bytes, letter), at: now) == nil
    }

    private func size(_ name: String) -> Int? { try? Data(contentsOf: folder.file(name)).count }

    @Test(arguments: [
        ("/a/evening.jsonl", "/a/evening.1.jsonl"), ("/a/evening", "/a/evening.1"),
        ("/a/evening.x.jsonl", "/a/evening.x.1.jsonl"), ("/a.b/evening", "/a.b/evening.1"),
    ])
    func theFileBeforeHasANumber(_ path: String, _ previous: String) {
        #expect(RingFile.pathOfPrevious(path) == previous)
    }

    /// A file has half of the limit of both.
    @Test func aFileThatHasHalfOfTheLimitIsFull() {
        let ring = RingFile(folder.file("s.jsonl"), limit: 2_000)
        #expect(ring.needsOpening && ring.problem == nil)
        #expect(writes(ring, 999))
        #expect(!ring.needsOpening)
        #expect(writes(ring, 100))
        #expect(ring.needsOpening)
        #expect(size("s.jsonl") == 1_099 && size("s.1.jsonl") == nil)
        #expect(writes(ring, 1_000, "y"))
        #expect(ring.needsOpening)
        #expect(size("s.jsonl") == 1_000 && size("s.1.jsonl") == 1_099)
        #expect(writes(ring, 20, "z"))
        #expect(!ring.needsOpening)
        #expect(size("s.jsonl") == 20 && size("s.1.jsonl") == 1_000)
        ring.close()
        #expect(ring.needsOpening)
    }

    /// A recording that begins twice leaves the lines of the first one beside it, and an empty file is nobody's.
    @Test func whatIsThereIsRenamedUnlessItIsEmpty() throws {
        let file = try folder.write("", to: "s.jsonl")
        try folder.write("older\n", to: "s.1.jsonl")
        for (content, previous) in [("", "older\n"), ("o", "o"), ("old\n", "old\n")] {
            try Data(content.utf8).write(to: file)
            let ring = RingFile(file, limit: 2_000)
            #expect(writes(ring, 20))
            ring.close()
            #expect(size("s.jsonl") == 20)
            #expect(try String(contentsOf: folder.file("s.1.jsonl"), encoding: .utf8) == previous)
        }
    }

    @Test func aFolderInItsPlaceIsAProblemAndStays() throws {
        let file = folder.file("s.jsonl")
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let ring = RingFile(file, limit: 2_000)
        let lost = ring.write(text(20), at: 0)
        #expect(lost?.lines == 1 && lost?.loss == .file)
        #expect(ring.problem == "\(file.path) cannot be opened: Is a directory")
        #expect(try folder.contents.count == 1)
    }

    /// A file that cannot be opened is tried again after a second.
    @Test func aFileThatCannotBeOpenedIsTriedAgain() throws {
        let file = folder.file("none/s.jsonl")
        let ring = RingFile(file, limit: 2_000)
        #expect(ring.write(text(20), at: 5)?.lines == 1)
        #expect(ring.problem == "\(file.path) cannot be opened: No such file or directory")
        #expect(ring.needsOpening && ring.tend(at: 5) == nil)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let lost = ring.write(text(20), at: Self.second + 4)
        #expect(lost?.lines == 1 && lost?.loss == .file)
        #expect(ring.problem != nil)
        // Lines that come meanwhile do not put it off.
        #expect(writes(ring, 20, at: Self.second + 5))
        #expect(ring.problem == nil && !ring.needsOpening)
        #expect(size("none/s.jsonl") == 20)
    }

    /// What was written is synchronized within a second, once.
    @Test func aFileIsSynchronizedOnceASecond() {
        let ring = RingFile(folder.file("s.jsonl"), limit: 2_000)
        #expect(ring.tend(at: 0) == nil)
        #expect(writes(ring, 20, at: 5))
        #expect(writes(ring, 20, at: 500))
        #expect(ring.tend(at: 5) == Self.second + 5)
        #expect(ring.tend(at: Self.second + 4) == Self.second + 5)
        #expect(ring.tend(at: Self.second + 5) == nil)
        #expect(ring.tend(at: 0) == nil)
        #expect(writes(ring, 20, at: 2 * Self.second))
        #expect(ring.tend(at: 2 * Self.second) == 3 * Self.second)
        ring.synchronize()
        #expect(ring.tend(at: 2 * Self.second) == nil)
        #expect(writes(ring, 20, at: 4 * Self.second))
        ring.close()
        #expect(ring.tend(at: 4 * Self.second) == nil)
    }

    @Test(arguments: [
        (1, 1), (0, 1), (-5, 1), (16, 16), (65_536, 65_536), (65_537, 65_536), (.max, 65_536),
    ])
    func theLimitIsAMegabyteToSixtyFourGigabytes(_ megabytes: Int, _ limit: Int) {
        guard
            case .file(_, let found) = RecordingDestination.file(folder.url, megabytes: megabytes).kind
        else {
            Issue.record("no file")
            return
        }
        #expect(found == limit << 20)
        guard case .file(_, let usual) = RecordingDestination.file(folder.url).kind else {
            Issue.record("no file")
            return
        }
        #expect(usual == 16 << 20)
    }
}
