// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Everything of a hub but its public face.
///
/// The face is a thin object of its own so that letting go of it shuts the hub down, although extensions, lanes and hub
/// hold on to one another.
final class HubCore: Sendable {
    struct State {
        enum Phase {
            case made
            case started
            case shutDown
        }

        var phase = Phase.made
        var extensions: [FoldedName: ExtensionRecord] = [:]
        var recordsByLane: [UInt64: ExtensionRecord] = [:]
        var runtimes: [UInt64: ExtensionRuntime] = [:]
        /// Lanes of listeners that the app registered itself.
        var appLanes: [UInt64: Lane] = [:]
        var nextLane: UInt64 = 1
    }

    let options: HubOptions
    let clock: any HubClock
    let log: Log
    let executor: any HubExecutor
    let taps = TapSet()
    let state = Locked(State())
    let states = Locked(SharedStateStore())
    let router: Router
    let interceptors: InterceptorStage

    /// The tag of the hub's log lines.
    static let tag = "LaunchHub"

    init(options: HubOptions, clock: any HubClock, log: Log, executor: any HubExecutor) {
        self.options = options
        self.clock = clock
        self.log = log
        self.executor = executor
        router = Router(clock: clock, executor: executor)
        interceptors = InterceptorStage(
            router: router,
            executor: executor,
            clock: clock,
            log: log,
            budget: options.listenerBudget
        )
        router.attach(self)
        interceptors.attach(self)
    }

    // MARK: - Events

    @inline(__always)
    @discardableResult
    func dispatch(_ event: Event) -> Bool {
        if interceptors.isInstalled { return dispatchThroughInterceptors(event) }
        let isTaken = router.dispatch(event)
        if !isTaken { reportRefused(event) }
        return isTaken
    }

    @inline(never)
    private func dispatchThroughInterceptors(_ event: Event) -> Bool {
        guard !router.isClosed else {
            reportRefused(event)
            return false
        }
        interceptors.take(.event(event, nil))
        return true
    }

    /// Sends something that takes effect between two events the way that events go.
    func take(_ control: Control) {
        if interceptors.isInstalled { interceptors.take(.control(control)) } else { router.take(control) }
    }

    /// The name under which the configuration in force can be read as a shared state.
    private static let configurationOwner = FoldedName("com.adobe.module.configuration")

    /// Tells everybody of the configuration in force.
    func announceConfiguration(_ values: JSONObject) {
        do throws(SharedStateError) {
            try publish(values, of: Self.configurationOwner, at: nil)
        } catch {
            log.error(Self.tag, "the configuration is not shared: \(error)")
        }
        do throws(EventError) {
            dispatch(
                try Event(name: "Configuration Response", type: .configuration, source: .responseContent, data: values)
            )
        } catch {
            log.error(Self.tag, "the configuration is not told: \(error)")
        }
    }

    @inline(never)
    private func reportRefused(_ event: Event) {
        log.warning(Self.tag, "\(event.name) was not dispatched: \(HubError.shutDown)")
    }

    func request(
        _ event: Event,
        timeout: Duration?,
        requester: UInt64?,
        completion: PendingRequest.Completion
    ) -> RequestToken {
        let deadline = clock.now + (timeout ?? options.requestTimeout)
        let request = PendingRequest(event: event, deadline: deadline, requester: requester, completion: completion)
        guard send(request) else {
            refuse(request)
            return RequestToken {}
        }
        return RequestToken { [weak self] in self?.take(.cancel(request)) }
    }

    /// Ends a request that came after the end.
    func refuse(_ request: PendingRequest) {
        reportRefused(request.event)
        switch request.completion {
        case .continuation(let continuation): continuation.resume(returning: .hubShutDown)
        case .callback(let callback): runAlone("refused \(request.event.name)") { callback(.hubShutDown) }
        }
    }

    private func send(_ request: PendingRequest) -> Bool {
        guard interceptors.isInstalled else { return router.dispatch(request) }
        guard !router.isClosed else { return false }
        interceptors.take(.event(request.event, request))
        return true
    }

    // MARK: - Lanes

    func makeLane(name: String, policy: LanePolicy) -> Lane {
        let id = state.withLock { state in
            defer { state.nextLane += 1 }
            return state.nextLane
        }
        return Lane(id: id, name: name, policy: policy, monitor: self)
    }

