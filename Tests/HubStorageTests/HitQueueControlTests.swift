// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import Testing
import HubStorage

/// What an owner can change while a queue works.
struct HitQueueControlTests {
    // MARK: - Parameters

    @Test func otherLimitsHoldAtOnce() throws {
        let rig = TestRig(privacy: .unknown)
        for number in 0..<10 { try rig.add("\(number)") }
        rig.queue.configure(HitQueue.Configuration(limits: HitQueueLimits(count: 4)))
        #expect(rig.queue.summary().count == 4)
        #expect(rig.dropped(.count) == 6)
        rig.queue.setPrivacyStatus(.optedIn)
        #expect(rig.sent == ["6", "7", "8", "9"])
    }

    @Test func anotherNumberOfStreamsHoldsAtOnce() throws {
        let rig = TestRig(configuration: HitQueue.Configuration(concurrentStreams: 1), hasOneReceiver: true)
        try rig.add("0")
        rig.processor.answerAll { _ in nil }
        for stream in ["a", "b", "c"] { try rig.add(stream, stream: stream) }
        #expect(rig.sent == ["0", "a"])
        rig.queue.configure(HitQueue.Configuration(concurrentStreams: 3))
        #expect(rig.sent == ["0", "a", "b", "c"])
    }

    // MARK: - Outages

    @Test func endingWaitsTriesAtOnceWhatWaits() throws {
        let backoff = RetryBackoff(initial: .seconds(1_000), maximum: .seconds(1_000), jitter: 0)
        let rig = TestRig(configuration: HitQueue.Configuration(backoff: backoff)) { _ in .unreachable(after: nil) }
        for stream in ["a", "b", "c"] { try rig.add(stream, stream: stream) }
        rig.processor.answerAll { _ in .sent }
        rig.advance(by: .seconds(1))
        #expect(rig.queue.summary().count == 3)
        rig.queue.endWaits()
        #expect(rig.sent.suffix(3).sorted() == ["a", "b", "c"])
        #expect(rig.queue.summary().count == 0)
    }

    @Test func endingWaitsLeavesAStreamToItsOwner() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location) { _ in nil }
        try first.add("1")
        let second = TestRig(folder.location, clock: first.clock)
        second.queue.endWaits()
        #expect(second.sent.isEmpty)
        first.queue.close()
    }

    // MARK: - A file that never works

    private static let fallback = HitQueue.Configuration(
        busyTimeout: .zero,
        storageRetryInterval: .seconds(1),
        memoryFallback: .seconds(5)
    )
    private static let nowhere = HitQueue.Location.file(URL(fileURLWithPath: "/dev/null/hits.sqlite"))

    @Test func aFileThatCannotBeOpenedIsGivenUpAfterItsTime() throws {
        let rig = TestRig(Self.nowhere, configuration: Self.fallback)
        try rig.add("1", "2")
        rig.advance(by: .seconds(4))
        #expect(rig.sent.isEmpty)
        rig.advance(by: .seconds(1))
        try rig.add("3")
        #expect(rig.sent == ["1", "2", "3"])
        #expect(rig.events.count == 2)
        #expect(rig.events.last == .continuesInMemory)
        #expect(!rig.queue.summary().isStorageWorking)
    }

    @Test func aFileThatWorkedOnceIsNeverGivenUp() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, configuration: Self.fallback, privacy: .unknown)
        try rig.add("1")
        let other = try RawDatabase(folder.file)
        try other.run("BEGIN IMMEDIATE")
        try rig.add("2")
        for _ in 0..<20 { rig.advance(by: .seconds(1)) }
        try other.run("ROLLBACK")
        rig.advance(by: .seconds(1))
        #expect(try other.run("SELECT count(*) FROM hit") == ["2"])
        #expect(!rig.events.contains(.continuesInMemory))
    }

    @Test func optingOutHoldsInMemoryToo() throws {
        let rig = TestRig(Self.nowhere, configuration: Self.fallback, privacy: .unknown)
        try rig.add("1")
        rig.queue.setPrivacyStatus(.optedOut)
        rig.advance(by: .seconds(6))
        rig.queue.setPrivacyStatus(.optedIn)
        try rig.add("2")
        #expect(rig.sent == ["2"])
    }

    // MARK: - What is told

    @Test func whatIsDroppedIsToldByStream() throws {
        let rig = TestRig(configuration: HitQueue.Configuration(limits: HitQueueLimits(count: 2)), privacy: .unknown)
        try rig.add("1", "2", stream: "a")
        try rig.add("3", "4", "5", stream: "b")
        let told = rig.events.reduce(into: [String: Int]()) { told, event in
            guard case .dropped(_, .count, let streams) = event else { return }
            told.merge(streams, uniquingKeysWith: +)
        }
        #expect(told == ["a": 2, "b": 1])
    }
}
