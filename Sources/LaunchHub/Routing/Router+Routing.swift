// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Events: numbered, held until the hub is open, and brought to the mailboxes that match.
extension Router {
    func process(_ batch: inout EventBatch) {
        guard isOpen else { return processBeforeOpening(batch) }
        if needsStage(batch) { return processThroughStage(batch) }
        processUnstaged(&batch, batch.events.isEmpty ? nil : Event.stamp(of: clock.date))
    }

    /// Numbers and routes a batch as it is.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - stamp: When the hub received the events; nil if they have stamps.
    func processUnstaged(_ batch: inout EventBatch, _ stamp: Int64?) {
        if !batch.events.isEmpty { number(&batch.events, stamp) }
        let before = lastNumber - UInt64(batch.events.count)
        var requests = batch.requests[...]
        var start = 0
        placeStates(of: batch, behind: before)
        for mark in batch.marks {
            if case .place = mark.command { continue }
            route(batch, start..<mark.position, &requests)
            start = mark.position
            apply(mark.command, behind: before + UInt64(mark.position))
        }
        route(batch, start..<batch.events.count, &requests)
    }

    /// Gives the versions of states in a batch their places among its events.
    ///
    /// Publishers need the lock of the states, too: it is taken once and not for each version, and versions of one state in
    /// a row are placed with one look at that state. No event of the batch has reached a mailbox yet: who reads a state as of
    /// one of them finds it in its place.
    ///
    /// - Parameters:
    ///   - batch: A batch whose events have numbers.
    ///   - number: The number of the newest event before the batch.
    private func placeStates(of batch: EventBatch, behind number: UInt64) {
        guard batch.hasPlacements else { return }
        var placements = batch.placements(behind: number)[...]
        var released: [SharedStateStore.Release] = []
        states.withLock { states in
            while let owner = placements.first?.placement.owner {
                let run = placements.prefix { $0.placement.owner == owner }
                placements = placements.dropFirst(run.count)
                released += states.place(of: owner) { timeline in
                    // Each of them, also behind one that has a place.
                    run.reduce(false) { timeline.place($1.placement.ticket, behind: $1.number) || $0 }
                }
            }
        }
        for (waiter, state) in released { waiter.wake(state) }
    }

    /// Holds events until the hub is open, and goes on with the rest of the batch then.
    private func processBeforeOpening(_ batch: EventBatch) {
        let stamp = Event.stamp(of: clock.date)
        var requests = batch.requests[...]
        var start = 0
        for (index, mark) in batch.marks.enumerated() {
            beginRequests(&requests, before: mark.position)
            hold(batch.events[start..<mark.position], stamp)
            start = mark.position
            apply(mark.command, behind: 0)
            guard isOpen else { continue }
            var later = batch.suffix(from: start, requests, batch.marks[(index + 1)...])
            return process(&later)
        }
        beginRequests(&requests, before: batch.events.count)
        hold(batch.events[start...], stamp)
    }

    private func hold(_ events: ArraySlice<Event>, _ stamp: Int64) {
        for var event in events {
            event.stamp = stamp
            held.append(event)
        }
    }

    func number(_ events: inout [Event], _ stamp: Int64?) {
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

    // MARK: - Mailboxes

    /// Hands each stretch of events with one address to the mailboxes that match.
    ///
    /// - Parameters:
    ///   - batch: Events that have their numbers.
    ///   - range: Where the stretches lie.
    ///   - requests: The requests from the beginning of the range on; afterwards those behind its end.
    private func route(
        _ batch: EventBatch,
        _ range: Range<Int>,
        _ requests: inout ArraySlice<EventBatch.Request>
    ) {
        guard !range.isEmpty else { return }
        let events = batch.events
        monitor.record(events[range].map(HubRecord.dispatched))
        if !boarding.isEmpty { boarding.keep(events, range) }
        var start = range.lowerBound
        while start < range.upperBound {
            let first = events[start].body
            var end = start + 1
            if first.isAnswer {
                // No mailbox receives anything before the end of the run: a request begins in time where it begins before
                // the next answer.
                beginRequests(&requests, before: start)
                answer(with: events[start])
                hand(events, start..<end, to: table.routeOfAnswers())
            } else {
                while end < range.upperBound, events[end].body.hasAddress(of: first) { end += 1 }
                hand(events, start..<end, to: table.route(first.type, first.source))
            }
            start = end
        }
        beginRequests(&requests, before: range.upperBound)
    }

    /// Hands on events that have been numbered, none of which waits for an answer.
    func route(_ batch: EventBatch) {
        var requests = batch.requests[...]
        route(batch, 0..<batch.events.count, &requests)
    }

    private func beginRequests(_ requests: inout ArraySlice<EventBatch.Request>, before end: Int) {
        while let next = requests.first, next.position < end {
            requests.removeFirst()
            begin(next.request)
        }
    }

    func hand(_ events: [Event], _ range: Range<Int>, to route: RoutingTable.Route) {
        for target in route.targets {
            let item = MailboxItem(events, range, for: target.subscriptions)
            post(item.isSmallPart ? item.compacted : item, to: target.mailbox)
        }
    }

    func post(_ item: MailboxItem, to mailbox: Mailbox) {
        if mailbox.unposted.items.isEmpty { touched.append(mailbox) }
        mailbox.unposted.items.append(item)
    }

    /// Hands every mailbox what was collected for it so far.
    func finishMailboxes() {
        for mailbox in touched where mailbox.post(&mailbox.unposted.items) { woken.append(mailbox) }
        touched.removeAll(keepingCapacity: true)
    }
}
