// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Events: numbered, held until the hub is open, and brought to the lanes that match.
extension Router {
    func process(_ batch: inout [Event], _ marks: [Inbox.Mark]) {
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

    // MARK: - Lanes

    /// Hands each stretch of events with one address to the lanes that match.
    func route(_ events: [Event], _ range: Range<Int>) {
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

    func hand(_ events: [Event], _ range: Range<Int>, to route: RoutingTable.Route) {
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

    func post(_ item: LaneItem, to lane: Lane) {
        if lane.outbox.items.isEmpty { touched.append(lane) }
        lane.outbox.items.append(item)
    }

    /// Hands every lane what was collected for it so far.
    func finishLanes() {
        for lane in touched where lane.post(&lane.outbox.items) { woken.append(lane) }
        touched.removeAll(keepingCapacity: true)
    }
}
