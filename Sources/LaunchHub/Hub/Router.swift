// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The routing stage: numbers events, keeps the requests, and hands whole batches to the lanes that match.
///
/// No code of a listener, a requester or an extension ever runs here.
///
/// Unchecked: everything outside `inbox` is touched only while the stage runs, and the inbox's phase lets one thread
/// run it at a time.
final class Router: HubJob, @unchecked Sendable {
    private let inbox = Locked(Inbox())
    /// The number of the newest event, for those outside.
    let latest = AtomicWord()
    /// The number of the newest event whose lanes have it.
    private let settled = AtomicWord()
    /// The number of arrivals, to be read without the lock, because taking it in the middle of a burst delays
    /// producers.
    private let arrivals = AtomicWord()
    let clock: any HubClock
    private let executor: any HubExecutor

    // Touched by the running stage only.
    /// Released when the hub has been shut down, so that hub and stage do not keep each other alive.
    var host: (any RouterHost)?
    var table = RoutingTable()
    var requests = RequestTable()
    var boarding = Boarding()
    var lastNumber: UInt64 = 0
    var isOpen = false
    var hasEnded = false
    /// The events and states from before the hub was open.
    var held = HeldEvents()
    var touched: [Lane] = []
    var woken: [any HubJob] = []
    /// Calls of foreign code, to be run together behind the stage.
    var errands: [Errand] = []
    /// Subscriptions that were taken out. Letting go of a listener may run its owner's code, so that is an errand.
    var discarded: [Subscription] = []
    var alarm: RequestAlarm?
    var lastChunkLength = 0

    init(clock: any HubClock, executor: any HubExecutor) {
        self.clock = clock
        self.executor = executor
    }

    /// Ties the stage to its hub; before anything is dispatched.
    func attach(_ host: any RouterHost) {
        self.host = host
        alarm = RequestAlarm(clock: clock) { [link = host.link] in link.core?.router.take(.expire) }
    }

    // MARK: - For producers

    /// Accepts an event.
    ///
    /// - Returns: False if the hub has been shut down.
    @inline(__always)
    func dispatch(_ event: Event) -> Bool {
        var spent: [[Event]] = []
        let (isTaken, needsThread) = inbox.withLock { inbox -> (Bool, Bool) in
            guard !inbox.isClosed else { return (false, false) }
            inbox.append(event, &spent)
            arrivals.store(inbox.arrivals)
            return (true, inbox.schedule())
        }
        if needsThread { executor.submit(self) }
        return isTaken
    }

    /// Accepts a request.
    ///
    /// - Returns: False if the hub has been shut down.
    func dispatch(_ request: PendingRequest) -> Bool {
        let entry = enter { inbox in
            inbox.append(.request(request))
            inbox.append(request.event)
        }
        if entry.needsThread { executor.submit(self) }
        return entry.isTaken
    }

    /// Accepts a control, which takes effect between two events.
    ///
    /// - Returns: False if the hub has been shut down.
    @discardableResult
    func take(_ control: Control) -> Bool {
        let entry = enter { $0.append(control) }
        if entry.needsThread { executor.submit(self) }
        return entry.isTaken
    }

    /// Accepts a control, and leaves it to the caller to have it run.
    ///
    /// - Returns: The job that the caller must submit, or nil.
    func enqueue(_ control: Control) -> (any HubJob)? {
        enter { $0.append(control) }.needsThread ? self : nil
    }

    /// Accepts a control, and an event behind it.
    ///
    /// - Returns: Whether both were accepted, and the job that the caller must submit.
    func enqueue(_ control: Control, followedBy event: Event) -> (isTaken: Bool, job: (any HubJob)?) {
        let entry = enter { inbox in
            inbox.append(control)
            inbox.append(event)
        }
        return (entry.isTaken, entry.needsThread ? self : nil)
    }

    private func enter(_ change: (inout Inbox) -> Void) -> (isTaken: Bool, needsThread: Bool) {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return (false, false) }
            change(&inbox)
            arrivals.store(inbox.arrivals)
            return (true, inbox.schedule())
        }
    }

    /// Keeps batches that a lane is done with for the producers, which release them at the least cost.
    ///
    /// - Parameter batches: The events; what is not kept stays there.
    func keepSpent(_ batches: inout [[Event]]) {
        inbox.withLock { $0.keepSpent(&batches) }
    }

    /// Whether the hub accepts nothing more.
    var isClosed: Bool {
        inbox.withLock { $0.isClosed }
    }

    /// Whether everything that was dispatched has reached its lanes.
    var isIdle: Bool {
        inbox.withLock { $0.phase == .idle }
    }

    /// The number of the newest event that has been routed.
    var latestNumber: UInt64 { latest.load() }

    /// The number of the newest event that has reached its lanes, with all before it.
    var settledNumber: UInt64 { inbox.withLock { _ in settled.load() } }

    // MARK: - The stage

    // The stage never calls foreign code, so it is never held up and no budget applies to it.
    // The number of the newest event, so that the watchdog sees a busy stage get on.
    var progress: UInt64 { latestNumber }
    var isUrgent: Bool { true }

    func waitsForThread(_ shortage: ThreadShortage) {
        // Read by the watchdog while the stage waits for a thread, so that nobody changes it.
        host?.lacksThread(shortage)
    }

    func run() -> (any HubJob)? {
        // What the producers fill next; under load it is about as long as what they filled last.
        var spare: [Event] = []
        if lastChunkLength > 32 { spare.reserveCapacity(lastChunkLength) }
        var chunks: [Inbox.Chunk] = []
        let taken = inbox.withLock { inbox in
            settled.store(latest.load())
            inbox.phase = .running
            inbox.take(into: &chunks, spare: &spare)
            return inbox.arrivals
        }
        lastChunkLength = chunks[0].events.count
        for place in chunks.indices { process(&chunks[place].events, chunks[place].marks) }
        // Callbacks must not be released here, after the lanes that run them have done so.
        chunks = []
        finishRun()
        if hasEnded { host = nil }
        // Once the stage has given up its role another thread may take it: nothing of its own is touched after that.
        var jobs: [any HubJob] = []
        swap(&jobs, &woken)
        let next = jobs.popLast()
        let isMore = arrivals.load() != taken || !rest()
        if next == nil, isMore {
            if !jobs.isEmpty { executor.submit(jobs) }
            return self
        }
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
        var spent: [[Event]] = []
        let isAtRest = inbox.withLock { inbox in
            settled.store(latest.load())
            guard inbox.isEmpty else { return false }
            inbox.phase = .idle
            // Nobody dispatches at the moment: nothing stays of what was processed.
            spent = inbox.takeSpent()
            return true
        }
        _ = consume spent
        return isAtRest
    }

    /// Passes on what the run has collected: parcels to lanes, callbacks to free threads.
    private func finishRun() {
        for lane in touched where lane.post(&lane.outbox.items) { woken.append(lane) }
        touched.removeAll(keepingCapacity: true)
        if !discarded.isEmpty {
            let subscriptions = discarded
            discarded = []
            errands.append(
                Errand(call: .release, name: "listeners") {
                    for subscription in subscriptions { subscription.release() }
                }
            )
        }
        if !errands.isEmpty, let host {
            woken.append(host.job(for: errands))
            errands = []
        }
        if let deadline = requests.nextDeadline { alarm?.set(for: deadline) } else { alarm?.rest() }
    }
}
