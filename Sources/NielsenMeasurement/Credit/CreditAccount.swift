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
///
/// What is credited is reported in periods. A period lies in one window of five segments by position and has at most the
/// seconds of one; it is over where the position leaves its window or goes back, so each second of it is seen once.
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
    /// The credited segments that no record has reported yet, in the order in which they were credited.
    package private(set) var pending: [Int64] = []

    /// A period that is over, and what it credits.
    private struct Period: Sendable, Hashable {
        let window: Int64
        /// The number of segments, which are the first ones that are pending.
        let count: Int
        /// The segments of which enough was seen in the period, also those that were credited before.
        let seen: [Int64]
        let seconds: Int
    }

    private var periods: [Period] = []
    /// The window in which time was credited last.
    private var window: Int64 = 0
    /// Nanoseconds since the last period was over.
    private var periodTime: Int64 = 0
    /// The seconds in periods that are over.
    private var closedSeconds = 0
    /// The number of pending segments in periods that are over.
    private var closedCount = 0
    /// The segments of the period that goes on of which enough was seen in it, or that were credited in it.
    private var seen: Set<Int64> = []
    /// Nanoseconds of the segment that is played now, within the period, and of the others.
    private var seenTime: Int64 = 0
    private var seenBefore: [Int64: Int64] = [:]

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
        let reportsSecondsAlone: Bool
        /// The length of a window.
        var windowSeconds: Int64 { Int64(segmentSeconds) * Int64(segmentsPerDuration) }

        init(_ thresholds: NielsenThresholds, reportsSecondsAlone: Bool) {
            self.reportsSecondsAlone = reportsSecondsAlone
            creditSeconds = Int32(clamping: max(1, thresholds.creditSeconds))
            segmentSeconds = Int32(clamping: max(1, thresholds.segmentSeconds))
            segmentsPerDuration = Int32(clamping: max(1, thresholds.segmentsPerDuration))
            // Whatever is configured: a step is walked through segment by segment.
            maximumStep = Int32(clamping: max(0, min(thresholds.maximumPlayheadStep, 86_400)))
            maximumSegmentsKept = Int32(clamping: max(1, thresholds.maximumSegmentsKept))
        }
    }

    /// Makes an account without credit.
    ///
    /// - Parameters:
    ///   - thresholds: The numbers.
    ///   - reportsSecondsAlone: Whether a window is reported in which no segment was credited.
    package init(_ thresholds: NielsenThresholds, reportsSecondsAlone: Bool = true) {
        rules = Rules(thresholds, reportsSecondsAlone: reportsSecondsAlone)
        if thresholds.keepsCreditJournal { journal = CreditJournal(thresholds) }
    }

    /// A segment counts as played from the nearest whole second on.
    private var creditTime: Int64 { Int64(rules.creditSeconds) * Self.second - Self.second / 2 }

    /// Seconds credited, the nearest whole number.
    var totalSeconds: Int { Int((total + Self.second / 2) / Self.second) }

    /// Whether anything was credited that no record has reported yet.
    package var hasUntold: Bool { !periods.isEmpty || totalSeconds > closedSeconds || !pending.isEmpty }

    /// The credited segments in ascending order.
    var creditedSegments: [Int64] { credited.sorted() }

    /// Whether a period is over that no record has reported yet.
    package var isDurationDue: Bool { !periods.isEmpty }

    // MARK: - Playheads

    /// Credits what passed since the playhead before, and begins to wait at the next position.
    ///
    /// - Parameters:
    ///   - position: The position, in seconds.
    ///   - now: When the playhead was called.
    /// - Returns: Nanoseconds of the step that no time passed for.
    @discardableResult
    package mutating func playhead(_ position: Int64, at now: Instant) -> Int64 {
        let isRewind = lastPlayhead.map { $0 - position > 1 } ?? false
        lastPlayhead = position
        defer { if isRewind || position / rules.windowSeconds != window { closePeriod() } }
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

    func elapsed(until now: Instant) -> Int64 {
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
        let (whole, overflows) = rules.windowSeconds.multipliedReportingOverflow(by: Self.second)
        let longest = overflows ? .max : whole
        while rest > 0 {
            number += place / length
            place %= length
            let next = number / Int64(rules.segmentsPerDuration)
            if next != window {
                closePeriod()
                window = next
                beginPeriod()
            }
            let part = min(rest, length - place, max(1, longest - periodTime))
            credit(part, in: number)
            total += part
            periodTime += part
            if periodTime >= longest {
                closePeriod()
                periodTime = 0
            }
            place += part
            rest -= part
        }
    }

    /// Ends the period, if there is anything to report of it.
    private mutating func closePeriod() {
        let count = pending.count - closedCount
        let seconds = totalSeconds - closedSeconds
        guard count > 0 || rules.reportsSecondsAlone && seconds > 0 else { return }
        periods.append(Period(window: window, count: count, seen: Array(seen), seconds: seconds))
        closedCount = pending.count
        closedSeconds = totalSeconds
        periodTime = 0
        beginPeriod()
    }

    /// Forgets what was seen of the segments before.
    private mutating func beginPeriod() {
        seen = []
        seenTime = 0
        seenBefore = [:]
    }

    private mutating func credit(_ time: Int64, in number: Int64) {
        if number != segment { change(to: number) }
        let (before, earlier) = (segmentTime, seenTime)
        segmentTime += time
        seenTime += time
        journal?.credit(time, to: number)
        let needed = creditTime
        if earlier < needed, seenTime >= needed { seen.insert(number) }
        if before < needed, segmentTime >= needed {
            credited.insert(number)
            pending.append(number)
            seen.insert(number)
        }
    }

    private mutating func change(to number: Int64) {
        if segment >= 0, segmentTime > 0, segmentTime < creditTime {
            partial[segment] = segmentTime
            if partial.count > Int(rules.maximumSegmentsKept) { dropEarliestHalf() }
        }
        if seenTime > 0 { seenBefore[segment] = seenTime }
        seenTime = seenBefore.removeValue(forKey: number) ?? 0
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

    /// Takes out what the next record reports: the first period that is over, otherwise the one that goes on.
    package mutating func removeDuration() -> CreditPeriod {
        guard let period = periods.first else {
            defer {
                pending = []
                closedSeconds = totalSeconds
                periodTime = 0
                beginPeriod()
            }
            return CreditPeriod(
                window: window,
                segments: pending,
                seen: Array(seen),
                seconds: totalSeconds - closedSeconds
            )
        }
        periods.removeFirst()
        let segments = Array(pending.prefix(period.count))
        pending.removeFirst(period.count)
        closedCount -= period.count
        return CreditPeriod(window: period.window, segments: segments, seen: period.seen, seconds: period.seconds)
    }

    /// Takes out what the next record explains; nil where no journal is kept.
    package mutating func removeJournal() -> CreditJournal? { journal?.removeAll() }
}

/// What one record reports of an account: it lies in one window of positions.
package struct CreditPeriod: Sendable, Hashable {
    /// The number of the window: that of a segment divided by the segments of a duration.
    package var window: Int64 = 0
    /// The segments that were credited.
    package var segments: [Int64] = []
    /// These, and the segments of which enough was seen once more.
    package var seen: [Int64] = []
    /// The credited seconds.
    package var seconds = 0

    /// Makes a period without credit.
    package init() {}

    init(window: Int64, segments: [Int64], seen: [Int64], seconds: Int) {
        self.window = window
        self.segments = segments
        self.seen = seen
        self.seconds = seconds
    }
}
