// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The routing stage: numbers events, keeps the requests, and hands whole batches to the lanes that match.
///
/// No code of a listener, a requester or an extension ever runs here.
///
/// Unchecked: everything outside `inbox` is touched only while the stage runs, and the inbox's phase lets one thread run
/// it at a time.
final class Router: HubJob, @unchecked Sendable {
    private let inbox = Locked(Inbox())
    /// The number of the newest event, for those outside.
    private let latest = Locked<UInt64>(0)
    private let clock: any HubClock
    private let executor: any HubExecutor

    // Touched by the running stage only.
    /// Let go of when the hub has been shut down, so that hub and stage do not keep each other alive.
    private var host: (any RouterHost)?
    private var table = RoutingTable()
    private var requests = RequestTable()
    private var lastNumber: UInt64 = 0
    private var isOpen = false
    private var hasEnded = false
    /// What was dispatched before the hub was open.
    private var held: [Event] = []
    private var touched: [Lane] = []
    private var woken: [any HubJob] = []
    /// Subscriptions that were taken out. Letting go of a listener may run its owner's code, so they are let go of on a
    /// lane of their own.
    private var discarded: [Subscription] = []
    private var armedFor: Instant?
    private var timer: ScheduledWork?
    private var lastBatchCount = 0

    init(clock: any HubClock, executor: any HubExecutor) {
        self.clock = clock
        self.executor = executor
    }

    /// Ties the stage to its hub; before anything is dispatched.
    func attach(_ host: any RouterHost) {
        self.host = host
    }

    // MARK: - For producers

    /// Takes an event.
    ///
    /// - Returns: False where the hub has been shut down.
    @inline(__always)
    func dispatch(_ event: Event) -> Bool {
        let (isTaken, needsThread) = inbox.withLock { inbox -> (Bool, Bool) in
            guard !inbox.isClosed else { return (false, false) }
            inbox.events.append(event)
            return (true, inbox.schedule())
        }
        if needsThread { executor.submit(self) }
        return isTaken
    }

    /// Takes a request.
    ///
    /// - Returns: False where the hub has been shut down.
    func dispatch(_ request: PendingRequest) -> Bool {
        enter { inbox in
            inbox.append(.request(request))
            inbox.events.append(request.event)
        }
    }

    /// Takes something that takes effect between two events.
    ///
    /// - Returns: False where the hub has been shut down.
    @discardableResult
    func take(_ control: Control) -> Bool {
        enter { $0.append(control) }
    }

    /// Takes nothing more, and ends everything that waits.
    ///
    /// - Parameter done: Run on the stage when that has happened; must not call foreign code.
    func close(_ done: @escaping @Sendable () -> Void) {
        _ = enter { inbox in
            inbox.append(.close(done))
            inbox.isClosed = true
        }
    }

    private func enter(_ change: (inout Inbox) -> Void) -> Bool {
        let (isTaken, needsThread) = inbox.withLock { inbox -> (Bool, Bool) in
            guard !inbox.isClosed else { return (false, false) }
            change(&inbox)
            return (true, inbox.schedule())
        }
        if needsThread { executor.submit(self) }
        return isTaken
    }

    /// True where the hub takes nothing more.
    var isClosed: Bool {
        inbox.withLock { $0.isClosed }
    }

    /// True where everything that was dispatched has reached its lanes.
    var isIdle: Bool {
        inbox.withLock { $0.phase == .idle }
    }

    // MARK: - The stage

    // The stage never calls foreign code, so it is never held up and no budget applies to it.
    // The number of the newest event, so that the watchdog sees a busy stage get on.
    var progress: UInt64 { latestNumber }
    var needsOwnThread: Bool { false }
    func heldUp(for duration: Duration, at progress: UInt64) {}

