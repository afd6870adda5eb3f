// SPDX-License-Identifier: Apache-2.0

/// One view of one asset in one lane.
///
/// Not Equatable: asking whether there is a view would compare, and so copy, the view.
struct AssetView: Sendable {
    let lane: NielsenLane
    let number: Int
    let assetid: String
    /// The asset's length in whole seconds, as the metadata says; nil where it says none.
    let length: Int64?
    var metadata: [String: String]
    var account: CreditAccount
    /// True once the view record was made.
    var isSeen = false
    /// True where the same ad was loaded again: the next playhead says whether it goes on or begins anew.
    var mayBeginAnew = false
    var isReportedLong = false
    var isReportedChanged = false
    /// True from the beginning of an ad to the next playhead of the content.
    var wasLeftForAd = false
    /// How much of the player could be seen, once that is measured.
    var viewability: ViewabilitySeries?

    init(lane: NielsenLane, number: Int, metadata: [String: String], thresholds: NielsenThresholds) {
        self.lane = lane
        self.number = number
        self.metadata = metadata
        assetid = metadata["assetid"] ?? ""
        length = metadata["length"].flatMap(Double.init).flatMap { Int64(exactly: $0.rounded(.down)) }
        account = CreditAccount(thresholds)
    }

    /// True where metadata speaks of the asset of this view: the same id, or without ids the same metadata.
    func isSameAsset(_ other: [String: String]) -> Bool {
        let id = other["assetid"] ?? ""
        return id.isEmpty && assetid.isEmpty ? other == metadata : id == assetid
    }

    /// Ends what goes on, with what passed at its last position: the next playhead begins anew.
    mutating func interrupt(at time: NielsenTime) {
        account.interrupt(at: time.instant)
        viewability?.interrupt()
    }

    func credit(ended: Bool) -> NielsenCredit {
        NielsenCredit(
            lane: lane,
            assetid: assetid,
            view: number,
            seconds: account.totalSeconds,
            segments: account.creditedSegments,
            ended: ended
        )
    }
}
