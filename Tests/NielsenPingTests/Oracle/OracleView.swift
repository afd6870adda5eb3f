// SPDX-License-Identifier: Apache-2.0

/// What one asset has been played, second by second.
struct OracleView {
    let lane: String
    let asset: String
    let number: Int
    /// Seconds played of each segment, those that were played again included.
    private var played: [Int64: Int] = [:]
    /// Seconds played, and how many of them were told of.
    private(set) var seconds = 0
    private(set) var told = 0
    /// Segments in the order in which they were credited.
    private(set) var credited: [Int64] = []
    private(set) var toldSegments = 0
    var durations = 0
    var isSeen = false
    var isEnded = false
    /// The last playhead.
    var last: Int64?
    /// True where the next playhead begins anew, as the first one does.
    var isAnew = true
    /// True where metadata was loaded without need, which costs the next playhead.
    var isReloaded = false
    /// True after the metadata of the same asset was loaded again: an ad may begin again with the next playhead.
    var mayBeginAgain = false

    init(lane: String, asset: String, number: Int) {
        (self.lane, self.asset, self.number) = (lane, asset, number)
    }

    /// Ends what goes on: the next playhead begins anew.
    mutating func pause() { (isAnew, isReloaded) = (true, false) }

    /// Counts seconds, one by one.
    mutating func count(_ first: Int64, _ last: Int64) {
        var second = first
        while second <= last {
            let segment = second / 60
            let before = played[segment] ?? 0
            played[segment] = before + 1
            if before + 1 == 30 { credited.append(segment) }
            seconds += 1
            second += 1
        }
    }

    /// What the playhead says was played since the one before it.
    mutating func playhead(_ position: Int64) {
        defer { (last, isAnew, isReloaded, mayBeginAgain) = (position, false, false, false) }
        if isReloaded { return }
        guard let last, !isAnew else { return count(position, position) }
        switch position - last {
        case 0: break
        case 1...10: count(last + 1, position)
        default: count(position, position)
        }
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
