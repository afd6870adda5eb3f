// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// What an account keeps of its playheads, and what it does at the ends of its ranges.
struct CreditJournalTests {
    private static let second: Int64 = 1_000_000_000

    private func instant(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

    private func makeAccount(_ change: (inout NielsenThresholds) -> Void = { _ in }) -> CreditAccount {
        var thresholds = NielsenThresholds()
        thresholds.keepsCreditJournal = true
        change(&thresholds)
        return CreditAccount(thresholds)
    }

    /// An entry in short: its kind, its places, the time that passed and what was lost, and what each segment gets.
    private func text(_ entry: CreditJournal.Entry) -> String {
        let parts = entry.parts.map { "\($0.segment): \($0.time)" }.joined(separator: ", ")
        let time = entry.time.nanoseconds
        return "\(entry.kind) \(entry.from)-\(entry.to) at \(time) \(entry.elapsed) \(entry.lost) [\(parts)]"
    }

    // MARK: - The journal

    @Test func everyPlayheadIsWrittenDown() throws {
        var account = makeAccount()
        #expect(account.playhead(58, at: instant(0)) == 0)
        #expect(account.playhead(58, at: instant(1)) == 0)
        #expect(account.playhead(61, at: instant(3)) == 500_000_000)
        #expect(account.playhead(63, at: instant(3.5)) == 1_500_000_000)
        #expect(account.playhead(20, at: instant(4)) == 0)
        account.interrupt(at: instant(4.25))
        account.interrupt(at: instant(5))
        account.playhead(21, at: instant(6))
        account.endRunUncredited(at: instant(7))
        account.endRunUncredited(at: instant(8))
        let removed = account.removeJournal()
        let journal = try #require(removed)
        #expect([journal.segmentSeconds, journal.creditSeconds] == [60, 30])
        #expect(
            journal.entries.map(text) == [
                "began 58-58 at 0 0 0 []", "repeated 58-58 at 1000000000 1000000000 0 []",
                "step 58-61 at 3000000000 2000000000 500000000 [0: 2000000000, 1: 500000000]",
                "step 61-63 at 3500000000 500000000 1500000000 [1: 500000000]",
                "jump 63-20 at 4000000000 500000000 0 [1: 500000000]",
                "settled 20-20 at 4250000000 250000000 0 [0: 250000000]", "ended 20-20 at 4250000000 0 0 []",
                "began 21-21 at 6000000000 0 0 []", "broken 21-21 at 7000000000 0 0 []",
            ]
        )
    }

