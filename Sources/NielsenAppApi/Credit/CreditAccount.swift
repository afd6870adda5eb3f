// SPDX-License-Identifier: Apache-2.0

/// Counts the seconds of one view and credits its segments.
///
/// A playhead stands for the second that begins at it, so thirty playheads a second apart are thirty seconds. Between
/// two playheads that are a few seconds apart everything counts; a larger step, or one backwards, is a seek and counts
/// only the second at which it lands. A segment is credited once, however often it is played.
struct CreditAccount: Sendable, Hashable {
    private let rules: Rules
    /// The last playhead of the run that goes on; nil before the first and after an interruption.
    private(set) var runPlayhead: Int64?
    /// The last playhead ever.
    private(set) var lastPlayhead: Int64?
    private(set) var totalSeconds = 0
    private(set) var secondsSinceRecord = 0
    /// Credited segments that no record has told of yet, in the order in which they were credited.
    private(set) var pending: [Int64] = []

    // The segment that is played now is kept out of the table: it changes each second.
    private var segment: Int64 = -1
    private var segmentSeconds = 0
    /// Seconds of segments that are not credited.
    private var partial: [Int64: Int] = [:]
    private var credited: Set<Int64> = []
    private var skipsNextSecond = false

    /// What is needed of the thresholds, in a few bytes: an account is looked at with every playhead.
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
            maximumStep = Int32(clamping: min(thresholds.maximumPlayheadStep, 86_400))
            maximumSegmentsKept = Int32(clamping: max(1, thresholds.maximumSegmentsKept))
        }
    }

    init(_ thresholds: NielsenThresholds) {
        rules = Rules(thresholds)
    }

    private var creditSeconds: Int { Int(rules.creditSeconds) }
    private var segmentsPerDuration: Int { Int(rules.segmentsPerDuration) }

    /// The credited segments in ascending order.
    var creditedSegments: [Int64] { credited.sorted() }

    /// True where enough segments are credited for a duration record.
    var isDurationDue: Bool { pending.count >= segmentsPerDuration }

    /// Ends the run: the next playhead begins a new one.
    mutating func interrupt() {
        runPlayhead = nil
        skipsNextSecond = false
    }

    /// Ends the run without need: the second at the next playhead does not count.
    mutating func restart() {
        runPlayhead = nil
        skipsNextSecond = true
    }

    /// Takes a playhead.
    mutating func playhead(_ position: Int64) {
        let last = runPlayhead
        runPlayhead = position
        lastPlayhead = position
        guard let last else {
            if !skipsNextSecond { count(1, from: position) }
            skipsNextSecond = false
            return
        }
        let step = position - last
        if step == 0 { return }
        if step > 0, step <= Int64(rules.maximumStep) {
            count(step, from: last + 1)
        } else {
            count(1, from: position)
        }
    }

    /// Counts seconds, each towards the segment that it lies in.
    mutating func count(_ seconds: Int64, from first: Int64) {
        let length = Int64(rules.segmentSeconds)
        var next = first
        let end = first + seconds
        while next < end {
            let number = next / length
            let part = min(end, (number + 1) * length) - next
            count(Int(part), in: number)
            next += part
        }
        totalSeconds += Int(seconds)
        secondsSinceRecord += Int(seconds)
    }

    private mutating func count(_ seconds: Int, in number: Int64) {
        if number != segment { change(to: number) }
        let before = segmentSeconds
        segmentSeconds += seconds
        let needed = creditSeconds
        if before < needed, segmentSeconds >= needed {
            credited.insert(number)
            pending.append(number)
        }
    }

    private mutating func change(to number: Int64) {
        if segment >= 0, segmentSeconds > 0, segmentSeconds < creditSeconds {
            partial[segment] = segmentSeconds
            if partial.count > Int(rules.maximumSegmentsKept) { dropEarliestHalf() }
        }
        segment = number
        segmentSeconds =
            credited.contains(number) ? creditSeconds : (partial.removeValue(forKey: number) ?? 0)
    }

    /// Forgets half of what is not credited, so that seeking about does not use memory without end.
    private mutating func dropEarliestHalf() {
        for number in partial.keys.sorted().prefix(partial.count / 2) {
            partial[number] = nil
        }
    }

    /// The credited segments that the next record tells of, at most a duration's worth, and the seconds since the last.
    mutating func takeDuration() -> (segments: [Int64], seconds: Int) {
        let count = min(pending.count, segmentsPerDuration)
        let segments = Array(pending.prefix(count))
        pending.removeFirst(count)
        defer { secondsSinceRecord = 0 }
        return (segments, secondsSinceRecord)
    }
}
