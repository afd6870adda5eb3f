// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import Testing
import HubStorage

struct HitQueueStorageFailureTests {
    private static let second = HitQueue.Configuration(busyTimeout: .zero, storageRetryInterval: .seconds(1))

    private static func failures(_ events: [HitQueueEvent]) -> [SQLiteResultCode] {
        events.compactMap { event in
            if case .storageFailed(let error) = event { error.code.primary } else { nil }
        }
    }

    private static func recoveries(_ events: [HitQueueEvent]) -> [Int] {
        events.compactMap { event in
            if case .storageRecovered(let written) = event { written } else { nil }
        }
    }

    @Test(arguments: ["/dev/null/hits.sqlite", "/proc/hits.sqlite", "/"])
    func aPlaceThatCannotBeOpenedIsToldOnceAndHitsWaitInMemory(path: String) throws {
        let rig = TestRig(.file(URL(fileURLWithPath: path)), configuration: Self.second)
        let admissions = try rig.add("1", "2", "3")
        #expect(admissions == admissions.compactMap(\.id).map { .heldInMemory(id: $0) })
        for _ in 0..<10 { rig.advance(by: .seconds(1)) }
        #expect(Self.failures(rig.events) == [.cannotOpen])
        #expect(rig.events.count == 1)
        #expect(rig.sent.isEmpty)
        let summary = rig.queue.summary()
        #expect(summary.count == 3 && summary.inMemoryCount == 3 && !summary.isStorageWorking)
        #expect(summary.oldestAge == .seconds(10))
    }

    @Test func hitsInMemoryAreWrittenInOrderOnceTheStorageWorks() throws {
        let folder = try TemporaryFolder()
        let place = folder.url.appendingPathComponent("not yet a folder")
        try Data().write(to: place)
        let rig = TestRig(.file(place.appendingPathComponent("hits.sqlite")), configuration: Self.second)
        let first = try rig.add("1", "2")
        try FileManager.default.removeItem(at: place)
        try rig.add("3")
        #expect(rig.sent.isEmpty)
        rig.advance(by: .seconds(1))
        try rig.add("4")
        #expect(rig.sent == ["1", "2", "3", "4"])
        #expect(rig.processor.calls.prefix(2).map(\.id) == first.compactMap(\.id))
        #expect(Self.failures(rig.events).count == 1)
        #expect(Self.recoveries(rig.events) == [3])
        #expect(rig.queue.summary() == HitQueue.Summary())
    }

