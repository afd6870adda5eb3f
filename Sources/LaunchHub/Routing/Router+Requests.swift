// SPDX-License-Identifier: Apache-2.0

import HubServices

/// How requests begin and end.
extension Router {
    func begin(_ request: PendingRequest) {
        if let requester = request.requester, requester.isStopped {
            end(request, .cancelled)
            return
        }
        guard !isOpen || hasListener(request.event.type, request.event.source) else {
            end(request, .noListener)
            return
        }
        requests.insert(request)
    }

    /// Returns whether a listener can answer, or may once its extension has been made.
    private func hasListener(_ type: EventType, _ source: EventSource) -> Bool {
        !table.route(type, source).targets.isEmpty || !boarding.isEmpty
    }

    /// Ends the requests whose time is over.
    ///
    /// One that waited only for what an extension that is still being made might bring had no listener: nobody was
    /// late.
    func expire() {
        alarm.cancel()
        for request in requests.removeExpired(at: clock.now) {
            let (type, source) = (request.event.type, request.event.source)
            let wasHeard = !isOpen || !table.route(type, source).targets.isEmpty || boarding.hears(type, source)
            end(request, wasHeard ? .timeout : .noListener)
        }
    }

    /// Ends the requests that no listener can answer any more.
    ///
    /// - Parameter subscriptions: The listeners that are gone; nil to look at every request.
    func endRequestsWithoutListener(that subscriptions: [Subscription]? = nil) {
        guard isOpen, requests.count > 0 else { return }
        let abandoned = requests.removeAll { request in
            let (type, source) = (request.event.type, request.event.source)
            return subscriptions?.contains { $0.matches(type, source) } != false && !hasListener(type, source)
        }
        for request in abandoned { end(request, .noListener) }
    }

    func answer(with event: Event) {
        guard let request = event.requestKey else { return }
        let waiting = requests.removeAll(askingWith: request)
        guard !waiting.isEmpty else {
            reportLateResponse(event)
            return
        }
        for request in waiting { end(request, .response(event)) }
    }

    private func reportLateResponse(_ event: Event) {
        guard monitor.log.level >= .debug else { return }
        let line = monitor.line(.debug, "no request waits any more for \(event)")
        callbacks.append(Callback(call: .log, name: "log", body: line))
    }

    func end(_ request: PendingRequest, _ outcome: RequestOutcome) {
        monitor.record([.ended(request: request.event, outcome: outcome)])
        switch request.completion {
        case .resumption(let resume):
            resume(outcome)
        case .callback(let callback):
            callbacks.append(Callback(call: .responseCallback, name: request.event.name) { callback(outcome) })
        case .inMailbox(let callback):
            guard let mailbox = request.requester else { return }
            let work = MailboxCallback(callback, outcome: outcome, name: request.event.name, monitor: monitor).work
            if !boarding.keep(work, for: mailbox) { post(MailboxItem(work), to: mailbox) }
        }
    }

    /// Ends a request that came after the end.
    func refuse(_ request: PendingRequest) {
        reportRefused(request.event)
        switch request.completion {
        case .resumption(let resume): resume(.hubShutDown)
        case .callback(let callback), .inMailbox(let callback):
            monitor.runAside(.responseCallback, "refused \(request.event.name)") { callback(.hubShutDown) }
        }
    }

    @inline(never)
    func reportRefused(_ event: Event) {
        monitor.log.warning(CallMonitor.tag, "\(event.name) was not dispatched: \(HubError(.shutDown))")
    }
}
