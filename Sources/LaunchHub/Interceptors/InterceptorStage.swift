// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The stage that passes events to the interceptors before they are routed.
///
/// Nothing passes through this stage until the first interceptor is installed. From then on everything does, so that
/// nothing overtakes, until the last interceptor is removed and nothing is left in the stage.
final class InterceptorStage: Sendable {
    private let queue = Locked(InterceptorQueue())
    /// Not zero while items must pass through this stage.
    private let word = AtomicWord()
    private let router: Router
    private let monitor: CallMonitor

    init(router: Router, monitor: CallMonitor) {
        self.router = router
        self.monitor = monitor
    }

    /// Whether items must pass through this stage.
    @inline(__always)
    var isInstalled: Bool { word.load() != 0 }

    /// Whether everything that was received has been forwarded.
    var isIdle: Bool { !isInstalled || queue.withLock { $0.isEmpty } }

    func install(_ name: String, _ body: @escaping Interceptor) -> UInt64 {
        queue.withLock { queue in
            word.store(1)
            return queue.install(name, body)
        }
    }

    func remove(_ id: UInt64) {
        let removed = queue.withLock { queue in
            defer { if queue.isNeedless { word.store(0) } }
            return queue.remove(id)
        }
        _ = consume removed
    }

    /// Removes every interceptor.
    func end() {
        let removed = queue.withLock { $0.removeAll() }
        _ = consume removed
    }

    /// Adds an item.
    ///
    /// Whether the stage is needed is decided under the lock: the word may be out of date, and an event must not
    /// overtake another of the same thread.
    func enqueue(_ item: Arrival) -> InterceptorQueue.Entry {
        queue.withLock { $0.append(item) }
    }

    // MARK: - For runners

    func next() -> InterceptorQueue.Step {
        queue.withLock { queue in
            let step = queue.next()
            // What came before has been handed on: from here on nobody has to come this way.
            if case .rest = step, queue.isNeedless { word.store(0) }
            return step
        }
    }

    func forward(_ item: Arrival) {
        if !router.send(item), case .event(_, let request?) = item { router.refuse(request) }
    }

    /// Calls an interceptor.
    ///
    /// - Returns: False if the call was abandoned meanwhile, because another runner has continued.
    func call(_ interceptor: InterceptorQueue.Installed, _ event: Event, _ number: UInt64) -> Bool {
        let timer: ScheduledWork? =
            monitor.isManual
            ? monitor.clock.schedule(after: monitor.budget) { [weak self] in self?.giveUp(number, of: interceptor) }
            : nil
        var verdict = InterceptorVerdict.pass
        do {
            verdict = try interceptor.body(event)
        } catch {
            monitor.log.warning(CallMonitor.tag, "interceptor \(interceptor.name) failed on \(event.name): \(error)")
        }
        timer?.cancel()
        let (isInTime, step) = queue.withLock { $0.returned(verdict, from: interceptor, call: number) }
        if case .refuse(let request) = step { router.send(.refuse(request)) }
        return isInTime
    }

    /// Forwards the event that an interceptor holds, unchanged, on another thread.
    func giveUp(_ call: UInt64, of interceptor: InterceptorQueue.Installed) {
        guard queue.withLock({ $0.giveUp(call, of: interceptor) }) else { return }
        // On the thread of the watch, where the log's sink would hold up everybody.
        monitor.logAside(
            .warning,
            """
            interceptor \(interceptor.name) has not returned for more than \(monitor.budget.wholeMilliseconds) ms; the event \
            goes on as it was, and the interceptor is left out until it returns
            """
        )
        monitor.executor.submit(InterceptorRunner(stage: self))
    }

    func heldUp(_ call: UInt64, of interceptor: InterceptorQueue.Installed, for duration: Duration) -> Duration? {
        guard duration >= monitor.budget else { return monitor.budget }
        giveUp(call, of: interceptor)
        return nil
    }
}

/// One thread's pass through the queue of the interceptors.
final class InterceptorRunner: HubJob {
    private let stage: InterceptorStage
    private let current = Locked<(interceptor: InterceptorQueue.Installed, call: UInt64)?>(nil)

    init(stage: InterceptorStage) {
        self.stage = stage
    }

    var progress: UInt64 { current.withLock { $0?.call ?? 0 } }

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

    func heldUp(for duration: Duration, at progress: UInt64) -> Duration? {
        guard let (interceptor, call) = current.withLock({ $0 }), call == progress else { return .zero }
        return stage.heldUp(call, of: interceptor, for: duration)
    }
}
