// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchRules
import TestSupport
import Testing

/// Files that are not as they were written, and disks that refuse.
struct HistoryDamageTests {
    private static let start = HistoryBench.start
    private static let count: Int64 = 400

    /// A folder with a file of numbered records, which nobody has open.
    private static func filled() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let bench = HistoryBench(folder.history)
        for number in 0..<count { bench.record("\(number)", at: start + number) }
        bench.history.close()
        return folder
    }

    /// The numbers of the records that a launch finds; checks that each has its own time.
    private static func numbers(_ bench: HistoryBench) -> [Int64] {
        bench.history.watch([], all: true)
        var numbers: [Int64] = []
        for number in 0..<count {
            let times = bench.times("\(number)")
            #expect(times.isEmpty || times == [start + number])
            if !times.isEmpty { numbers.append(number) }
        }
        #expect(bench.history.summary.count == numbers.count)
        return numbers
    }

    /// What is found damaged at a launch may be open in another process, which does not know of it.
    @Test func whatAnotherProcessStoresWhileTheFileIsSetAsideIsKept() async throws {
        let folder = try await Self.filled()
        let other = HistoryFile(folder.history)
        #expect(try other.open().content.records.count == Int(Self.count))
        try Self.damage(folder)
        let file = HistoryFile(folder.history)
        let before = [HistoryRecord(key: 1, time: 1)]
        try other.write([.append(before)])
        let opened = try file.open()
        #expect(opened.damage != nil && opened.content.records.suffix(1) == before)
        let after = [HistoryRecord(key: 2, time: 2), HistoryRecord(key: 3, time: 3)]
        for record in after { try other.write([.append([record])]) }
        try file.write([.append([HistoryRecord(key: 4, time: 4)])])
        other.close()
        file.close()
        let records = try HistoryFile(folder.history).open().content.records
        #expect(records == opened.content.records + after + [HistoryRecord(key: 4, time: 4)])
    }

    @Test func aFolderThatAnotherProcessHoldsIsLeftToIt() async throws {
        let folder = try await Self.filled()
        let lock = FolderLock(folder.history.deletingLastPathComponent())
        let file = HistoryFile(folder.history, folderTimeout: 0)
        let error = #expect(throws: SQLiteError.self) { try file.open() }
        #expect(error?.code == .busy && error?.message == "another process holds the folder of the file")
        lock.release()
        #expect(try file.open().content.records.count == Int(Self.count))
    }

    @Test func garbageIsSetAside() async throws {
        let folder = try TemporaryFolder()
        let garbage = Data(repeating: 0x5A, count: 9_000)
        try garbage.write(to: folder.history)
        let bench = HistoryBench(folder.history)
        try await bench.history.recordHistoricalEvent(["name": "a"])
        let aside = folder.history.path + ".damaged-1"
        guard case .damaged(aside, _, lost: 0) = bench.notes.first, bench.notes.count == 1 else {
            Issue.record("\(bench.notes)")
            return
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == garbage)
    }

    /// Overwrites a page of records in place, as a disk does.
    private static func damage(_ folder: TemporaryFolder) throws {
        let bytes = try Data(contentsOf: folder.history)
        let leaves = stride(from: 4_096, to: bytes.count, by: 4_096).filter { bytes[$0] == 0x0D && bytes[$0 + 4] > 0 }
        let file = try FileHandle(forUpdating: folder.history)
        try file.seek(toOffset: UInt64(#require(leaves.dropFirst().first)))
        try file.write(contentsOf: Data(repeating: 0, count: 4_096))
        try file.close()
    }

    @Test func aPageThatIsLostCostsWhatIsOnIt() async throws {
        let folder = try await Self.filled()
        try Self.damage(folder)
        let bench = HistoryBench(folder.history)
        let found = Self.numbers(bench)
        #expect(found.count > 200 && found.count < 400)
        #expect(bench.notes.filter(\.isDamage).count == 1)
    }

    /// The process is killed after what can be read is in the new file, and before the old one is marked as read.
    @Test func aKillBeforeADamagedFileIsMarkedDoublesNothing() async throws {
        let folder = try await Self.filled()
        try Self.damage(folder)
        let bench = HistoryBench(folder.history)
        let found = Self.numbers(bench)
        bench.history.close()
        try FileManager.default.moveItem(
            at: folder.file("history.sqlite.damaged-1"),
            to: folder.file("history.sqlite.damaged-1-unread")
        )
        let next = HistoryBench(folder.history)
        #expect(Self.numbers(next) == found)
        #expect(try !folder.contents.contains { $0.path.hasSuffix("-unread") })
    }

    /// One bit after the other, spread over the whole file.
    @Test func oneFlippedBitNeverMakesARecord() async throws {
        let folder = try await Self.filled()
        let sound = try Data(contentsOf: folder.history)
        var random = SeededGenerator(seed: 7)
        let places = Array(0..<100) + (0..<160).map { _ in random.below(sound.count) }
        for place in places {
            let copy = try TemporaryFolder()
            var bytes = sound
            bytes[place] ^= 1 << UInt8(random.below(8))
            try bytes.write(to: copy.history)
            let bench = HistoryBench(copy.history)
            let found = Self.numbers(bench)
            if !bench.notes.contains(where: \.isFailure) {
                if bench.notes.isEmpty { #expect(found.count == Int(Self.count), "byte \(place)") }
                try await bench.history.recordHistoricalEvent(["name": "after"])
                bench.history.close()
                let next = HistoryBench(copy.history)
                next.history.watch([], all: true)
                #expect(next.times("after").count == 1, "byte \(place)")
                #expect(next.history.summary.count == found.count + 1, "byte \(place)")
                #expect(next.notes.isEmpty, "byte \(place)")
            }
            bench.history.close()
        }
    }

    /// The log is cut where a process was killed or the power failed.
    @Test func aCutAnywhereLeavesWhatWasBeforeIt() async throws {
        let folder = try TemporaryFolder()
        let bench = HistoryBench(folder.history)
        for number in 0..<40 { try await bench.history.recordHistoricalEvent(["name": .string("\(number)")]) }
        let log = try Data(contentsOf: folder.file("history.sqlite-wal"))
        let file = try Data(contentsOf: folder.history)
        var counts: Set<Int> = []
        let cuts = Array(stride(from: 0, through: log.count, by: log.count / 150)) + [log.count]
        for cut in cuts {
            let copy = try TemporaryFolder()
            try file.write(to: copy.history)
            try log.prefix(cut).write(to: copy.file("history.sqlite-wal"))
            let next = HistoryBench(copy.history)
            next.history.watch([], all: true)
            let found = (0..<40).filter { !next.times("\($0)").isEmpty }
            #expect(found == Array(0..<found.count), "cut at \(cut)")
            #expect(next.notes.isEmpty, "cut at \(cut)")
            counts.insert(found.count)
            next.history.close()
        }
        #expect(counts.contains(40))
        #expect(counts.count > 20)
        bench.history.close()
    }

    @Test func aFileThatIsRemovedWhileItIsOpenIsMadeAnew() async throws {
        let folder = try await Self.filled()
        let bench = HistoryBench(folder.history)
        bench.history.watch([], all: true)
        for file in try folder.contents { try FileManager.default.removeItem(at: file) }
        try await bench.history.recordHistoricalEvent(["name": "after"])
        #expect(bench.notes.filter(\.isDamage).count == 1)
        bench.history.close()
        let next = HistoryBench(folder.history)
        next.history.watch([], all: true)
        #expect(next.times("after").count == 1)
        #expect(next.history.summary.count == Int(Self.count) + 1)
    }

    @Test func aFileThatIsDamagedWhileItIsOpenIsWrittenAnewFromMemory() async throws {
        let folder = try await Self.filled()
        let bench = HistoryBench(folder.history)
        bench.history.watch([], all: true)
        try RawDatabase(folder.history).run("DROP TABLE record")
        try await bench.history.recordHistoricalEvent(["name": "after"])
        #expect(bench.notes.filter(\.isDamage).count == 1)
        bench.history.close()
        let next = HistoryBench(folder.history)
        next.history.watch([], all: true)
        #expect(next.history.summary.count == Int(Self.count) + 1)
        #expect(next.notes.isEmpty)
    }

    @Test func aFolderThatCannotBeMadeIsTriedAgain() async throws {
        let folder = try TemporaryFolder()
        let blocked = try folder.write("in the way", to: "inner")
        let file = blocked.appending(path: "history.sqlite")
        let bench = HistoryBench(file)
        bench.history.watch([], all: true)
        bench.settle()
        bench.record("a")
        await #expect {
            try await bench.history.recordHistoricalEvent(["name": "a"])
        } throws: { error in
            (error as? LaunchRuleError)?.code == .storageFailed
        }
        #expect(bench.times("a").count == 2)
        #expect(bench.notes.count == 1 && bench.notes.allSatisfy(\.isFailure))
        #expect(bench.history.summary.failure != nil)

        try FileManager.default.removeItem(at: blocked)
        bench.settle()
        bench.clock.advance(by: .seconds(60))
        bench.settle()
        #expect(bench.notes.last == .storageRecovered)
        #expect(bench.history.summary.failure == nil)
        try await bench.history.flush()
        bench.history.close()
        let next = HistoryBench(file)
        next.history.watch([], all: true)
        #expect(next.times("a").count == 2)
    }

    @Test func aFileThatNobodyCanReadYetIsReadLater() async throws {
        let folder = try await Self.filled()
        let hidden = folder.file("hidden")
        try FileManager.default.moveItem(at: folder.history, to: hidden)
        try FileManager.default.createDirectory(at: folder.history, withIntermediateDirectories: false)
        let bench = HistoryBench(folder.history)
        bench.history.watch([], all: true)
        #expect(bench.history.summary.count == 0)
        bench.record("after")
        try FileManager.default.removeItem(at: folder.history)
        try FileManager.default.moveItem(at: hidden, to: folder.history)
        bench.settle()
        bench.clock.advance(by: .seconds(60))
        bench.settle()
        #expect(bench.history.summary.count == Int(Self.count) + 1)
        bench.history.close()
        let next = HistoryBench(folder.history)
        next.history.watch([], all: true)
        #expect(next.history.summary.count == Int(Self.count) + 1)
    }

    @Test func aFileOfALaterVersionIsLeftAlone() async throws {
        let folder = try await Self.filled()
        try RawDatabase(folder.history).run("PRAGMA user_version = 2")
        try RawDatabase(folder.history).run("PRAGMA application_id = \(0x4C48_4502)")
        let bench = HistoryBench(folder.history)
        bench.history.watch([], all: true)
        bench.record("a")
        #expect(bench.times("a").count == 1)
        bench.settle()
        #expect(bench.notes.count == 1 && bench.notes.allSatisfy(\.isFailure))
        #expect(try RawDatabase(folder.history).run("SELECT count(*) FROM record") == ["\(Self.count)"])
        // What the user wants holds for it too.
        bench.history.setPrivacyStatus(.optedOut)
        try await bench.history.flush()
        #expect(!FileManager.default.fileExists(atPath: folder.history.path))
    }

    @Test func theDatabaseOfAnotherProgramIsLeftAlone() async throws {
        let folder = try TemporaryFolder()
        try RawDatabase(folder.history).run("CREATE TABLE other (a)")
        let before = try Data(contentsOf: folder.history)
        let bench = HistoryBench(folder.history)
        bench.history.watch([], all: true)
        bench.record("a")
        bench.history.setPrivacyStatus(.optedOut)
        bench.settle()
        #expect(try Data(contentsOf: folder.history) == before)
    }
}
