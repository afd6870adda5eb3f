// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Passing events through the ``EventStage``.
extension Router {
    /// Whether an event of a batch has to pass through the stage, or another stage is installed between its events.
    func needsStage(_ batch: EventBatch) -> Bool {
        let isInstalling = batch.marks.contains { mark in
            if case .install = mark.command { true } else { false }
        }
        return isInstalling || stage.map { stage in batch.events.contains(where: stage.concerns) } ?? false
    }

    /// Routes a batch, with whatever the stage makes of its events.
    ///
    /// Commands take effect between events, so that an event finds the states and the stage as they are at its place.
    func processThroughStage(_ batch: EventBatch) {
        let stamp = Event.stamp(of: clock.date)
        var requests = batch.requests[...]
        var start = 0
        for mark in batch.marks {
            routeThroughStage(batch.events[start..<mark.position], &requests, stamp)
            start = mark.position
            apply(mark.command, behind: lastNumber)
        }
        routeThroughStage(batch.events[start...], &requests, stamp)
    }

    /// Routes the events that were held until the hub is open, the first one being that it is.
    ///
    /// - Parameters:
    ///   - events: The events with their stamps.
    ///   - marks: The states among what was held.
    func openThroughStage(_ events: [Event], _ marks: [EventBatch.Mark]) {
        var requests: ArraySlice<EventBatch.Request> = []
        var start = 0
        for mark in marks {
            // The booted event stands before what was held.
            routeThroughStage(events[start..<mark.position + 1], &requests, nil)
            start = mark.position + 1
            apply(mark.command, behind: lastNumber)
        }
        routeThroughStage(events[start...], &requests, nil)
    }

    /// Routes events.
    ///
    /// - Parameters:
    ///   - events: A part of a batch.
    ///   - requests: The requests from the beginning of the part on; afterwards those behind its end.
    ///   - stamp: When the hub received the events; nil if they have stamps.
    private func routeThroughStage(
        _ events: ArraySlice<Event>,
        _ requests: inout ArraySlice<EventBatch.Request>,
        _ stamp: Int64?
    ) {
        var batch = EventBatch()
        let now = clock.now
        for position in events.indices {
            let event = events[position]
            var results: [Event]?
            if let stage, stage.concerns(event) {
                let number = lastNumber + UInt64(batch.events.count) + 1
                results = stage.process(event, in: place(of: event, number, now, stamp))
            }
            batch.append(results?.first ?? event)
            if let request = requests.first, request.position == position {
                requests.removeFirst()
                batch.noteRequest(results?.first.map { request.request.asking(with: $0) } ?? request.request)
            }
            if let caused = results?.dropFirst() { add(caused, &batch, stamp) } else { routeFull(&batch, stamp) }
        }
        if !batch.isEmpty { processUnstaged(&batch, stamp) }
    }

    /// Adds events to a batch, and routes it whenever it is full.
    private func add(_ events: some Sequence<Event>, _ batch: inout EventBatch, _ stamp: Int64?) {
        for event in events {
            routeFull(&batch, stamp)
            batch.append(event)
        }
        routeFull(&batch, stamp)
    }

    /// Routes a batch that has as many events as one may have.
    private func routeFull(_ batch: inout EventBatch, _ stamp: Int64?) {
        guard batch.events.count >= MailboxItem.longestBatch else { return }
        processUnstaged(&batch, stamp)
        batch = EventBatch()
    }

    /// Puts another stage in the place of the one there is, and routes what the backlog causes at this place.
    ///
    /// Before the hub is open nothing has passed, so that no backlog holds anything.
    func install(_ stage: (any EventStage)?, releasing backlog: (any EventBacklog)?) {
        self.stage = stage
        if let stage, let booted, stage.takes(PassedEvent(booted)) { self.booted = nil }
        guard isOpen, let backlog else { return }
        let now = CivilDay.quotient(Event.stamp(of: clock.date), 1_000_000)
        let place = EventStagePlace(
            number: lastNumber,
            monitor: monitor,
            states: states,
            stamp: 0,
            milliseconds: now,
            now: now
        )
        var batch = EventBatch()
        add(backlog.release(at: place), &batch, nil)
        if !batch.isEmpty { processUnstaged(&batch, nil) }
    }

    private func place(of event: Event, _ number: UInt64, _ now: Instant, _ stamp: Int64?) -> EventStagePlace {
        // In range: a clock that began before 1970 or runs for centuries is not one.
        let today = stamp ?? Event.stamp(of: clock.date)
        let age = stamp == nil ? 0 : max(0, now.nanoseconds &- event.tick)
        return EventStagePlace(
            number: number,
            monitor: monitor,
            states: states,
            stamp: stamp ?? event.stamp,
            milliseconds: CivilDay.quotient((stamp ?? event.stamp) &- age, 1_000_000),
            now: CivilDay.quotient(today, 1_000_000)
        )
    }
}
