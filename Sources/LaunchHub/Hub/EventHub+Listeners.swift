// SPDX-License-Identifier: Apache-2.0

extension EventHub {
    /// Receives events of a type and source, in a mailbox that no other listener shares.
    ///
    /// An empty type or source is refused: the hub logs `typeNotSupported` or
    /// `sourceNotSupported`, and the listener receives nothing.
    ///
    /// - Parameters:
    ///   - type: What the events are about; the wildcard for all.
    ///   - source: Where the events come from; the wildcard for all.
    ///   - name: A name for logs and diagnostics.
    ///   - once: Whether to receive the first such event only.
    ///   - policy: How much may wait for the listener; nil for as much as in every mailbox of the hub.
    ///   - body: Receives every event that is dispatched from now on, in order, one call at a time.
    /// - Returns: A token that cancels the listener.
    @discardableResult
    public func listen(
        type: EventType,
        source: EventSource,
        name: String = "app listener",
        once: Bool = false,
        policy: MailboxPolicy? = nil,
        _ body: @escaping @Sendable (Event) -> Void
    ) -> HubToken {
        core.listen(name: name, policy: policy) { mailbox in
            Subscription(type, source, in: mailbox, isOneShot: once, listener: ClosureListener(body))
        }
    }

    /// Receives events of a type and source with an object that is made in the listener's own mailbox.
    ///
    /// - Parameters:
    ///   - type: What the events are about; the wildcard for all.
    ///   - source: Where the events come from; the wildcard for all.
    ///   - name: A name for logs and diagnostics.
    ///   - policy: How much may wait for the listener; nil for as much as in every mailbox of the hub.
    ///   - make: Makes the listener; has the budget of one call.
    /// - Returns: A token that cancels the listener.
    @discardableResult
    public func listen(
        type: EventType,
        source: EventSource,
        name: String,
        policy: MailboxPolicy? = nil,
        make: @escaping @Sendable () -> any EventListener
    ) -> HubToken {
        core.listen(name: name, policy: policy) { mailbox in
            Subscription(type, source, in: mailbox, label: name, make: make)
        }
    }

    /// Receives events of a type and source with a closure that may wait, in a mailbox that no other listener shares.
    ///
    /// While the closure has not returned, further events wait in the mailbox, so that calls do not overlap. The
    /// listeners' budget applies to nothing that the closure does.
    ///
    /// - Parameters:
    ///   - type: What they are about; the wildcard for all.
    ///   - source: Where they come from; the wildcard for all.
    ///   - name: A name for logs and diagnostics.
    ///   - once: Whether to receive the first such event only.
    ///   - policy: How much may wait for the listener; nil for as much as in every mailbox of the hub.
    ///   - body: Receives every event that is dispatched from now on, in order, one at a time. Its task is cancelled
    ///     when the listener is.
    /// - Returns: A token that cancels the listener.
    @discardableResult
    public func listen(
        type: EventType,
        source: EventSource,
        name: String = "app listener",
        once: Bool = false,
        policy: MailboxPolicy? = nil,
        _ body: @escaping @Sendable (Event) async -> Void
    ) -> HubToken {
        core.listen(name: name, policy: policy) { mailbox in
            let listener = AsyncListener(mailbox: mailbox, isOneShot: once, body)
            return Subscription(type, source, in: mailbox, isOneShot: once, listener: listener)
        }
    }

    /// Receives events of a type and source on the main thread.
    ///
    /// ```swift
    /// hub.listenOnMainActor(type: "com.example.player", source: "com.example.state") { event in
    ///     label.text = event.data["title"]?.stringValue
    /// }
    /// ```
    ///
    /// The listeners' budget does not apply: a busy main thread delays no other listener. After
    /// ``HubToken/cancel()`` was called on the main thread the closure is not called again.
    ///
    /// - Parameters:
    ///   - type: What they are about; the wildcard for all.
    ///   - source: Where they come from; the wildcard for all.
    ///   - name: A name for logs and diagnostics.
    ///   - once: Whether to receive the first such event only.
    ///   - body: Receives every event that is dispatched from now on, in order.
    /// - Returns: A token that cancels the listener.
    @discardableResult
    public func listenOnMainActor(
        type: EventType,
        source: EventSource,
        name: String = "app listener",
        once: Bool = false,
        _ body: @escaping @MainActor @Sendable (Event) -> Void
    ) -> HubToken {
        let listener = MainActorListener(body)
        let end = listener.cancellation
        let token = core.listen(name: name, policy: nil) { mailbox in
            Subscription(type, source, in: mailbox, isOneShot: once, listener: listener)
        }
        return HubToken {
            end()
            token.cancel()
        }
    }

    /// Returns the events of a type and source as a sequence.
    ///
    /// Ending the loop ends the subscription, and shutting the hub down ends the sequence.
    ///
    /// - Parameters:
    ///   - type: What the events are about; the wildcard for all.
    ///   - source: Where the events come from; the wildcard for all.
    ///   - buffering: How many events are kept until they are taken out; all by default.
    /// - Returns: A sequence of the events from now on, in their order.
    public func events(
        type: EventType,
        source: EventSource,
        buffering: AsyncStream<Event>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Event> {
        AsyncStream(bufferingPolicy: buffering) { continuation in
            let token = core.listen(name: "event stream", policy: nil, onEnd: { continuation.finish() }) { mailbox in
                Subscription(type, source, in: mailbox, listener: ClosureListener { continuation.yield($0) })
            }
            continuation.onTermination = { _ in token.cancel() }
        }
    }
}
