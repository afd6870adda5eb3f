// SPDX-License-Identifier: Apache-2.0

import HubServices

/// How an instance learns what is on the screen.
extension NielsenInstance {
    /// Measures the visibility of a view from now on.
    ///
    /// - Parameters:
    ///   - data: What the app handed over; it may hold foreign code, so it is read outside of the lock.
    ///   - deliver: Hears of errors.
    ///   - later: Hears of errors that a later look at the screen brings.
    func trackViewability(
        _ data: [String: Any],
        _ deliver: Deliver,
        later: @escaping @Sendable (NielsenNotice) -> Void
    ) {
        trace(CallText.text("trackViewability", data))
        do {
            let request = try ViewabilityRequest(data)
            track(request, looksAtOnce: true, deliver, later: later)
        } catch {
            let time = NielsenTime(environment.clock)
            submit(deliver) { $0.take(.trackViewability(.failure(error), looksAtOnce: false), at: time) }
        }
    }

    /// Measures the view that the app information names, where there is a way to look at it.
    ///
    /// Nothing of the app may be on the screen yet, so the first look is when something is played.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "JSON Initialization Data", `containerId`.
    func trackContainer(_ deliver: Deliver, later: @escaping @Sendable (NielsenNotice) -> Void) {
        guard environment.viewability != nil, let tag = appInfo?.values["containerId"], !tag.isEmpty else { return }
        track(ViewabilityRequest(viewTag: tag), looksAtOnce: false, deliver, later: later)
    }

    private func track(
        _ request: ViewabilityRequest,
        looksAtOnce: Bool,
        _ deliver: Deliver,
        later: @escaping @Sendable (NielsenNotice) -> Void
    ) {
        sampler.set(request) { [weak self] scene, target in self?.see(scene, of: target, later) }
        let time = NielsenTime(environment.clock)
        submit(deliver) { $0.take(.trackViewability(.success(request), looksAtOnce: looksAtOnce), at: time) }
    }

    /// Takes what is on the screen.
    ///
    /// - Parameters:
    ///   - scene: What is on the screen; nil where there is no window to look at.
    ///   - target: What was looked for; nil for a scene that the app hands over of its own accord.
    ///   - deliver: Hears of errors.
    func see(_ scene: NielsenViewabilityScene?, of target: NielsenViewabilityTarget?, _ deliver: Deliver) {
        let time = NielsenTime(environment.clock)
        submit(deliver) { $0.take(.see(scene, of: target), at: time) }
    }

    /// Looks at the screen before an event that may begin playback: its playhead is measured in the same breath, before
    /// the core could ask for a look.
    func lookBefore(_ event: NielsenTrackEvent?) {
        guard let event, event.kind != .static, event.name == .playhead,
            guarded.withLock({ $0.core.mayBeginWatching })
        else { return }
        watch(.once)
    }

    /// Looks at the screen as often as the core asks for.
    func watch(_ watch: ViewabilityWatch) {
        let interval = guarded.withLock { $0.core.configuration.viewability.sampleIntervalMilliseconds }
        sampler.watch(watch, every: .milliseconds(max(50, interval)))
    }
}
