// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing
import HubStorage

/// Hits that end the process which sends them.
///
/// A queue that is closed with a hit at the processor leaves its file as a process that ended there does.
struct HitQueueAbandonedTryTests {
    private static let configuration = HitQueue.Configuration(maximumAttempts: 3)

    /// Begins a queue when no lease of an earlier one is left, and ends it with the first hit in hand.
    private static func start(
        _ folder: TemporaryFolder,
        _ clock: ManualClock,
        answer: @escaping @Sendable (HitQueue.Hit) -> HitAnswer? = { _ in nil }
    ) -> TestRig {
        clock.advance(by: .seconds(3_600))
        return TestRig(folder.location, configuration: configuration, clock: clock, answer: answer)
    }

    @Test func aTryIsCountedOfWhichNothingWasHeardAgain() throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let first = Self.start(folder, clock)
        try first.add("poison", "sound")
        first.queue.close()
        let second = Self.start(folder, clock) { _ in .sent }
        #expect(second.sent == ["poison", "sound"])
        #expect(second.processor.calls.map(\.attempts) == [1, 0])
    }

    @Test func aHitThatEndedTheProcessTooOftenIsSetAside() throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let first = Self.start(folder, clock)
        try first.add("poison", "sound")
        first.queue.close()
        for _ in 0..<2 {
            let next = Self.start(folder, clock)
            #expect(next.sent == ["poison"])
            next.queue.close()
        }
        let last = Self.start(folder, clock) { _ in .sent }
        #expect(last.sent == ["sound"])
        #expect(last.queue.setAsideHits().map { String(decoding: $0.hit.payload, as: UTF8.self) } == ["poison"])
        #expect(last.queue.setAsideHits().first?.hit.attempts == 3)
        #expect(last.queue.summary().count == 0)
        let told = last.events.contains { if case .setAside = $0 { true } else { false } }
        #expect(told)
    }

    @Test func aTryThatEndedInAnOutageIsNotCounted() throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        for _ in 0..<5 {
            let rig = Self.start(folder, clock) { _ in .unreachable(after: .seconds(60)) }
            if rig.queue.summary().count == 0 { try rig.add("sound") }
            rig.closeAtRest()
        }
        let last = Self.start(folder, clock) { _ in .sent }
        #expect(last.sent == ["sound"])
        #expect(last.processor.calls.first?.attempts == 0)
    }
}

extension TestRig {
    fileprivate func closeAtRest() {
        settle()
        queue.close()
    }
}
