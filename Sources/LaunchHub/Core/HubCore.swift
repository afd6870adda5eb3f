// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Everything of a hub but its public face.
///
/// The face is a thin object of its own so that releasing it shuts the hub down, although extensions use the hub that
/// holds them. What the hub is built of lies below it and holds nothing of it: what it notices reaches the hub through
/// ``CallMonitor/Reports``. During its shutdown the hub is kept alive by what is left to do.
///
/// Locks are taken in this order: that of the taps, `states`, `state`, then those of the interceptors' queue and the inbox.
final class HubCore: Sendable {
    /// The mailbox of a listener that the app registered itself.
    struct AppMailbox: Sendable {
        let mailbox: Mailbox
        /// Run last where the hub, and not the app, ends the mailbox.
        let onEnd: @Sendable () -> Void
    }

    struct State {
        enum Phase {
            case made
            case started
            case shutDown
        }

        var phase = Phase.made
        /// The extensions by name; one that ends keeps its name for a while after it has left the list.
        var extensions: [FoldedName: ExtensionRecord] = [:]
        /// The extensions that have not ended, by their mailboxes.
        var list: [UInt64: ExtensionRecord] = [:]
        /// What the initializers have asked for of those that are not live, by their mailboxes.
        var drafts: [UInt64: ExtensionDraft] = [:]
        /// The extensions that were unregistered and whose last call has not returned, by their mailboxes.
        var ending: [UInt64: ExtensionRecord] = [:]
        /// Mailboxes of listeners that the app registered itself.
        var appMailboxes: [UInt64: AppMailbox] = [:]
        /// The closures to call when every extension is ready; nil once they are.
        var awaitingStart: [@Sendable () -> Void]? = []
        /// The closures to call when the shutdown is over; nil once it is.
        var awaitingEnd: [@Sendable (Int) -> Void]? = []
        /// The timers that end the shutdown at its deadlines.
        var endTimers: [Deadline] = []
        /// What ends the shutdown when the observers have received the last records; nil before and afterwards.
        var observing: CompletionLatch?
        /// Whether a deadline of the shutdown is over, so that it waits for no observer.
        var isEndOverdue = false
        /// How many events the shutdown has dropped.
        var droppedAtEnd = 0
        var reportedDrops = 0
        /// The listeners that there were when the shutdown began, to be released when it is over.
        var lastListeners: [Subscription] = []
        /// True once the booted event has gone out, and with it the hub's own state.
        var isOpen = false
        var wrapper = HubWrapper.none
        var nextMailbox: UInt64 = 1
        var lastShortage: UInt64 = 0

        /// The extensions that have not ended, in the order of their mailboxes, which is nearly always the one in which they
        /// were registered.
        var records: [ExtensionRecord] { list.values.sorted { $0.mailbox.id < $1.mailbox.id } }
    }

    let options: HubOptions
    /// The clock of the monitor, at hand for each event.
    let clock: any HubClock
    let monitor: CallMonitor
    let state = Locked(State())
    let states = Locked(SharedStateStore())
    let router: Router
    let interceptors: InterceptorStage
    let link = HubLink()
    /// What other modules keep for this hub, by its type.
    let attachments = Locked<[ObjectIdentifier: any Sendable]>([:])
    /// The requests of the app's own calls, which are carried out already.
    let ownConfigurationRequests = Locked<Set<EventID>>([])

    var log: Log { monitor.log }
    var executor: any HubExecutor { monitor.executor }
    var taps: TapSet { monitor.taps }

    init(options: HubOptions, clock: any HubClock, log: Log, executor: any HubExecutor) {
        self.options = options
        self.clock = clock
        monitor = CallMonitor(
            budget: options.listenerBudget,
            clock: clock,
            log: log,
            executor: executor,
            reports: CallMonitor.Reports(
                overran: { [link] in link.core?.overran($0, on: $1) ?? false },
                overranAside: { [link] in link.core?.report($0, of: $1) },
                spent: { [link] in link.core?.spent($0) },
                lacksThread: { [link] in link.core?.lacksThread($0) }
            )
        )
        router = Router(monitor: monitor, states: states)
        interceptors = InterceptorStage(router: router, monitor: monitor)
        link.attach(self)
    }

    // MARK: - Events

    @inline(__always)
    @discardableResult
    func dispatch(_ undated: Event) -> Event? {
        dispatch(undated, at: clock.now)
    }

    /// Dispatches an event that happened a while ago.
    @discardableResult
    func dispatch(_ undated: Event, age: Duration) -> Event? {
        dispatch(undated, at: age > .zero ? clock.now + (.zero - age) : clock.now)
    }

