// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
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

    @Test func aDamagedFileIsSetAside() async throws {
        let folder = try TemporaryFolder()
        let garbage = Data(repeating: 0x5A, count: 9_000)
        try garbage.write(to: folder.history)
        let bench = HistoryBench(folder.history)
        try await bench.history.recordHistoricalEvent(["name": "a"])
        let aside = folder.history.path + ".damaged-1"
        #expect(try folder.damagedCopies.count == 1)
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

    @Test func whatCanBeReadOfADamagedFileIsCarriedOver() async throws {
        let folder = try await Self.filled()
        try Self.damage(folder)
        let bench = HistoryBench(folder.history)
        let found = Self.numbers(bench)
        #expect(found.count > 200 && found.count < 400)
        #expect(try folder.damagedCopies.count == 1)
    }

    /// The log is cut where a process was killed or the power failed.
    @Test func aCutAnywhereLeavesWhatWasBeforeIt() async throws {
        let folder = try TemporaryFolder()
        let bench = HistoryBench(folder.history)
        for number in 0..<40 { try await bench.history.recordHistoricalEvent(["name": .string("\(number)")]) }
        let log = try Data(contentsOf: folder.file("history.sqlite-wal"))
        let file = try Data(contentsOf: folder.history)
        var counts: Set<Int> = []
        let cuts = Array(stride(from: 0, through: log.count, by: log.count / 40)) + [log.count]
        for cut in cuts {
            let copy = try TemporaryFolder()
            try file.write(to: copy.history)
            try log.prefix(cut).write(to: copy.file("history.sqlite-wal"))
            let next = HistoryBench(copy.history)
            next.history.watch([], all: true)
            let found = (0..<40).filter { !next.times("\($0)").isEmpty }
            #expect(found == Array(0..<found.count), "cut at \(cut)")
            #expect(try copy.damagedCopies.isEmpty, "cut at \(cut)")
            counts.insert(found.count)
            next.history.close()
        }
        #expect(counts.contains(40))
        #expect(counts.count > 10)
        bench.history.close()
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
        #expect(bench.history.summary.failure != nil)

        try FileManager.default.removeItem(at: blocked)
        bench.settle()
        bench.clock.advance(by: .seconds(60))
        bench.settle()
        #expect(bench.history.summary.failure == nil)
        try await bench.history.flush()
        bench.history.close()
        let next = HistoryBench(file)
        next.history.watch([], all: true)
        #expect(next.times("a").count == 2)
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
        #expect(bench.history.summary.failure != nil)
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
