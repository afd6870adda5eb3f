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

    @discardableResult
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
        // What is left keeps its order within its line.
        for line in 0..<3 {
            let numbers = outcome.sent.compactMap { Int($0.prefix { $0 != ":" }) }.filter { $0 % 3 == line }
            #expect(numbers == numbers.sorted(), place)
        }
    }

    private static func flip(_ content: Data, in range: Range<Int>, _ random: inout SeededGenerator) -> (Data, Comment)
    {
        var changed = content
        let position = Int.random(in: range, using: &random)
        changed[position] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        return (changed, "byte \(position)")
    }

    @Test func aFlippedBitChangesNoHitAndItsLossIsTold() throws {
        let folder = try TemporaryFolder()
        try Self.fill(folder.file, closing: true)
        let content = try Data(contentsOf: folder.file)
        var random = SeededGenerator(seed: 1)
        for round in 0..<24 {
            let copy = folder.file("flipped \(round).sqlite")
            // The first page and the pages' heads hold what everything else hangs on.
            let page = 4_096 * (round % content.count / 4_096)
            let ranges = [0..<4_096, page..<(page + 12), 0..<content.count]
            let (changed, place) = Self.flip(content, in: ranges[round % 3], &random)
            try changed.write(to: copy)
            let outcome = Self.outcome(of: copy)
            Self.check(outcome, place)
            if Self.count - outcome.sent.count - outcome.dropped - outcome.setAside > 0 {
                #expect(outcome.isDamageTold || outcome.isStorageFailing, place)
                if outcome.isDamageTold, !outcome.isStorageFailing { #expect(outcome.lost > 0, place) }
            }
        }
    }

    /// SQLite takes what is behind a fault in the log of a killed process for a write that never ended.
    @Test func aFlippedBitInTheLogChangesNoHit() throws {
        let folder = try TemporaryFolder()
        let queue = try Self.fill(folder.file, closing: false)
        let content = try Data(contentsOf: folder.file)
        let log = try Data(contentsOf: URL(fileURLWithPath: folder.file.path + "-wal"))
        queue.close()
        var random = SeededGenerator(seed: 1)
        for round in 0..<12 {
            let copy = folder.file("flipped \(round).sqlite")
            let (changed, place) = Self.flip(log, in: 0..<(round % 4 == 0 ? 32 : log.count), &random)
            try content.write(to: copy)
            try changed.write(to: URL(fileURLWithPath: copy.path + "-wal"))
            Self.check(Self.outcome(of: copy), place)
        }
    }

    /// What is between two faults is found by the index.
    @Test(arguments: [[0], [-1], [1, 3], [0, 2, -1]])
    func whatCannotBeReadIsLostAloneAndCounted(_ places: [Int]) throws {
        let folder = try TemporaryFolder()
        try Self.fill(folder.file, closing: true)
        var content = try Data(contentsOf: folder.file)
        // The pages with hits, each with how many it has.
        let pages = stride(from: 4_096, to: content.count, by: 4_096).filter {
            content[$0] == 0x0D && content[$0 + 4] > 1
        }
        var count = 0
        for page in places.map({ pages[$0 < 0 ? pages.count + $0 : $0] }) {
            count += Int(content[page + 3]) << 8 | Int(content[page + 4])
            content.replaceSubrange(page..<(page + 4_096), with: Data(repeating: 0xFF, count: 4_096))
        }
        try content.write(to: folder.file)
        let outcome = Self.outcome(of: folder.file)
        #expect(count > places.count)
        #expect(outcome.lost == count)
        #expect(outcome.carriedOver == Self.count - count)
        #expect(outcome.sent.count == Self.count - count)
        Self.check(outcome, "pages \(places)")
    }

    @Test func aFaultInTheIndexCostsNoHit() throws {
        let folder = try TemporaryFolder()
        try Self.fill(folder.file, closing: true)
        let query = "SELECT rootpage FROM sqlite_master WHERE name = 'hit_in_stream'"
        let page = try #require(Int(try RawDatabase(folder.file).run(query).first ?? "")) - 1
        let file = try FileHandle(forUpdating: folder.file)
        try file.seek(toOffset: UInt64(page * 4_096))
        try file.write(contentsOf: Data(repeating: 0xFF, count: 4_096))
        try file.close()
        let outcome = Self.outcome(of: folder.file)
        #expect((outcome.carriedOver, outcome.lost, outcome.sent.count) == (Self.count, 0, Self.count))
    }

    @Test func aFileThatIsCutOffIsReadAsFarAsItGoes() throws {
        let folder = try TemporaryFolder()
        try Self.fill(folder.file, closing: true)
        let content = try Data(contentsOf: folder.file)
        try content.prefix(content.count / 8_192 * 4_096).write(to: folder.file)
        let outcome = Self.outcome(of: folder.file)
        #expect(outcome.carriedOver > 10)
        #expect(outcome.lost > 0)
        Self.check(outcome, "half of it")
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
        try Self.fill(folder.file, closing: true)
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
        try Self.fill(folder.file, closing: true)
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