    @Test func aFileThatStaysLockedIsToldOnce() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, configuration: Self.second, privacy: .unknown)
        try rig.add("before")
        let other = try RawDatabase(folder.file)
        try other.run("BEGIN IMMEDIATE")
        try rig.add("during")
        for _ in 0..<5 { rig.advance(by: .seconds(1)) }
        rig.queue.removeSetAsideHits()
        #expect(Self.failures(rig.events) == [.busy])
        try other.run("ROLLBACK")
        rig.advance(by: .seconds(1))
        #expect(rig.events.count == 2)
        #expect(Self.recoveries(rig.events) == [1])
    }

    /// What is left with a queue while its file is locked, and what the next queue of that file sends.
    private static func sentAfterAnOutage(_ during: (HitQueue) throws -> Void) throws -> [String] {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, configuration: second, privacy: .unknown)
        try rig.queue.enqueue(
            contentsOf: [draft("begin")],
            leaving: [.init(key: "view", drafts: [draft("end at 10 s")])]
        )
        let other = try RawDatabase(folder.file)
        try other.run("BEGIN IMMEDIATE")
        try during(rig.queue)
        rig.advance(by: .seconds(1))
        try other.run("ROLLBACK")
        rig.advance(by: .seconds(1))
        rig.queue.close()
        return TestRig(folder.location).sent
    }

    private static func draft(_ text: String) -> HitQueue.Draft {
        HitQueue.Draft(payload: Data(text.utf8), stream: "a")
    }

    @Test func whatIsTakenBackDuringAnOutageIsNotQueuedAfterIt() throws {
        let sent = try Self.sentAfterAnOutage { queue in
            try queue.enqueue(contentsOf: [Self.draft("end")], leaving: [.init(key: "view", drafts: [])])
        }
        #expect(sent == ["begin", "end"])
    }

    @Test func whatIsLeftDuringAnOutageIsQueuedAfterIt() throws {
        let sent = try Self.sentAfterAnOutage { queue in
            for second in [20, 30] {
                let will = HitQueue.Will(key: "view", drafts: [Self.draft("end at \(second) s")])
                try queue.enqueue(contentsOf: [], leaving: [will])
            }
        }
        #expect(sent == ["begin", "end at 30 s"])
    }

    @Test func aLockedFileCostsNothingButTime() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, configuration: Self.second) { _ in nil }
        try rig.add("1", "2")
        let other = try RawDatabase(folder.file)
        try other.run("BEGIN IMMEDIATE")
        rig.processor.answer(0, .sent)
        try rig.add("3")
        #expect(rig.queue.summary().inMemoryCount == 1)
        rig.processor.answerAll { _ in .sent }
        rig.processor.answer(1, .sent)
        rig.advance(by: .seconds(1))
        #expect(rig.queue.summary().count == 3)
        try other.run("ROLLBACK")
        rig.advance(by: .seconds(1))
        // What was sent while it could not be written is not sent again.
        #expect(rig.sent == ["1", "2", "3"])
        #expect(rig.queue.summary() == HitQueue.Summary())
    }

    @Test func memoryIsBoundedAndWhatIsDroppedIsTold() throws {
        let limits = HitQueueLimits(memoryCount: 3, memoryBytes: 1_000)
        let rig = TestRig(
            .file(URL(fileURLWithPath: "/dev/null/hits.sqlite")),
            configuration: HitQueue.Configuration(limits: limits)
        )
        try rig.add("1", "2", "3", "4", "5")
        #expect(rig.dropped(.memory) == 2)
        try rig.queue.enqueue(HitQueue.Draft(payload: Data(count: 999), stream: "b"))
        #expect(rig.dropped(.memory) == 4)
        #expect(rig.queue.summary().streams == ["a": .init(count: 1, bytes: 1), "b": .init(count: 1, bytes: 999)])
    }

    @Test func aFullDiskIsToldOnceAndHitsGoOnOnceThereIsRoom() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(
            folder.location,
            configuration: HitQueue.Configuration(storageRetryInterval: .seconds(1), maximumFileBytes: 64 << 10),
            privacy: .unknown
        )
        let drafts = (0..<200).map { HitQueue.Draft(payload: Data("\($0) ".utf8) + Data(count: 1_000), stream: "a") }
        let admissions = try drafts.map { try rig.queue.enqueue($0) }
        let stored = admissions.count { if case .stored = $0 { true } else { false } }
        #expect((10..<64).contains(stored))
        // From the first that found no room on all wait in memory, so that none overtakes another.
        #expect(admissions.dropFirst(stored).allSatisfy { if case .heldInMemory = $0 { true } else { false } })
        rig.advance(by: .seconds(1))
        #expect(Self.failures(rig.events) == [.full])
        #expect(rig.events.count == 1)

        rig.queue.setPrivacyStatus(.optedIn)
        for _ in 0..<100 where rig.queue.summary().count > 0 { rig.advance(by: .seconds(1)) }
        #expect(rig.processor.calls.map(\.payload) == drafts.map(\.payload))
        #expect(Self.failures(rig.events) == [.full])
        #expect(Self.recoveries(rig.events) == [200 - stored])
    }

    @Test func errorsSayWhatAndWhere() {
        let error = SQLiteError(code: SQLiteResultCode(rawValue: 13 | 1 << 8), message: "no room", path: "/x")
        #expect(error.code.primary == .full)
        #expect(error.code != .full)
        #expect(error.description == "SQLite full (269) in /x: no room")
        #expect(SQLiteResultCode(rawValue: 77).description == "77")
        #expect(HitQueueError.closed.description.contains("make a new one"))
        #expect(HitQueueError.payloadTooLarge(bytes: 2, limit: 1).description.contains("at most 1 bytes"))
    }

    /// A process that was suspended while it had the folder's lock would otherwise keep every caller.
    @Test func hitsWaitInMemoryWhileAnotherProcessHoldsTheFolder() throws {
        let folder = try TemporaryFolder()
        let other = FolderLock(folder.url)
        let rig = TestRig(folder.location, privacy: .unknown)
        guard case .heldInMemory = try rig.add("1")[0] else {
            Issue.record("the folder is used without its lock")
            return
        }
        other.release()
        rig.advance(by: .seconds(1))
        rig.settle()
        #expect(rig.queue.summary().inMemoryCount == 0)
        #expect(try RawDatabase(folder.file).run("SELECT count(*) FROM hit") == ["1"])
    }
}
