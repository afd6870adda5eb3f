// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing
import HubStorage

/// Flips bits in the files of a queue: what can be read goes on, and nothing goes without a word.
struct HitSalvageTests {
    private static let count = 300

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
        // One bit is on one page, and a page of ours has some ten hits.
        if !outcome.isStorageFailing { #expect(missing <= 25, place) }
        // What is left keeps its order within its line.
        for line in 0..<3 {
            let numbers = outcome.sent.compactMap { Int($0.prefix { $0 != ":" }) }.filter { $0 % 3 == line }
            #expect(numbers == numbers.sorted(), place)
        }
    }

    @Test(arguments: 0..<4) func aFlippedBitCostsAtMostItsPageAndIsTold(part: Int) throws {
        let folder = try TemporaryFolder()
        _ = try Self.fill(folder.file, closing: true)
        let content = try Data(contentsOf: folder.file)
        var random = SeededGenerator(seed: UInt64(part))
        for round in 0..<60 {
            let copy = folder.file("flipped \(part) \(round).sqlite")
            var changed = content
            // The first page and the pages' heads hold what everything else hangs on.
            let position =
                switch round % 3 {
                case 0: Int.random(in: 0..<content.count, using: &random)
                case 1:
                    Int.random(in: 0..<(content.count / 4_096), using: &random) * 4_096
                        + Int.random(in: 0..<12, using: &random)
                default: Int.random(in: 0..<4_096, using: &random)
                }
            let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            changed[position] ^= bit
            try changed.write(to: copy)
            Self.check(Self.outcome(of: copy), "byte \(position), bit \(bit)")
        }
    }

    #if os(Linux)
        @Test(arguments: 0..<2) func aFlippedBitInTheLogOfAProcessThatWasKilledIsToldToo(part: Int) throws {
            let folder = try TemporaryFolder()
            let queue = try Self.fill(folder.file, closing: false)
            let content = try Data(contentsOf: folder.file)
            let log = try Data(contentsOf: URL(fileURLWithPath: folder.file.path + "-wal"))
            queue.close()
            var random = SeededGenerator(seed: UInt64(100 + part))
            // A fault in the last transaction cannot be told from a write that never ended.
            let frames = (log.count - 32) / 4_120
            for round in 0..<40 {
                let copy = folder.file("log \(part) \(round).sqlite")
                try content.write(to: copy)
                var changed = log
                let position = Int.random(in: 0..<(round % 4 == 0 ? 32 : (frames - 12) * 4_120), using: &random)
                let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
                changed[position] ^= bit
                try changed.write(to: URL(fileURLWithPath: copy.path + "-wal"))
                Self.check(Self.outcome(of: copy), "log byte \(position), bit \(bit)")
            }
        }
    #endif

    /// The head names 4,096 bytes a page; another size, or another number of pages beside it, hides no hit.
    @Test(arguments: [(16, 0x02), (16, 0x20), (17, 0x01), (29, 0x01), (30, 0x01), (31, 0x00)] as [(Int, UInt8)])
    func aFaultInTheSizeOfPagesLosesNoHit(place: Int, value: UInt8) throws {
        let folder = try TemporaryFolder()
        let queue = try Self.fill(folder.file, closing: false)
        func salvage(_ name: String, withLog: Bool) throws -> HitSalvage {
            let copy = folder.file(name)
            var content = try Data(contentsOf: folder.file)
            content[place] = value
            try content.write(to: copy)
            if withLog {
                let log = try Data(contentsOf: URL(fileURLWithPath: folder.file.path + "-wal"))
                try log.write(to: URL(fileURLWithPath: copy.path + "-wal"))
            }
            return HitSalvage(copy.path)
        }
        let killed = try salvage("killed.sqlite", withLog: true)
        #expect(killed.hits.count == Self.count)
        #expect(killed.lost == 0)
        queue.close()
        let closed = try salvage("closed.sqlite", withLog: false)
        #expect(closed.hits.count == Self.count)
        #expect(closed.lost == 0)
    }

    #if os(Linux)
        @Test func aFaultInTheSizeOfPagesOfALogLosesNoHit() throws {
            let folder = try TemporaryFolder()
            let queue = try Self.fill(folder.file, closing: false)
            let copy = folder.file("killed.sqlite")
            try Data(contentsOf: folder.file).write(to: copy)
            var log = try Data(contentsOf: URL(fileURLWithPath: folder.file.path + "-wal"))
            log[10] = 0x20
            try log.write(to: URL(fileURLWithPath: copy.path + "-wal"))
            queue.close()
            #expect(HitSalvage(copy.path).hits.count == Self.count)
        }
    #endif

