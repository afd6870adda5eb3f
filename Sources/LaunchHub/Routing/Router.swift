// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The routing stage: numbers events, keeps the requests, and hands whole batches to the mailboxes that match.
///
/// No code of a listener, a requester or an extension ever runs here.
///
/// Unchecked: everything outside `inbox` is touched only while the stage runs, and the inbox's phase lets one thread
/// run it at a time.
final class Router: HubJob, @unchecked Sendable {
    private let inbox = Locked(Inbox())
    /// The number of the newest event, for those outside.
    let latest = AtomicWord()
    /// The number of the newest event whose mailboxes have it.
    private let settled = AtomicWord()
    /// The number of arrivals, to be read without the lock, because taking it in the middle of a burst delays
    /// producers.
    private let arrivals = AtomicWord()
    let monitor: CallMonitor
    let states: Locked<SharedStateStore>
    let clock: any HubClock
    private let executor: any HubExecutor

    // Touched by the running stage only.
    var table = RoutingTable()
    var requests = RequestTable()
    var boarding = Boarding()
    var lastNumber: UInt64 = 0
    var isOpen = false
    /// What events pass through before they are routed.
    var stage: (any EventStage)?
    /// The booted event, for a stage that is installed behind it and takes it.
    var booted: Event?
    /// Whether the hub does not open although it may be ready.
    var isHolding = false
    /// The opening that waits for the end of the hold.
    var heldOpening: (@Sendable () -> [Placement])?
    /// The events and states from before the hub was open.
    var held = EventBatch()
    var touched: [Mailbox] = []
    var woken: [any HubJob] = []
    /// Calls of foreign code, to be run together behind the stage.
    var callbacks: [Callback] = []
    /// Subscriptions that were taken out.
    ///
    /// Releasing a listener may run its owner's code, so that is done in a callback.
    var discarded: [Subscription] = []
    var alarm: RequestAlarm
    var lastLength = 0

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - monitor: What watches the callbacks, and whose executor runs the stage.
    ///   - states: The shared states, which get their places among the events here.
    init(monitor: CallMonitor, states: Locked<SharedStateStore>) {
        self.monitor = monitor
        self.states = states
        clock = monitor.clock
        executor = monitor.executor
        alarm = RequestAlarm(clock: monitor.clock)
    }

    // MARK: - For producers

    /// Accepts something, and another thing behind it, and leaves it to the caller to have them run.
    ///
    /// - Returns: False if the hub has been shut down; and the job that the caller must submit.
    @inline(__always)
    func enter(_ arrival: Arrival, then next: Arrival? = nil) -> (isAccepted: Bool, job: (any HubJob)?) {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return (false, nil) }
            inbox.append(arrival)
            if let next { inbox.append(next) }
            arrivals.store(inbox.arrivals)
            return (true, inbox.schedule() ? self : nil)
        }
    }

    /// Accepts something.
    ///
    /// - Returns: False if the hub has been shut down.
    @discardableResult
    func send(_ arrival: Arrival) -> Bool {
        let (isAccepted, job) = enter(arrival)
        if let job { executor.submit(job) }
        return isAccepted
    }

    /// Accepts an instruction that takes effect between two events.
    func send(_ command: RoutingCommand) {
        send(.command(command))
    }

    /// Whether the hub accepts nothing more.
    var isClosed: Bool {
        inbox.withLock { $0.isClosed }
    }

    /// Whether everything that was dispatched has reached its mailboxes.
    var isIdle: Bool {
        inbox.withLock { $0.phase == .idle }
    }

    /// How many events and commands have come in.
    var arrivalCount: UInt64 { inbox.withLock { $0.arrivals } }

    /// The number of the newest event that has been routed.
    var latestNumber: UInt64 { latest.load() }

    /// The number of the newest event that has reached its mailboxes, with all before it.
    var settledNumber: UInt64 { inbox.withLock { _ in settled.load() } }

    // MARK: - The stage

    // The stage never calls foreign code, so it is never held up and no budget applies to it.
    // The number of the newest event, so that the watch sees a busy stage get on.
    var progress: UInt64 { latestNumber }

    func waitsForThread(_ shortage: ThreadShortage) {
        monitor.reports.lacksThread(shortage)
    }

    func run() -> (any HubJob)? {
        // What the producers fill next; under load it is about as long as what they filled last.
        var spare: [Event] = []
        if lastLength > 32 { spare.reserveCapacity(lastLength) }
        var full: [EventBatch] = []
        var last = EventBatch()
        let taken = inbox.withLock { inbox in
            settled.store(latest.load())
            inbox.phase = .running
            inbox.drain(into: &full, &last, spare: &spare)
            return inbox.arrivals
        }
        lastLength = full.isEmpty ? last.events.count : MailboxItem.longestBatch
        for place in full.indices { process(&full[place]) }
        process(&last)
        // Callbacks must not be released here, after the mailboxes that run them have done so.
        full = []
        last = EventBatch()
        finishRun()
        // Once the stage has given up its role another thread may take it: nothing of its own is touched after that.
        let next = woken.popLast()
        var jobs: [any HubJob] = []
        if !woken.isEmpty { swap(&jobs, &woken) }
        let isMore = arrivals.load() != taken || !rest()
        if next == nil, isMore { return self }
        if isMore { jobs.append(self) }
        switch jobs.count {
        case 0: break
        case 1: executor.submit(jobs[0])
        default: executor.submit(jobs)
        }
        return next
    }

    /// Gives up the stage's role where nothing has come in.
    ///
    /// - Returns: False if something has, so that the stage must be run again.
    private func rest() -> Bool {
        inbox.withLock { inbox in
            settled.store(latest.load())
            guard inbox.isEmpty else { return false }
            inbox.phase = .idle
            return true
        }
    }

    /// Passes on what the run has collected: events to mailboxes, callbacks to free threads.
    private func finishRun() {
        finishMailboxes()
        if !discarded.isEmpty {
            let subscriptions = discarded
            discarded = []
            callbacks.append(
                Callback(call: .release, name: "listeners") {
                    for subscription in subscriptions { subscription.release() }
                }
            )
        }
        if !callbacks.isEmpty {
            woken.append(CallbackBatch(callbacks, monitor: monitor))
            callbacks = []
        }
        if let deadline = requests.nextDeadline {
            alarm.set(for: deadline) { [self] in send(.expire) }
        } else {
            alarm.rest()
        }
    }
}
