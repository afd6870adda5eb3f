// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A sampler that examines the screen, once or periodically, and passes the scenes on.
///
/// A late scene is distinguished from a newer one by its target, so that scenes of another view are ignored.
final class ViewabilitySampler: Sendable {
    typealias Look = @Sendable (NielsenViewabilityScene?, NielsenViewabilityTarget) -> Void

    /// Guarded by `state`.
    private struct State {
        var request: ViewabilityRequest?
        var look: Look?
        var timer: ScheduledWork?
        /// A number that increases when the timer is cancelled, so that work in progress does not set it again.
        var generation = 0
    }

    private let state = Locked(State())
    private let clock: any HubClock
    private let source: (any NielsenViewabilitySource)?

    /// Makes a sampler without a target.
    ///
    /// - Parameters:
    ///   - clock: The clock for the schedule.
    ///   - source: The source of scenes, unless the request has its own.
    init(clock: any HubClock, source: (any NielsenViewabilitySource)?) {
        self.clock = clock
        self.source = source
    }

    /// Sets the view to look for from now on.
    ///
    /// - Parameters:
    ///   - request: The view, and where to look for it.
    ///   - look: Receives scenes, on the thread on which the source answers.
    func set(_ request: ViewabilityRequest, _ look: @escaping Look) {
        state.withLock { state in
            state.request = request
            state.look = look
        }
    }

    /// Examines the screen as often as requested.
    func watch(_ watch: ViewabilityWatch, every interval: Duration) {
        switch watch {
        case .once:
            look()
        case .repeatedly:
            cancel()
            look()
            schedule(interval, state.withLock { $0.generation })
        case .never:
            cancel()
        }
    }

    private func cancel() {
        let timer = state.withLock { state in
            state.generation += 1
            defer { state.timer = nil }
            return state.timer
        }
        timer?.cancel()
    }

    private func schedule(_ interval: Duration, _ generation: Int) {
        guard state.withLock({ $0.generation == generation && $0.request != nil }) else { return }
        let timer = clock.schedule(after: interval) { [weak self] in
            guard let self, state.withLock({ $0.generation == generation }) else { return }
            look()
            schedule(interval, generation)
        }
        let isStale = state.withLock { state in
            if state.generation == generation { state.timer = timer }
            return state.generation != generation
        }
        if isStale { timer.cancel() }
    }

    private func look() {
        let (request, look) = state.withLock { ($0.request, $0.look) }
        guard let request, let look, let source = request.source ?? source else { return }
        let target = request.target
        source.look(for: target, in: request.container) { scene in look(scene, target) }
    }
}
