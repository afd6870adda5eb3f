// SPDX-License-Identifier: Apache-2.0

/// What one asset has been played, in milliseconds, credited as the article on credit has it.
struct OracleView {
    let lane: String
    let asset: String
    let number: Int
    /// Milliseconds played of each segment, those that were played again included.
    private var played: [Int64: Int64] = [:]
    /// Milliseconds played.
    private(set) var total: Int64 = 0
    /// Seconds that pings have reported.
    private(set) var told = 0
    /// Segments in the order in which they were credited.
    private(set) var credited: [Int64] = []
    private(set) var toldSegments = 0
    var durations = 0
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

    init(lane: String, asset: String, number: Int) {
        (self.lane, self.asset, self.number) = (lane, asset, number)
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

    /// What no ping has reported, five segments at most.
    mutating func takeSome() -> [Int64] { take(min(5, credited.count - toldSegments)) }

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
            let part = min(rest, 100 - place % 100)
            let segment = place / 60_000
            let before = played[segment, default: 0]
            played[segment] = before + part
            if before < 29_500, before + part >= 29_500 { credited.append(segment) }
            (total, place, rest) = (total + part, place + part, rest - part)
        }
    }

    /// Moves to a position: what lies between it and the previous one counts as far as time passed.
    ///
    /// - Parameters:
    ///   - position: The position, in seconds.
    ///   - time: The time, in milliseconds.
    ///   - reach: The largest distance between two positions of one run, in seconds.
    mutating func playhead(_ position: Int64, at time: Int64, reach: Int64 = 10) {
        defer {
            last = position
            mayBeginAgain = false
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

    /// Whether five segments are due, and then which.
    mutating func takeFive() -> [Int64]? {
        credited.count - toldSegments >= 5 ? take(5) : nil
    }

    mutating func takeRest() -> [Int64] { take(credited.count - toldSegments) }

    private mutating func take(_ count: Int) -> [Int64] {
        defer { toldSegments += count }
        return credited[toldSegments..<toldSegments + count].sorted()
    }

    /// Seconds since this was asked last.
    mutating func takeSeconds() -> Int {
        defer { told = seconds }
        return seconds - told
    }
}
