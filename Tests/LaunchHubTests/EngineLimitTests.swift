// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// The bounds of the parts that the engine is made of, from both sides.
struct EngineLimitTests {
    // MARK: - First in, first out

    /// Whatever is done to it, it holds what an array would hold.
    @Test(arguments: UInt64(0)..<20)
    func aQueueAgreesWithAnArray(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = FIFO<Int>()
        var array: [Int] = []
        // Mostly in, then mostly out, so that what is removed is cleared away on the way.
        for step in 0..<2_000 {
            let isFilling = step < 600
            switch random.next() % 12 {
            case 0 where isFilling, 1 where isFilling, 2 where isFilling, 3 where isFilling, 4 where isFilling, 5:
                queue.append(step)
                array.append(step)
            case 6:
                let place = Int(random.next() % UInt64(array.count + 2))
                #expect(queue[place] == (place < array.count ? array[place] : nil))
                queue.replace(place, with: -step)
                if place < array.count { array[place] = -step }
            case 7:
                let place = Int(random.next() % UInt64(array.count + 2))
                #expect(queue.remove(place) == (place < array.count ? array.remove(at: place) : nil))
            case 8:
                queue.changeLast { $0 += 1 }
                if !array.isEmpty { array[array.count - 1] += 1 }
            case 9 where step % 100 == 0:
                #expect(queue.removeAll { $0 % 7 == 0 } == array.filter { $0 % 7 == 0 })
                array.removeAll { $0 % 7 == 0 }
            default:
                #expect(queue.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
            }
            #expect(queue.count == array.count)
            #expect(queue.isEmpty == array.isEmpty)
            #expect(queue.last == array.last)
        }
        #expect(queue.elements == array)
    }

    @Test(arguments: [1, 63, 64, 65, 127, 128, 129, 4_095, 4_096, 4_097])
    func aQueueThatIsEmptiedGivesEverythingInOrder(_ count: Int) {
        var queue = FIFO<Int>()
        for round in 0..<2 {
            for number in 0..<count { queue.append(number + round) }
            for number in 0..<count {
                #expect(queue[0] == number + round)
                #expect(queue[count - number] == nil)
                #expect(queue.popFirst() == number + round)
            }
            #expect(queue.popFirst() == nil)
            #expect(queue.isEmpty)
        }
    }

    // MARK: - The watchdog

    private func instant(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    private func sight(_ run: UInt64, _ calls: UInt64) -> StallDetector.Sight {
        StallDetector.Sight(run: run, startedAt: instant(5), calls: calls)
    }

    @Test func theFirstCallOfARunStandsSinceTheRunBegan() {
        var detector = StallDetector()
        #expect(detector.observe(sight(1, 0), at: instant(8)) == .milliseconds(3))
        #expect(detector.observe(sight(1, 1), at: instant(9)) == .milliseconds(4))
        #expect(detector.observe(sight(1, 1), at: instant(4)) == .zero)
    }

    @Test func aLaterCallStandsSinceItWasSeen() {
        var detector = StallDetector()
        #expect(detector.observe(sight(1, 2), at: instant(8)) == .zero)
        #expect(detector.observe(sight(1, 2), at: instant(10)) == .milliseconds(2))
        #expect(detector.observe(sight(1, 3), at: instant(11)) == .zero)
        #expect(detector.observe(sight(1, 3), at: instant(12)) == .milliseconds(1))
        #expect(detector.observe(sight(2, 3), at: instant(13)) == .zero)
        #expect(detector.observe(sight(2, 3), at: instant(15)) == .milliseconds(2))
    }

    /// Nobody could return while the process was stopped.
    @Test func aCallStandsStillSinceTheProcessRunsAgain() {
        var detector = StallDetector()
        #expect(detector.observe(sight(1, 1), at: instant(9_000), resumedAt: instant(8_990)) == .milliseconds(10))
        #expect(detector.observe(sight(1, 1), at: instant(9_010), resumedAt: instant(8_990)) == .milliseconds(20))
        #expect(detector.observe(sight(1, 1), at: instant(9), resumedAt: instant(4)) == .milliseconds(4))
        #expect(detector.observe(sight(2, 2), at: instant(9_020), resumedAt: instant(8_990)) == .zero)
        #expect(detector.observe(sight(2, 2), at: instant(9_030), resumedAt: instant(8_990)) == .milliseconds(10))
        #expect(detector.observe(sight(2, 2), at: instant(20_000), resumedAt: instant(19_999)) == .milliseconds(1))
    }

    @Test func aLookThatIsASecondLateSaysThatTheProcessWasStopped() {
        #expect(!Outage.hasDelayed(nil, until: instant(9_000)))
        #expect(!Outage.hasDelayed(instant(9_500), until: instant(9_000)))
        #expect(!Outage.hasDelayed(instant(1_000), until: instant(1_999)))
        #expect(Outage.hasDelayed(instant(1_000), until: instant(2_000)))
    }

    private func findings(
        isShort: Bool = false,
        isBusy: Bool = false,
        hasWorked: Bool = false,
        deadline: Duration? = nil
    ) -> WatchSchedule.Findings {
        var findings = WatchSchedule.Findings()
        (findings.isShort, findings.isBusy, findings.hasWorked) = (isShort, isBusy, hasWorked)
        findings.deadline = deadline
        return findings
    }

    @Test func looksBecomeRarerUpToTheCoarsest() {
        var schedule = WatchSchedule()
        #expect(schedule.wake(after: .seconds(1)) == .milliseconds(1))
        let pauses = (0..<8).map { _ in schedule.next(findings(isBusy: true)) }
        #expect(pauses == [2, 4, 8, 16, 32, 64, 64, 64].map { .milliseconds($0) })
        #expect(schedule.next(findings(isShort: true)) == .milliseconds(1))
        #expect(schedule.next(findings(isBusy: true)) == .milliseconds(2))
        schedule.hurry()
        #expect(schedule.next(findings(isBusy: true)) == .milliseconds(2))
    }

    @Test(arguments: [(49, true), (50, false), (51, false)])
    func workThatComesAgainSoonIsNotIsolated(_ milliseconds: Int, _ isDense: Bool) {
        var schedule = WatchSchedule()
        _ = schedule.wake(after: .milliseconds(milliseconds))
        #expect(schedule.next(findings(hasWorked: true)) == (isDense ? .milliseconds(2) : nil))
        #expect(schedule.next(findings()) == nil)
    }

    @Test func aDeadlineIsKeptAndNeverSoonerThanTheFinest() {
        var schedule = WatchSchedule()
        _ = schedule.wake(after: .seconds(1))
        #expect(schedule.next(findings(deadline: .seconds(9))) == .seconds(9))
        #expect(schedule.next(findings(deadline: .zero)) == .milliseconds(1))
        for _ in 0..<8 { _ = schedule.next(findings(isBusy: true)) }
        #expect(schedule.next(findings(isBusy: true, deadline: .milliseconds(10))) == .milliseconds(10))
        #expect(schedule.next(findings(isBusy: true, deadline: .seconds(10))) == .milliseconds(64))
        #expect(schedule.next(findings(isBusy: true, deadline: .zero)) == .milliseconds(1))
    }

    @Test(
        arguments: [(nil, false), (.milliseconds(1), true), (.milliseconds(2), true), (.nanoseconds(2_000_001), false)]
            as [(Duration?, Bool)]
    )
    func aLookIsSoonUpToTwiceTheFinest(_ pause: Duration?, _ isFine: Bool) {
        #expect(WatchSchedule.isFine(pause) == isFine)
    }
}
