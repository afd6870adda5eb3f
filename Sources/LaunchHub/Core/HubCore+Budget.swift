// SPDX-License-Identifier: Apache-2.0

import HubServices

extension HubCore {
    func overran(_ culprit: OverrunCulprit, on mailbox: Mailbox) -> Bool {
        let record = state.withLock { $0.list[mailbox.id] }
        switch culprit {
        case .work(.tap) where !taps.beginsReport(on: mailbox):
            return false
        case .work(let call):
            report(call, of: mailbox.name, record)
            return false
        case .construction(let subscription):
            return strike(subscription, .construction, nil, record)
        case .hearing(let subscription, let event):
            return strike(subscription, .listener, event, record)
        }
    }

    /// Counts a strike, and removes the listener where that was one too many.
    ///
    /// - Returns: True if the listener's mailbox is to go on without it.
    private func strike(
        _ subscription: Subscription,
        _ call: OverrunCall,
        _ event: Event?,
        _ record: ExtensionRecord?
    ) -> Bool {
        let strikes = subscription.strike()
        let isRemoved = options.strikeLimit.map { strikes >= $0 } ?? false
        let overrun = report(call, of: subscription.label, record, event, strikes: strikes, isRemoved: isRemoved)
        guard isRemoved else { return false }
        // Its listener is released as an errand of the routing stage, not on the thread of the watch.
        subscription.cancel()
        router.send(.unsubscribe(subscription))
        endAppMailbox(subscription.mailbox)
        if let record, options.unregistersAtStrikeLimit {
            monitor.logAside(.error, "extension \"\(record.name)\" is unregistered: \(overrun)")
            unregister(mailbox: record.mailbox)
        }
        return true
    }

    /// Reports an overrun to the log, to observers, to the extension, if any, and, as an event, to listeners.
    @discardableResult
    func report(
        _ call: OverrunCall,
        of name: String,
        _ record: ExtensionRecord? = nil,
        _ event: Event? = nil,
        strikes: Int = 1,
        isRemoved: Bool = false
    ) -> Overrun {
        let overrun = Overrun(
            listener: name,
            extensionName: record?.name,
            kind: call,
            event: event,
            budget: options.listenerBudget,
            strikes: strikes,
            isRemoved: isRemoved
        )
        // A sink that blocks would block on this line, too, and so on for ever.
        if call != .log { monitor.logAside(.warning, "\(overrun)") }
        monitor.record([.overran(overrun)])
        if let record, call != .unexpectedError {
            let work = MailboxWork(.unexpectedError) {
                record.instance?.unexpectedError(HubError(.listenerOverran(overrun)))
            }
            post(work, to: record.errorMailbox)
        }
        // A listener that is slow on everything would be slow on this event too, and so on for ever.
        guard event?.source != .overrun else { return overrun }
        dispatch(Event(ofHub: "Listener overran", source: .overrun, data: overrun.data))
        return overrun
    }

    // MARK: - Threads

    func lacksThread(_ shortage: ThreadShortage) {
        let isNews = state.withLock { state in
            defer { state.lastShortage = shortage.serial }
            return state.lastShortage != shortage.serial
        }
        guard isNews else { return }
        // Every thread is held, so there is none on which the log could be written aside.
        log.error(CallMonitor.tag, "\(shortage)")
        let data: JSONObject = ["description": .string("\(shortage)"), "threads": .int(Int64(shortage.threads))]
        dispatch(Event(ofHub: "No thread is free", source: .threadShortage, data: data))
    }
}
