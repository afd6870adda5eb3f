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
    private let latest = AtomicWord()
    /// The number of the newest event whose lanes have it.
    private let settled = AtomicWord()
    private let clock: any HubClock
    private let executor: any HubExecutor

    // Touched by the running stage only.
    /// Let go of when the hub has been shut down, so that hub and stage do not keep each other alive.
    private var host: (any RouterHost)?
    private var table = RoutingTable()
    private var requests = RequestTable()
    private var boarding = Boarding()
    private var lastNumber: UInt64 = 0
    private var isOpen = false
    private var hasEnded = false
    /// What was dispatched before the hub was open.
    private var held = HeldEvents()
    private var touched: [Lane] = []
    private var woken: [any HubJob] = []
    /// What has to call foreign code, to be run together behind the stage.
    private var errands: [Errand] = []
    /// Subscriptions that were taken out. Letting go of a listener may run its owner's code, so that is an errand.
    private var discarded: [Subscription] = []
    private var alarm: RequestAlarm?
    private var lastChunkLength = 0

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

    /// Takes an event.
    ///
    /// - Returns: False where the hub has been shut down.
    @inline(__always)
    func dispatch(_ event: Event) -> Bool {
        var spent: [[Event]] = []
        let (isTaken, needsThread) = inbox.withLock { inbox -> (Bool, Bool) in
            guard !inbox.isClosed else { return (false, false) }
            inbox.append(event, &spent)
            return (true, inbox.schedule())
        }
        if needsThread { executor.submit(self) }
        return isTaken
    }

    /// Takes a request.
    ///
    /// - Returns: False where the hub has been shut down.
    func dispatch(_ request: PendingRequest) -> Bool {
        let entry = enter { inbox in
            inbox.append(.request(request))
            inbox.append(request.event)
        }
        if entry.needsThread { executor.submit(self) }
        return entry.isTaken
    }

    /// Takes something that takes effect between two events.
    ///
    /// - Returns: False where the hub has been shut down.
    @discardableResult
    func take(_ control: Control) -> Bool {
        let entry = enter { $0.append(control) }
        if entry.needsThread { executor.submit(self) }
        return entry.isTaken
    }

    /// Takes something that takes effect between two events, and leaves it to the caller to have it run.
    ///
    /// - Returns: What the caller must submit.
    func enqueue(_ control: Control) -> (any HubJob)? {
        enter { $0.append(control) }.needsThread ? self : nil
    }

    /// Takes something that takes effect between two events, and an event behind it.
    ///
    /// - Returns: Whether both were taken, and what the caller must submit.
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
            return (true, inbox.schedule())
        }
    }

    /// Keeps batches that a lane is done with for the producers, which release them at the least cost.
    ///
    /// - Parameter batches: The events; what is not kept stays there.
    func keepSpent(_ batches: inout [[Event]]) {
        inbox.withLock { $0.keepSpent(&batches) }
    }

    /// True where the hub takes nothing more.
    var isClosed: Bool {
        inbox.withLock { $0.isClosed }
    }

    /// True where everything that was dispatched has reached its lanes.
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
        inbox.withLock { inbox in
            inbox.phase = .running
            inbox.take(into: &chunks, spare: &spare)
        }
        lastChunkLength = chunks[0].events.count
        for place in chunks.indices { process(&chunks[place].events, chunks[place].marks) }
        // Callbacks must not be let go of here, after the lanes that run them have done so.
        chunks = []
        finishRun()
        if hasEnded { host = nil }
        // Once the stage has given up its role another thread may take it: nothing of its own is touched after that.
        var jobs: [any HubJob] = []
        swap(&jobs, &woken)
        let next = jobs.popLast()
        var spent: [[Event]] = []
        let isMore = inbox.withLock { inbox in
            settled.store(latest.load())
            inbox.phase = inbox.isEmpty ? .idle : .scheduled
            // Nobody dispatches at the moment: nothing stays of what was processed.
            if inbox.phase == .idle { spent = inbox.takeSpent() }
            return inbox.phase == .scheduled
        }
        _ = consume spent
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

    /// Hands on what the run has collected: parcels to lanes, errands to whoever is free.
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
        if let deadline = requests.nextDeadline { alarm?.set(for: deadline) }
    }

    private func process(_ batch: inout [Event], _ marks: [Inbox.Mark]) {
        guard isOpen else { return processBeforeOpening(&batch, marks) }
        if !batch.isEmpty { number(&batch, Event.stamp(of: clock.date)) }
        guard !marks.isEmpty else { return route(batch, 0..<batch.count) }
        let before = lastNumber - UInt64(batch.count)
        var start = 0
        for mark in marks {
            route(batch, start..<mark.position)
            start = mark.position
            apply(mark.control, behind: before + UInt64(mark.position))
        }
        route(batch, start..<batch.count)
    }

    /// Holds events until the hub is open, and goes on with the rest of the batch then.
    private func processBeforeOpening(_ batch: inout [Event], _ marks: [Inbox.Mark]) {
        let stamp = Event.stamp(of: clock.date)
        var start = 0
        for (index, mark) in marks.enumerated() {
            held.append(batch[start..<mark.position], stamp)
            start = mark.position
            apply(mark.control, behind: 0)
            guard isOpen else { continue }
            var rest = Array(batch[start...])
            let later = marks[(index + 1)...].map { Inbox.Mark(position: $0.position - start, control: $0.control) }
            return process(&rest, later)
        }
        held.append(batch[start...], stamp)
    }

    private func number(_ events: inout [Event], _ stamp: Int64?) {
        var number = lastNumber
        events.withUnsafeMutableBufferPointer { events in
            for place in events.indices {
                number += 1
                events[place].number = number
                if let stamp { events[place].stamp = stamp }
            }
        }
        lastNumber = number
        latest.store(number)
    }

    // MARK: - Routing

    /// Hands each stretch of events with one address to the lanes that match.
    private func route(_ events: [Event], _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if let host, host.hasTaps { host.routed(events[range]) }
        if !boarding.isEmpty { boarding.keep(events, range) }
        LentEvents.lend(events) { lent in
            var start = range.lowerBound
            while start < range.upperBound {
                if lent.isAnswer(start) {
                    answer(with: events[start])
                    hand(events, start..<start + 1, to: table.routeOfAnswers())
                    start += 1
                    continue
                }
                let end = lent.endOfStretch(from: start, upTo: range.upperBound)
                let first = events[start].body
                hand(events, start..<end, to: table.route(first.type, first.source))
                start = end
            }
        }
    }

    private func hand(_ events: [Event], _ range: Range<Int>, to route: RoutingTable.Route) {
        for target in route.targets {
            if target.lane.outbox.items.isEmpty { touched.append(target.lane) }
            let parcel = Parcel(events: events, range: range, subscriptions: target.subscriptions)
            target.lane.outbox.items.append(.parcel(Self.isSmallPart(parcel) ? parcel.compacted : parcel))
        }
    }

    /// Whether a batch is so much longer than a parcel of it that a listener which does not return must not keep it.
    @inline(__always)
    private static func isSmallPart(_ parcel: Parcel) -> Bool {
        parcel.events.count > 64 && parcel.range.count <= parcel.events.count / 16
    }

    private func post(_ item: LaneItem, to lane: Lane) {
        if lane.outbox.items.isEmpty { touched.append(lane) }
        lane.outbox.items.append(item)
    }

    // MARK: - Controls

    /// - Parameter number: The newest event before the control.
    private func apply(_ control: Control, behind number: UInt64) {
        switch control {
        case .request(let request):
            begin(request)
        case .board(let lane):
            if !lane.isStopped { boarding.begin(lane) }
        case .boarded(let lane):
            endBoarding(lane)
        case .subscribe(let subscription):
            subscribe(subscription)
        case .unsubscribe(let subscription):
            remove(subscription)
            endRequestsWithoutListener(that: subscription)
        case .forget(let subscription):
            remove(subscription)
        case .work(let lane, let work):
            if !boarding.keep(work, for: lane) { post(.work(work), to: lane) }
        case .place(let placement):
            if isOpen || placement.isFirst { host?.place(placement, behind: number) } else { held.append(placement) }
        case .fence(let pass):
            finishLanes()
            pass()
        case .open:
            open()
        case .drop(let lane):
            drop(lane)
        case .expire:
            alarm?.rings()
            for request in requests.removeExpired(at: clock.now) { end(request, .timeout) }
        case .cancel(let serial, let event):
            if let request = requests.remove(serial, askingWith: event) { end(request, .cancelled) }
        case .refuse(let request):
            end(request, .noListener)
        case .close(let done):
            finish(done)
        }
    }

    /// Hands every lane what was collected for it so far.
    private func finishLanes() {
        for lane in touched where lane.post(&lane.outbox.items) { woken.append(lane) }
        touched.removeAll(keepingCapacity: true)
    }

    private func subscribe(_ subscription: Subscription) {
        // Cancelled, or its lane ended, before it got here: nothing would ever take it out again.
        guard !subscription.isCancelled, !subscription.lane.isStopped else {
            discarded.append(subscription)
            return
        }
        if !boarding.keep(subscription) { table.add(subscription) }
        if subscription.needsConstruction { post(.construct(subscription), to: subscription.lane) }
    }

    private func remove(_ subscription: Subscription) {
        table.remove(subscription)
        boarding.remove(subscription)
        discarded.append(subscription)
    }

    /// Gives an extension that has been made what was kept for it.
    private func endBoarding(_ lane: Lane) {
        guard let passenger = boarding.end(lane) else { return }
        var own = RoutingTable(passenger.subscriptions)
        for item in passenger.items {
            switch item {
            case .work(let work): post(.work(work), to: lane)
            case .events(let events, let range): replay(events, range, &own)
            }
        }
        for subscription in passenger.subscriptions { table.add(subscription) }
        endRequestsWithoutListener(at: requests.addresses)
    }

    private func replay(_ events: [Event], _ range: Range<Int>, _ own: inout RoutingTable) {
        for place in range {
            let event = events[place]
            let route = event.body.isAnswer ? own.routeOfAnswers() : own.route(event.type, event.source)
            hand(events, place..<place + 1, to: route)
        }
    }

    private func drop(_ lane: Lane) {
        let removed = table.removeAll(of: lane) + (boarding.end(lane)?.subscriptions ?? [])
        discarded += removed
        for request in requests.removeAll(of: lane) { end(request, .cancelled) }
        for subscription in removed { endRequestsWithoutListener(that: subscription) }
        // What only an extension that is gone could have answered while it was being made.
        if boarding.isEmpty { endRequestsWithoutListener(at: requests.addresses) }
    }

    private func finish(_ done: @Sendable (Int, [Subscription]) -> Void) {
        for request in requests.removeAll() { end(request, .hubShutDown) }
        finishLanes()
        // They still hear what waits for them.
        let subscriptions = table.removeAll() + boarding.removeAll()
        let lost = held.count
        held = HeldEvents()
        alarm?.cancel()
        alarm = nil
        hasEnded = true
        done(lost, subscriptions)
    }

    /// Lets everything go that was held, behind one booted event.
    private func open() {
        guard !isOpen else { return }
        isOpen = true
        let booted = lastNumber + 1
        let (waiting, placements) = held.removeAll()
        var events = [Event(ofHub: "Booted", source: .booted, data: [:])]
        events[0].stamp = Event.stamp(of: clock.date)
        events.append(contentsOf: waiting)
        number(&events, nil)
        // Nothing of this has reached a lane yet: who reads a state as of one of these events finds it in its place.
        for placement in host?.opens() ?? [] { host?.place(placement, behind: booted) }
        for (position, placement) in placements { host?.place(placement, behind: booted + UInt64(position)) }
        endRequestsWithoutListener(at: requests.addresses)
        for start in stride(from: 0, to: events.count, by: Inbox.chunkLength) {
            let chunk = Array(events[start..<min(events.count, start + Inbox.chunkLength)])
            route(chunk, 0..<chunk.count)
        }
    }

    // MARK: - Requests

    private func begin(_ request: PendingRequest) {
        if let requester = request.requester, requester.isStopped {
            end(request, .cancelled)
            return
        }
        guard !isOpen || hasListener(request.event.type, request.event.source) else {
            end(request, .noListener)
            return
        }
        requests.insert(request)
    }

    /// Whether somebody can answer, or may once it has been made.
    private func hasListener(_ type: EventType, _ source: EventSource) -> Bool {
        !table.route(type, source).targets.isEmpty || !boarding.isEmpty
    }

    /// Ends the requests that nobody can answer any more because a listener is gone.
    private func endRequestsWithoutListener(that subscription: Subscription) {
        guard isOpen, requests.count > 0 else { return }
        if subscription.type == .wildcard || subscription.source == .wildcard {
            endRequestsWithoutListener(
                at: requests.addresses.filter { subscription.matches($0.type, $0.source) }
            )
        } else {
            endRequestsWithoutListener(at: [Address(type: subscription.type, source: subscription.source)])
        }
    }

    private func endRequestsWithoutListener(at addresses: [Address]) {
        guard isOpen, requests.count > 0 else { return }
        for address in addresses where !hasListener(address.type, address.source) {
            for request in requests.removeAll(at: address) { end(request, .noListener) }
        }
    }

    private func answer(with event: Event) {
        guard let request = event.requestID else { return }
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
            errands.append(Errand(call: .responseCallback, name: request.event.name) { callback(outcome) })
        case .inMailbox(let callback):
            guard let lane = request.requester, let host else { return }
            let work = MailboxCallback(callback, outcome: outcome, name: request.event.name, host: host).work
            if !boarding.keep(work, for: lane) { post(.work(work), to: lane) }
        }
    }
}

/// What the routing stage needs of its hub.
protocol RouterHost: AnyObject, Sendable {
    /// A reference to the hub that does not outlive it.
    var link: HubLink { get }

    /// True where somebody observes the hub.
    var hasTaps: Bool { get }

    /// Makes what runs foreign code that belongs to no lane.
    func job(for errands: [Errand]) -> any HubJob

    /// Runs foreign code that belongs to no lane, soon.
    func run(_ errand: Errand)

    /// Tells the observers that events were numbered.
    func routed(_ events: ArraySlice<Event>)

    /// Tells the observers how a request ended.
    func ended(_ request: PendingRequest, _ outcome: RequestOutcome)

    /// Logs a response that nobody waits for.
    func receivedLateResponse(_ event: Event)

    /// Gives a version of a state its place behind an event.
    func place(_ placement: Placement, behind number: UInt64)

    /// Tells that the booted event is about to go out.
    ///
    /// - Returns: Versions of states that lie directly behind it.
    func opens() -> [Placement]

    /// Reports that nothing runs because there is no thread to be had.
    func lacksThread(_ shortage: ThreadShortage)
}
