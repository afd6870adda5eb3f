// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore: LaneMonitor {
    var budget: Duration { options.listenerBudget }

    func beginsDelivery(on lane: Lane) -> Bool {
        !taps.isEmpty || executor.isManual
    }

    func delivers(_ event: Event, to subscription: Subscription, on lane: Lane, _ body: () -> Void) {
        let started = clock.now
        withManualBudget(on: lane, body)
        guard !taps.isEmpty else { return }
        record([.delivered(event, to: subscription.label, in: lane.name, took: clock.now - started)])
    }

    func constructs(on lane: Lane, _ body: () -> Void) {
        withManualBudget(on: lane, body)
    }

    /// Keeps the budget by the hub's clock where no watchdog looks at the thread.
    private func withManualBudget(on lane: Lane, _ body: () -> Void) {
        guard executor.isManual else { return body() }
        let call = lane.progress
        let timer = clock.schedule(after: budget) { [weak lane] in lane?.reportOverrun(of: call) }
        body()
        timer.cancel()
    }

    func overran(lane: Lane, subscription: Subscription, event: Event?) {
        let record = state.withLock { $0.recordsByLane[lane.id] }
        let strikes = subscription.strike()
        let isRemoved = options.strikeLimit.map { strikes >= $0 } ?? false
        let overrun = Overrun(
            listener: subscription.label,
            extensionName: record?.name,
            event: event,
            budget: budget,
            strikes: strikes,
            isRemoved: isRemoved
        )
        if isRemoved {
            subscription.cancel()
            router.take(.unsubscribe(subscription))
            endAppLane(subscription.lane)
        }
        logAside(.warning, "\(overrun)")
        self.record([.overran(overrun)])
        if let record {
            post(.work { record.instance?.unexpectedError(.listenerOverran(overrun)) }, to: record.errorLane)
        }
        // A listener that is slow on everything would be slow on this event too, and so on for ever.
        guard event?.source != .overrun else { return }
        dispatch(Event(ofHub: "Listener overran", source: .overrun, data: overrun.data))
    }

    func returned(lane: Lane) {
        logAside(.debug, "the listener on \(lane.name) that overran its budget has returned")
    }
}
