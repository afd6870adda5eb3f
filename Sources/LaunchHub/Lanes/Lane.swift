// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A mailbox whose content is handled by one thread at a time, in order.
///
/// Each extension has one, and so has each listener that an app registers. A lane belongs to no thread: its phase, not a
/// queue, sees to it that nothing in it overlaps.
final class Lane: HubJob {
    enum Phase {
        /// Nothing waits and nothing runs.
        case idle
        /// Something waits, and a thread has been asked for.
        case scheduled
        /// A thread is at it.
        case running
    }

    private struct State {
        var mailbox = Mailbox()
        var phase = Phase.idle
        /// What the thread at work has taken out of the mailbox; nil where none is, or where it runs a foreign call.
        var hand: Hand?
        /// True where nothing more is taken.
        var isClosed = false
        /// What runs last.
        var farewell: LaneWork?
        /// True where the last work has been begun.
        var isOver = false
        /// True where the lane held a thread for long, in this drain or in the one before.
        var isSlow = false
        var wasHeldUp = false
        /// The call that what waits behind it does not wait for any longer.
        var abandoned: UInt64?
        /// Why events wait although nothing runs.
        var hold = LaneHold()
        /// True where nothing but the last work is run any more.
        var isHalted = false

        var hasWork: Bool {
            if mayEnd { return true }
            return hold.isActive ? mailbox.hasPassing : !mailbox.isEmpty
        }

        /// True where only the last work is left.
        private var mayEnd: Bool { farewell != nil && (isHalted || (mailbox.isEmpty && !hold.isActive)) }

        /// Takes out what is handled next; nil where that is the last work or nothing.
        mutating func takeItems() -> [LaneItem]? {
            let items = hold.isActive ? mailbox.takePassing() : mailbox.isEmpty ? [] : mailbox.take()
            return items.isEmpty ? nil : items
        }

        mutating func takeFarewell() -> LaneWork? { mayEnd ? farewell.take() : nil }

        /// Asks for a thread where there is work and none has been asked for.
        mutating func schedule() -> Bool {
            guard phase == .idle, hasWork else { return false }
            phase = .scheduled
            return true
        }
    }

    /// Items that were taken out of the mailbox together, and what the signal was then.
    private struct Turn {
        let items: [LaneItem]
        let signal: LaneSignal
    }

    /// How a turn ended.
    private enum Ending {
        case done
        /// Others wait for the thread.
        case wanted
        /// Another thread has the lane now.
        case lost
    }

    /// What people call the lane: the extension's or listener's name.
    let name: String
    let id: UInt64

    private let state: Locked<State>
    private let words = LaneWords()
    private let monitor: any LaneMonitor

    /// Parcels that the routing stage has made for the lane and not posted yet. Only the stage touches it.
    let outbox = Outbox()

    init(id: UInt64, name: String, policy: LanePolicy, monitor: any LaneMonitor) {
        self.id = id
        self.name = name
        self.monitor = monitor
        state = Locked(State(mailbox: Mailbox(policy: policy)))
    }

    deinit {
        words.deallocate()
    }

    // MARK: - Filling

    /// Moves items into the mailbox.
    ///
    /// - Parameter items: What to add; empty afterwards. Once the lane can run it is the only one that holds them, so that
    ///   whatever they keep alive is let go of by the lane.
    /// - Returns: True where the lane was idle, so that it must be submitted to an executor.
    func post(_ items: inout [LaneItem]) -> Bool {
        var dropped: [LaneItem] = []
        let needsThread = state.withLock { state in
            guard !state.isClosed else { return false }
            state.mailbox.append(&items, &dropped)
            return state.schedule()
        }
        // What a closed lane does not take.
        items.removeAll(keepingCapacity: true)
        return needsThread
    }

    /// Adds one item.
    func post(_ item: LaneItem) -> Bool {
        var dropped: [LaneItem] = []
        return state.withLock { state in
            guard !state.isClosed else { return false }
            state.mailbox.append(item, &dropped)
            return state.schedule()
        }
    }

    // MARK: - Ending

