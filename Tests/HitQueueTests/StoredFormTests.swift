// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

@testable import HubStorage

/// What is written on the disk, which the next version of an app must find as this one wrote it.
@Suite struct StoredFormTests {
    @Test(
        arguments: [
            ("", "", 0, "", -802_731_102_916_964_231),
            ("q-1", "a collector", 1_700_000_000_000_000, "12345678", -138_371_630_762_880_905),
            ("q-12345", "stream", -1, "0123456789abcdef-rest", 4_522_909_449_334_064_450),
        ] as [(String, String, Int64, String, Int64)]
    )
    func theChecksumOfAHitStaysTheSame(
        _ id: String,
        _ stream: String,
        _ created: Int64,
        _ payload: String,
        _ column: Int64
    ) {
        let sum = HitChecksum(id: id, stream: stream, created: created, payload: Data(payload.utf8))
        #expect(sum.column == column)
    }

    @Test func theChecksumOfAWillStaysTheSame() {
        let will = StoredWill(
            owner: "owner",
            key: "view",
            place: 1,
            process: ProcessMark(identifier: 2, started: 3),
            created: 4,
            stream: "stream",
            payload: Data("payload-of-a-will".utf8)
        )
        #expect(will.checksum == 7_477_564_070_684_604_589)
        #expect(will.hit.id == "owner-view-1")
        #expect(will.hit.created == Date(microseconds: 4))
    }

    @Test(
        arguments: [
            (0, 0, -1_270_009_428), (1, 1_700_000_000_000, 752_205_225), (.max, -1, 841_287_206),
            (0xcbf2_9ce4_8422_2325, 5, -28_324_448),
        ] as [(UInt64, Int64, Int64)]
    )
    func theMarkOfARecordStaysTheSame(_ key: UInt64, _ time: Int64, _ mark: Int64) {
        #expect(HistoryRecord(key: key, time: time).mark == mark)
    }

    /// The number of a process alone does not tell whether it is the one that is meant.
    @Test func aProcessIsKnownByItsNumberAndItsStart() throws {
        let own = ProcessMark.current
        #expect(own.identifier == Int64(getpid()))
        #expect(own.isRunning)
        #expect(ProcessMark(identifier: own.identifier, started: 0).isRunning)
        for identifier in [0, -1, -own.identifier, Int64(Int32.max), Int64(Int32.max) + 1, .max, .min] {
            #expect(!ProcessMark(identifier: identifier, started: 0).isRunning, "\(identifier)")
        }
        #if os(Linux)
            #expect(own.started > 0)
            #expect(!ProcessMark(identifier: own.identifier, started: own.started + 1).isRunning)
            let text = try String(contentsOfFile: "/proc/self/stat", encoding: .utf8)
            let fields = try #require(text.lastIndex(of: ")").map { text[$0...].split(separator: " ") })
            // The 22nd field is the start; the name with its bracket is the second.
            #expect(own.started == Int64(fields[20]))
        #endif
    }

    // MARK: - Copies of damaged files

    @Test func copiesAreOrderedByTheirNumbersAndOtherNamesAreNone() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("hits.sqlite")
        for name in [
            "hits.sqlite", "hits.sqlite.damaged-10", "hits.sqlite.damaged-9-unread", "hits.sqlite.damaged-2",
            "hits.sqlite.damaged-0", "hits.sqlite.damaged--1", "hits.sqlite.damaged-x", "hits.sqlite.damaged-3-wal",
            "hits.sqlite.damaged-", "hits.sqlite.damaged-\(Int.max)", "other.sqlite.damaged-4", "hits.sqlite.damaged",
        ] {
            try Data(name.utf8).write(to: folder.file(name))
        }
        let copies = DamagedCopy.all(of: file)
        #expect(copies.map(\.number) == [2, 9, 10])
        #expect(copies.map(\.isUnread) == [false, true, false])
        #expect(copies.map(\.path) == ["2", "9-unread", "10"].map { file.path + ".damaged-" + $0 })
        let next = DamagedCopy.next(of: file)
        #expect(next.number == 11 && next.isUnread && next.path == file.path + ".damaged-11-unread")
        #expect(DamagedCopy.next(of: folder.file("new.sqlite")).number == 1)

