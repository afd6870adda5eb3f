// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What the watermarks of one content identifier credit.
///
/// A watermark's offset is a position. Which watermarks are one run says ``NielsenID3Run``; within a run the distance
/// between two offsets counts as far as time passed between them, so it is differences that count and not the number of
/// watermarks. A `stop` does not break a run: ads are stopped and content is loaded while the watermarked stream goes on.
struct TagRun: Sendable {
    let cid: String
    /// Its number within the instance, from 1.
    let number: Int
    /// The view in which it began; 0 outside of any.
    let view: Int
    private(set) var run: NielsenID3Run
    private(set) var account: CreditAccount
    /// When the last watermark came, in milliseconds since 1970.
    private(set) var lastTime: Int64
    /// True once enough segments were credited for a view.
    var isWon = false
    /// How many interval pings there were.
    private(set) var intervals = 0
    /// How many seconds a segment has.
    let segmentSeconds: Int
    /// The credited segments by quarter of an hour, without those that were told.
    private var windows: [Int64: Int] = [:]
    private var toldWindows: Set<Int64> = []

    init(cid: String, run: NielsenID3Run, thresholds: NielsenThresholds, time: Int64, number: Int, view: Int) {
        var thresholds = thresholds
        thresholds.maximumPlayheadStep = run.gapSeconds
        self.cid = cid
        self.number = number
        self.view = view
        self.run = run
        account = CreditAccount(thresholds)
        segmentSeconds = thresholds.segmentSeconds
        lastTime = time
    }

    /// Takes a watermark.
    ///
    /// - Parameters:
    ///   - tag: The watermark.
    ///   - time: Milliseconds since 1970: a clock that goes on while the device sleeps, for the gaps.
    ///   - instant: The same on the clock that never jumps, for what is credited.
    ///   - windowSegments: How long a quarter of an hour is, in segments.
    mutating func hear(_ tag: NielsenID3Tag, at time: Int64, _ instant: Instant, windowSegments: Int) {
        let step = run.take(tag, at: .zero + .milliseconds(time))
        guard step != .unrecognized else { return }
        lastTime = time
        switch step {
        // What a watermark says twice says nothing of the time in between.
        case .unrecognized, .repeated: return
        case .began, .broken: account.restart()
        case .continued: break
        }
        let before = account.pending.count
        account.playhead(Int64(run.offset), at: instant)
        for segment in account.pending.dropFirst(before) {
            windows[segment / Int64(max(1, windowSegments)), default: 0] += 1
        }
    }

    /// The credited segments and the seconds that no ping has told of yet.
    mutating func take() -> (segments: [Int64], seconds: Int) {
        defer { intervals += 1 }
        return account.takeDuration()
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
