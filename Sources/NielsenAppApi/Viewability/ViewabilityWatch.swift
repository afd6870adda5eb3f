// SPDX-License-Identifier: Apache-2.0

import HubServices

/// How often the shell looks at the screen.
enum ViewabilityWatch: Sendable {
    /// Now, and then no more often than before.
    case once
    /// Now, and then at the interval of the configuration.
    case repeatedly
    /// No more.
    case never
}

/// Looks at the screen, once or from time to time, and hands over what it sees.
///
/// A look that is answered late is told from a newer one by what was looked for, so that nothing of another view is
/// taken over.
final class ViewabilitySampler: Sendable {
    typealias Look = @Sendable (NielsenViewabilityScene?, NielsenViewabilityTarget) -> Void

    /// Guarded by `state`.
    private struct State {
        var request: ViewabilityRequest?
        var look: Look?
        var timer: ScheduledWork?
        /// Goes up when the timer is called off, so that work that has begun does not set it again.
        var generation = 0
    }

    private let state = Locked(State())
    private let clock: any HubClock
    private let source: (any NielsenViewabilitySource)?

    /// Makes a sampler that has nothing to look for.
    ///
    /// - Parameters:
    ///   - clock: When to look.
    ///   - source: Where to look, unless the request has a source of its own.
    init(clock: any HubClock, source: (any NielsenViewabilitySource)?) {
        self.clock = clock
        self.source = source
    }

    /// Looks for another view from now on.
    ///
    /// - Parameters:
    ///   - request: What to look for, and where.
    ///   - look: Takes what is seen; called on the thread on which the source answers.
    func set(_ request: ViewabilityRequest, _ look: @escaping Look) {
        state.withLock { state in
            state.request = request
            state.look = look
        }
    }

    /// Looks at the screen as often as asked.
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
