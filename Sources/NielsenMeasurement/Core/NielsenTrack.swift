// SPDX-License-Identifier: Apache-2.0

import NielsenModel

/// One lane of playback: what is loaded, and the view of it that is measured.
struct NielsenTrack: Sendable {
    /// The loaded asset, or nil.
    private(set) var asset: NielsenAsset?
    /// The view that goes on or is paused; nil where what is loaded is not measured: it was loaded while playback was held,
    /// or its view ended for silence meanwhile.
    var view: AssetView?
    /// The asset of an event that could not be loaded, so that it is not tried again with each event.
    var refused: NielsenAsset?
    /// Whether the app reported the end of the ad, which may still be reported once more.
    var isOver = false

    /// The asset that the app named last.
    var named: NielsenAsset? { refused ?? (isOver ? nil : asset) }

    /// Whether metadata describes what is loaded.
    func holds(_ other: NielsenAsset) -> Bool { asset?.identity == other.identity }

    /// Replaces what is loaded.
    ///
    /// The view stays, so it must be one of the same asset.
    mutating func load(_ asset: NielsenAsset) {
        self.asset = asset
        refused = nil
        isOver = false
    }

    // MARK: - Playheads

    /// Credits what passed up to a playhead of the view.
    ///
    /// - Parameters:
    ///   - position: The position that was reached, in seconds.
    ///   - time: The time at which it was.
    ///   - maximumStep: The largest step between two playheads that counts as played, in seconds.
    ///   - viewability: The meter of what is visible; nil if it is off.
    /// - Returns: Nanoseconds of the step that no time passed for.
    @discardableResult
    mutating func advance(
        to position: Int64,
        at time: NielsenTime,
        _ maximumStep: Int,
        _ viewability: ViewabilityMeter?
    ) -> Int64 {
        let shortfall = view?.playhead(position, at: time) ?? 0
        viewability?.advance(&view, to: position, at: time, maximumStep: maximumStep)
        return shortfall
    }

    /// Returns the credit of the view; nil without one.
    func credit(ended: Bool) -> NielsenCredit? {
        guard let asset, let view else { return nil }
        return NielsenCredit(
            lane: view.lane,
            assetid: asset.assetid,
            view: view.number,
            seconds: view.account.totalSeconds,
            segments: view.account.creditedSegments,
            ended: ended
        )
    }

    /// Whether a record is due.
    var hasNews: Bool { view?.isSeen == false || view?.account.isDurationDue == true }

    /// The last second of the asset, as far as its metadata says, with one to spare.
    var lastSecond: Int64 {
        guard let length = asset?.length, length > 0, length < .max else { return .max }
        return length + 1
    }
}

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

/// Loaded metadata, as given and as measured, and the asset that they describe.
///
/// It never changes, and is a class so that what is played stays a small value.
final class NielsenAsset: Sendable {
    /// What makes two sets of metadata describe one asset: the same id (and section, for a page), or, without an id, the
    /// same metadata.
    enum Identity: Sendable, Hashable {
        case id(String, section: String?)
        case metadata([String: String])
    }

    /// As the app passed it: what is loaded again after an interruption, and what is compared with the next event.
    let given: [String: String]
    /// In its normal form.
    let metadata: [String: String]
    /// The track that measures it; nil if its type is unknown, so that it is not measured.
    let lane: NielsenLane?
    let identity: Identity
    let assetid: String
    /// The asset's length in whole seconds, as the metadata says; nil where it says none.
    let length: Int64?

    /// Reads metadata.
    ///
    /// - Parameters:
    ///   - given: What the app passed.
    ///   - readsFoldedKeys: Whether keys in wrong capitals are read too.
    ///   - issues: Gets what was wrong.
    init(_ given: [String: String], readsFoldedKeys: Bool, issues: inout [NielsenValidationIssue]) {
        let read = NielsenMetadata(given, readsFoldedKeys: readsFoldedKeys, issues: &issues)
        let values = read?.values ?? given
        let id = values["assetid"] ?? (read == nil ? given["assetId"] : nil) ?? ""
        let section = read?.type.lane == .static ? values["section"] : nil
        self.given = given
        metadata = values
        lane = read?.type.lane
        assetid = id
        identity = id.isEmpty ? .metadata(values) : .id(id, section: section)
        length = values["length"].flatMap(Double.init).flatMap { Int64(exactly: $0.rounded(.down)) }
    }

    /// Returns the metadata with the channel information of `play`, for keys that they do not have themselves.
    func metadata(on channel: [String: String]) -> [String: String] {
        channel.isEmpty ? metadata : metadata.merging(channel) { own, _ in own }
    }
}