    /// Runs foreign code on a lane that nobody else uses, so that it delays nobody.
    func runAlone(_ name: String, _ work: @escaping @Sendable () -> Void) {
        let lane = makeLane(name: name)
        post(.work(work), to: lane)
    }

    func post(_ item: LaneItem, to lane: Lane) {
        if lane.post(item) { executor.submit(lane) }
    }

    func resubmit(_ lane: Lane) {
        executor.submit(lane)
    }

    // MARK: - Listeners

    func subscribe(_ subscription: Subscription) {
        take(.subscribe(subscription))
    }

    func token(for subscription: Subscription) -> ListenerToken {
        ListenerToken { [router] in
            subscription.cancel()
            router.take(.unsubscribe(subscription))
        }
    }

    /// Makes a lane for a listener of the app, and the token that ends both.
    func listen(name: String, _ makeSubscription: (Lane) -> Subscription) -> ListenerToken {
        let lane = makeLane(name: name, policy: options.lanePolicy)
        let subscription = makeSubscription(lane)
        let isOpen = state.withLock { state in
            guard state.phase != .shutDown else { return false }
            state.appLanes[lane.id] = lane
            return true
        }
        guard isOpen else {
            log.warning(Self.tag, "\(name) hears nothing: \(HubError.shutDown)")
            return ListenerToken {}
        }
        take(.subscribe(subscription))
        return ListenerToken { [weak self, router] in
            subscription.cancel()
            router.take(.drop(lane))
            self?.endAppLane(lane)
        }
    }

    private func endAppLane(_ lane: Lane) {
        _ = state.withLock { $0.appLanes.removeValue(forKey: lane.id) }
        if lane.stop(last: {}).needsThread { executor.submit(lane) }
    }

    /// Runs work after everything that the calling thread has dispatched before, as one call of a lane.
    func performInOrder<Result: Sendable>(on lane: Lane, _ body: @escaping @Sendable () -> Result) -> Result {
        guard !lane.isCurrent, !lane.isStopped, state.withLock({ $0.phase == .started }) else { return body() }
        // The usual case: nothing is on its way, so the calling thread takes the lane for a moment.
        if interceptors.isIdle, router.isIdle, lane.claim() {
            defer { if lane.unclaim() { executor.submit(lane) } }
            return body()
        }
        guard !executor.isManual else { return body() }
        let handover = Handover<Result>()
        take(.work(lane, { handover.put(body()) }))
        // The lane may end before its turn comes; then there is no order left to keep.
        return handover.take(orElse: body) { lane.isStopped }
    }

    // MARK: - Shutdown

    func shutDown(deadline: Duration, completion: (@Sendable () -> Void)?) {
        let (records, runtimes, appLanes) = state.withLock { state in
            defer {
                state.phase = .shutDown
                state.extensions = [:]
                state.recordsByLane = [:]
                state.runtimes = [:]
                state.appLanes = [:]
            }
            return (Array(state.recordsByLane.values), Array(state.runtimes.values), Array(state.appLanes.values))
        }
        _ = router.close()
        for (owner, waiter) in states.withLock({ $0.removeAllWaiters() }) {
            waiter.wake(sharedState(of: owner.spelling, at: nil))
        }
        for runtime in runtimes { runtime.end() }
        let countdown = Countdown(of: records.count) { [weak self] in
            guard let completion else { return }
            guard let self else { return completion() }
            runAlone("shut down", completion)
        }
        for record in records {
            end(record) { countdown.countDown() }
        }
        for lane in appLanes where lane.stop(last: {}).needsThread { executor.submit(lane) }
        countdown.seal()
        if completion != nil {
            _ = clock.schedule(after: deadline) { countdown.expire() }
        }
    }
}

extension HubCore: RouterHost {
    var hasTaps: Bool { !taps.isEmpty }

    func makeLane(name: String) -> Lane {
        makeLane(name: name, policy: .unbounded)
    }

    func routed(_ events: [Event]) {
        record(events.map(HubRecord.dispatched))
    }

    func ended(_ request: PendingRequest, _ outcome: RequestOutcome) {
        record([.ended(request: request.event, outcome: outcome)])
    }

    func receivedLateResponse(_ event: Event) {
        log.debug(Self.tag, "nobody waits any more for \(event)")
    }

    func record(_ records: [HubRecord]) {
        guard !taps.isEmpty else { return }
        let jobs = taps.record(records)
        if !jobs.isEmpty { executor.submit(jobs) }
    }
}
