// SPDX-License-Identifier: Apache-2.0

import NielsenModel

/// The measurement of one view of the asset that a track has loaded.
///
/// Not Equatable: asking whether there is a view would compare, and so copy, the view.
struct AssetView: Sendable {
    let lane: NielsenLane
    let number: Int
    @Boxed private var counted: Counted
    /// Whether the view record was made.
    var isSeen = false
    /// Whether the same ad was loaded again: the next playhead decides whether it continues or restarts.
    var mayBeginAnew = false
    var isReportedLong = false
    var isReportedChanged = false
    /// The channel information of `play` that applies to the view.
    var channel: [String: String] = [:]
    /// Whether it is stopped and has not continued.
    var isStopped = false
    /// Whether an ad began and no playhead of the content has followed.
    var wasLeftForAd = false

    /// The values that change with each playhead.
    private struct Counted: Sendable {
        var account: CreditAccount
        /// How long the device had slept at the last playhead.
        var asleep: Int64 = 0
        var viewability: ViewabilitySeries?
    }

    init(lane: NielsenLane, number: Int, thresholds: NielsenThresholds) {
        self.lane = lane
        self.number = number
        counted = Counted(account: CreditAccount(thresholds))
    }

    /// The seconds that are credited.
    var account: CreditAccount {
        _read { yield counted.account }
        _modify { yield &counted.account }
    }

    /// How long the device had slept at the last playhead, from an arbitrary origin.
    var asleep: Int64 { counted.asleep }

    /// Credits what passed up to a playhead; returns the nanoseconds of the step that no time passed for.
    mutating func playhead(_ position: Int64, at time: NielsenTime) -> Int64 {
        counted.asleep = time.asleep
        return counted.account.playhead(position, at: time.instant)
    }

    /// The visible part of the player, once that is measured.
    var viewability: ViewabilitySeries? {
        _read { yield counted.viewability }
        _modify { yield &counted.viewability }
    }

    /// Continues with other thresholds, if nothing was measured yet.
    mutating func adopt(_ thresholds: NielsenThresholds) {
        guard !isSeen else { return }
        account = CreditAccount(thresholds)
    }

    /// Ends the current run, with what passed at its last position: the next playhead begins another.
    mutating func interrupt(at time: NielsenTime) {
        account.interrupt(at: time.instant)
        viewability?.interrupt()
    }
}
