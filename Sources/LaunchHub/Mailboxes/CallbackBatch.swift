// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Foreign code that belongs to no mailbox: the callback of a request, a completion, what a log or a deinitializer does.
struct Callback: Sendable {
    /// The name of the call in reports; nil for work of the hub's own.
    let call: OverrunCall?
    /// A name for logs and diagnostics.
    let name: String
    let body: @Sendable () -> Void
}

/// A job that runs callbacks one after the other as long as each returns soon.
///
/// One that does not return soon delays no other: those behind it are passed to other threads.
final class CallbackBatch: HubJob {
    private struct State {
        /// The callbacks that wait, the next one last.
        var waiting: [Callback]
        var current: Callback?
        var calls: UInt64 = 0
        var reported: UInt64 = 0
    }

    private let state: Locked<State>
    private let monitor: CallMonitor

    /// Makes a job.
    ///
    /// - Parameters:
    ///   - callbacks: The callbacks in their order.
    ///   - monitor: The monitor of the calls.
    init(_ callbacks: [Callback], monitor: CallMonitor) {
        state = Locked(State(waiting: callbacks.reversed()))
        self.monitor = monitor
        monitor.callbacks.begin()
    }

    var progress: UInt64 { state.withLock { $0.calls } }

    func run() -> (any HubJob)? {
        while let (callback, call) = next() {
            if monitor.isManual {
                monitor.withManualBudget({ [self] in report($0) }, for: callback.call.map { _ in call }, callback.body)
            } else {
                callback.body()
            }
        }
        monitor.callbacks.end()
        return nil
    }

    private func next() -> (Callback, UInt64)? {
        var done: Callback?
        // Released outside the lock.
        defer { withExtendedLifetime(done) {} }
        return state.withLock { state in
            done = state.current
            state.current = state.waiting.popLast()
            guard let next = state.current else { return nil }
            state.calls += 1
            return (next, state.calls)
        }
    }

    func heldUp(for duration: Duration, at progress: UInt64) -> Duration? {
        let left = state.withLock { state -> [Callback]? in
            guard state.calls == progress else { return nil }
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let left else { return .zero }
        if !left.isEmpty { monitor.executor.submit(left.reversed().map { CallbackBatch([$0], monitor: monitor) }) }
        guard duration >= monitor.budget else { return monitor.budget }
        report(progress)
        return nil
    }

    /// Reports the callback at hand as too long, once.
    private func report(_ call: UInt64) {
        let late = state.withLock { state -> Callback? in
            guard state.calls == call, state.reported != call, let current = state.current else { return nil }
            state.reported = call
            return current
        }
        guard let late, let call = late.call else { return }
        monitor.reports.overranAside(call, late.name)
    }

    func waitsForThread(_ shortage: ThreadShortage) {
        monitor.reports.lacksThread(shortage)
    }
}
