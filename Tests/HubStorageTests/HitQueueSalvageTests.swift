// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing
import HubStorage

/// What is carried over out of a damaged file: what can be read goes on, and nothing is lost without a word.
struct HitQueueSalvageTests {
    private static let count = 120

    /// What a queue with these hits says and sends after its file was changed.
    private struct Outcome {
        var sent: [String] = []
        var isDamageTold = false
        var carriedOver = 0
        var lost = 0
        var isStorageFailing = false
        var dropped = 0
        var setAside = 0
    }

    private static func payload(_ number: Int) -> String {
        "\(number):" + String(repeating: "payload \(number % 10) ", count: 8 + number % 40)
    }

    private static func fill(_ file: URL, closing: Bool) throws -> HitQueue {
        let rig = TestRig(.file(file), privacy: .unknown)
        for start in stride(from: 0, to: count, by: 10) {
            try rig.queue.enqueue(
                contentsOf: (start..<(start + 10)).map {
                    HitQueue.Draft(payload: Data(payload($0).utf8), stream: "line \($0 % 3)")
                }
            )
        }
        if closing { rig.queue.close() }
        return rig.queue
    }

    private static func outcome(of file: URL) -> Outcome {
        let rig = TestRig(.file(file))
        rig.settle(4 * count)
        var outcome = Outcome(sent: rig.sent)
        for event in rig.events {
            switch event {
            case .damaged(_, _, let carriedOver, let lost):
                outcome.isDamageTold = true
                outcome.carriedOver += carriedOver
                outcome.lost += lost
            case .storageFailed: outcome.isStorageFailing = true
            case .dropped(let count, _, _): outcome.dropped += count
            case .setAside: outcome.setAside += 1
            case .storageRecovered, .continuesInMemory: break
            }
        }
        rig.queue.close()
        return outcome
    }

    private static func check(_ outcome: Outcome, _ place: Comment) {
        let expected = Set((0..<count).map(payload))
        let sent = Set(outcome.sent)
        #expect(sent.count == outcome.sent.count, place)
        #expect(sent.isSubset(of: expected), place)
        let missing = count - sent.count - outcome.dropped - outcome.setAside
        if missing > 0 {
            #expect(outcome.isDamageTold || outcome.isStorageFailing, place)
            if outcome.isDamageTold, !outcome.isStorageFailing { #expect(outcome.lost > 0, place) }
        }
        // What is left keeps its order within its line.
        for line in 0..<3 {
            let numbers = outcome.sent.compactMap { Int($0.prefix { $0 != ":" }) }.filter { $0 % 3 == line }
            #expect(numbers == numbers.sorted(), place)
        }
    }

    /// Copies of a file with one bit flipped each, and of the log beside it for the copy of a process that was killed.
    @Test(arguments: [false, true]) func aFlippedBitChangesNoHitAndItsLossIsTold(isInLog: Bool) throws {
        let folder = try TemporaryFolder()
        let queue = try Self.fill(folder.file, closing: !isInLog)
        let content = try Data(contentsOf: folder.file)
        let log = isInLog ? try Data(contentsOf: URL(fileURLWithPath: folder.file.path + "-wal")) : Data()
        queue.close()
        var random = SeededGenerator(seed: 1)
        for round in 0..<24 {
            let copy = folder.file("flipped \(round).sqlite")
            var changed = isInLog ? log : content
            // The first page and the pages' heads hold what everything else hangs on. A fault in the last transaction of a
            // log cannot be told from a write that never ended.
            let range =
                if isInLog {
                    0..<(round % 4 == 0 ? 32 : changed.count - 12 * 4_120)
                } else {
                    round % 3 == 0 ? 0..<4_096 : 0..<changed.count
                }
            var position = Int.random(in: range, using: &random)
            if !isInLog, round % 3 == 1 { position = position / 4_096 * 4_096 + position % 12 }
            changed[position] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            try (isInLog ? content : changed).write(to: copy)
            if isInLog { try changed.write(to: URL(fileURLWithPath: copy.path + "-wal")) }
            Self.check(Self.outcome(of: copy), "byte \(position) of \(isInLog ? "the log" : "the file")")
        }
    }

    @Test func whatCannotBeReadIsLostAloneAndCounted() throws {
        let folder = try TemporaryFolder()
        _ = try Self.fill(folder.file, closing: true)
        var content = try Data(contentsOf: folder.file)
        // The last page with hits, and how many it has.
        let page = try #require(stride(from: 0, to: content.count, by: 4_096).filter { content[$0] == 0x0D }.last)
        let count = Int(content[page + 3]) << 8 | Int(content[page + 4])
        content.replaceSubrange(page..<(page + 4_096), with: Data(repeating: 0xFF, count: 4_096))
        try content.write(to: folder.file)
        let outcome = Self.outcome(of: folder.file)
        #expect(count > 1)
        #expect(outcome.lost == count)
        #expect(outcome.carriedOver == Self.count - count)
        #expect(outcome.sent.count == Self.count - count)
    }

    @Test func hitsThatWereSetAsideAndWillsOfDeadProcessesAreCarriedOver() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, configuration: .hasty) { _ in
            .retry(after: nil)
        }
        try rig.add("aside")
        rig.queue.setPrivacyStatus(.unknown)
        try rig.add("waits", stream: "b")
        rig.queue.close()
        let raw = try RawDatabase(folder.file)
        try raw.run("INSERT INTO will VALUES ('gone', 'view', 0, 1073741824, 1, 1, 'c', x'6f70656e', NULL)")
        // One whose checksum does not match is lost, and counted.
        try raw.run("INSERT INTO will VALUES ('gone', 'other', 1, 1073741824, 1, 1, 'c', x'6c6f7374', 7)")
        // A version that stands in one of its two places alone is a damage.
        try raw.run("PRAGMA user_version = 6")

