// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Everything of a hub but its public face.
///
/// The face is a thin object of its own so that letting go of it shuts the hub down, although extensions, lanes and hub
/// hold on to one another.
final class HubCore: Sendable {
    /// The lane of a listener that the app registered itself.
    struct AppLane: Sendable {
        let lane: Lane
        /// Run last where the hub, and not the app, ends the lane.
        let onEnd: @Sendable () -> Void
    }

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
        var appLanes: [UInt64: AppLane] = [:]
        /// Who is to be told when every extension is ready; nil where they are.
        var awaitingStart: [@Sendable () -> Void]? = []
        /// Who is to be told when the shutdown is over; nil where it is.
        var awaitingEnd: [@Sendable () -> Void]? = []
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
    func dispatch(_ undated: Event, age: Duration = .zero) -> Bool {
        let now = clock.now
        let event = undated.dispatched(at: age > .zero ? now + (.zero - age) : now)
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

    /// Announces the configuration in force.
    ///
    /// - Parameter values: The configuration; nil where it is still to come, so that the state is pending.
    func announceConfiguration(_ values: JSONObject?) {
        do throws(SharedStateError) {
            try publish(values, of: Self.configurationOwner, at: nil)
        } catch {
            log.error(Self.tag, "the configuration is not shared: \(error)")
        }
        guard let values else { return }
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
        requester: Lane?,
        completion: PendingRequest.Completion
    ) -> RequestToken {
        let now = clock.now
        let event = event.dispatched(at: now)
        let deadline = now + (timeout ?? options.requestTimeout)
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
        case .resumption(let resume): resume(.hubShutDown)
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

    /// False, and logged, where a subscription could never hear anything.
    func accepts(_ subscription: Subscription) -> Bool {
        guard let refusal = subscription.refusal else { return true }
        log.error(Self.tag, "\(subscription.label) hears nothing: \(refusal)")
        return false
    }

    /// Makes a lane for a listener of the app, and the token that ends both.
    ///
    /// - Parameter onEnd: Run when the hub ends the lane.
    func listen(
        name: String,
        onEnd: @escaping @Sendable () -> Void = {},
        _ makeSubscription: (Lane) -> Subscription
    ) -> ListenerToken {
        let lane = makeLane(name: name, policy: options.lanePolicy)
        let subscription = makeSubscription(lane)
        guard accepts(subscription) else {
            onEnd()
            return ListenerToken {}
        }
        let isOpen = state.withLock { state in
            guard state.phase != .shutDown else { return false }
            state.appLanes[lane.id] = AppLane(lane: lane, onEnd: onEnd)
            return true
        }
        guard isOpen else {
            log.warning(Self.tag, "\(name) hears nothing: \(HubError.shutDown)")
            onEnd()
            return ListenerToken {}
        }
        take(.subscribe(subscription))
        return ListenerToken { [weak self, router] in
            subscription.cancel()
            router.take(.drop(lane))
            self?.endAppLane(lane)
        }
    }

    /// Ends a lane where it is one of a listener of the app.
    func endAppLane(_ lane: Lane) {
        guard state.withLock({ $0.appLanes.removeValue(forKey: lane.id) }) != nil else { return }
        if lane.stop(last: {}).needsThread { executor.submit(lane) }
    }

    func spent(_ subscription: Subscription) {
        router.take(.forget(subscription))
        endAppLane(subscription.lane)
    }

    /// Makes a lane for an observer, and the token that ends both.
    func install(_ tap: any HubTap) -> ListenerToken {
        let lane = makeLane(name: "tap")
        // An ended hub keeps nobody: nothing would ever let go of the observer.
        let isOpen = state.withLock { state in
            guard state.awaitingEnd != nil else { return false }
            taps.install(tap, on: lane)
            return true
        }
        guard isOpen else { return ListenerToken {} }
        return ListenerToken { [weak self] in
            guard let self else { return }
            taps.remove(on: lane)
            if lane.stop(last: {}).needsThread { executor.submit(lane) }
        }
    }

    /// Runs work after everything that the calling thread has dispatched before, as one call of a lane.
    func performInOrder<Result: Sendable>(on lane: Lane, _ body: @escaping @Sendable () -> Result) -> Result {
        guard !lane.isCurrent else { return body() }
        executor.runWaiting()
        // The usual case: nothing is on its way, so the calling thread takes the lane for a moment.
        if interceptors.isIdle, router.isIdle, lane.claim() {
            defer { if lane.unclaim() { executor.submit(lane) } }
            return body()
        }
        guard !executor.isManual, !lane.isStopped, WaitGraph.enter(waitingFor: lane) else { return body() }
        defer { WaitGraph.leave() }
        // A lane that ends before the turn of this work comes lets go of it; then there is no order left to keep.
        return takeTurn(on: lane, body).take() ?? body()
    }

    private func takeTurn<Result: Sendable>(
        on lane: Lane,
        _ body: @escaping @Sendable () -> Result
    ) -> Handover<Result> {
        // The maker must be held by the work alone: that the work is gone is seen by the maker being gone.
        let (handover, maker) = Handover<Result>.make()
        take(.work(lane, { maker.put(body()) }))
        return handover
    }

    // MARK: - Shutdown

    func shutDown(deadline: Duration, completion: (@Sendable () -> Void)?) {
        let farewell = completion.map { completion in
            Countdown(of: 0) { [self] in runAlone("shut down", completion) }
        }
        let (isFirst, isOver, records, runtimes, appLanes) = state.withLock { state in
            defer {
                state.phase = .shutDown
                state.extensions = [:]
                state.recordsByLane = [:]
                state.runtimes = [:]
                state.appLanes = [:]
            }
            if let farewell { state.awaitingEnd?.append(farewell.expire) }
            return (
                state.phase != .shutDown,
                state.awaitingEnd == nil,
                Array(state.recordsByLane.values),
                Array(state.runtimes.values),
                Array(state.appLanes.values)
            )
        }
        if isOver { farewell?.expire() }
        if let farewell { _ = clock.schedule(after: deadline, farewell.expire) }
        guard isFirst else { return }
        let countdown = Countdown(of: records.count + 1) { [weak self] in self?.finish() }
        router.close { countdown.countDown() }
        for (owner, waiter) in states.withLock({ $0.removeAllWaiters() }) {
            waiter.wake(sharedState(of: owner.spelling, at: nil))
        }
        for runtime in runtimes { runtime.end() }
        for record in records {
            end(record) { countdown.countDown() }
        }
        for appLane in appLanes where appLane.lane.stop(last: appLane.onEnd).needsThread {
            executor.submit(appLane.lane)
        }
        countdown.seal()
    }

    /// Tells everybody who waits for it that the shutdown is over, and lets go of the observers, who have seen the last.
    private func finish() {
        // Letting go of observers and callbacks may run their owners' code, which has no place on the calling thread.
        runAlone("end of the hub") { [self] in
            let waiting = state.withLock { state in
                defer { state.awaitingEnd = nil }
                return state.awaitingEnd ?? []
            }
            taps.removeAll()
            for tell in waiting { tell() }
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
        logAside(.debug, "nobody waits any more for \(event)")
    }

    /// Writes to the log from a place where the log's sink, which is foreign code, must not hold anything up.
    func logAside(_ level: LogLevel, _ message: @autoclosure () -> String) {
        guard level <= log.level else { return }
        let text = message()
        runAlone("log") { [log] in log.write(level, Self.tag, text) }
    }

    func record(_ records: [HubRecord]) {
        guard !taps.isEmpty else { return }
        let jobs = taps.record(records)
        if !jobs.isEmpty { executor.submit(jobs) }
    }
}
