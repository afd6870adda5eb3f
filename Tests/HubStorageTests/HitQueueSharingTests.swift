// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Dispatch
import Foundation
import HubServices
import Testing
import HubStorage

/// Two queues on one file, as two processes have them: each has a connection of its own.
struct HitQueueSharingTests {
    @Test func aStreamThatOneSendsIsLeftAloneByTheOther() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location) { _ in nil }
        try first.add("1", "2")
        let second = TestRig(folder.location, clock: first.clock)
        try second.add("3")
        try second.add("other", stream: "b")
        #expect(second.sent == ["other"])
        first.processor.answerAll { _ in .sent }
        first.processor.answer(0, .sent)
        #expect(first.sent == ["1", "2", "3"])
        #expect(second.queue.summary().count == 0)
        second.advance(by: .seconds(1_000))
        #expect(second.sent == ["other"])
    }

    @Test func aStreamGoesOverAtOnceWhenItsOwnerIsGoneAndElseAfterTheWholeLease() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location) { _ in nil }
        try first.add("1", "2")
        let ids = first.processor.calls.map(\.id)
        let second = TestRig(folder.location, clock: first.clock)
        second.settle()
        #expect(second.queue.summary().reasons["a"] == "another process sends them")
        second.queue.close()
        try folder.kill(first)
        let third = TestRig(folder.location, clock: first.clock) { _ in nil }
        #expect(third.sent == ["1"])
        // One that hangs is not gone.
        let fourth = TestRig(folder.location, clock: ManualClock(date: first.clock.date))
        fourth.advance(by: .seconds(59))
        #expect(fourth.sent.isEmpty)
        fourth.advance(by: .seconds(1))
        #expect(fourth.sent == ["1", "2"])
        #expect(fourth.processor.calls.first?.id == ids.first)
        third.settle()
    }

    /// A queue that has a hit out, and another one that came so late that it has taken the stream over.
    private static func latecomers(
        in folder: TemporaryFolder,
        answer: @escaping @Sendable (HitQueue.Hit) -> HitAnswer?
    ) throws -> (first: TestRig, second: TestRig) {
        let first = TestRig(folder.location) { _ in nil }
        try first.add("1")
        let later = ManualClock(date: first.clock.date.addingTimeInterval(61))
        let second = TestRig(folder.location, clock: later, answer: answer)
        #expect(second.sent == ["1"])
        return (first, second)
    }

    @Test func anAnswerThatComesAfterTheStreamWentOverTouchesNoOtherHit() throws {
        let folder = try TemporaryFolder()
        let (first, second) = try Self.latecomers(in: folder) { _ in .sent }
        second.queue.setPrivacyStatus(.unknown)
        // It gets the row of the one that was sent.
        try second.add("new")
        first.processor.answer(0, .sent)
        first.settle()
        #expect(second.queue.summary().count == 1)
    }

    @Test func aLeaseFromAClockThatWasSetBackIsNotKept() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location, clock: ManualClock(date: Date(timeIntervalSince1970: 4_000_000_000))) {
            _ in nil
        }
        try first.add("1")
        #expect(TestRig(folder.location).sent == ["1"])
        first.queue.close()
    }

    @Test func aStreamThatIsDoneIsFreeAtOnce() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location)
        let second = TestRig(folder.location, clock: first.clock)
        second.settle()
        for number in 0..<10 {
            try (number.isMultiple(of: 2) ? first : second).add("\(number)")
        }
        #expect(first.sent == ["0", "2", "4", "6", "8"])
        #expect(second.sent == ["1", "3", "5", "7", "9"])
    }

    @Test func limitsHoldForBothTogether() throws {
        let folder = try TemporaryFolder()
        let configuration = HitQueue.Configuration(limits: HitQueueLimits(count: 10))
        let first = TestRig(folder.location, configuration: configuration, privacy: .unknown)
        let second = TestRig(folder.location, configuration: configuration, privacy: .unknown)
        for number in 0..<40 {
            try (number.isMultiple(of: 2) ? first : second).add("\(number)")
        }
        #expect(first.queue.summary().count == 10)
        #expect(first.dropped(.count) + second.dropped(.count) == 30)
        first.queue.setPrivacyStatus(.optedIn)
        #expect(first.sent == (30..<40).map(String.init))
    }

    @Test func aStreamThatTakesLongerThanItsLeaseGoesOn() throws {
        let rig = TestRig { _ in nil }
        try rig.add("1", "2", "3", "4")
        for index in 0..<4 {
            rig.advance(by: .seconds(29))
            rig.processor.answer(index, .sent)
            rig.settle()
        }
        #expect(rig.sent == ["1", "2", "3", "4"])
        #expect(rig.queue.summary().count == 0)
    }

    @Test(arguments: [1, 2]) func hitsThatTheOtherSendsAreNotDroppedAndNeitherIsTheNewest(limit: Int) throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location) { _ in nil }
        try first.add("out")
        let second = TestRig(
            folder.location,
            configuration: HitQueue.Configuration(limits: HitQueueLimits(count: limit)),
            privacy: .unknown,
            clock: first.clock
        )
        second.settle()
        try second.add("1", "2", "3", stream: "b")
        let left = try RawDatabase(folder.file).run("SELECT CAST(payload AS TEXT) FROM hit ORDER BY row")
        #expect(left == ["out", "3"])
    }

    @Test(arguments: [nil, Data(repeating: 0x5a, count: 5_000)])
    func manyMayBeginOnOneFileAtTheSameTime(garbage: Data?) throws {
        // On a busy machine the others may hold the file for longer than a call usually waits.
        let configuration = HitQueue.Configuration(busyTimeout: .seconds(120))
        for _ in 0..<3 {
            let folder = try TemporaryFolder()
            try garbage?.write(to: folder.file)
            let rigs = (0..<4).map { _ in TestRig(folder.location, configuration: configuration, privacy: .unknown) }
            DispatchQueue.concurrentPerform(iterations: rigs.count) { index in
                _ = try? rigs[index].queue.enqueue(HitQueue.Draft(payload: Data(), stream: "\(index)"))
            }
            #expect(try RawDatabase(folder.file).run("SELECT count(*) FROM hit") == ["4"])
            // The one that found the damage tells it, and nobody else.
            let events = rigs.flatMap(\.events)
            #expect(events.count == (garbage == nil ? 0 : 1), "\(events)")
            if let garbage {
                #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file.path + ".damaged-1")) == garbage)
            }
        }
    }
}
