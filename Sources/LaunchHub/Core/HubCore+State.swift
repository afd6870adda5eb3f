// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore {
    func sharedState(of owner: String, at event: Event?, _ reading: HubStateReading = []) -> SharedState {
        let name = StateName(FoldedName(owner), in: reading.space)
        let number = Self.number(of: event)
        if reading.contains(.barrier), let number, mailbox(behind: number, of: name.owner) != nil { return .pending }
        return states.withLock { $0.state(of: name, at: number, lastSet: reading.contains(.lastSet)) }
    }

    /// Returns the mailbox of an extension that has not yet handled every event before a number; nil if it has.
    private func mailbox(behind number: UInt64, of owner: FoldedName) -> Mailbox? {
        guard let mailbox = state.withLock({ $0.extensions[owner] })?.mailbox else { return nil }
        // Read before the mailbox is: what is not in the mailbox yet is above it.
        let isSettled = router.settledNumber >= number - 1
        return isSettled && (mailbox.oldestNumber ?? .max) >= number ? nil : mailbox
    }

    /// Returns the number of an event that was dispatched; nil for the newest.
    private static func number(of event: Event?) -> UInt64? {
        event.flatMap { $0.number == 0 ? nil : $0.number }
    }

    // MARK: - Publishing

    /// Publishes a version of an extension's state.
    ///
    /// - Parameters:
    ///   - values: The values to publish; nil to announce that a state will come.
    ///   - mailbox: The extension's mailbox.
    ///   - event: The event that the version belongs to; nil to place it after what the calling thread has dispatched.
    ///   - space: Which of the extension's states to publish.
    ///   - isFirst: Whether the version was published by the initializer, so that the booted event reads it.
    /// - Returns: A resolver that sets the version if it is pending.
    /// - Throws: ``HubError`` if the values cannot be shared, the extension is not registered, or the event has
    ///   a version already or lies before the newest one.
    @discardableResult
    func publish(
        _ values: JSONObject?,
        from mailbox: Mailbox,
        at event: Event?,
        in space: HubStateSpace,
        isFirst: Bool = false
    ) throws(HubError) -> SharedStateResolver {
        try Self.check(values)
        let version = values.map(SharedState.set) ?? .pending
        return try publish(from: mailbox.id, at: event, isFirst: isFirst) { [state] () throws(HubError) in
            // Asked under the lock of the states: whoever unregisters clears them after that.
            guard let record = state.withLock({ $0.list[mailbox.id] }) else {
                throw HubError(.noOwner(mailbox.name))
            }
            return (StateName(record.foldedName, in: space), version, record.announcement)
        }
    }

    /// Publishes a version of a state of the hub itself, which belongs to no extension.
    ///
    /// - Parameters:
    ///   - owner: The name of the state.
    ///   - values: Returns the values, or nil to announce them; called when the version enters the order, so that a
    ///     later version is never the older one.
    func publishOfHub(as owner: StateName, _ values: () -> JSONObject?) {
        do throws(HubError) {
            try publish(from: 0, at: nil, isFirst: false) { () throws(HubError) in
                (owner, values().map(SharedState.set) ?? .pending, Self.announcement(of: owner.owner))
            }
        } catch {
            log.error(CallMonitor.tag, "\(owner.owner.spelling) is not shared: \(error)")
        }
    }

    @discardableResult
    private func publish(
        from mailbox: UInt64,
        at event: Event?,
        isFirst: Bool,
        _ version: () throws(HubError) -> (owner: StateName, state: SharedState, announcement: JSONObject)
    ) throws(HubError) -> SharedStateResolver {
        let number = Self.number(of: event)
        // The version enters the order of events under the lock under which it becomes the newest: of two publishers the
        // later one in the order is the later one here, too.
        let entry = try states.withLock { states throws(HubError) in
            let (owner, state, announcement) = try version()
            let (ticket, released, isDue) = try states.publish(state, of: owner, from: mailbox, at: number)
            var isAnnounced = state == .pending
            var job: (any HubJob)?
            if number == nil {
                let placement = Placement(owner: owner, ticket: ticket, isFirst: isFirst)
                job = enter(placement, announcement, announced: &isAnnounced)
            }
            return (owner: owner, isAnnounced: isAnnounced, ticket: ticket, released: released, isDue: isDue, job: job)
        }
        if let job = entry.job { executor.submit(job) }
        for (waiter, state) in entry.released { waiter.wake(state) }
        if !entry.isAnnounced { announceState(of: entry.owner) }
        if entry.isDue { prune(entry.owner) }
        return SharedStateResolver(link: link, owner: entry.owner, ticket: entry.ticket)
    }

    /// Sends a version to its place, if possible together with its announcement.
    ///
    /// Where no interceptor or tap is installed, both are sent at once, so that the routing stage is woken once instead
    /// of twice.
    ///
    /// - Parameters:
    ///   - placement: The version and its owner.
    ///   - announcement: The data of the event that announces it.
    ///   - isAnnounced: Whether the version is, or need not be, announced; set if the announcement was sent.
    /// - Returns: The job that the caller must submit, or nil.
    private func enter(
        _ placement: Placement,
        _ announcement: JSONObject,
        announced isAnnounced: inout Bool
    ) -> (any HubJob)? {
        guard !isAnnounced, taps.isEmpty, !interceptors.isInstalled else {
            return enter(.command(.place(placement))).job
        }
        let event = Self.announcement(in: placement.owner.space, announcement).dispatched(at: clock.now)
        let (isAccepted, job) = router.enter(.command(.place(placement)), then: .event(event, nil))
        isAnnounced = isAccepted
        return job
    }

    private static func check(_ values: JSONObject?) throws(HubError) {
        do throws(JSONConversionError) {
            try values?.validate()
        } catch {
            throw HubError(.dataNotSupported(error))
        }
    }

    /// Sets a version that was announced as pending.
    func resolve(
        _ ticket: UInt64,
        of owner: StateName,
        with values: JSONObject
    ) throws(HubError) -> Bool {
        try Self.check(values)
        guard let released = states.withLock({ $0.resolve(ticket, of: owner, with: .set(values)) }) else {
            return false
        }
        for (waiter, state) in released { waiter.wake(state) }
        announceState(of: owner)
        return true
    }

    func clearStates(of owner: FoldedName, from mailbox: Mailbox) {
        for name in [StateName(owner), StateName(owner, in: .xdm)]
        where states.withLock({ $0.clear(name, from: mailbox.id) }) {
            announceState(of: name)
        }
    }

    func announceState(of name: StateName) {
        monitor.record([.stateChanged(name.owner.spelling)])
        dispatch(Self.announcement(in: name.space, Self.announcement(of: name.owner)))
    }

    /// Makes the event that announces a version.
    private static func announcement(in space: HubStateSpace, _ data: JSONObject) -> Event {
        Event(ofHub: announcementName(in: space), source: .sharedState, data: data)
    }

    /// The name of the events that announce the versions of a state.
    static func announcementName(in space: HubStateSpace) -> String {
        space == .xdm ? "Shared state change (XDM)" : "Shared state change"
    }

    /// Returns the data of the events that announce the states of an extension.
    static func announcement(of owner: FoldedName) -> JSONObject {
        ["stateowner": .string(owner.spelling)]
    }

    // MARK: - Waiting

    /// Calls back when another extension's state is set, or at the deadline.
    ///
    /// - Parameters:
    ///   - owner: The extension's name, in any case.
    ///   - event: The event as of which to read; nil for the newest version.
    ///   - reading: Which versions count, and which of the two states is read.
    ///   - timeout: The longest wait.
    ///   - wake: Called exactly once, with the state or with what there is at the deadline. The routing stage may call
    ///     it, so it must not call foreign code.
    func awaitState(
        of owner: String,
        at event: Event?,
        _ reading: HubStateReading = [],
        timeout: Duration,
        wake: @escaping @Sendable (SharedState) -> Void
    ) {
        let name = StateName(FoldedName(owner), in: reading.space)
        let number = Self.number(of: event)
        guard reading.contains(.barrier), let number, let mailbox = mailbox(behind: number, of: name.owner) else {
            return awaitState(name, at: number, reading, until: clock.now + timeout, wake: wake)
        }
        // What the owner handles before this has its place before the event or behind it: then the state counts.
        let deadline = clock.now + timeout
        let waiting = Locked<(@Sendable (SharedState) -> Void)?>(wake)
        let timer = clock.schedule(after: timeout) { [link] in
            guard let wake = waiting.withLock({ $0.take() }) else { return }
            wake(link.core?.states.withLock { $0.state(of: name, at: number) } ?? .none)
        }
        let mark = MailboxWork(mark: { [link] in
            timer.cancel()
            guard let wake = waiting.withLock({ $0.take() }) else { return }
            link.core?.awaitState(name, at: number, reading, until: deadline, wake: wake)
        })
        send(.work(mailbox, mark))
    }

    private func awaitState(
        _ name: StateName,
        at number: UInt64?,
        _ reading: HubStateReading,
        until deadline: Instant,
        wake: @escaping @Sendable (SharedState) -> Void
    ) {
        let isLastSet = reading.contains(.lastSet)
        let limit = Locked<ScheduledWork?>(nil)
        let (state, waiter) = states.withLock { states in
            states.wait(for: name, at: number, lastSet: isLastSet) { state in
                limit.withLock { $0.take() }?.cancel()
                wake(state)
            }
        }
        if let state { return wake(state) }
        let timer = clock.schedule(after: deadline - clock.now) { [link] in
            guard let core = link.core else { return }
            let late = core.states.withLock { states in
                states.removeWaiter(waiter, for: name).map {
                    ($0, states.state(of: name, at: number, lastSet: isLastSet))
                }
            }
            if let (waiter, state) = late { waiter.wake(state) }
        }
        limit.withLock { $0 = timer }
    }

    // MARK: - Forgetting

    private func prune(_ owner: StateName) {
        let lowest = lowestNumberInFlight()
        states.withLock { $0.prune(owner, below: lowest) }
    }

    /// Returns the number of the oldest event that some mailbox has yet to deliver, or of the next one.
    private func lowestNumberInFlight() -> UInt64 {
        // Read before the mailboxes are: what is numbered later is above it, and what is not in a mailbox yet is, too.
        let settled = router.settledNumber
        return mailboxes.reduce(settled + 1) { min($0, $1.oldestNumber ?? .max) }
    }
}
