// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore: LaneMonitor {
    var budget: Duration { options.listenerBudget }

    func beginsDelivery(on lane: Lane) -> Bool {
        !taps.isEmpty || isManual
    }

    func delivers(_ event: Event, to subscription: Subscription, on lane: Lane, _ body: () -> Void) {
        let started = clock.now
        performs(on: lane, body)
        guard !taps.isEmpty else { return }
        record([.delivered(event, to: subscription.label, in: lane.name, took: clock.now - started)])
    }

    func performs(on lane: Lane, _ body: () -> Void) {
        // A weak reference to a lane is made where it is needed only: the first one makes every later retain of the lane take
        // the slow path of the run-time.
        guard isManual else { return body() }
        withManualBudget({ [weak lane] in lane?.reportOverrun(of: $0) }, for: lane.progress, body)
    }

    /// Keeps the budget by the hub's clock where no watchdog looks at the thread.
    ///
    /// - Parameters:
    ///   - report: Gets the call where it takes too long.
    ///   - call: The call; nil for one of the hub's own.
    ///   - body: What is called.
    func withManualBudget(_ report: @escaping @Sendable (UInt64) -> Void, for call: UInt64?, _ body: () -> Void) {
        guard isManual, let call else { return body() }
        let timer = clock.schedule(after: budget) { report(call) }
        body()
        timer.cancel()
    }

    // MARK: - Reporting

    func overran(_ culprit: OverrunCulprit, on lane: Lane) -> Bool {
        let record = state.withLock { $0.recordsByLane[lane.id] }
        switch culprit {
        case .work(.tap) where !taps.beginsReport(on: lane):
            return false
        case .work(let call):
            report(
                Overrun(
                    listener: lane.name,
                    extensionName: record?.name,
                    call: call,
                    event: nil,
                    budget: budget,
                    strikes: 1,
                    isRemoved: false
                ),
                to: record
            )
            return false
        case .construction(let subscription):
            return strike(subscription, .construction, nil, record)
        case .hearing(let subscription, let event):
            return strike(subscription, .listener, event, record)
        }
    }

    /// Reports a call that belongs to no lane.
    func reportOverrun(of call: OverrunCall, named name: String) {
        report(
            Overrun(
                listener: name,
                extensionName: nil,
                call: call,
                event: nil,
                budget: budget,
                strikes: 1,
                isRemoved: false
            ),
            to: nil
        )
    }

    /// Counts a strike, and removes the listener where that was one too many.
    ///
    /// - Returns: True if the listener's lane is to go on without it.
    private func strike(
        _ subscription: Subscription,
        _ call: OverrunCall,
        _ event: Event?,
        _ record: ExtensionRecord?
    ) -> Bool {
        let strikes = subscription.strike()
        let isRemoved = options.strikeLimit.map { strikes >= $0 } ?? false
        let overrun = Overrun(
            listener: subscription.label,
            extensionName: record?.name,
            call: call,
            event: event,
            budget: budget,
            strikes: strikes,
            isRemoved: isRemoved
        )
        report(overrun, to: record)
        guard isRemoved else { return false }
        // Its listener is released as an errand of the routing stage, not on the watchdog's thread.
        subscription.cancel()
        router.take(.unsubscribe(subscription))
        endAppLane(subscription.lane)
        guard let record else { return true }
        switch options.strikePolicy {
        case .removeListener:
            return true
        case .unregisterExtension:
            logAside(.error, "extension \"\(record.name)\" is unregistered: \(overrun)")
            unregister(lane: record.lane)
            return true
        }
    }

    /// Reports an overrun to the log, to observers, to the extension and, as an event, to listeners.
    private func report(_ overrun: Overrun, to record: ExtensionRecord?) {
        // A sink that blocks would block on this line, too, and so on for ever.
        if overrun.call != .log { logAside(.warning, "\(overrun)") }
        self.record([.overran(overrun)])
        if let record, overrun.call != .unexpectedError {
            let work = LaneWork(.unexpectedError) { record.instance?.unexpectedError(.listenerOverran(overrun)) }
            post(work, to: record.errorLane)
        }
        // A listener that is slow on everything would be slow on this event too, and so on for ever.
        guard overrun.event?.source != .overrun else { return }
        dispatch(Event(ofHub: "Listener overran", source: .overrun, data: overrun.data))
    }

    func returned(lane: Lane) {
        logAside(.debug, "the listener on \(lane.name) that overran its budget has returned")
    }

    // MARK: - Threads

    func lacksThread(_ shortage: ThreadShortage) {
        let isNews = state.withLock { state in
            defer { state.lastShortage = shortage.serial }
            return state.lastShortage != shortage.serial
        }
        guard isNews else { return }
        // Every thread is held, so there is none on which the log could be written aside.
        log.error(Self.tag, "\(shortage)")
        let data: JSONObject = ["description": .string("\(shortage)"), "threads": .int(Int64(shortage.threads))]
        dispatch(Event(ofHub: "No thread is free", source: .threadShortage, data: data))
    }
}