    @Test func whatAPageHoldsIsLostAloneAndCounted() throws {
        let folder = try TemporaryFolder()
        _ = try Self.fill(folder.file, closing: true)
        var content = try Data(contentsOf: folder.file)
        let page = try #require(stride(from: 0, to: content.count, by: 4_096).filter { content[$0] == 0x0D }.last)
        let cells = Int(content[page + 3]) << 8 | Int(content[page + 4])
        content.replaceSubrange(page..<(page + 4_096), with: Data(repeating: 0xFF, count: 4_096))
        try content.write(to: folder.file)
        let outcome = Self.outcome(of: folder.file)
        #expect(cells > 1)
        #expect(outcome.lost == cells)
        #expect(outcome.carriedOver == Self.count - cells)
        #expect(outcome.sent.count == Self.count - cells)
    }

    @Test func whatWasSentIsNotFoundAgainInPagesThatAreFree() throws {
        let folder = try TemporaryFolder()
        _ = try Self.fill(folder.file, closing: true)
        let full = try Data(contentsOf: folder.file)
        let left = 30
        let rig = TestRig(.file(folder.file)) { hit in
            let number = Int(String(decoding: hit.payload.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
            return number.map { $0 < Self.count - left } == true ? .sent : nil
        }
        rig.settle(4 * Self.count)
        rig.queue.close()
        // Whether SQLite leaves what it removes where it was depends on how it was built: here it does. The head of the file
        // names a page that lists the other free ones.
        var content = try Data(contentsOf: folder.file)
        func number(at place: Int) -> Int { content[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        let list = (number(at: 32) - 1) * 4_096
        let free = (0..<number(at: list + 4)).map { (number(at: list + 8 + 4 * $0) - 1) * 4_096 }
        #expect(free.count > 4)
        for page in free where page + 4_096 <= full.count {
            content.replaceSubrange(page..<page + 4_096, with: full[page..<page + 4_096])
        }
        try content.write(to: folder.file)
        let salvage = HitSalvage(folder.file.path)
        #expect(salvage.hits.count == left)
        #expect(salvage.lost == 0)
    }

    @Test func hitsThatWereSetAsideAndWillsOfDeadProcessesAreCarriedOver() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, configuration: HitQueue.Configuration(maximumAttempts: 1)) { _ in
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
        try raw.run("PRAGMA wal_checkpoint(TRUNCATE)")
        var content = try Data(contentsOf: folder.file)
        content.replaceSubrange(0..<16, with: Data(repeating: 0, count: 16))
        try content.write(to: folder.file)

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

    @Test func checksumsTellFieldsApart() {
        let sums = [("ab", "c", ""), ("a", "bc", ""), ("a", "b", "c"), ("a", "b", "c\0"), ("a", "b", "")].map {
            HitChecksum(id: $0.0, stream: $0.1, created: 1, payload: Data($0.2.utf8)).column
        }
        #expect(Set(sums).count == sums.count)
    }

    /// A hit of 20,000 bytes stands on five pages that name each other.
    @Test func hitsThatStandOnSeveralPagesAreFoundAsAWhole() throws {
        let folder = try TemporaryFolder()
        let payloads = (0..<12).map { Data(String(repeating: "\($0) ", count: 10_000 - $0).utf8) }
        let rig = TestRig(.file(folder.file), privacy: .unknown)
        try rig.queue.enqueue(contentsOf: payloads.map { HitQueue.Draft(payload: $0, stream: "s") })
        func salvage(_ name: String, withLog: Bool) throws -> HitSalvage {
            let copy = folder.file(name)
            try Data(contentsOf: folder.file).write(to: copy)
            if withLog {
                let log = try Data(contentsOf: URL(fileURLWithPath: folder.file.path + "-wal"))
                try log.write(to: URL(fileURLWithPath: copy.path + "-wal"))
            }
            return HitSalvage(copy.path)
        }
        let killed = try salvage("killed.sqlite", withLog: true)
        #expect(Set(killed.hits.values.map(\.payload)) == Set(payloads))
        #expect(killed.lost == 0)
        rig.queue.close()
        let closed = try salvage("closed.sqlite", withLog: false)
        #expect(Set(closed.hits.values.map(\.payload)) == Set(payloads))
        #expect(closed.lost == 0)
    }
}
