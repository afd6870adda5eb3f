// SPDX-License-Identifier: Apache-2.0

/// What one asset has been played, in milliseconds, credited as the article on credit has it.
struct OracleView {
    let lane: String
    let asset: String
    /// Milliseconds played of each segment, those that were played again included.
    private var played: [Int64: Int64] = [:]
    /// Milliseconds played.
    private(set) var total: Int64 = 0
    /// Seconds that pings have reported.
    private(set) var told = 0
    /// Segments in the order in which they were credited.
    private(set) var credited: [Int64] = []
    private(set) var toldSegments = 0
    /// What is over and not reported: the segments up to a number, the seconds up to a number, and the window.
    private var over: [(segments: Int, seconds: Int, window: Int64)] = []
    private var overSegments: Int { over.last?.segments ?? toldSegments }
    private var overSeconds: Int { over.last?.seconds ?? told }
    /// The window of five minutes that was played last, and the milliseconds of the period in it.
    private var window: Int64 = 0
    private var ofPeriod: Int64 = 0
    /// The window of what was taken last, from 1.
    private(set) var number: Int64 = 1
    var isSeen = false
    var isEnded = false
    /// The last playhead, and of a run that goes on also its time and what was counted of its second.
    private(set) var last: Int64?
    private var run: (position: Int64, time: Int64, counted: Int64)?
    /// Whether the last position came more than once.
    private var stood = false
    /// What late playheads may take beyond the time since the one before.
    private var slack: Int64 = 500
    /// True after the metadata of the same asset was loaded again: an ad may begin again with the next playhead.
    var mayBeginAgain = false

    init(lane: String, asset: String) {
        (self.lane, self.asset) = (lane, asset)
    }

    /// True from a playhead to what ends its run.
    var isRunning: Bool { run != nil }

    /// The nearest whole second.
    var seconds: Int { Int((total + 500) / 1_000) }

    /// Ends what goes on: what passed at the last position counts, a second at most.
    mutating func pause(at time: Int64) {
        passAtLast(time)
        run = nil
    }

    /// Metadata was loaded without need: nothing of the last position counts.
    mutating func reload() { run = nil }

    /// A ping is made: what passed at the last position counts, and the run goes on.
    mutating func settle(at time: Int64) { passAtLast(time) }

    /// Whether anything counts that no ping has reported.
    var hasUntold: Bool { seconds > told || credited.count > toldSegments }

    private mutating func passAtLast(_ time: Int64) {
        guard let run else { return }
        let passed = min(1_000, time - run.time)
        count(run.position * 1_000 + run.counted, max(0, passed - run.counted))
        self.run?.counted = max(passed, run.counted)
    }

    /// Counts milliseconds, one tenth of a second by the other.
    mutating func count(_ first: Int64, _ length: Int64) {
        var (place, rest) = (first, length)
        while rest > 0 {
            let part = min(rest, 100 - place % 100, 300_000 - ofPeriod)
            let segment = place / 60_000
            if segment / 5 != window {
                close()
                window = segment / 5
            }
            let before = played[segment, default: 0]
            played[segment] = before + part
            if before < 29_500, before + part >= 29_500 { credited.append(segment) }
            (total, place, rest) = (total + part, place + part, rest - part)
            ofPeriod += part
            if ofPeriod == 300_000 {
                close()
                ofPeriod = 0
            }
        }
    }

    /// A period is over: its window was left or is full, or the viewer went back; of watermarks alone seconds without a
    /// minute are no period.
    private mutating func close() {
        guard credited.count > overSegments || lane != "dtvr" && seconds > overSeconds else { return }
        over.append((credited.count, seconds, window))
        ofPeriod = 0
    }

    /// Moves to a position: what lies between it and the previous one counts as far as time passed.
    ///
    /// - Parameters:
    ///   - position: The position, in seconds.
    ///   - time: The time, in milliseconds.
    ///   - reach: The largest distance between two positions of one run, in seconds.
    mutating func playhead(_ position: Int64, at time: Int64, reach: Int64 = 10) {
        let goesBack = position < (last ?? 0) - 1
        defer {
            last = position
            mayBeginAgain = false
            if goesBack || position / 300 != window { close() }
        }
        guard let run else {
            self.run = (position, time, 0)
            stood = false
            return
        }
        let passed = time - run.time
        switch position - run.position {
        case 0:
            stood = true
            return
        case let step where step > 0 && step <= reach:
            let length = min(step * 1_000, passed + slack)
            slack = max(0, min(reach * 1_000, slack + (stood ? min(1_000, passed - length) : passed - length)))
            count(run.position * 1_000 + run.counted, length - run.counted)
        default:
            count(run.position * 1_000 + run.counted, min(1_000, passed) - run.counted)
        }
        self.run = (position, time, 0)
        stood = false
    }

    /// The segments and seconds of a period that is over.
    mutating func takePeriod() -> (segments: [Int64], seconds: Int)? {
        over.isEmpty ? nil : take(over.removeFirst())
    }

    /// Those of what goes on.
    mutating func takeRest() -> (segments: [Int64], seconds: Int) {
        defer { ofPeriod = 0 }
        return take((credited.count, seconds, window))
    }

    private mutating func take(_ end: (segments: Int, seconds: Int, window: Int64)) -> (segments: [Int64], seconds: Int)
    {
        // The windows of seconds since 1970 are those of a day.
        let place = end.window < 333_333 ? end.window : end.window % 288
        defer { (toldSegments, told, number) = (end.segments, end.seconds, place + 1) }
        return (credited[toldSegments..<end.segments].sorted(), end.seconds - told)
    }
}