    func run() -> (any HubJob)? {
        // What the producers fill next; under load it is about as long as what they filled last.
        var batch: [Event] = []
        if lastBatchCount > 32 { batch.reserveCapacity(min(lastBatchCount, 4_096)) }
        var marks: [Inbox.Mark] = []
        inbox.withLock { inbox in
            inbox.phase = .running
            swap(&batch, &inbox.events)
            swap(&marks, &inbox.marks)
        }
        lastBatchCount = batch.count
        process(&batch, marks)
        // Callbacks must not be let go of here, after the lanes that run them have done so.
        batch = []
        marks = []
        post()
        discard()
        armTimer()
        if hasEnded { host = nil }
        // Once the stage has given up its role another thread may take it: nothing of its own is touched after that.
        var jobs: [any HubJob] = []
        swap(&jobs, &woken)
        let next = jobs.popLast()
        let isMore = inbox.withLock { inbox in
            inbox.phase = inbox.isEmpty ? .idle : .scheduled
            return inbox.phase == .scheduled
        }
        if isMore { jobs.append(self) }
        if next == nil, isMore {
            jobs.removeLast()
            if !jobs.isEmpty { executor.submit(jobs) }
            return self
        }
        switch jobs.count {
        case 0: break
        case 1: executor.submit(jobs[0])
        default: executor.submit(jobs)
        }
        return next
    }

    private func process(_ batch: inout [Event], _ marks: [Inbox.Mark]) {
        if marks.isEmpty {
            if !batch.isEmpty { take(&batch) }
            return
        }
        var start = 0
        for mark in marks {
            if mark.position > start {
                var stretch = Array(batch[start..<mark.position])
                take(&stretch)
                start = mark.position
            }
            apply(mark.control)
        }
        if start < batch.count {
            var stretch = Array(batch[start...])
            take(&stretch)
        }
    }

    /// Numbers events and routes them, or holds them until the hub is open.
    private func take(_ events: inout [Event]) {
        let stamp = Event.stamp(of: clock.date)
        guard isOpen else {
            for place in events.indices { events[place].stamp = stamp }
            held.append(contentsOf: events)
            return
        }
        number(&events, stamp)
        route(events)
    }

    private func number(_ events: inout [Event], _ stamp: Int64?) {
        var number = lastNumber
        for place in events.indices {
            number += 1
            events[place].number = number
            if let stamp { events[place].stamp = stamp }
        }
        lastNumber = number
        latest.withLock { $0 = number }
    }

    /// The number of the newest event that has been routed.
    var latestNumber: UInt64 { latest.withLock { $0 } }

    /// Hands each stretch of events with one address to the lanes that match.
    private func route(_ events: [Event]) {
        if let host, host.hasTaps { host.routed(events) }
        var start = 0
        while start < events.count {
            let body = events[start].body
            if let request = body.request {
                answer(request, with: events[start])
                hand(events, start..<start + 1, to: table.routeOfAnswers())
                start += 1
                continue
            }
            var end = start + 1
            while end < events.count, Self.haveOneAddress(body, events[end].body) { end += 1 }
            hand(events, start..<end, to: table.route(body.type, body.source))
            start = end
        }
    }

    @inline(__always)
    private static func haveOneAddress(_ left: Event.Body, _ right: Event.Body) -> Bool {
        !right.isAnswer && left.type == right.type && left.source == right.source
    }

    private func hand(_ events: [Event], _ range: Range<Int>, to route: RoutingTable.Route) {
        for target in route.targets {
            if target.lane.outbox.items.isEmpty { touched.append(target.lane) }
            target.lane.outbox.items.append(
                .parcel(Parcel(events: events, range: range, subscriptions: target.subscriptions))
            )
        }
    }

    private func post(_ item: LaneItem, to lane: Lane) {
        if lane.outbox.items.isEmpty { touched.append(lane) }
        lane.outbox.items.append(item)
    }

    /// Fills the mailboxes, each once.
    private func post() {
        for lane in touched where lane.post(&lane.outbox.items) { woken.append(lane) }
        touched.removeAll(keepingCapacity: true)
    }

    /// Lets go of subscriptions that were taken out.
    private func discard() {
        guard !discarded.isEmpty, let lane = host?.makeLane(name: "discarded listeners") else { return }
        let subscriptions = discarded
        discarded = []
        if lane.post(.work { withExtendedLifetime(subscriptions) {} }) { woken.append(lane) }
    }

    // MARK: - Controls

