// SPDX-License-Identifier: Apache-2.0

/// What the watermarks of one content identifier credit.
///
/// A watermark's offset is a playhead. Watermarks that are no farther apart than the gap of the configuration, by their
/// offsets and by the clock, are one run, and the seconds between them count.
struct TagRun: Sendable {
    let cid: String
    private(set) var account: CreditAccount
    /// When the last watermark came, in milliseconds since 1970.
    private(set) var lastTime: Int64
    private(set) var lastOffset: Int64 = 0
    /// True once enough segments were credited for a view.
    var isWon = false
    /// How many interval pings there were.
    var intervals = 0
    /// The credited segments by quarter of an hour, without those that were told.
    private var windows: [Int64: Int] = [:]
    private var toldWindows: Set<Int64> = []
    private let gap: Int64

    init(cid: String, thresholds: NielsenThresholds, time: Int64) {
        var thresholds = thresholds
        thresholds.maximumPlayheadStep = thresholds.id3IntervalGapSeconds
        self.cid = cid
        account = CreditAccount(thresholds)
        gap = Int64(max(1, thresholds.id3IntervalGapSeconds)) * 1000
        lastTime = time
    }

    /// Takes a watermark.
    ///
    /// - Parameters:
    ///   - offset: Seconds of the programme.
    ///   - time: Milliseconds since 1970.
    ///   - windowSegments: How long a quarter of an hour is, in segments.
    mutating func hear(offset: Int64, at time: Int64, windowSegments: Int) {
        if time - lastTime > gap { account.interrupt() }
        lastTime = time
        lastOffset = offset
        let before = account.pending.count
        account.playhead(offset)
        for segment in account.pending.dropFirst(before) {
            windows[segment / Int64(max(1, windowSegments)), default: 0] += 1
        }
    }

    /// The credited segments and the seconds that no ping has told of yet.
    mutating func take() -> (segments: Int, seconds: Int) {
        let (segments, seconds) = account.takeDuration()
        intervals += 1
        return (segments.count, seconds)
    }

    /// True once for each quarter of an hour in which enough segments are credited.
    mutating func takeQuarterHour(segments: Int) -> Bool {
        guard let window = windows.first(where: { $0.value >= segments && !toldWindows.contains($0.key) })?.key else {
            return false
        }
        windows[window] = nil
        toldWindows.insert(window)
        return true
    }
}
