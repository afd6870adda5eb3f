// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing
import HubStorage

/// Hits that end the process which sends them.
struct HitQueueAbandonedTryTests {
    private static let configuration = HitQueue.Configuration(maximumAttempts: 3)

    private static func start(
        _ folder: TemporaryFolder,
        _ clock: ManualClock,
        answer: @escaping @Sendable (HitQueue.Hit) -> HitAnswer? = { _ in nil }
    ) -> TestRig {
        TestRig(folder.location, configuration: configuration, clock: clock, answer: answer)
    }

    @Test func aTryIsCountedOfWhichNothingWasHeardAgain() throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let first = Self.start(folder, clock)
        try first.add("poison", "sound")
        try folder.kill(first)
        let second = Self.start(folder, clock) { _ in .sent }
        #expect(second.sent == ["poison", "sound"])
        #expect(second.processor.calls.map(\.attempts) == [1, 0])
    }

    @Test func aHitThatEndedTheProcessTooOftenIsSetAsideAndTriedOnceMore() throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let first = Self.start(folder, clock)
        try first.add("poison", "sound")
        try folder.kill(first)
        for _ in 0..<2 {
            let next = Self.start(folder, clock)
            #expect(next.sent == ["poison"])
            try folder.kill(next)
        }
        let fourth = Self.start(folder, clock) { $0.payload == Data("sound".utf8) ? .sent : nil }
        let told = fourth.events.contains { if case .setAside = $0 { true } else { false } }
        #expect(told)
        // What was accepted may say that the receiver was at fault.
        #expect(fourth.sent == ["sound", "poison"])
        try folder.kill(fourth)
        let last = Self.start(folder, clock) { _ in .sent }
        try last.add("more")
        #expect(last.sent == ["more"])
        #expect(last.queue.setAsideHits().map { String(decoding: $0.hit.payload, as: UTF8.self) } == ["poison"])
        #expect(last.queue.summary().count == 0)
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
