// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The hub as one extension sees it: dispatch, listen, respond and share state.
///
/// Its methods may be called on any thread. After the extension was unregistered, events can still be dispatched, so
/// that `onUnregistered()` can send a last one; requests end immediately with ``RequestOutcome/cancelled``, and
/// listening only logs a message.
public final class ExtensionRuntime: Sendable {
    let core: HubCore
    let draft: ExtensionDraft

    var mailbox: Mailbox { draft.mailbox }

    init(core: HubCore, draft: ExtensionDraft) {
        self.core = core
        self.draft = draft
    }

    /// The log of the hub.
    public var log: HubLog { core.log }

    /// The clock of the hub.
    public var clock: any HubClock { core.clock }

    // MARK: - Events

    /// Dispatches an event to the listeners for its type and source.
    ///
    /// - Parameter event: The event.
    /// - Returns: The event with its ``Event/instant``, but without its number, which is assigned a moment later; nil
    ///   if the hub has been shut down.
    @discardableResult
    public func dispatch(_ event: Event) -> Event? {
        core.dispatch(event)
    }

    /// Dispatches a response to a request.
    ///
    /// - Parameters:
    ///   - request: The event that a listener received.
    ///   - data: The data of the response.
    ///   - name: The name of the response, for logs and diagnostics; "Response to …" by default.
    /// - Throws: ``EventError`` if the data cannot be represented in JSON.
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

    /// Dispatches a request and reports its outcome.
    ///
    /// - Parameters:
    ///   - event: The request.
    ///   - timeout: How long to wait; nil for the hub's default.
    ///   - inOrder: Whether the completion runs in the extension's mailbox, at the position of the response in the order of
    ///     events and never at the same time as a listener, so that it may use the state of the listeners. A listener that
    ///     waited for such a completion would wait for ever. Otherwise it runs on any thread of the hub, at any time.
    ///   - completion: Receives the outcome, exactly once. Unregistering the extension ends the request.
    /// - Returns: A token that cancels the request.
    @discardableResult
    public func request(
        _ event: Event,
        timeout: Duration? = nil,
        inOrder: Bool = true,
        completion: @escaping @Sendable (RequestOutcome) -> Void
    ) -> HubToken {
        let kind: PendingRequest.Completion = inOrder ? .inMailbox(completion) : .callback(completion)
        return core.request(event, timeout: timeout, requester: mailbox, completion: kind)
    }

    // MARK: - Listening

    /// Listens for events of a type and source with a closure.
    ///
    /// An empty type or source is refused: the log receives `typeNotSupported` or
    /// `sourceNotSupported`, and the closure is never called.
    ///
    /// - Parameters:
    ///   - type: The type of the events; the wildcard for all.
    ///   - source: The source of the events; the wildcard for all.
    ///   - once: Whether only the first such event is received.
    ///   - body: Receives every event that is dispatched from now on, on the extension's mailbox.
    /// - Returns: A token that cancels the listener.
    @discardableResult
    public func listen(
        type: EventType,
        source: EventSource,
        once: Bool = false,
        _ body: @escaping @Sendable (Event) -> Void
    ) -> HubToken {
        add(ClosureListener(body), type, source, once: once)
    }

    /// Listens for events of a type and source with an object made on the extension's mailbox.
    ///
    /// - Parameters:
    ///   - type: The type of the events; the wildcard for all.
    ///   - source: The source of the events; the wildcard for all.
    ///   - label: A name for logs and diagnostics.
    ///   - make: Makes the listener, within the budget of one call.
    /// - Returns: A token that cancels the listener.
    @discardableResult
    public func listen(
        type: EventType,
        source: EventSource,
        label: String,
        make: @escaping @Sendable () -> any EventListener
    ) -> HubToken {
        add(Subscription(type, source, in: mailbox, label: label, make: make))
    }

    /// Listens for events of a type and source with an asynchronous closure.
    ///
    /// Until the closure returns, the extension's other events wait in the mailbox: calls do not overlap, and the order
    /// is kept. Completions of requests and ``performInOrder(_:)`` continue meanwhile. The budget of listeners does not
    /// apply to the closure.
    ///
    /// - Parameters:
    ///   - type: The type of the events; the wildcard for all.
    ///   - source: The source of the events; the wildcard for all.
    ///   - once: Whether only the first such event is received.
    ///   - body: Receives every event that is dispatched from now on, one at a time. Cancelling the listener cancels
    ///     its task.
    /// - Returns: A token that cancels the listener.
    @discardableResult
    public func listen(
        type: EventType,
        source: EventSource,
        once: Bool = false,
        _ body: @escaping @Sendable (Event) async -> Void
    ) -> HubToken {
        add(AsyncListener(mailbox: mailbox, isOneShot: once, body), type, source, once: once)
    }

    private func add(
        _ listener: sending any EventListener,
        _ type: EventType,
        _ source: EventSource,
        once: Bool
    ) -> HubToken {
        let label = "\(mailbox.name) on \(type) / \(source)"
        return add(Subscription(type, source, in: mailbox, label: label, isOneShot: once, listener: listener))
    }

    private func add(_ subscription: Subscription) -> HubToken {
        guard core.accepts(subscription) else { return .spent }
        switch draft.keep(subscription) {
        case .kept: break
        case .hub: core.send(.subscribe(subscription))
        case .nowhere:
            subscription.release()
            log.warning(
                CallMonitor.tag,
                "\(subscription.label) receives nothing: \(HubError(.notRegistered(mailbox.name)))"
            )
        }
        return core.token(for: subscription)
    }

    /// Runs work in the extension's order, after everything that the calling thread has dispatched before.
    ///
    /// The call returns when the work is done. Inside a listener of the same extension the work runs immediately.
    /// Events that the hub holds because it has not started yet are received after the work. Once the extension has
    /// been unregistered there is no order to keep, and the work runs immediately, on the calling thread.
    ///
    /// Two extensions may call each other in this way, even at the same time: if one is already waiting for the other,
    /// the other's work runs immediately.
    ///
    /// - Parameter body: The work; no listener of the extension runs meanwhile.
    /// - Returns: The result of `body`.
    public func performInOrder<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        core.performInOrder(on: mailbox, body)
    }

    // MARK: - Life

    /// Unregisters the extension: it receives no more events, ``ExtensionCallbacks/onUnregistered()`` is called, and
    /// the hub releases it.
    public func unregister() {
        core.unregister(mailbox: mailbox)
    }
}
