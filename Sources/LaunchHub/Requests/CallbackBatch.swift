// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Foreign code that belongs to no lane: the callbacks of requests, completions, what a log or a deinitializer does.
struct Errand: Sendable {
    /// The name of the call in reports; nil for work of the hub's own.
    let call: OverrunCall?
    /// A name for logs and diagnostics.
    let name: String
    let body: @Sendable () -> Void
}

/// Errands that run one after the other as long as each returns soon.
///
/// One that does not holds up nobody: those behind it are given to other threads.
final class CallbackBatch: HubJob {
    private struct State {
        var errands: FIFO<Errand>
        var current: Errand?
        var calls: UInt64 = 0
        var reported: UInt64 = 0
    }

    private let state: Locked<State>
    private let core: HubCore

    init(_ errands: [Errand], core: HubCore) {
        var waiting = FIFO<Errand>()
        for errand in errands { waiting.append(errand) }
        state = Locked(State(errands: waiting))
        self.core = core
    }

    var progress: UInt64 { state.withLock { $0.calls } }

    func run() -> (any HubJob)? {
        while let errand = next() {
            guard core.isManual else {
                errand.body()
                continue
            }
            core.withManualBudget({ [self] in report($0) }, for: errand.call == nil ? nil : progress, errand.body)
        }
        return nil
    }

    private func next() -> Errand? {
        var done: Errand?
        return state.withLock { state in
            // Released outside the lock.
            done = state.current
            _ = done
            state.current = state.errands.popFirst()
            if state.current != nil { state.calls += 1 }
            return state.current
        }
    }

    func heldUp(for duration: Duration, at progress: UInt64) -> Duration? {
        let left = state.withLock { state -> [Errand] in
            guard state.calls == progress else { return [] }
            defer { state.errands = FIFO() }
            return state.errands.elements
        }
        if !left.isEmpty { core.executor.submit(left.map { CallbackBatch([$0], core: core) }) }
        guard duration >= core.options.listenerBudget else { return core.options.listenerBudget }
        report(progress)
        return nil
    }

    /// Reports the errand at hand as too long, once.
    private func report(_ call: UInt64) {
        let late = state.withLock { state -> Errand? in
            guard state.calls == call, state.reported != call, let current = state.current else { return nil }
            state.reported = call
            return current
        }
        guard let late, let call = late.call else { return }
        core.reportOverrun(of: call, named: late.name)
    }

    func waitsForThread(_ shortage: ThreadShortage) {
        core.lacksThread(shortage)
    }
}