    @Test func aJournalBeginsAnewWithEachRecord() throws {
        var account = makeAccount { thresholds in
            thresholds.segmentSeconds = 0
            thresholds.creditSeconds = 0
        }
        account.pass(0, until: instant(0))
        account.pass(-1, until: instant(0))
        account.pass(1_500_000_000, until: instant(1.5))
        account.pass(1_000_000_000, until: instant(2.5))
        let removed = account.removeJournal()
        let journal = try #require(removed)
        #expect([journal.segmentSeconds, journal.creditSeconds] == [1, 1])
        #expect(
            journal.entries.map(text) == [
                "passed 0-1 at 1500000000 1500000000 0 [0: 1000000000, 1: 500000000]",
                "passed 1-2 at 2500000000 1000000000 0 [1: 500000000, 2: 500000000]",
            ]
        )
        #expect(journal.entries.map(\.credited) == [1_500_000_000, 1_000_000_000])
        #expect(account.removeJournal()?.entries.isEmpty == true)
        var none = CreditAccount(NielsenThresholds())
        none.pass(1_500_000_000, until: instant(1.5))
        #expect(none.removeJournal() == nil)
    }

    // MARK: - The ends of the ranges

    /// Where no step counts, the second before a jump does, and it ends when it has passed.
    @Test(arguments: [-1, 0, 1])
    func aStepMayBeForbidden(_ maximumStep: Int) {
        var account = makeAccount { $0.maximumPlayheadStep = maximumStep }
        account.playhead(0, at: instant(0))
        account.playhead(1, at: instant(9))
        #expect(account.total == Self.second)
        #expect(account.lastCredited == instant(maximumStep > 0 ? 9 : 1))
    }

    @Test func aHundredYearsAreCreditedAtMost() {
        var account = makeAccount { thresholds in
            thresholds.keepsCreditJournal = false
            thresholds.segmentSeconds = .max
        }
        let longest = 3_155_760_000 * Self.second
        account.pass(.max, until: instant(0))
        #expect(account.total == longest)
        account.pass(1, until: instant(0))
        #expect(account.total == longest)
        account.playhead(0, at: instant(0))
        account.settle(at: instant(1))
        #expect(account.total == longest)
        #expect(account.pending == [0, 1])
    }

    /// Plays ten seconds of each of some segments.
    private func play(_ segments: [Int64], seconds: Int64 = 10, _ account: inout CreditAccount, _ now: inout Int64) {
        for segment in segments {
            account.interrupt(at: instant(Double(now)))
            for second in 0...seconds {
                account.playhead(segment * 60 + second, at: instant(Double(now)))
                now += 1
            }
            account.endRunUncredited(at: instant(Double(now)))
        }
    }

    /// Of five that are kept while four may be, the earlier half is forgotten, rounded down.
    @Test(arguments: [(0, false), (1, false), (2, true), (3, true), (4, true)] as [(Int64, Bool)])
    func theEarlierHalfIsForgotten(_ segment: Int64, _ isCredited: Bool) {
        var account = makeAccount { $0.maximumSegmentsKept = 4 }
        var now: Int64 = 0
        play([0, 1, 2, 3, 4, 9], &account, &now)
        #expect(account.creditedSegments == [])
        play([segment], seconds: 20, &account, &now)
        #expect(account.creditedSegments == (isCredited ? [segment] : []))
    }

    @Test(arguments: [(-1, false), (0, false), (1, false), (2, true)])
    func oneSegmentIsKeptAtLeast(_ kept: Int, _ isCredited: Bool) {
        var account = makeAccount { $0.maximumSegmentsKept = kept }
        var now: Int64 = 0
        play([0, 1], &account, &now)
        play([0], seconds: 20, &account, &now)
        #expect(account.creditedSegments == (isCredited ? [0] : []))
    }

    /// What is credited to the nanosecond needs no room.
    @Test func aCreditedSegmentNeedsNoRoom() {
        var account = makeAccount { $0.maximumSegmentsKept = 1 }
        var now: Int64 = 0
        play([0], &account, &now)
        account.playhead(60, at: instant(100))
        for second in 1...29 { account.playhead(60 + Int64(second), at: instant(100 + Double(second))) }
        account.settle(at: instant(129.5))
        account.endRunUncredited(at: instant(129.5))
        #expect(account.creditedSegments == [1])
        now = 200
        play([0], seconds: 20, &account, &now)
        #expect(account.creditedSegments == [0, 1])
    }

    /// A segment that was credited is not credited again, however long it is played.
    @Test func aSegmentThatWasCreditedStaysSo() {
        var account = makeAccount()
        var now: Int64 = 0
        play([0], seconds: 40, &account, &now)
        play([1], &account, &now)
        play([0], seconds: 40, &account, &now)
        #expect(account.pending == [0])
        #expect(account.totalSeconds == 90)
        let record = account.removeDuration()
        #expect(record.segments == [0])
        #expect(record.seconds == 90)
        let next = account.removeDuration()
        #expect(next.segments == [])
        #expect(next.seconds == 0)
        #expect(account.secondsSinceRecord == 0)
    }

    @Test func whatNobodyPlayedAddsUp() {
        var account = makeAccount()
        account.playhead(0, at: instant(0))
        account.playhead(2, at: instant(1))
        #expect(account.unearned == 500_000_000)
        account.playhead(5, at: instant(2))
        #expect(account.unearned == 2_500_000_000)
        account.playhead(6, at: instant(4))
        #expect(account.unearned == 2_500_000_000)
    }
}
