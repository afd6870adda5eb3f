// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// The viewability of the player, measured with what it plays.
extension NielsenCore {
    /// Starts the measurement of a view's visibility.
    package mutating func trackViewability(
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
    package mutating func see(
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

    /// Requests scenes of the screen for as long as something is playing, if visibility is measured.
    package mutating func watchIfMeasured() {
        if viewability.isOn { watchWhilePlaying() }
    }

    /// Requests scenes of the screen for as long as something is playing.
    package mutating func watchWhilePlaying() {
        guard let mustWatch = viewability.watch(state == .processing && !isClosed) else { return }
        effects.append(.watch(mustWatch ? .repeatedly : .never))
    }
}
