// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// An extension's way to the hub.
///
/// Safe on any thread. After the extension was unregistered events can still be dispatched, so that it can take its leave;
/// requests end at once with ``RequestOutcome/cancelled``, and listening does nothing and says so in the log.
public final class ExtensionRuntime: Sendable {
    private enum Phase {
        /// The initializer runs: what it asks for is kept until it has returned, so that a failure leaves nothing behind.
        case draft(Draft)
        case live
        case ended
    }

    private struct Draft {
        var subscriptions: [Subscription] = []
        var states: [(values: JSONObject?, event: Event?, space: HubStateSpace)] = []
    }

    let core: HubCore
    let lane: Lane
    private let phase = Locked(Phase.draft(Draft()))

    init(core: HubCore, lane: Lane) {
        self.core = core
        self.lane = lane
    }

    /// The log of the hub.
    public var log: HubLog { core.log }

    /// The clock of the hub.
    public var clock: any HubClock { core.clock }

    // MARK: - Events

    /// Sends an event to everybody who listens to its type and source.
    ///
    /// - Parameter event: What to send.
    /// - Returns: The event with its ``Event/instant``; its number is given a moment later. Nil where the hub has been shut
    ///   down.
    @discardableResult
    public func dispatch(_ event: Event) -> Event? {
        core.dispatch(event)
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: An event that was heard.
    ///   - data: What the answer carries.
    ///   - name: What people call the answer; "Response to …" by default.
    /// - Throws: ``EventError`` where the data holds what JSON cannot.
    public func respond(to request: Event, with data: JSONObject, name: String? = nil) throws(EventError) {
        let response = try Event(
            name: name ?? "Response to \(request.name)",
            type: request.type,
            source: request.source,
            data: data,
            answering: request
        )
        core.dispatch(response)
    }

    /// Sends a request and reports how it ended.
    ///
    /// - Parameters:
    ///   - event: What to ask with.
    ///   - timeout: How long to wait; the hub's default where nil.
    ///   - place: Where the completion runs. In the extension's mailbox by default: at the place that the answer has in the
    ///     order of events, so that the completion may use what the listeners use.
    ///   - completion: Receives the outcome, exactly once. Unregistering the extension ends the request.
    /// - Returns: A token that cancels the request.
    @discardableResult
    public func request(
        _ event: Event,
        timeout: Duration? = nil,
        on place: HubCallbackPlace = .mailbox,
        completion: @escaping @Sendable (RequestOutcome) -> Void
    ) -> RequestToken {
        let kind: PendingRequest.Completion =
            switch place {
            case .mailbox: .inMailbox(completion)
            case .anywhere: .callback(completion)
            }
        return core.request(event, timeout: timeout, requester: lane, completion: kind)
    }

    // MARK: - Listening

    /// Hears events of a type and source.
    ///
    /// An empty type or source is refused: the log has ``HubError/typeNotSupported`` or ``HubError/sourceNotSupported``, and
    /// nothing is heard.
    ///
    /// - Parameters:
    ///   - type: What they are about; the wildcard for all.
    ///   - source: Where they come from; the wildcard for all.
    ///   - once: True to hear the first such event only.
    ///   - body: Hears every event that is dispatched from now on, on the extension's lane.
    /// - Returns: What to end the subscription with.
    @discardableResult
    public func listen(
        type: EventType,
        source: EventSource,
        once: Bool = false,
        _ body: @escaping @Sendable (Event) -> Void
    ) -> ListenerToken {
        add(
            Subscription(
                type: type,
                source: source,
                lane: lane,
                label: "\(lane.name) on \(type) / \(source)",
                isOneShot: once,
                listener: ClosureListener(body)
            )
        )
    }

    /// Hears events of a type and source with an object that is made on the extension's lane.
    ///
    /// - Parameters:
    ///   - type: What they are about; the wildcard for all.
    ///   - source: Where they come from; the wildcard for all.
    ///   - label: What people call the listener.
    ///   - make: Makes the listener; has the budget of one call.
    /// - Returns: What to end the subscription with.
    @discardableResult
    public func listen(
        type: EventType,
        source: EventSource,
        label: String,
        make: @escaping @Sendable () -> any EventListener
    ) -> ListenerToken {
        add(Subscription(type: type, source: source, lane: lane, label: label, make: make))
    }

    /// Receives events of a type and source with a closure that may wait.
    ///
    /// While the closure has not returned, the extension's other events wait in the mailbox: calls do not overlap, and
    /// nothing is reordered. Completions of requests and ``performInOrder(_:)`` go on meanwhile. The listeners' budget
    /// applies to nothing that the closure does.
    ///
    /// - Parameters:
    ///   - type: What they are about; the wildcard for all.
    ///   - source: Where they come from; the wildcard for all.
    ///   - once: True to receive the first such event only.
    ///   - body: Receives every event that is dispatched from now on, one at a time. Its task is cancelled when the listener
    ///     is.
    /// - Returns: A token that cancels the listener.
    @discardableResult
    public func listen(
        type: EventType,
        source: EventSource,
        once: Bool = false,
        _ body: @escaping @Sendable (Event) async -> Void
    ) -> ListenerToken {
        add(
            Subscription(
                type: type,
                source: source,
                lane: lane,
                label: "\(lane.name) on \(type) / \(source)",
                isOneShot: once,
                listener: AsyncListener(lane: lane, link: core.link, isOneShot: once, body)
            )
        )
    }

    private func add(_ subscription: Subscription) -> ListenerToken {
        guard core.accepts(subscription) else { return .spent }
        let isLive = phase.withLock { phase in
            switch phase {
            case .draft(var draft):
                draft.subscriptions.append(subscription)
                phase = .draft(draft)
                return false
            case .live:
                return true
            case .ended:
                subscription.cancel()
                return false
            }
        }
        if subscription.isCancelled {
            subscription.release()
            log.warning(HubCore.tag, "\(subscription.label) hears nothing: \(HubError.notRegistered(lane.name))")
        }
        if isLive { core.subscribe(subscription) }
        return core.token(for: subscription)
    }

    /// Runs work in the extension's order: after everything that the calling thread has dispatched before.
    ///
    /// The call returns when the work is done. From inside a listener of the same extension the work runs at once. Events
    /// that the hub keeps because it has not started yet are heard after the work. Once the extension was unregistered
    /// there is no order to keep and nothing to overlap with: the work runs at once, on the calling thread.
    ///
    /// Two extensions may call each other in this way, even at the same moment: where one waits for the other already, the
    /// other's work runs at once.
    ///
    /// - Parameter body: What to do; no listener of the extension runs meanwhile.
    /// - Returns: What `body` returns.
    public func performInOrder<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        core.performInOrder(on: lane, body)
    }

