// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Delivery of scenes of the screen to an instance.
extension NielsenInstance {
    /// Starts measuring the visibility of a view.
    ///
    /// - Parameter data: The app's data; it may contain foreign code, so it is read outside the lock.
    func trackViewability(_ data: [String: Any]) {
        trace(CallText.text("trackViewability", data))
        do {
            let request = try ViewabilityRequest(data)
            track(request, looksAtOnce: true)
        } catch {
            let time = NielsenTime(environment.clock)
            submit { $0.apply(.trackViewability(.failure(error), looksAtOnce: false), at: time) }
        }
    }

    /// Starts measuring the view that the app information names, if there is a source of scenes.
    ///
    /// The app may not be on the screen yet, so the screen is first examined when something plays.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "JSON Initialization Data", `containerId`.
    func trackContainer() {
        guard environment.viewability != nil, let tag = appInfo?.values["containerId"], !tag.isEmpty else { return }
        track(ViewabilityRequest(viewTag: tag), looksAtOnce: false)
    }

    private func track(_ request: ViewabilityRequest, looksAtOnce: Bool) {
        sampler.set(request) { [weak self] scene, target in self?.see(scene, of: target) }
        let time = NielsenTime(environment.clock)
        submit { $0.apply(.trackViewability(.success(request), looksAtOnce: looksAtOnce), at: time) }
    }

    /// Applies a scene of the screen.
    ///
    /// - Parameters:
    ///   - scene: The scene; nil if there is no window to examine.
    ///   - target: The view that was looked for; nil for a scene that the app reports by itself.
    func see(_ scene: NielsenViewabilityScene?, of target: NielsenViewabilityTarget?) {
        let time = NielsenTime(environment.clock)
        submit { $0.apply(.see(scene, of: target), at: time) }
    }

    /// Examines the screen before an event that may begin playback, because its playhead is measured before the core
    /// could request a scene.
    func lookBefore(_ event: NielsenTrackEvent?) {
        guard let event, event.kind != .static, event.name == .playhead,
            guarded.withLock({ $0.core.mayBeginWatching })
        else { return }
        watch(.once)
    }

    /// Examines the screen as often as the core requests.
    func watch(_ watch: ViewabilityWatch) {
        let interval = guarded.withLock { $0.configuration.viewability.sampleIntervalMilliseconds }
        sampler.watch(watch, every: .milliseconds(max(50, interval)))
    }
}
