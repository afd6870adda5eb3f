// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// The bounds of what is credited, from both sides.
struct CreditLimitTests {
    private func instant(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    private static let second: Int64 = 1_000_000_000

    /// A step between two playheads of a new view: how far, in how much time, and what it credits.
    struct Step: CustomTestStringConvertible {
        let distance: Int64
        let elapsed: Int64
        let credited: Int64
        /// What the step lacks, where it is one of the run.
        var shortfall: Int64 = 0

        var testDescription: String { "\(distance) s in \(elapsed) ns" }
    }

    @Test(arguments: [
        Step(distance: 1, elapsed: 1 * second, credited: 1 * second),
        Step(distance: 1, elapsed: second / 2, credited: 1 * second),
        Step(distance: 1, elapsed: second / 2 - 1, credited: 1 * second - 1, shortfall: 1),
        Step(distance: 1, elapsed: 0, credited: second / 2, shortfall: second / 2),
        Step(distance: 10, elapsed: 10 * second, credited: 10 * second),
        Step(distance: 10, elapsed: 9 * second, credited: 9 * second + second / 2, shortfall: second / 2),
        // One more is a jump, of which the second before it counts.
        Step(distance: 11, elapsed: 11 * second, credited: 1 * second),
        Step(distance: 11, elapsed: second / 4, credited: second / 4),
        Step(distance: -1, elapsed: 5 * second, credited: 1 * second),
        Step(distance: -1, elapsed: 0, credited: 0),
        Step(distance: 0, elapsed: 5 * second, credited: 0),
        // A clock that goes back gives nothing, and what it gave stays.
        Step(distance: 1, elapsed: -5 * second, credited: second / 2, shortfall: second / 2),
    ])
    func aStepCreditsNoMoreThanItsTimeAndTheSlack(_ step: Step) {
        var account = CreditAccount(NielsenThresholds())
        let start = instant(100 * Self.second)
        account.playhead(20, at: start)
        let shortfall = account.playhead(20 + step.distance, at: start.adding(nanoseconds: step.elapsed))
        #expect(account.total == step.credited)
        #expect(shortfall == step.shortfall)
        #expect(account.unearned == step.shortfall)
    }

    /// What steps leave unused is kept, but never more than the longest step.
    @Test(arguments: [(10, 10), (11, 10), (9, 9)])
    func theSlackHoldsTenSeconds(_ unused: Int64, _ kept: Int64) {
        var account = CreditAccount(NielsenThresholds())
        account.playhead(0, at: instant(0))
        account.playhead(1, at: instant((unused + 1) * Self.second))
        let before = account.total
        let now = instant((unused + 1) * Self.second)
        for position in 2...30 { account.playhead(Int64(position), at: now) }
        let half = kept == 10 ? 0 : Self.second / 2
        #expect(account.total - before == kept * Self.second + half)
    }

    @Test func aSegmentCountsFromTheNearestSecondOn() {
        var account = CreditAccount(NielsenThresholds())
        account.pass(29 * Self.second + Self.second / 2 - 1, until: .zero)
        #expect(account.pending.isEmpty)
        #expect(account.totalSeconds == 29)
        account.pass(1, until: .zero)
        #expect(account.pending == [0])
        #expect(account.totalSeconds == 30)
        // The next one has its own thirty seconds, and the rest of the first is not of it.
        account.pass(30 * Self.second + Self.second / 2 + 29 * Self.second + Self.second / 2 - 1, until: .zero)
        #expect(account.pending == [0])
        account.pass(1, until: .zero)
        #expect(account.pending == [0, 1])
        #expect(account.creditedSegments == [0, 1])
    }

    @Test func aSecondCountsFromItsHalfOn() {
        var account = CreditAccount(NielsenThresholds())
        account.pass(-1, until: .zero)
        account.pass(Self.second / 2 - 1, until: .zero)
        #expect(account.totalSeconds == 0)
        #expect(!account.hasUntold)
        account.pass(1, until: .zero)
        #expect(account.totalSeconds == 1)
        #expect(account.hasUntold)
        #expect(account.removeDuration().seconds == 1)
        #expect(!account.hasUntold)
    }

    @Test func aDurationIsDueWithTheFifthSegmentAndReportsFive() {
        var account = CreditAccount(NielsenThresholds())
        account.pass(4 * 60 * Self.second + 29 * Self.second, until: .zero)
        #expect(account.pending.count == 4)
        #expect(!account.isDurationDue)
        account.pass(61 * Self.second, until: .zero)
        #expect(account.pending.count == 6)
        #expect(account.isDurationDue)
        let first = account.removeDuration()
        #expect(first.segments == [0, 1, 2, 3, 4])
        #expect(first.seconds == 330)
        #expect(!account.isDurationDue)
        #expect(account.hasUntold)
        #expect(account.removeDuration().segments == [5])
        #expect(!account.hasUntold)
    }

    /// Seeking about: ten seconds in each of some segments, and then twenty more in the first one.
    @Test(arguments: [(4, true), (5, false)])
    func unfinishedSegmentsAreKeptUpToALimit(_ segments: Int64, _ isCredited: Bool) {
        var thresholds = NielsenThresholds()
        thresholds.maximumSegmentsKept = 4
        var account = CreditAccount(thresholds)
        var now: Int64 = 0
        func watch(_ segment: Int64, from second: Int64, tens: Int64) {
            account.playhead(segment * 60 + second, at: instant(now))
            for ten in 1...tens {
                now += 10 * Self.second
                account.playhead(segment * 60 + second + ten * 10, at: instant(now))
            }
        }
        for segment in 0..<segments { watch(segment, from: 0, tens: 1) }
        watch(0, from: 10, tens: 2)
        #expect(account.creditedSegments == (isCredited ? [0] : []))
    }

    @Test func whatIsSettledIsNotCreditedAgain() {
        var account = CreditAccount(NielsenThresholds())
        account.settle(at: instant(0))
        #expect(account.total == 0)
        account.playhead(5, at: instant(0))
        account.settle(at: instant(Self.second / 4))
        #expect(account.total == Self.second / 4)
        account.settle(at: instant(Self.second / 8))
        #expect(account.total == Self.second / 4)
        account.settle(at: instant(5 * Self.second))
        #expect(account.total == Self.second)
        #expect(account.lastCredited == instant(Self.second))
        // The step that follows has that second already.
        account.playhead(6, at: instant(5 * Self.second))
        #expect(account.total == Self.second)
        account.interrupt(at: instant(5 * Self.second + Self.second / 2))
        #expect(account.total == Self.second + Self.second / 2)
        account.interrupt(at: instant(9 * Self.second))
        #expect(account.total == Self.second + Self.second / 2)
        #expect(account.runPlayhead == nil)
        #expect(account.lastPlayhead == 6)
    }

    @Test func aRunThatIsDroppedCreditsNothing() {
        var account = CreditAccount(NielsenThresholds())
        account.playhead(5, at: instant(0))
        account.endRunUncredited(at: .zero)
        account.playhead(6, at: instant(Self.second))
        #expect(account.total == 0)
    }

    @Test func thresholdsBelowOneCountAsOne() {
        var thresholds = NielsenThresholds()
        thresholds.creditSeconds = 0
        thresholds.segmentSeconds = 0
        thresholds.segmentsPerDuration = 0
        thresholds.maximumPlayheadStep = -1
        var account = CreditAccount(thresholds)
        account.pass(Self.second / 2 - 1, until: .zero)
        #expect(!account.isDurationDue)
        account.pass(1, until: .zero)
        #expect(account.isDurationDue)
        account.pass(Self.second, until: .zero)
        #expect(account.pending == [0, 1])
        var steps = CreditAccount(thresholds)
        steps.playhead(0, at: instant(0))
        steps.playhead(1, at: instant(9 * Self.second))
        // Every step is a jump.
        #expect(steps.total == Self.second)
    }

    @Test func aStepIsADayAtMost() {
        var thresholds = NielsenThresholds()
        thresholds.maximumPlayheadStep = 1_000_000
        for (step, credited) in [(86_400, 86_400), (86_401, 1)] as [(Int64, Int64)] {
            var account = CreditAccount(thresholds)
            account.playhead(0, at: instant(0))
            account.playhead(step, at: instant(step * Self.second))
            #expect(account.total == credited * Self.second)
        }
    }
}
