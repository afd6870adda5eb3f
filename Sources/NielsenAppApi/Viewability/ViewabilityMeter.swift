// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What is known of the player's visibility: the view that is measured and what was last seen of it.
struct ViewabilityMeter: Sendable {
    var settings = NielsenViewabilitySettings()
    private(set) var target: NielsenViewabilityTarget?
    /// What was last measured; nil before the first look, and while the view is not to be found.
    private(set) var reading: NielsenViewabilityReading?
    /// True where it was reported that the view is not to be found.
    private var isReportedLost = false
    /// True while the shell looks at the screen from time to time.
    private(set) var isWatching = false

    /// True where there is anything to do at a playhead.
    var isOn: Bool { target != nil && settings.isOn }

    /// Measures a view from now on.
    mutating func track(_ target: NielsenViewabilityTarget) {
        // What was seen of another view, or with other friendly views, says nothing of this one.
        if target != self.target { reading = nil }
        self.target = target
        isReportedLost = false
        isWatching = false
    }

    /// Takes what is on the screen.
    ///
    /// - Parameters:
    ///   - scene: What is on the screen; nil where there is no window to look at.
    ///   - looked: What was looked for; nil takes the scene for whatever is measured.
    /// - Returns: An error to report: the view is not to be found. It is returned once until the view is found again.
    mutating func see(_ scene: NielsenViewabilityScene?, of looked: NielsenViewabilityTarget?) -> NielsenError? {
        guard settings.isOn, let target, looked == nil || looked == target else { return nil }
        reading = scene.flatMap { NielsenViewabilityReading($0, of: target, opaquePercent: settings.opaquePercent) }
        guard reading == nil else {
            isReportedLost = false
            return nil
        }
        guard !isReportedLost else { return nil }
        isReportedLost = true
        return NielsenError(
            .viewabilityUnableFindView,
            "no view has the tag \"\(target.viewTag.prefix(64))\"; hand over the tag of a view that is in the window",
            key: "viewTag"
        )
    }

    /// Says whether the shell is to look at the screen, where that has changed.
    mutating func watch(_ mustWatch: Bool) -> Bool? {
        let mustWatch = mustWatch && isOn
        guard mustWatch != isWatching else { return nil }
        isWatching = mustWatch
        return mustWatch
    }

    /// Takes a playhead for a view of an asset.
    func advance(_ view: inout AssetView?, to position: Int64, at time: NielsenTime, maximumStep: Int) {
        guard let lane = view?.lane, settings.measures(lane) else { return }
        guard let reading else {
            view?.viewability?.lose()
            return
        }
        if view?.viewability == nil { view?.viewability = ViewabilitySeries(settings, maximumStep: maximumStep) }
        view?.viewability?.advance(to: position, at: time.unixMilliseconds, reading)
    }

    /// What a watermark's record tells: the values at this moment.
    func atWatermark(_ tag: NielsenID3Tag, at time: NielsenTime) -> JSONObject? {
        guard settings.measuresWatermarks, let reading else { return nil }
        let offset = tag.hasNullFinalDistributorID ? tag.programContentOffset : tag.finalDistributorOffset
        return reading.series(at: Int64(offset), time: time.unixMilliseconds)
    }
}