    // MARK: - Life

    /// The name that the extension is registered under, while it is.
    var registeredName: FoldedName? { core.registeredName(of: lane) }

    /// Unregisters the extension: it hears nothing more, ``ExtensionCallbacks/onUnregistered()`` is called, and the hub lets go
    /// of it.
    public func unregister() {
        core.unregister(lane: lane)
    }

    /// Keeps a state that the initializer publishes until the extension is registered.
    ///
    /// - Returns: False where the initializer has returned.
    func keep(_ values: JSONObject?, at event: Event?, in space: HubStateSpace) -> Bool {
        phase.withLock { phase in
            guard case .draft(var draft) = phase else { return false }
            draft.states.append((values, event, space))
            phase = .draft(draft)
            return true
        }
    }

    /// Sends what the initializer asked for to the hub.
    func goLive() {
        let draft: Draft? = phase.withLock { phase in
            guard case .draft(let draft) = phase else { return nil }
            phase = .live
            return draft
        }
        guard let draft else { return }
        for subscription in draft.subscriptions { core.subscribe(subscription) }
        for (values, event, space) in draft.states {
            do throws(SharedStateError) {
                try core.publish(values, from: lane, at: event, in: space, isFirst: true)
            } catch {
                core.log.error(HubCore.tag, "\(lane.name) did not publish: \(error)")
            }
        }
    }

    func end() {
        let draft: Draft? = phase.withLock { phase in
            defer { phase = .ended }
            guard case .draft(let draft) = phase else { return nil }
            return draft
        }
        for subscription in draft?.subscriptions ?? [] { subscription.release() }
    }
}