    private func apply(_ control: Control) {
        switch control {
        case .request(let request):
            begin(request)
        case .subscribe(let subscription):
            // Cancelled, or its lane ended, before it got here: nothing would ever take it out again.
            guard !subscription.isCancelled, !subscription.lane.isStopped else {
                discarded.append(subscription)
                return
            }
            table.add(subscription)
            if subscription.needsConstruction { post(.construct(subscription), to: subscription.lane) }
        case .unsubscribe(let subscription):
            table.remove(subscription)
            discarded.append(subscription)
            endRequestsWithoutListener()
        case .forget(let subscription):
            table.remove(subscription)
            discarded.append(subscription)
        case .work(let lane, let work):
            post(.work(work), to: lane)
        case .open:
            open()
        case .drop(let lane):
            discarded += table.removeAll(of: lane)
            for request in requests.removeAll(where: { $0.requester === lane }) { end(request, .cancelled) }
            endRequestsWithoutListener()
        case .expire:
            // This may be a timer that was called off too late; the one in force must not be left beside a new one.
            timer?.cancel()
            armedFor = nil
            for request in requests.removeExpired(at: clock.now) { end(request, .timeout) }
        case .cancel(let request):
            if requests.remove(request) { end(request, .cancelled) }
        case .refuse(let request):
            end(request, .noListener)
        case .close(let done):
            for request in requests.removeAll(where: { _ in true }) { end(request, .hubShutDown) }
            discarded += table.removeAll()
            held.removeAll()
            timer?.cancel()
            hasEnded = true
            done()
        }
    }

    private func open() {
        guard !isOpen else { return }
        isOpen = true
        var events = [Event(ofHub: "Booted", source: .booted, data: [:])]
        events[0].stamp = Event.stamp(of: clock.date)
        events.append(contentsOf: held)
        held = []
        number(&events, nil)
        endRequestsWithoutListener()
        route(events)
    }

    // MARK: - Requests

    private func begin(_ request: PendingRequest) {
        if let requester = request.requester, requester.isStopped {
            end(request, .cancelled)
            return
        }
        guard !isOpen || hasListener(request) else {
            end(request, .noListener)
            return
        }
        requests.insert(request)
    }

    private func hasListener(_ request: PendingRequest) -> Bool {
        !table.route(request.event.type, request.event.source).targets.isEmpty
    }

    /// Ends the requests that nobody can answer any more.
    private func endRequestsWithoutListener() {
        guard isOpen, requests.count > 0 else { return }
        let orphans = requests.removeAll { request in !hasListener(request) }
        for request in orphans { end(request, .noListener) }
    }

    private func answer(_ request: EventID, with event: Event) {
        let waiting = requests.removeAll(askingWith: request)
        guard !waiting.isEmpty else {
            host?.receivedLateResponse(event)
            return
        }
        for request in waiting { end(request, .response(event)) }
    }

    private func end(_ request: PendingRequest, _ outcome: RequestOutcome) {
        if let host, host.hasTaps { host.ended(request, outcome) }
        switch request.completion {
        case .resumption(let resume):
            resume(outcome)
        case .callback(let callback):
            guard let lane = host?.makeLane(name: request.event.name) else { return }
            if lane.post(.work { callback(outcome) }) { woken.append(lane) }
        }
    }

    /// Sees to it that the stage runs when the next request's time is over.
    ///
    /// One timer serves all: a request with a later deadline finds one that is set already.
    private func armTimer() {
        guard let deadline = requests.nextDeadline else { return }
        if let armedFor, armedFor <= deadline { return }
        armedFor = deadline
        timer?.cancel()
        timer = clock.schedule(after: deadline - clock.now) { [weak self] in
            self?.take(.expire)
        }
    }
}

/// What the routing stage needs of its hub.
protocol RouterHost: AnyObject, Sendable {
    /// True where somebody observes the hub.
    var hasTaps: Bool { get }

    /// Makes a lane for one callback.
    func makeLane(name: String) -> Lane

    /// Tells the observers that events were numbered.
    func routed(_ events: [Event])

    /// Tells the observers how a request ended.
    func ended(_ request: PendingRequest, _ outcome: RequestOutcome)

    /// Logs a response that nobody waits for.
    func receivedLateResponse(_ event: Event)
}