        let next = TestRig(folder.location)
        next.settle()
        #expect(Set(next.sent) == ["waits", "open"])
        let losses = next.events.compactMap { event in
            if case .damaged(_, _, _, let lost) = event { lost } else { nil }
        }
        #expect(losses == [1])
        #expect(next.queue.setAsideHits().map(\.hit.payload) == [Data("aside".utf8)])
    }

    #if os(Linux)
        /// A process is known by its number and by when it started: another one may have its number now.
        @Test(arguments: [(1, true), (0, false)])
        func theWillOfAProcessWhoseNumberAnotherOneHasIsCarriedOut(_ started: Int, _ isCarriedOut: Bool) throws {
            let folder = try TemporaryFolder()
            TestRig(folder.location).queue.close()
            let raw = try RawDatabase(folder.file)
            let process = "\(getpid()), \(started)"
            try raw.run("INSERT INTO will VALUES ('gone', 'view', 0, \(process), 1, 'c', x'6f70656e', NULL)")
            let next = TestRig(folder.location)
            next.settle()
            #expect(next.sent == (isCarriedOut ? ["open"] : []))
        }
    #endif

    @Test func aProcessThatEndsWhileItCarriesOverLeavesTheRestToTheNext() throws {
        let folder = try TemporaryFolder()
        _ = try Self.fill(folder.file, closing: true)
        // As it is between the move and the first write of the new file.
        try FileManager.default.moveItem(atPath: folder.file.path, toPath: folder.file.path + ".damaged-4-unread")
        let outcome = Self.outcome(of: folder.file)
        #expect(outcome.carriedOver == Self.count)
        #expect(outcome.sent.count == Self.count)
        #expect(FileManager.default.fileExists(atPath: folder.file.path + ".damaged-4"))
        #expect(Self.outcome(of: folder.file).sent.isEmpty)
    }

    @Test func onlyTheLastCopiesAreKept() throws {
        let folder = try TemporaryFolder()
        for number in 1...5 {
            try Data(repeating: UInt8(number), count: 5_000).write(to: folder.file)
            let rig = TestRig(folder.location)
            try rig.add("\(number)")
            #expect(rig.sent == ["\(number)"])
            rig.queue.close()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.filter { $0.contains("damaged") }.sorted().map { $0.suffix(2) } == ["-3", "-4", "-5"])
    }

    @Test func aFileThatClaimsALaterVersionInOnePlaceOnlyIsDamaged() throws {
        let folder = try TemporaryFolder()
        _ = try Self.fill(folder.file, closing: true)
        try RawDatabase(folder.file).run("PRAGMA user_version = 6")
        let outcome = Self.outcome(of: folder.file)
        #expect(outcome.sent.count == Self.count)
        #expect(outcome.isDamageTold)
    }

    @Test func aDatabaseThatSaysItIsAnotherProgramsIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let raw = try RawDatabase(folder.file)
        try raw.run("CREATE TABLE hit (row INTEGER PRIMARY KEY)")
        try raw.run("PRAGMA application_id = 1234")
        let rig = TestRig(folder.location, privacy: .unknown)
        try rig.add("1")
        #expect(rig.queue.summary().inMemoryCount == 1)
        #expect(try raw.run("SELECT name FROM sqlite_master") == ["hit"])
    }
}
