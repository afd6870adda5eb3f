// SPDX-License-Identifier: Apache-2.0

/// What is measured of one view of the asset that a lane has loaded.
///
/// Not Equatable: asking whether there is a view would compare, and so copy, the view.
struct AssetView: Sendable {
    let lane: NielsenLane
    let number: Int
    @Boxed private var counted: Counted
    /// True once the view record was made.
    var isSeen = false
    /// True where the same ad was loaded again: the next playhead says whether it goes on or begins anew.
    var mayBeginAnew = false
    var isReportedLong = false
    var isReportedChanged = false
    /// What `play` told about the channel that the view is of.
    var channel: [String: String] = [:]
    /// True from a stop until it goes on.
    var isStopped = false
    /// True from the beginning of an ad to the next playhead of the content.
    var wasLeftForAd = false

    /// What changes with each playhead.
    private struct Counted: Sendable {
        var account: CreditAccount
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

    /// How much of the player could be seen, once that is measured.
    var viewability: ViewabilitySeries? {
        _read { yield counted.viewability }
        _modify { yield &counted.viewability }
    }

    /// Goes on with other thresholds, where nothing was measured yet.
    mutating func adopt(_ thresholds: NielsenThresholds) {
        guard !isSeen else { return }
        account = CreditAccount(thresholds)
    }

    /// Ends what goes on, with what passed at its last position: the next playhead begins anew.
    mutating func interrupt(at time: NielsenTime) {
        account.interrupt(at: time.instant)
        viewability?.interrupt()
    }
}