    /// Takes nothing more; what waits is still heard, and one last piece of work is run after that.
    ///
    /// - Returns: Whether the lane was closed by this call, and whether it must be submitted to an executor.
    func close(last: LaneWork) -> (isFirst: Bool, needsThread: Bool) {
        state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.isClosed = true
            state.farewell = last
            state.hold.lift()
            return (true, state.schedule())
        }
    }

    /// Drops what waits: after the call that runs at the moment only the last piece of work is run.
    ///
    /// - Returns: How many events were dropped.
    @discardableResult
    func halt() -> Int {
        // What waits is released outside the lock: freeing a listener may run its owner's code.
        var released: [LaneItem] = []
        defer { released.removeAll() }
        return state.withLock { state in
            let signal = words.signal
            guard !signal.isStopped else { return 0 }
            var stopped = signal
            stopped.isStopped = true
            words.setSignal(stopped)
            state.isClosed = true
            state.isHalted = true
            let waiting = state.mailbox.count + (state.hand?.waitingEvents(after: words.progress) ?? 0)
            released = state.mailbox.removeAll()
            return waiting
        }
    }

    /// Ends the lane: what waits is let go, and one last piece of work is run after what runs at the moment.
    ///
    /// - Returns: Whether the lane was closed by this call, and whether it must be submitted to an executor.
    func stop(last: LaneWork = LaneWork(nil) {}) -> (isFirst: Bool, needsThread: Bool) {
        halt()
        return state.withLock { state in
            guard state.farewell == nil, !state.isOver else { return (false, state.schedule()) }
            state.isClosed = true
            state.farewell = last
            return (true, state.schedule())
        }
    }

    /// True where the lane delivers no more events.
    var isStopped: Bool { words.signal.isStopped }

    /// True where the lane takes no more events.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: - Looking

    /// What waits, and what was dropped because the lane was full.
    var counters: LaneCounters {
        state.withLock { state in
            let calls = words.progress
            let isHearing = if case .hearing? = state.hand?.call(calls) { true } else { false }
            return LaneCounters(
                waiting: state.mailbox.count + (state.hand?.waitingEvents(after: calls) ?? 0),
                handling: isHearing ? 1 : 0,
                waitingBytes: state.mailbox.byteCount,
                dropped: state.mailbox.droppedEvents
            )
        }
    }

    /// The number of the oldest event that the lane has yet to finish with, or nil where there is none.
    var oldestNumber: UInt64? {
        state.withLock { state in
            state.hand?.oldestNumber(after: words.progress) ?? state.mailbox.oldestNumber
        }
    }

    /// True where nothing waits and nothing runs.
    var isIdle: Bool {
        state.withLock { $0.phase == .idle && $0.mailbox.isEmpty && $0.hold.calls == 0 && !$0.hasWork }
    }

    var progress: UInt64 { words.progress }

    var needsOwnThread: Bool { state.withLock { $0.isSlow } }

    /// True on the thread that runs the lane at the moment.
    var isCurrent: Bool { words.isRunByThisThread }

    /// The thread that runs the lane at the moment, or zero.
    var owner: UInt64 { words.runner }

    // MARK: - Draining

    func run() -> (any HubJob)? {
        words.takeOwnership()
        while let turn = takeTurn() {
            switch withAutoreleasePool({ handle(turn) }) {
            case .done: continue
            case .wanted: return yield()
            case .lost: return nil
            }
        }
        return nil
    }

    func yieldSoon() {
        state.withLock { state in
            guard state.hand != nil else { return }
            var signal = words.signal
            signal.isYielding = true
            words.setSignal(signal)
        }
    }

    /// Takes out of the mailbox what is to be handled next, or makes the lane idle where it is empty.
    private func takeTurn() -> Turn? {
        var finished: Hand?
        defer { release(finished) }
        return state.withLock { state in
            // Let go of outside the lock: freeing a listener may run its owner's code.
            finished = state.hand.take()
            let items: [LaneItem]
            if let taken = state.takeItems() {
                items = taken
            } else if let farewell = state.takeFarewell() {
                var signal = words.signal
                signal.isStopped = true
                words.setSignal(signal)
                state.isOver = true
                items = [.work(farewell)]
            } else {
                words.giveUpOwnership()
                state.phase = .idle
                state.isSlow = state.wasHeldUp
                state.wasHeldUp = false
                return nil
            }
            state.phase = .running
            state.hand = Hand(items, calls: words.progress)
            return Turn(items: items, signal: words.signal)
        }
    }

    /// Releases what a thread has finished with. Whole batches go back to the producers, who release them at the least cost.
    private func release(_ finished: Hand?) {
        guard let finished else { return }
        var batches: [[Event]] = []
        for case .parcel(let parcel) in finished.items where parcel.range.count >= Inbox.shortestSpent {
            batches.append(parcel.events)
        }
        if !batches.isEmpty { monitor.keepSpent(&batches) }
    }

    /// Goes to the end of the executor's queue, so that other lanes have their turn.
    private func yield() -> (any HubJob)? {
        var finished: Hand?
        let isMore = state.withLock { state in
            finished = state.hand.take()
            words.giveUpOwnership()
            var signal = words.signal
            signal.isYielding = false
            words.setSignal(signal)
            if let finished, !signal.isStopped { state.mailbox.putBack(finished.rest(after: words.progress)) }
            state.phase = .idle
            return state.schedule()
        }
        if isMore { monitor.resubmit(self) }
        _ = consume finished
        return nil
    }

    private func handle(_ turn: Turn) -> Ending {
        for place in turn.items.indices {
            if place > 0 {
                guard words.signal == turn.signal else { return interruption(of: turn) }
                let isMine = state.withLock { state in
                    guard words.signal.hasIncarnation(of: turn.signal) else { return false }
                    state.hand?.begin(place, calls: words.progress)
                    return true
                }
                guard isMine else { return .lost }
            }
            guard handle(turn.items[place], turn.signal) else { return interruption(of: turn) }
        }
        return .done
    }

    private func interruption(of turn: Turn) -> Ending {
        let signal = words.signal
        guard signal.hasIncarnation(of: turn.signal) else { return .lost }
        // What is left of a turn is dropped where the lane was stopped.
        return signal.isStopped || !signal.isYielding ? .done : .wanted
    }

    /// - Returns: False where the thread is to look at the signal before it goes on.
    private func handle(_ item: LaneItem, _ expected: LaneSignal) -> Bool {
        switch item {
        case .parcel(let parcel):
            return deliver(parcel, expected)
        case .construct(let subscription):
            words.beginCall()
            monitor.performs(on: self) { subscription.construct() }
        case .work(let work):
            words.beginCall()
            if work.call == nil { work.body() } else { monitor.performs(on: self, work.body) }
        }
        return settleOverrun(expected) && words.signal == expected
    }

    private func deliver(_ parcel: Parcel, _ expected: LaneSignal) -> Bool {
        if !monitor.beginsDelivery(on: self), parcel.subscriptions.count == 1 {
            return deliver(parcel, to: parcel.subscriptions[0], expected)
        }
        return deliverOneByOne(parcel, expected)
    }

    /// The usual case: one listener, nobody who watches.
    @inline(never)
    private func deliver(_ parcel: Parcel, to subscription: Subscription, _ expected: LaneSignal) -> Bool {
        guard let listener = subscription.listener else { return words.signal == expected }
        let before = words.progress
        var isMine = true
        LentEvents.lend(parcel.events) { events in
            for place in parcel.range {
                guard words.signal == expected, subscription.begin() else { break }
                words.beginCall()
                events.show(place, to: listener)
                if words.overrun != 0, !settleOverrun(expected) {
                    isMine = false
                    break
                }
            }
        }
        if isMine, subscription.isOneShot, words.progress != before { monitor.spent(subscription) }
        return isMine && words.signal == expected
    }

    private func deliverOneByOne(_ parcel: Parcel, _ expected: LaneSignal) -> Bool {
        for place in parcel.range {
            for subscription in parcel.subscriptions {
                guard words.signal == expected else { return false }
                words.beginCall()
                let isHeard = hear(parcel.events[place], subscription)
                guard settleOverrun(expected) else { return false }
                if isHeard, subscription.isOneShot { monitor.spent(subscription) }
            }
        }
        return words.signal == expected
    }

    private func hear(_ event: Event, _ subscription: Subscription) -> Bool {
        guard let listener = subscription.listener, subscription.begin() else { return false }
        if monitor.beginsDelivery(on: self) {
            monitor.delivers(event, to: subscription, on: self) { listener.hear(event) }
        } else {
            listener.hear(event)
        }
        return true
    }

    // MARK: - Holding

    /// Lets events wait from the next one on; everything else goes on.
    func hold(_ change: (inout LaneHold) -> Void) {
        state.withLock { state in
            change(&state.hold)
            if state.isClosed { state.hold.lift() }
            guard state.hold.isActive, state.hand != nil else { return }
            var signal = words.signal
            signal.isYielding = true
            words.setSignal(signal)
        }
    }

    /// Ends a reason for which events wait.
    ///
    /// - Returns: True where the lane must be submitted to an executor.
    func release(_ change: (inout LaneHold) -> Void) -> Bool {
        state.withLock { state in
            change(&state.hold)
            return state.schedule()
        }
    }

    // MARK: - Running on a foreign thread

    /// Takes the lane for the calling thread if nothing waits in it and nothing runs.
    func claim() -> Bool {
        let isClaimed = state.withLock { state in
            guard state.phase == .idle, !state.hasWork, !state.isClosed else { return false }
            state.phase = .running
            return true
        }
        if isClaimed { words.takeOwnership() }
        return isClaimed
    }

    /// Gives the lane back after ``claim()``.
    ///
    /// - Returns: True where something has come in meanwhile, so that the lane must be submitted to an executor.
    func unclaim() -> Bool {
        words.giveUpOwnership()
        return state.withLock { state in
            state.phase = .idle
            return state.schedule()
        }
    }

    // MARK: - Budget

    func heldUp(for duration: Duration, at progress: UInt64) -> Duration? {
        let isAbandoned = state.withLock { state in
            state.isSlow = true
            state.wasHeldUp = true
            return state.abandoned == progress
        }
        let budget = monitor.budget
        guard duration >= budget else { return budget }
        if isAbandoned {
            abandon(progress)
            return nil
        }
        // The call may have returned while it was reported; a look later that is certain.
        return reportOverrun(of: progress) ? duration + WatchSchedule.finest : nil
    }

    /// Reports the call that runs at the moment as too long, once.
    ///
    /// - Returns: True where what waits behind the call is to go on without it.
    @discardableResult
    func reportOverrun(of call: UInt64) -> Bool {
        let culprit: OverrunCulprit? = state.withLock { state in
            guard words.progress == call, words.overrun != call else { return nil }
            guard let culprit = state.hand?.call(call) else { return nil }
            words.markOverrun(call)
            return culprit
        }
        guard let culprit, monitor.overran(culprit, on: self) else { return false }
        state.withLock { $0.abandoned = call }
        return true
    }

    /// Lets another thread go on behind a call that does not return.
    private func abandon(_ call: UInt64) {
        var lost: Hand?
        let needsThread = state.withLock { state in
            state.abandoned = nil
            guard words.progress == call, words.overrun == call, let hand = state.hand.take() else { return false }
            lost = hand
            var signal = words.signal
            signal.beginIncarnation()
            words.setSignal(signal)
            words.markOverrun(0)
            words.giveUpOwnership()
            if !signal.isStopped { state.mailbox.putBack(hand.rest(after: call)) }
            state.phase = .idle
            return state.schedule()
        }
        if needsThread { monitor.resubmit(self) }
        _ = consume lost
    }

    /// After a call that was reported as too long: nothing is open any more.
    ///
    /// - Returns: False where another thread has the lane now.
    private func settleOverrun(_ expected: LaneSignal) -> Bool {
        guard words.signal.hasIncarnation(of: expected) else { return false }
        guard words.overrun != 0 else { return true }
        let isMine = state.withLock { state in
            guard words.signal.hasIncarnation(of: expected) else { return false }
            words.markOverrun(0)
            state.abandoned = nil
            return true
        }
        if isMine { monitor.returned(lane: self) }
        return isMine
    }

    func waitsForThread(_ shortage: ThreadShortage) {
        monitor.lacksThread(shortage)
    }
}

/// What the routing stage collects for one lane while it goes through a batch.
///
/// Unchecked: only the routing stage touches it, and that runs on one thread at a time.
final class Outbox: @unchecked Sendable {
    var items: [LaneItem] = []
}
