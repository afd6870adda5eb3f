// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchRules
import TestSupport
import Testing

struct HistoryPrivacyTests {
    private static func stored(_ folder: TemporaryFolder) throws -> [String] {
        try RawDatabase(folder.history).run("SELECT count(*) FROM record")
    }

    @Test func optingOutClearsMemoryAndFile() async throws {
        let folder = try TemporaryFolder()
        let bench = HistoryBench(folder.history)
        bench.record("a")
        try await bench.history.flush()
        bench.history.setPrivacyStatus(.optedOut)
        #expect(bench.times("a") == [])
        bench.record("a")
        #expect(bench.times("a") == [])
        await #expect(throws: LaunchRuleError.userOptedOut) {
            try await bench.history.recordHistoricalEvent(["name": "a"])
        }
        #expect(try await bench.history.getHistoricalEvents([HistoryBench.request("a")])[0].count == 0)
        try await bench.history.flush()
        #expect(try Self.stored(folder) == ["0"])
    }

    @Test func nothingOfARecordIsLeftInTheFile() async throws {
        let folder = try TemporaryFolder()
        let bench = HistoryBench(folder.history)
        for _ in 0..<300 { bench.record("a") }
        try await bench.history.flush()
        let key = withUnsafeBytes(of: HistoryBench.key("a").value.bigEndian) { Data($0) }
        func isThere() throws -> Bool {
            try folder.contents.contains { try Data(contentsOf: $0).range(of: key) != nil }
        }
        #expect(try isThere())
        bench.history.setPrivacyStatus(.optedOut)
        try await bench.history.flush()
        #expect(try !isThere())
    }

    @Test func aLaunchThatBeginsOptedOutClearsTheFile() async throws {
        let folder = try TemporaryFolder()
        let first = HistoryBench(folder.history)
        first.record("a")
        first.history.close()
        let bench = HistoryBench(folder.history, privacy: .optedOut)
        bench.history.watch([HistoryBench.key("a")], all: false)
        #expect(bench.times("a") == [])
        try await bench.history.flush()
        #expect(try Self.stored(folder) == ["0"])
        bench.history.setPrivacyStatus(.optedIn)
        bench.record("b")
        bench.history.close()
        let next = HistoryBench(folder.history)
        next.history.watch([], all: true)
        #expect(next.times("a") == [])
        #expect(next.times("b").count == 1)
    }

    @Test func theFileOfAUserWhoOptedOutIsNotMade() async throws {
        let folder = try TemporaryFolder()
        let bench = HistoryBench(folder.history, privacy: .optedOut)
        try await bench.history.flush()
        bench.history.close()
        #expect(try folder.contents.isEmpty)
    }

    @Test func whatIsUnderWayDoesNotComeBack() async throws {
        let folder = try TemporaryFolder()
        let first = HistoryBench(folder.history)
        first.record("old")
        first.history.close()

        // The file is being read, and a record waits to be written, when the user opts out and in again.
        let bench = HistoryBench(folder.history, isSuspended: true)
        let (history, error) = (bench.history, Locked<LaunchRuleError?>(nil))
        let recording = Task {
            do throws(LaunchRuleError) {
                try await history.recordHistoricalEvent(["name": "waiting"])
            } catch let reason {
                error.withLock { $0 = reason }
            }
        }
        while history.summary.count == 0 { await Task.yield() }
        bench.history.setPrivacyStatus(.optedOut)
        bench.history.setPrivacyStatus(.optedIn)
        bench.record("new")
        bench.queue.resume()
        await recording.value
        #expect(error.withLock { $0 } == LaunchRuleError.userOptedOut)
        try await bench.history.flush()
        for name in ["old", "waiting"] { #expect(bench.times(name) == []) }
        bench.history.close()
        let next = HistoryBench(folder.history)
        next.history.watch([], all: true)
        for name in ["old", "waiting"] { #expect(next.times(name) == []) }
        #expect(next.times("new").count == 1)
    }

    @Test func optingOutRemovesDamagedCopiesAndDamagedFiles() async throws {
        let folder = try TemporaryFolder()
        for status in [HubPrivacyStatus.unknown, .optedOut] {
            try Data(repeating: 0x5A, count: 9_000).write(to: folder.history)
            let bench = HistoryBench(folder.history, privacy: status)
            try await bench.history.flush()
            bench.history.watch([], all: true)
            #expect(try folder.damagedCopies.count == (status == .unknown ? 1 : 0))
            bench.history.close()
        }
        #expect(try folder.contents.isEmpty)
    }

    /// The process is killed after the choice and before the file was cleared, and the next launch begins opted in.
    @Test func aChoiceIsNotUndoneByAKill() async throws {
        let folder = try TemporaryFolder()
        let first = HistoryBench(folder.history)
        first.record("old")
        first.history.close()

        let killed = HistoryBench(folder.history)
        killed.history.watch([], all: true)
        killed.queue.suspend()
        killed.history.setPrivacyStatus(.optedOut)
        let asItIs = try TemporaryFolder()
        for file in try folder.contents {
            try FileManager.default.copyItem(at: file, to: asItIs.file(file.lastPathComponent))
        }
        killed.queue.resume()
        killed.settle()
        killed.history.close()

        let next = HistoryBench(asItIs.history, privacy: .optedIn)
        next.history.watch([], all: true)
        #expect(next.times("old") == [])
        next.record("new")
        try await next.history.flush()
        next.history.close()
        let last = HistoryBench(asItIs.history)
        last.history.watch([], all: true)
        #expect(last.times("old") == [])
        #expect(last.times("new").count == 1)
        #expect(!(try asItIs.contents.contains { $0.pathExtension == "erase" }))
    }
}
