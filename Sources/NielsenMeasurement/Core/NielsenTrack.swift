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