    @inline(__always)
    private func dispatch(_ undated: Event, at instant: Instant) -> Event? {
        let event = undated.dispatched(at: instant)
        if send(.event(event, nil)) { return event }
        router.reportRefused(event)
        return nil
    }

    /// Sends something that takes effect between two events the way that events go.
    func send(_ command: RoutingCommand) {
        send(.command(command))
    }

    @discardableResult
    private func send(_ arrival: Arrival) -> Bool {
        let (isAccepted, job) = enter(arrival)
        if let job { executor.submit(job) }
        return isAccepted
    }

    /// Lets something in, by the interceptors where there are any, and leaves it to the caller to have it run.
    ///
    /// - Returns: False if the hub has been shut down; and the job that the caller must submit.
    func enter(_ arrival: Arrival) -> (isAccepted: Bool, job: (any HubJob)?) {
        guard interceptors.isInstalled else { return router.enter(arrival) }
        switch interceptors.enqueue(arrival) {
        case .accepted(let needsRunner): return (true, needsRunner ? InterceptorRunner(stage: interceptors) : nil)
        case .refused: return (false, nil)
        case .notNeeded: return router.enter(arrival)
        }
    }

    // MARK: - Requests

    func request(
        _ event: Event,
        timeout: Duration?,
        requester: Mailbox?,
        completion: PendingRequest.Completion
    ) -> HubToken {
        let now = clock.now
        let event = event.dispatched(at: now)
        let deadline = now + (timeout ?? options.requestTimeout)
        let request = PendingRequest(event: event, deadline: deadline, requester: requester, completion: completion)
        guard send(.event(event, request)) else {
            router.refuse(request)
            return .spent
        }
        return HubToken { [link, serial = request.serial, key = event.key] in link.core?.send(.cancel(serial, key)) }
    }

    // MARK: - Mailboxes

    /// The mailboxes that receive events.
    var mailboxes: [Mailbox] {
        state.withLock { $0.records.map(\.mailbox) + $0.appMailboxes.values.map(\.mailbox) }
    }

    func makeMailbox(name: String, policy: MailboxPolicy = .unbounded) -> Mailbox {
        let id = state.withLock { state in
            defer { state.nextMailbox += 1 }
            return state.nextMailbox
        }
        return Mailbox(id: id, name: name, policy: policy, monitor: monitor)
    }

    func post(_ work: MailboxWork, to mailbox: Mailbox) {
        if mailbox.post(MailboxItem(work)) { executor.submit(mailbox) }
    }

    /// Ends a mailbox: what waits in it is dropped.
    func stop(_ mailbox: Mailbox) {
        if mailbox.stop().needsThread { executor.submit(mailbox) }
    }

    // MARK: - Work in order

    /// Runs work after everything that the calling thread has dispatched before, as one call of a mailbox.
    func performInOrder<Result: Sendable>(on mailbox: Mailbox, _ body: @escaping @Sendable () -> Result) -> Result {
        guard !mailbox.isCurrent else { return body() }
        executor.runWaiting()
        // The usual case: nothing is on its way, so the calling thread takes the mailbox for a moment.
        if interceptors.isIdle, router.isIdle, mailbox.claim() {
            defer { if mailbox.unclaim() { executor.submit(mailbox) } }
            return timingClaim(of: mailbox, body)
        }
        guard !executor.isManual, !mailbox.isClosed, WaitGraph.enter(waitingFor: mailbox) else { return body() }
        defer { WaitGraph.leave() }
        // A mailbox that ends before the turn of this work comes releases it; then there is no order left to keep.
        return performInTurn(on: mailbox, body).wait() ?? body()
    }

    /// Runs a call on the caller's own thread, and checks its budget when it returns, because no watch sees that
    /// thread.
    private func timingClaim<Result>(of mailbox: Mailbox, _ body: () -> Result) -> Result {
        let started = clock.now
        let result = body()
        if clock.now - started >= options.listenerBudget { _ = overran(.work(.workInOrder), on: mailbox) }
        return result
    }

    private func performInTurn<Result: Sendable>(
        on mailbox: Mailbox,
        _ body: @escaping @Sendable () -> Result
    ) -> BlockingPromise<Result> {
        // The maker must be held by the work alone: that the work is gone is seen by the maker being gone.
        let (promise, maker) = BlockingPromise<Result>.make()
        send(.work(mailbox, MailboxWork(.workInOrder) { maker.put(body()) }))
        return promise
    }
}

/// A reference to a hub that does not keep it alive, for timers, tokens and the configuration, which may live longer.
final class HubLink: Sendable {
    private let reference = Locked(WeakReference<HubCore>(nil))

    /// The hub; nil after it was released.
    var core: HubCore? { reference.withLock { $0.object } }

    func attach(_ core: HubCore) {
        reference.withLock { $0 = WeakReference(core) }
    }
}
