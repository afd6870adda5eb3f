// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenModel

/// Credits the seconds of one view and of its segments, by the time that passed.
///
/// A playhead is a position; a second is earned when it has passed. Between two positions of one run that are a few
/// seconds apart, the distance counts as far as time passed since the first was reported; of a jump, the second before it
/// counts. A playhead that comes early takes from a slack of half a second and of what earlier steps left unused, ten
/// seconds at most, so no view is ever credited more than the time that passed and half a second. A segment is credited
/// once, however often it is played.
package struct CreditAccount: Sendable, Hashable {
    private let rules: Rules
    /// The last playhead of the run that goes on; nil before the first and after an interruption.
    private(set) var runPlayhead: Int64?
    /// The time at which that position was first reported.
    private var runTime = Instant.zero
    /// Whether the position was reported again: the player stood, or is asked more often than once a second.
    private var isRepeated = false
    /// Nanoseconds that were credited already for the position of that playhead.
    private var settled: Int64 = 0
    /// Nanoseconds that a step may credit beyond the time that it took.
    private var slack: Int64 = 500_000_000
    /// The last playhead ever.
    private(set) var lastPlayhead: Int64?
    /// Nanoseconds that positions went forward and no time passed for.
    private(set) var unearned: Int64 = 0
    /// Nanoseconds credited.
    private(set) var total: Int64 = 0
    /// The end of the last credited second; nil if nothing was credited to a position.
    private(set) var lastCredited: Instant?
    /// The seconds that records have reported.
    private var recordedSeconds = 0
    /// The credited segments that no record has reported yet, in the order in which they were credited.
    package private(set) var pending: [Int64] = []

    // The segment that is played now is kept out of the table: it changes each second.
    private var segment: Int64 = -1
    private var segmentTime: Int64 = 0
    /// Nanoseconds of segments that are not credited.
    private var partial: [Int64: Int64] = [:]
    private var credited: Set<Int64> = []
    /// What was done with each playhead; nil unless somebody wants it explained.
    private var journal: CreditJournal?

    private static let second: Int64 = 1_000_000_000
    /// Sums of times stay far from overflow: a hundred years.
    private static let longest: Int64 = 3_155_760_000 * second

    /// The thresholds that an account needs, in a few bytes, because every playhead reads the account.
    private struct Rules: Sendable, Hashable {
        let creditSeconds: Int32
        let segmentSeconds: Int32
        let segmentsPerDuration: Int32
        let maximumStep: Int32
        let maximumSegmentsKept: Int32

        init(_ thresholds: NielsenThresholds) {
            creditSeconds = Int32(clamping: max(1, thresholds.creditSeconds))
            segmentSeconds = Int32(clamping: max(1, thresholds.segmentSeconds))
            segmentsPerDuration = Int32(clamping: max(1, thresholds.segmentsPerDuration))
            // Whatever is configured: a step is walked through segment by segment.
            maximumStep = Int32(clamping: max(0, min(thresholds.maximumPlayheadStep, 86_400)))
            maximumSegmentsKept = Int32(clamping: max(1, thresholds.maximumSegmentsKept))
        }
    }

    package init(_ thresholds: NielsenThresholds) {
        rules = Rules(thresholds)
        if thresholds.keepsCreditJournal { journal = CreditJournal(thresholds) }
    }

    private var segmentsPerDuration: Int { Int(rules.segmentsPerDuration) }
    /// A segment counts as played from the nearest whole second on.
    private var creditTime: Int64 { Int64(rules.creditSeconds) * Self.second - Self.second / 2 }

    /// Seconds credited, the nearest whole number.
    var totalSeconds: Int { Int((total + Self.second / 2) / Self.second) }

    /// The credited seconds that no record has reported yet.
    package var secondsSinceRecord: Int { totalSeconds - recordedSeconds }

    /// Whether anything was credited that no record has reported yet.
    var hasUntold: Bool { secondsSinceRecord > 0 || !pending.isEmpty }

    /// The credited segments in ascending order.
    var creditedSegments: [Int64] { credited.sorted() }

    /// Whether enough segments are credited for a duration record.
    package var isDurationDue: Bool { pending.count >= segmentsPerDuration }

    // MARK: - Playheads

    /// Credits what passed since the playhead before, and begins to wait at the next position.
    ///
    /// - Parameters:
    ///   - position: The position, in seconds.
    ///   - now: When the playhead was called.
    /// - Returns: Nanoseconds of the step that no time passed for.
    @discardableResult
    package mutating func playhead(_ position: Int64, at now: Instant) -> Int64 {
        lastPlayhead = position
        guard let last = runPlayhead else {
            runPlayhead = position
            (runTime, isRepeated) = (now, false)
            settled = 0
            journal?.note(.init(.began, from: position, to: position, at: now))
            return 0
        }
        let elapsed = elapsed(until: now)
        let step = position - last
        // The same position again changes nothing: what passed at it counts with the next one.
        guard step != 0 else {
            isRepeated = true
            journal?.note(.init(.repeated, from: last, to: position, at: now, elapsed: elapsed))
            return 0
        }
        var shortfall: Int64 = 0
        let began = runTime
        runTime = max(runTime, now)
        if step > 0, step <= Int64(rules.maximumStep) {
            let given = min(step * Self.second, elapsed + slack)
            shortfall = step * Self.second - given
            unearned = min(unearned + shortfall, Self.longest)
            // Of a long time at one position a second may have been played; the rest the player stood.
            let unused = isRepeated ? min(elapsed - given, Self.second) : elapsed - given
            slack = min(max(slack + unused, 0), Int64(rules.maximumStep) * Self.second)
            journal?.note(.init(.step, from: last, to: position, at: now, elapsed: elapsed, lost: shortfall))
            credit(given - settled, at: last, settled)
            if given > settled { lastCredited = runTime }
        } else {
            let given = min(Self.second, elapsed)
            journal?.note(.init(.jump, from: last, to: position, at: now, elapsed: elapsed))
            credit(given - settled, at: last, settled)
            if given > settled { lastCredited = began.adding(nanoseconds: given) }
        }
        runPlayhead = position
        isRepeated = false
        settled = 0
        return shortfall
    }

    /// Credits what passed at the last position, a second at most: something ends there, or a ping is made.
    mutating func settle(at now: Instant) {
        guard let last = runPlayhead else { return }
        let passed = elapsed(until: now)
        let given = min(Self.second, passed)
        guard given > settled else { return }
        journal?.note(.init(.settled, from: last, to: last, at: now, elapsed: passed))
        credit(given - settled, at: last, settled)
        lastCredited = runTime.adding(nanoseconds: given)
        settled = given
    }

    /// Ends the run with what passed at its last position: the next playhead begins a new one.
    mutating func interrupt(at now: Instant) {
        settle(at: now)
        if let last = runPlayhead { journal?.note(.init(.ended, from: last, to: last, at: now)) }
        runPlayhead = nil
    }

    /// Ends the run without crediting its last position: metadata was loaded again without need.
    ///
    /// - Parameter now: When that was.
    package mutating func endRunUncredited(at now: Instant) {
        if let last = runPlayhead { journal?.note(.init(.broken, from: last, to: last, at: now)) }
        runPlayhead = nil
    }

    /// Credits time that passes without playheads, from where the account has got to.
    ///
    /// - Parameters:
    ///   - nanoseconds: How much time; negative counts as none.
    ///   - now: When it was over.
    mutating func pass(_ nanoseconds: Int64, until now: Instant) {
        if nanoseconds > 0, journal != nil {
            let (from, to) = (total / Self.second, (total + min(nanoseconds, Self.longest)) / Self.second)
            journal?.note(.init(.passed, from: from, to: to, at: now, elapsed: nanoseconds))
        }
        credit(min(nanoseconds, Self.longest), at: total / Self.second, total % Self.second)
    }

    private func elapsed(until now: Instant) -> Int64 {
        min(max(0, now.nanoseconds(since: runTime)), Self.longest)
    }

    // MARK: - Segments

    /// Credits time, each part towards the segment that it lies in.
    ///
    /// - Parameters:
    ///   - time: Nanoseconds.
    ///   - position: The whole second at which they begin; a time of day does not fit into nanoseconds.
    ///   - offset: Nanoseconds from there.
    private mutating func credit(_ time: Int64, at position: Int64, _ offset: Int64) {
        guard time > 0, total < Self.longest else { return }
        let length = Int64(rules.segmentSeconds) * Self.second
        var number = position / Int64(rules.segmentSeconds)
        var place = position % Int64(rules.segmentSeconds) * Self.second + offset
        var rest = time
        while rest > 0 {
            number += place / length
            place %= length
            let part = min(rest, length - place)
            credit(part, in: number)
            place += part
            rest -= part
        }
        total += time
    }

    private mutating func credit(_ time: Int64, in number: Int64) {
        if number != segment { change(to: number) }
        let before = segmentTime
        segmentTime += time
        journal?.credit(time, to: number)
        let needed = creditTime
        if before < needed, segmentTime >= needed {
            credited.insert(number)
            pending.append(number)
        }
    }

    private mutating func change(to number: Int64) {
        if segment >= 0, segmentTime > 0, segmentTime < creditTime {
            partial[segment] = segmentTime
            if partial.count > Int(rules.maximumSegmentsKept) { dropEarliestHalf() }
        }
        segment = number
        segmentTime = credited.contains(number) ? creditTime : (partial.removeValue(forKey: number) ?? 0)
    }

    /// Forgets half of what is not credited, so that seeking about does not use memory without end.
    private mutating func dropEarliestHalf() {
        for number in partial.keys.sorted().prefix(partial.count / 2) {
            partial[number] = nil
        }
    }

    // MARK: - Records

    /// Takes out what the next record reports: credited segments, a duration's worth at most, and the seconds since the
    /// last.
    package mutating func removeDuration() -> (segments: [Int64], seconds: Int) {
        let count = min(pending.count, segmentsPerDuration)
        let segments = Array(pending.prefix(count))
        pending.removeFirst(count)
        defer { recordedSeconds = totalSeconds }
        return (segments, secondsSinceRecord)
    }

    /// Takes out what the next record explains; nil where no journal is kept.
    package mutating func removeJournal() -> CreditJournal? { journal?.removeAll() }
}