        try Data("log".utf8).write(to: URL(filePath: copies[1].path + "-wal"))
        #expect(copies[1].markAsRead() == file.path + ".damaged-9")
        #expect(DamagedCopy.all(of: file).map(\.isUnread) == [false, false, false])
        #expect(try String(contentsOfFile: file.path + ".damaged-9-wal", encoding: .utf8) == "log")
        #expect(copies[0].markAsRead() == file.path + ".damaged-2")
        DamagedCopy.all(of: file)[1].remove()
        #expect(DamagedCopy.all(of: file).map(\.number) == [2, 10])
        #expect(!FileManager.default.fileExists(atPath: file.path + ".damaged-9-wal"))
    }

    // MARK: - Times and limits

    @Test func timesAreWholeMicrosecondsWithinTheirRange() {
        #expect(Date(timeIntervalSince1970: 1.000_000_6).microseconds == 1_000_001)
        #expect(Date(timeIntervalSince1970: -1.5).microseconds == -1_500_000)
        #expect(Date(timeIntervalSince1970: .infinity).microseconds == 1_000_000_000_000_000_000)
        #expect(Date(timeIntervalSince1970: -.infinity).microseconds == -1_000_000_000_000_000_000)
        #expect(Date(timeIntervalSince1970: .nan).microseconds == 0)
        #expect(Date(microseconds: 1_500_000) == Date(timeIntervalSince1970: 1.5))
        #expect(Date(microseconds: 0).adding(.milliseconds(-500)) == Date(timeIntervalSince1970: -0.5))
        let moment = HitMoment(now: Instant(nanoseconds: 7_000), date: Date(timeIntervalSince1970: 100))
        #expect(moment.instant(of: Date(timeIntervalSince1970: 101)) == Instant(nanoseconds: 1_000_007_000))
        #expect(moment.instant(of: Date(timeIntervalSince1970: 99)) == Instant(nanoseconds: -999_993_000))
        let clock = ManualClock(date: Date(timeIntervalSince1970: 5))
        clock.advance(by: .seconds(2))
        #expect(HitMoment(clock).now == Instant(nanoseconds: 2_000_000_000))
        #expect(HitMoment(clock).date == Date(timeIntervalSince1970: 7))
    }

    /// A limit, and the one that is cut down to once it is breached.
    @Test(arguments: [(1, 1), (1_023, 1_023), (1_024, 1_016), (10_000, 9_922)])
    func aLargeLimitThatIsBreachedMakesRoom(_ limit: Int, _ lowered: Int) {
        let limits = HitQueueLimits(count: limit, offlineCount: limit + 1_000, bytes: limit << 10)
        var expected = limits
        expected.count = lowered
        #expect(limits.lowered(after: .count) == expected)
        expected = limits
        expected.bytes = limit < 1_024 ? limit << 10 : (limit << 10) - (limit << 3)
        #expect(limits.lowered(after: .bytes) == expected)
        let offline = HitQueueLimits(count: limit + 1_000, offlineCount: limit)
        expected = offline
        expected.offlineCount = lowered
        #expect(offline.lowered(after: .offlineCount) == expected)
        for reason in [HitQueueEvent.DropReason.age, .memory, .optedOut, .processor("x")] {
            #expect(limits.lowered(after: reason) == limits)
        }
    }

    @Test func eachParameterIsHeldInItsRange() {
        let low = HitQueue.Configuration(
            maximumAttempts: 0,
            deadline: .zero,
            concurrentStreams: 0,
            busyTimeout: .seconds(-1),
            storageRetryInterval: .zero,
            maximumFileBytes: -1,
            memoryFallback: .seconds(-1)
        )
        #expect(low.maximumAttempts == 1 && low.concurrentStreams == 1)
        #expect(low.deadline == .milliseconds(1) && low.storageRetryInterval == .milliseconds(1))
        #expect(low.busyTimeout == .zero && low.maximumFileBytes == 0 && low.memoryFallback == .zero)
        #expect(low.lease == .milliseconds(2))
        let high = HitQueue.Configuration(deadline: .seconds(86_401))
        #expect(high.deadline == .seconds(86_400))
        #expect(high.maximumFileBytes == nil && high.memoryFallback == nil)
        #expect(high.maximumAttempts == 10 && high.countsUnanswered && high.concurrentStreams == 4)
        // Whatever is set later is held there too when the queue takes it.
        var late = HitQueue.Configuration()
        late.maximumAttempts = -5
        late.concurrentStreams = -5
        late.deadline = .seconds(-5)
        late.limits.count = -5
        late.limits.memoryBytes = -5
        let held = late.inRange
        #expect(held.maximumAttempts == 1 && held.concurrentStreams == 1 && held.deadline == .milliseconds(1))
        #expect(held.limits.count == 1 && held.limits.memoryBytes == 1)
        #expect(HitQueue.Configuration().inRange == HitQueue.Configuration())
    }

    // MARK: - What waits in memory

    private func hit(_ number: Int, bytes: Int, stream: String = "a") -> HitQueue.Hit {
        HitQueue.Hit(
            id: "\(number)",
            stream: stream,
            payload: Data(repeating: 0, count: bytes),
            created: Date(timeIntervalSince1970: 0)
        )
    }

    @Test func memoryIsHeldWithinItsCountAndItsBytes() {
        var overflow = HitOverflow()
        let limits = HitQueueLimits(memoryCount: 3, memoryBytes: 100)
        for number in 0..<3 { #expect(overflow.append(hit(number, bytes: 10), limits: limits) == [:]) }
        #expect(overflow.append(hit(3, bytes: 10, stream: "b"), limits: limits) == ["a": 1])
        #expect(overflow.streams == ["a": 2, "b": 1])
        #expect(overflow.append(hit(4, bytes: 80), limits: limits) == ["a": 1])
        #expect(overflow.hits.map(\.id) == ["2", "3", "4"])
        // Just as many bytes as there may be, and then one more than that.
        #expect(overflow.append(hit(5, bytes: 10), limits: limits) == ["a": 1])
        #expect(overflow.hits.map(\.id) == ["3", "4", "5"])
        #expect(overflow.append(hit(6, bytes: 11), limits: limits) == ["a": 1, "b": 1])
        #expect(overflow.hits.map(\.id) == ["5", "6"])
        // The last one stays, however long it is.
        #expect(overflow.append(hit(7, bytes: 1_000), limits: limits) == ["a": 2])
        #expect(overflow.hits.map(\.id) == ["7"])
        overflow.removeFirst(1)
        #expect(overflow.hits.isEmpty && overflow.streams == [:])
        // What is gone takes no room.
        #expect(overflow.append(hit(8, bytes: 50), limits: limits) == [:])
        #expect(overflow.append(hit(9, bytes: 50), limits: limits) == [:])
        #expect(overflow.hits.count == 2)
    }

    @Test func willsAreReplacedByTheirKeysAndHaveTheirRoom() {
        func will(_ key: String, _ bytes: Int...) -> HitQueue.Will {
            HitQueue.Will(
                key: key,
                drafts: bytes.map { HitQueue.Draft(payload: Data(repeating: 0, count: $0), stream: "a") }
            )
        }
        var overflow = HitOverflow()
        let limits = HitQueueLimits(memoryBytes: 100)
        func counts() -> [String: [Int]] { overflow.wills.mapValues { $0.drafts.map(\.payload.count) } }
        overflow.append(will("a", 30, 30), limits: limits)
        overflow.append(will("b", 40), limits: limits)
        #expect(counts() == ["a": [30, 30], "b": [40]])
        // One that has no room takes back the one before it, and no other.
        overflow.append(will("b", 41), limits: limits)
        #expect(counts() == ["a": [30, 30], "b": []])
        overflow.append(will("a", 100), limits: limits)
        #expect(counts() == ["a": [100], "b": []])
        overflow.append(will("b", 1), limits: limits)
        #expect(counts() == ["a": [100], "b": []])
        overflow.removeWills()
        #expect(counts() == [:])
        overflow.append(will("c", 100), limits: limits)
        #expect(counts() == ["c": [100]])
    }

    @Test func aRefusalHasItsCodeAndItsText() {
        let large = HitQueueError(.payloadTooLarge(bytes: 8, limit: 7))
        #expect(large.code.description == "payloadTooLarge")
        #expect(
            large.description
                == "the payload has 8 bytes; the queue keeps at most 7 bytes, so send it in smaller hits"
        )
        let closed = HitQueueError(.closed)
        #expect(closed.code.description == "closed")
        #expect(closed.description == "the queue is closed; make a new one on the same location")
        #expect(HitQueue.Admission.stored(id: "1").id == "1")
        #expect(HitQueue.Admission.heldInMemory(id: "2").id == "2")
        #expect(HitQueue.Admission.refused.id == nil)
    }
}
