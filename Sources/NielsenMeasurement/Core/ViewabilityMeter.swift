// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The state of viewability measurement: the view that is measured and the last values.
struct ViewabilityMeter: Sendable {
    var settings = NielsenViewabilitySettings()
    private(set) var target: NielsenViewabilityTarget?
    /// The last values; nil before the first scene, and while the view is missing.
    private(set) var reading: NielsenViewabilityReading?
    /// Whether the missing view has been reported.
    private var isReportedLost = false
    /// Whether the shell examines the screen periodically.
    private(set) var isWatching = false

    /// Whether there is anything to do at a playhead.
    var isOn: Bool { target != nil && settings.isOn }

    /// The meter, or nil if it is off: playheads are spared a copy of a meter that measures nothing.
    var ifOn: ViewabilityMeter? { isOn ? self : nil }

    /// Starts measuring a view.
    mutating func track(_ target: NielsenViewabilityTarget) {
        // Values of another view, or with other friendly views, do not apply to this one.
        if target != self.target { reading = nil }
        self.target = target
        isReportedLost = false
        isWatching = false
    }

    /// Applies a scene.
    ///
    /// - Parameters:
    ///   - scene: The scene; nil if there is no window to examine.
    ///   - looked: The view that was looked for; nil applies the scene to whatever is measured.
    /// - Returns: An error if the view is missing, returned once until the view is found again.
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
            "no view has the tag \"\(target.viewTag.prefix(64))\"; pass the tag of a view that is in the window",
            key: "viewTag"
        )
    }

    /// Returns whether the shell must examine the screen, if that has changed.
    mutating func watch(_ mustWatch: Bool) -> Bool? {
        let mustWatch = mustWatch && isOn
        guard mustWatch != isWatching else { return nil }
        isWatching = mustWatch
        return mustWatch
    }

    /// Handles a playhead of a view of an asset.
    func advance(_ view: inout AssetView?, to position: Int64, at time: NielsenTime, maximumStep: Int) {
        guard let lane = view?.lane, settings.measures(lane) else { return }
        guard let reading else {
            view?.viewability?.lose()
            return
        }
        if view?.viewability == nil { view?.viewability = ViewabilitySeries(settings, maximumStep: maximumStep) }
        view?.viewability?.advance(to: position, at: time.unixMilliseconds, reading)
    }

    /// Returns the values of a record of a watermark: those at this moment.
    func atWatermark(_ tag: NielsenID3Tag, at time: NielsenTime) -> JSONObject? {
        guard settings.measuresWatermarks, let reading else { return nil }
        let offset = tag.hasNullFinalDistributorID ? tag.programContentOffset : tag.finalDistributorOffset
        return reading.series(at: Int64(offset), time: time.unixMilliseconds)
    }
}

/// The viewability of the player, measured with what it plays.
extension NielsenCore {
    /// Starts the measurement of a view's visibility.
    mutating func trackViewability(
        _ request: Result<ViewabilityRequest, NielsenError>,
        looksAtOnce: Bool,
        at time: NielsenTime
    ) {
        guard !isClosed else { return log(.warning, .closed("trackViewability")) }
        switch request {
        case .success(let request):
            report(request.issues, at: time)
            viewability.track(request.target)
            if let scene = request.scene { see(scene, of: nil, at: time) }
            // If something is already playing, the screen is examined first.
            if looksAtOnce, state != .processing, viewability.isOn { effects.append(.watch(.once)) }
        case .failure(let error):
            report(error, at: time)
        }
    }

    /// Applies a scene of the screen.
    mutating func see(
        _ scene: NielsenViewabilityScene?,
        of target: NielsenViewabilityTarget?,
        at time: NielsenTime
    ) {
        guard isMeasuring else { return }
        guard viewability.target != nil else { return log(.warning, .sceneWithoutTarget) }
        if let error = viewability.see(scene, of: target) { report(error, at: time) }
    }

    /// Whether the next playhead may be the first one that is measured.
    package var mayBeginWatching: Bool { isMeasuring && viewability.isOn && !viewability.isWatching }

    /// Requests scenes of the screen for as long as something is playing.
    mutating func watchWhilePlaying() {
        guard let mustWatch = viewability.watch(state == .processing && !isClosed) else { return }
        effects.append(.watch(mustWatch ? .repeatedly : .never))
    }
}
