// SPDX-License-Identifier: Apache-2.0

import CAtomics
import HubServices

/// Shows events to the interceptors before the routing stage gets them.
///
/// Nobody goes through here until the first interceptor is installed. From then on everything does, so that nothing
/// overtakes.
///
/// Unchecked: `word` is only touched by atomic operations, and `host` is set before anything comes in.
final class InterceptorStage: @unchecked Sendable {
    private let queue = Locked(InterceptorQueue())
    private let word: UnsafeMutablePointer<UInt64>
    private let router: Router
    private let executor: any HubExecutor
    private let clock: any HubClock
    private let log: Log
    private let budget: Duration
    private weak var host: HubCore?

    init(router: Router, executor: any HubExecutor, clock: any HubClock, log: Log, budget: Duration) {
        self.router = router
        self.executor = executor
        self.clock = clock
        self.log = log
        self.budget = budget
        word = .allocate(capacity: 1)
        word.initialize(to: 0)
    }

    deinit {
        word.deallocate()
    }

    /// Ties the stage to its hub; before anything is dispatched.
    func attach(_ host: HubCore) {
        self.host = host
    }

    /// True where events must come through here.
    @inline(__always)
    var isInstalled: Bool { launchhub_load_relaxed(word) != 0 }

    /// True where everything that came in has been handed on.
    var isIdle: Bool { !isInstalled || queue.withLock { $0.isEmpty } }

    func install(_ name: String, _ body: @escaping Interceptor) -> UInt64 {
        queue.withLock { queue in
            launchhub_store_relaxed(word, 1)
            return queue.install(name, body)
        }
    }

    func remove(_ id: UInt64) {
        let removed = queue.withLock { $0.remove(id) }
        _ = consume removed
    }

    func take(_ item: InterceptorQueue.Item) {
        if queue.withLock({ $0.append(item) }) { executor.submit(InterceptorRunner(stage: self)) }
    }

    // MARK: - For runners

    func next() -> InterceptorQueue.Step {
        queue.withLock { $0.next() }
    }

    func forward(_ item: InterceptorQueue.Item) {
        switch item {
        case .event(let event, nil): _ = router.dispatch(event)
        case .event(_, let request?): if !router.dispatch(request) { host?.refuse(request) }
        case .control(let control): _ = router.take(control)
        }
    }

    /// Calls an interceptor.
    ///
    /// - Returns: False where the call was given up meanwhile: another runner has gone on.
    func call(_ interceptor: InterceptorQueue.Installed, _ event: Event, _ number: UInt64) -> Bool {
        let timer: ScheduledWork? =
            executor.isManual
            ? clock.schedule(after: budget) { [weak self] in self?.giveUp(number, of: interceptor) } : nil
        var verdict = InterceptorVerdict.pass
        do {
            verdict = try interceptor.body(event)
        } catch {
            log.warning(HubCore.tag, "interceptor \(interceptor.name) failed on \(event.name): \(error)")
        }
        timer?.cancel()
        let (isInTime, step) = queue.withLock { $0.returned(verdict, from: interceptor, call: number) }
        if case .refuse(let request) = step { router.take(.refuse(request)) }
        return isInTime
    }

    /// Lets the event that an interceptor holds go on as it was, on another thread.
    func giveUp(_ call: UInt64, of interceptor: InterceptorQueue.Installed) {
        guard queue.withLock({ $0.giveUp(call, of: interceptor) }) else { return }
        // On the watchdog's thread, where the log's sink would hold up everybody.
        host?.logAside(
            .warning,
            """
            interceptor \(interceptor.name) has not returned for more than \(Int(budget.inMilliseconds)) ms; the event \
            goes on as it was, and the interceptor is left out until it returns
            """
        )
        executor.submit(InterceptorRunner(stage: self))
    }

    func heldUp(_ call: UInt64, of interceptor: InterceptorQueue.Installed, for duration: Duration) {
        if duration >= budget { giveUp(call, of: interceptor) }
    }
}

/// One thread's walk through what waits for the interceptors.
final class InterceptorRunner: HubJob {
    private let stage: InterceptorStage
    private let current = Locked<(interceptor: InterceptorQueue.Installed, call: UInt64)?>(nil)

    init(stage: InterceptorStage) {
        self.stage = stage
    }

    var progress: UInt64 { current.withLock { $0?.call ?? 0 } }
    var needsOwnThread: Bool { false }

    func run() -> (any HubJob)? {
        while true {
            switch stage.next() {
            case .rest:
                return nil
            case .forward(let item):
                stage.forward(item)
            case .refuse:
                continue
            case .call(let interceptor, let event, let number):
                current.withLock { $0 = (interceptor, number) }
                let isInTime = stage.call(interceptor, event, number)
                current.withLock { $0 = nil }
                guard isInTime else { return nil }
            }
        }
    }

    func heldUp(for duration: Duration, at progress: UInt64) {
        guard let (interceptor, call) = current.withLock({ $0 }), call == progress else { return }
        stage.heldUp(call, of: interceptor, for: duration)
    }
}
