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
        var mailbox: [LaneItem] = []
        var phase = Phase.idle
        var isStopped = false
        var waitingEvents = 0
        /// The number of the first event that the drain at work has taken out of the mailbox.
        var oldestTaken: UInt64?
        var droppedEvents: UInt64 = 0
        var policy: LanePolicy
        /// True where the lane held a thread for long, in this drain or in the one before.
        var isSlow = false
        var wasHeldUp = false
    }

    /// What the lane is at, for the report of an overrun.
    private enum Activity {
        case nothing
        case hearing(Parcel, callsBefore: UInt64)
        case constructing(Subscription)
    }

    /// What people call the lane: the extension's or listener's name.
    let name: String
    let id: UInt64

    private let state: Locked<State>
    private let activity = Locked(Activity.nothing)
    private let words = LaneWords()
    private let monitor: any LaneMonitor

    /// Parcels that the routing stage has made for the lane and not posted yet. Only the stage touches it.
    let outbox = Outbox()

    /// How many calls a drain makes before it lets other lanes have the thread.
    private static let callsPerTurn: UInt64 = 8_192

    init(id: UInt64, name: String, policy: LanePolicy, monitor: any LaneMonitor) {
        self.id = id
        self.name = name
        self.monitor = monitor
        state = Locked(State(policy: policy))
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
            guard !state.isStopped else { return false }
            if state.policy.limit == nil {
                state.mailbox.append(contentsOf: items)
                for item in items { state.waitingEvents += item.eventCount }
            } else {
                for item in items { admit(item, &state, &dropped) }
            }
            items.removeAll(keepingCapacity: true)
            return schedule(&state)
        }
        items.removeAll(keepingCapacity: true)
        return needsThread
    }

    /// Adds one item.
    func post(_ item: LaneItem) -> Bool {
        var dropped: [LaneItem] = []
        return state.withLock { state in
            guard !state.isStopped else { return false }
            admit(item, &state, &dropped)
            return schedule(&state)
        }
    }

    private func schedule(_ state: inout State) -> Bool {
        guard state.phase == .idle, !state.mailbox.isEmpty else { return false }
        state.phase = .scheduled
        return true
    }

    /// Adds an item as the policy allows, and counts what is dropped.
    ///
    /// - Parameter dropped: Gets what is dropped, to be let go of outside the lock: freeing a listener may run its owner's
    ///   code.
    private func admit(_ item: LaneItem, _ state: inout State, _ dropped: inout [LaneItem]) {
        guard let limit = state.policy.limit, case .parcel(var parcel) = item else {
            state.mailbox.append(item)
            state.waitingEvents += item.eventCount
            return
        }
        let excess = state.waitingEvents + parcel.range.count - limit
        if excess > 0 {
            state.droppedEvents += UInt64(excess)
            switch state.policy.overflow {
            case .refuse:
                parcel.range = parcel.range.dropLast(excess)
            case .dropOldest:
                let fromMailbox = min(excess, state.waitingEvents)
                dropOldest(fromMailbox, &state, &dropped)
                parcel.range = parcel.range.dropFirst(excess - fromMailbox)
            }
        }
        guard !parcel.range.isEmpty else { return }
        state.waitingEvents += parcel.range.count
        state.mailbox.append(.parcel(parcel))
    }

    private func dropOldest(_ count: Int, _ state: inout State, _ removed: inout [LaneItem]) {
        var left = count
        for place in state.mailbox.indices where left > 0 {
            guard case .parcel(var parcel) = state.mailbox[place] else { continue }
            let dropped = min(left, parcel.range.count)
            parcel.range = parcel.range.dropFirst(dropped)
            state.mailbox[place] = .parcel(parcel)
            left -= dropped
        }
        state.waitingEvents -= count
        state.mailbox.removeAll { item in
            guard case .parcel(let parcel) = item, parcel.range.isEmpty else { return false }
            removed.append(item)
            return true
        }
    }

    /// Ends the lane: what waits is let go, and one last piece of work is run after what runs at the moment.
    ///
    /// - Returns: Whether the lane was stopped by this call, and whether it must be submitted to an executor.
    func stop(last: @escaping @Sendable () -> Void) -> (isFirst: Bool, needsThread: Bool) {
        words.markStopped()
        // What waits is released outside the lock: freeing a listener may run its owner's code.
        var released: [LaneItem] = []
        let outcome = state.withLock { state in
            guard !state.isStopped else { return (false, false) }
            state.isStopped = true
            swap(&released, &state.mailbox)
            state.waitingEvents = 0
            state.mailbox.append(.work(last))
            return (true, schedule(&state))
        }
        return outcome
    }

    /// True where the lane takes no more events.
    var isStopped: Bool { words.isStopped }

    /// How many events wait, and how many were dropped because the lane was full.
    var counters: (waiting: Int, dropped: UInt64) {
        state.withLock { ($0.waitingEvents, $0.droppedEvents) }
    }

    /// The number of the oldest event that the lane has yet to finish with, or nil where there is none.
    var oldestNumber: UInt64? {
        state.withLock { state in
            state.oldestTaken ?? Self.oldestNumber(in: state.mailbox)
        }
    }

    private static func oldestNumber(in items: [LaneItem]) -> UInt64? {
        for case .parcel(let parcel) in items where !parcel.range.isEmpty {
            return parcel.events[parcel.range.lowerBound].number
        }
        return nil
    }

    // MARK: - Draining

    var progress: UInt64 { words.progress }

    var needsOwnThread: Bool { state.withLock { $0.isSlow } }

    /// True on the thread that runs the lane at the moment.
    var isCurrent: Bool { words.isRunByThisThread }

    /// The thread that runs the lane at the moment, or zero.
    var owner: UInt64 { words.runner }

    func run() -> (any HubJob)? {
        words.takeOwnership()
        let started = words.progress
        var items: [LaneItem] = []
        while takeItems(&items) {
            for item in items { handle(item) }
            items.removeAll(keepingCapacity: true)
            guard words.progress &- started < Self.callsPerTurn else {
                words.giveUpOwnership()
                return yield()
            }
        }
        return nil
    }

    /// Swaps the mailbox out, or makes the lane idle where it is empty.
    private func takeItems(_ items: inout [LaneItem]) -> Bool {
        state.withLock { state in
            guard !state.mailbox.isEmpty else {
                words.giveUpOwnership()
                state.phase = .idle
                state.isSlow = state.wasHeldUp
                state.wasHeldUp = false
                state.oldestTaken = nil
                return false
            }
            state.phase = .running
            swap(&items, &state.mailbox)
            state.oldestTaken = Self.oldestNumber(in: items)
            state.waitingEvents = 0
            return true
        }
    }

    /// Goes to the end of the executor's queue, so that other lanes have their turn.
    private func yield() -> (any HubJob)? {
        let isMore = state.withLock { state in
            state.phase = state.mailbox.isEmpty ? .idle : .scheduled
            state.oldestTaken = nil
            return state.phase == .scheduled
        }
        if isMore { monitor.resubmit(self) }
        return nil
    }

    private func handle(_ item: LaneItem) {
        switch item {
        case .parcel(let parcel):
            deliver(parcel)
        case .construct(let subscription):
            words.beginCall()
            activity.withLock { $0 = .constructing(subscription) }
            monitor.constructs(on: self) { subscription.construct() }
            settleOverrun()
            rest()
        case .work(let work):
            words.beginCall()
            work()
        }
    }

    private func deliver(_ parcel: Parcel) {
        let isWatched = monitor.beginsDelivery(on: self)
        activity.withLock { $0 = .hearing(parcel, callsBefore: words.progress) }
        if !isWatched, parcel.subscriptions.count == 1 {
            deliver(parcel, to: parcel.subscriptions[0])
        } else {
            deliver(parcel, isWatched: isWatched)
        }
        rest()
    }

    /// Notes that no listener is being called.
    private func rest() {
        // What was noted keeps events and listeners alive: let go of it while nobody holds the lock.
        let done = activity.withLock { activity in
            defer { activity = .nothing }
            return activity
        }
        _ = consume done
    }

    /// The usual case: one listener, nobody who watches.
    @inline(never)
    private func deliver(_ parcel: Parcel, to subscription: Subscription) {
        guard let listener = subscription.readyListener else { return }
        LentEvents.lend(parcel.events) { events in
            for place in parcel.range {
                guard !words.isStopped, subscription.begin() else { break }
                words.beginCall()
                events.show(place, to: listener)
                if words.overrun != 0 { settleOverrun() }
            }
        }
        if subscription.isOneShot { monitor.spent(subscription) }
    }

    private func deliver(_ parcel: Parcel, isWatched: Bool) {
        for place in parcel.range {
            for subscription in parcel.subscriptions {
                guard !words.isStopped else { break }
                words.beginCall()
                if isWatched {
                    monitor.delivers(parcel.events[place], to: subscription, on: self) {
                        subscription.hear(parcel.events[place])
                    }
                } else {
                    subscription.hear(parcel.events[place])
                }
                if words.overrun != 0 { settleOverrun() }
                if subscription.isOneShot { monitor.spent(subscription) }
            }
        }
    }

    // MARK: - Running on a foreign thread

    /// Takes the lane for the calling thread if nothing waits in it and nothing runs.
    func claim() -> Bool {
        let isClaimed = state.withLock { state in
            guard state.phase == .idle, state.mailbox.isEmpty, !state.isStopped else { return false }
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
            return schedule(&state)
        }
    }

    // MARK: - Budget

    func heldUp(for duration: Duration, at progress: UInt64) {
        state.withLock { state in
            state.isSlow = true
            state.wasHeldUp = true
        }
        guard duration >= monitor.budget, progress != words.overrun else { return }
        reportOverrun(of: progress)
    }

    /// Reports the call that runs at the moment as too long, once.
    func reportOverrun(of call: UInt64) {
        let culprit: (Subscription, Event?)? = activity.withLock { activity in
            switch activity {
            case .nothing:
                return nil
            case .constructing(let subscription):
                return (subscription, nil)
            case .hearing(let parcel, let callsBefore):
                guard call > callsBefore, !parcel.subscriptions.isEmpty else { return nil }
                let index = Int(call &- callsBefore &- 1)
                let place = parcel.range.lowerBound + index / parcel.subscriptions.count
                guard parcel.range.contains(place) else { return nil }
                return (parcel.subscriptions[index % parcel.subscriptions.count], parcel.events[place])
            }
        }
        guard let (subscription, event) = culprit, words.progress == call, words.overrun != call else { return }
        words.markOverrun(call)
        monitor.overran(lane: self, subscription: subscription, event: event)
    }

    /// After a call that was reported as too long: nothing is open any more.
    private func settleOverrun() {
        guard words.overrun != 0 else { return }
        if words.overrun == words.progress {
            monitor.returned(lane: self)
        }
        words.markOverrun(0)
    }
}
