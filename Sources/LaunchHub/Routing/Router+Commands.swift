// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The controls, which take effect between two events.
extension Router {
    /// Applies a command, which takes effect between two events.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - number: The number of the newest event before it.
    func apply(_ command: RoutingCommand, behind number: UInt64) {
        switch command {
        case .board(let mailbox):
            if !mailbox.isStopped { boarding.begin(mailbox) }
        case .boarded(let mailbox):
            endBoarding(mailbox)
        case .subscribe(let subscription):
            subscribe(subscription)
        case .unsubscribe(let subscription):
            remove(subscription)
            endRequestsWithoutListener(that: [subscription])
        case .forget(let subscription):
            remove(subscription)
        case .work(let mailbox, let work):
            post(work, behindEventsOf: mailbox)
        case .place(let placement):
            if isOpen || placement.isFirst { place(placement, behind: number) } else { held.append(command) }
        case .fence(let pass):
            finishMailboxes()
            pass()
        case .open(let share):
            if isHolding { heldOpening = share } else { open(share) }
        case .hold:
            isHolding = !isOpen
        case .release:
            endHold()
        case .install(let stage, let backlog):
            install(stage, releasing: backlog)
        case .drop(let mailbox):
            drop(mailbox)
        case .expire:
            expire()
        case .cancel(let serial, let event):
            if let request = requests.remove(serial, askingWith: event) { end(request, .cancelled) }
        case .refuse(let request):
            end(request, .noListener)
        case .close(let done):
            endHold()
            finish(done)
        }
    }

    /// Hands work to a mailbox, behind what is kept for an extension that is being made.
    func post(_ work: MailboxWork, behindEventsOf mailbox: Mailbox) {
        if !boarding.keep(work, for: mailbox) { post(MailboxItem(work), to: mailbox) }
    }

    private func subscribe(_ subscription: Subscription) {
        // Cancelled, or its mailbox ended, before it got here: nothing would ever take it out again.
        guard !subscription.isCancelled, !subscription.mailbox.isStopped else {
            discarded.append(subscription)
            return
        }
        if !boarding.keep(subscription) { table.add(subscription) }
        if subscription.needsConstruction { post(MailboxItem(constructing: subscription), to: subscription.mailbox) }
    }

    private func remove(_ subscription: Subscription) {
        table.remove(subscription)
        boarding.remove(subscription)
        discarded.append(subscription)
    }

    /// Gives a version of a state its place behind an event.
    private func place(_ placement: Placement, behind number: UInt64) {
        let released = states.withLock { states in
            states.place(of: placement.owner) { $0.place(placement.ticket, behind: number) }
        }
        for (waiter, state) in released { waiter.wake(state) }
    }

    /// Gives an extension that has been made what was kept for it.
    private func endBoarding(_ mailbox: Mailbox) {
        guard let passenger = boarding.end(mailbox) else { return }
        var own = RoutingTable(passenger.subscriptions)
        for item in passenger.items {
            if item.work == nil { replay(item.events, item.range, &own) } else { post(item, to: mailbox) }
        }
        for subscription in passenger.subscriptions { table.add(subscription) }
        endRequestsWithoutListener()
    }

    private func replay(_ events: [Event], _ range: Range<Int>, _ own: inout RoutingTable) {
        for place in range {
            let event = events[place]
            let route = event.body.isAnswer ? own.routeOfAnswers() : own.route(event.type, event.source)
            hand(events, place..<place + 1, to: route)
        }
    }

    private func drop(_ mailbox: Mailbox) {
        let removed = table.removeAll(of: mailbox) + (boarding.end(mailbox)?.subscriptions ?? [])
        discarded += removed
        for request in requests.removeAll(where: { $0.requester === mailbox }) { end(request, .cancelled) }
        // Also what only an extension that is gone could have answered while it was being made.
        endRequestsWithoutListener(that: boarding.isEmpty ? nil : removed)
    }

    private func finish(_ done: @Sendable (Int, [Subscription]) -> Void) {
        for request in requests.removeAll(where: { _ in true }) { end(request, .hubShutDown) }
        // An extension may be told that it is registered when this is said already.
        for mailbox in boarding.mailboxes { endBoarding(mailbox) }
        finishMailboxes()
        // They still hear what waits for them.
        let subscriptions = table.removeAll()
        let lost = held.events.count
        held = EventBatch()
        alarm.cancel()
        done(lost, subscriptions)
    }

    /// Lets the hub open if only the hold has kept it from that.
    private func endHold() {
        isHolding = false
        guard let share = heldOpening else { return }
        heldOpening = nil
        open(share)
    }

    /// Lets everything go that was held, behind one booted event.
    private func open(_ share: @Sendable () -> [Placement]) {
        guard !isOpen else { return }
        isOpen = true
        let booted = lastNumber + 1
        let waiting = held
        held = EventBatch()
        var events = [Event(ofHub: "Booted", source: .booted, data: [:])] + waiting.events
        events[0].stamp = Event.stamp(of: clock.date)
        guard stage == nil else {
            for placement in share() { place(placement, behind: booted) }
            endRequestsWithoutListener()
            return openThroughStage(events, waiting.marks)
        }
        number(&events, nil)
        self.booted = events[0]
        // Nothing of this has reached a mailbox yet: who reads a state as of one of these events finds it in its place.
        for placement in share() { place(placement, behind: booted) }
        for (placement, number) in waiting.placements(behind: booted) { place(placement, behind: number) }
        endRequestsWithoutListener()
        for start in stride(from: 0, to: events.count, by: MailboxItem.longestBatch) {
            route(EventBatch(events[start..<min(events.count, start + MailboxItem.longestBatch)]))
        }
    }
}
