// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// A hub that delivers events to listeners, in one order for all, so that none of them delays another.
///
/// ```swift
/// let hub = EventHub()
/// try hub.register(Greeter.self)
/// hub.start()
/// let question = try Event(name: "Greet", type: "com.example.greeting", source: "com.example.request")
/// if case .response(let answer) = await hub.request(question) {
///     print(answer.data)
/// }
/// ```
///
/// Any number of hubs may exist; only the pool of threads is shared between them. Every method may be called on any
/// thread and from every callback. A hub shuts itself down when its last reference is released.
public final class EventHub: Sendable {
    /// The hub that only the `ACPCore` facade uses.
    public static let shared = EventHub(options: HubOptions(configuration: .ofApp))

    let core: HubCore

    /// The hub's configuration.
    public let configuration: HubConfiguration

    /// Makes a hub.
    ///
    /// - Parameters:
    ///   - options: Budgets, deadlines and limits.
    ///   - clock: Where the hub gets its time from.
    ///   - log: Where the hub and its extensions write.
    public convenience init(
        options: HubOptions = HubOptions(),
        clock: any HubClock = SystemClock(),
        log: HubLog = HubLog()
    ) {
        self.init(options: options, clock: clock, log: log, executor: WorkerPool.shared)
    }

    package init(options: HubOptions, clock: any HubClock, log: Log, executor: any HubExecutor) {
        let core = HubCore(options: options, clock: clock, log: log, executor: executor)
        self.core = core
        let link = core.link
        configuration = HubConfiguration(
            options: options.configuration,
            clock: clock,
            log: log,
            announceRequest: { link.core?.announceConfigurationRequest($0) },
            publish: { link.core?.announceConfiguration($0) }
        )
    }

    deinit {
        core.shutDown(deadline: .seconds(1), completion: nil)
    }

    /// The log of the hub.
    public var log: HubLog { core.log }

    /// The clock of the hub.
    public var clock: any HubClock { core.clock }

    // MARK: - Life

    /// Starts the hub: extensions are made, then the booted event goes out, then everything that was dispatched before.
    ///
    /// A second call is ignored and logged, and its completion is called like that of the first. An extension whose
    /// initializer throws or does not return within the boot deadline is left out; a hub event and the log say which.
    ///
    /// - Parameter completion: Called once, in a mailbox of its own, when every extension is ready or was given up.
    public func start(_ completion: (@Sendable () -> Void)? = nil) {
        configuration.begin()
        core.start(completion: completion)
    }

    /// Starts the hub and waits until every extension is ready or was given up.
    public func start() async {
        configuration.begin()
        await withCheckedContinuation { continuation in
            core.start { continuation.resume() }
        }
    }

    /// Ends the hub: refuses new events, ends requests, delivers what was accepted, and unregisters extensions.
    ///
    /// A listener that does not return holds nothing up beyond the deadline; what still waits then is dropped, and the
    /// log says how much that was.
    ///
    /// - Parameters:
    ///   - deadline: How long to wait for accepted events and for the extensions' last calls.
    ///   - completion: Called once, on a thread of the hub, when all is over or the deadline is.
    public func shutDown(deadline: Duration = .seconds(1), _ completion: (@Sendable () -> Void)? = nil) {
        guard let completion else { return core.shutDown(deadline: deadline, completion: nil) }
        core.shutDown(deadline: deadline) { _ in completion() }
    }

    /// Ends the hub and waits until all is over, no longer than the deadline.
    ///
    /// - Parameter deadline: How long to wait for accepted events and for the extensions' last calls.
    /// - Returns: How many deliveries were dropped because they still waited at the deadline; events that were kept for
    ///   a start that never came count once.
    @discardableResult
    public func shutDown(deadline: Duration = .seconds(1)) async -> Int {
        await withCheckedContinuation { continuation in
            core.shutDown(deadline: deadline) { continuation.resume(returning: $0) }
        }
    }

    /// Waits until listeners have handled every event that was dispatched before the call.
    ///
    /// The wait includes listeners that do not return, and the start of a hub that was not started.
    public func drain() async {
        await withCheckedContinuation { continuation in
            core.drain { continuation.resume() }
        }
    }

    /// Waits until nothing is on its way: the events that were dispatched, and those that resulted from them, are
    /// delivered.
    public var idle: Void {
        get async {
            repeat { await drain() } while !core.isIdle
        }
    }

    // MARK: - Extensions

    /// Registers an extension.
    ///
    /// Its initializer runs when the hub starts, or at once if it has started. It receives what the calling thread
    /// dispatches after this has returned, and what was dispatched before the hub started.
    ///
    /// - Parameters:
    ///   - type: The extension's class; its name must be new to this hub.
    ///   - policy: How much may wait in its mailbox; nil for as much as in every mailbox of the hub.
    /// - Throws: ``HubError`` with the code `badName`, `duplicateName` or `shutDown`.
    public func register<Extension: HubExtension>(
        _ type: Extension.Type,
        policy: MailboxPolicy? = nil
    ) throws(HubError) {
        try register(name: type.extensionName, version: type.extensionVersion, policy: policy) {
            try type.init(runtime: $0)
        }
    }

    /// Registers several extensions, and reports when all of them are ready.
    ///
    /// - Parameters:
    ///   - types: The extensions' classes.
    ///   - completion: Called once, on a thread of the hub, when each of them is ready or was given up; not before the
    ///     hub was started. It receives why extensions were left out, empty if all are ready.
    public func register(
        _ types: [any HubExtension.Type],
        _ completion: @escaping @Sendable ([HubError]) -> Void = { _ in }
    ) {
        core.register(types, completion)
    }

    /// Registers several extensions, and waits until all of them are ready.
    ///
    /// - Parameter types: The extensions' classes.
    /// - Returns: Why extensions were left out, empty if all are ready. It returns when each is ready or was given
    ///   up, and not before the hub was started.
    @discardableResult
    public func register(_ types: [any HubExtension.Type]) async -> [HubError] {
        await awaitedValue { core.register(types, $0) }
    }

    /// Registers an extension that a closure makes, for extensions that need more than a runtime.
    ///
    /// - Parameters:
    ///   - name: The extension's name, new to this hub.
    ///   - version: The extension's version; nil for `1.0.0`, as in ``HubExtension``.
    ///   - policy: How much may wait in its mailbox; nil for as much as in every mailbox of the hub.
    ///   - make: Makes the extension, on its mailbox's thread.
    /// - Throws: ``HubError`` with the code `badName`, `duplicateName` or `shutDown`.
    public func register(
        name: String,
        version: String? = nil,
        policy: MailboxPolicy? = nil,
        make: @escaping @Sendable (ExtensionRuntime) throws -> any ExtensionCallbacks
    ) throws(HubError) {
        let version = version ?? ExtensionRecord.unstatedVersion
        try core.register(name: name, version: version, policy: policy, make: ExtensionRuntime.maker(make))
    }

    /// Registers an extension that is made now, because only the instance knows its name.
    package func registerAtOnce(
        label: String,
        make: @escaping @Sendable (ExtensionRuntime) throws -> any ExtensionCallbacks,
        naming: @escaping @Sendable (any ExtensionCallbacks) -> (name: String, version: String)
    ) throws(HubError) {
        try core.registerAtOnce(label: label, make: ExtensionRuntime.maker(make), naming: naming)
    }

    /// Unregisters an extension: it receives no more events, requests that only it could answer end, and the hub
    /// releases it.
    ///
    /// Does not wait. A call of the extension that another thread has begun, or is beginning at this very moment, may
    /// still run when this returns; no other one begins but ``ExtensionCallbacks/onUnregistered()``, behind it. The
    /// extension's name is free at once.
    ///
    /// - Parameter name: The extension's name, in any case.
    /// - Throws: ``HubError`` with the code `notRegistered`.
    public func unregister(_ name: String) throws(HubError) {
        try core.unregister(name: name)
    }

    /// Unregisters an extension and waits until its last call, ``ExtensionCallbacks/onUnregistered()``, has returned.
    ///
    /// The wait includes listeners that do not return.
    ///
    /// - Parameter name: The extension's name, in any case.
    /// - Throws: ``HubError`` with the code `notRegistered`.
    public func unregister(_ name: String) async throws(HubError) {
        let result: Result<Void, HubError> = await withCheckedContinuation { continuation in
            do throws(HubError) {
                try core.unregister(name: name) { continuation.resume(returning: .success(())) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        try result.get()
    }

    /// The names of the registered extensions, sorted.
    public var extensionNames: [String] { core.extensionNames }

    /// Returns how many events wait for an extension or are being handled by it, and how many were dropped.
    ///
    /// - Parameter name: The extension's name, in any case.
    /// - Returns: Nil if no such extension is registered.
    public func counters(of name: String) -> MailboxCounters? {
        core.counters(of: name)
    }

    /// Names the framework that the app uses the hub through, in the hub's own state.
    package func setWrapper(_ wrapper: HubWrapper) {
        core.setWrapper(wrapper)
    }

    // MARK: - Events

    /// Sends an event to every listener of its type and source.
    ///
    /// Returns at once. Before ``start(_:)`` the event is kept.
    ///
    /// - Parameter event: What to send.
    /// - Returns: The event with its ``Event/instant``; its number is given a moment later. Nil if the hub has been
    ///   shut down.
    @discardableResult
    public func dispatch(_ event: Event) -> Event? {
        core.dispatch(event)
    }

    /// Sends an event that was due a while ago: its ``Event/instant`` is that time.
    ///
    /// - Parameters:
    ///   - event: The event to send.
    ///   - age: How long ago the event was due; zero and less mean now.
    /// - Returns: The event with its ``Event/instant``, or nil if the hub has been shut down.
    @discardableResult
    package func dispatch(_ event: Event, age: Duration) -> Event? {
        core.dispatch(event, age: age)
    }

    /// Sends a request and reports its outcome to a closure.
    ///
    /// - Parameters:
    ///   - event: The event to send as a request.
    ///   - timeout: The longest wait; nil for the hub's default.
    ///   - completion: Called exactly once, in a mailbox of its own, with the outcome.
    /// - Returns: A token that cancels the request.
    @discardableResult
    public func request(
        _ event: Event,
        timeout: Duration? = nil,
        completion: @escaping @Sendable (RequestOutcome) -> Void
    ) -> RequestToken {
        core.request(event, timeout: timeout, requester: nil, completion: .callback(completion))
    }

    /// Sends a request and waits for its outcome.
    ///
    /// Cancelling the task ends the request with ``RequestOutcome/cancelled``.
    ///
    /// - Parameters:
    ///   - event: The event to send as a request.
    ///   - timeout: The longest wait; nil for the hub's default.
    /// - Returns: The outcome of the request.
    public func request(_ event: Event, timeout: Duration? = nil) async -> RequestOutcome {
        let token = Locked<(token: RequestToken?, isCancelled: Bool)>((nil, false))
        return await withTaskCancellationHandler {
            await awaitedValue { resume in
                let made = core.request(event, timeout: timeout, requester: nil, completion: .resumption(resume))
                let isCancelled = token.withLock { state in
                    state.token = made
                    return state.isCancelled
                }
                if isCancelled { made.cancel() }
            }
        } onCancel: {
            let made = token.withLock { state in
                state.isCancelled = true
                return state.token
            }
            made?.cancel()
        }
    }

    // MARK: - Listeners of the app

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
    ) -> ListenerToken {
        core.listen(name: name, policy: policy) { mailbox in
            Subscription(
                type: type,
                source: source,
                mailbox: mailbox,
                label: name,
                isOneShot: once,
                listener: ClosureListener(body)
            )
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
    ) -> ListenerToken {
        core.listen(name: name, policy: policy) { mailbox in
            Subscription(type: type, source: source, mailbox: mailbox, label: name, make: make)
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
    ) -> ListenerToken {
        core.listen(name: name, policy: policy) { mailbox in
            Subscription(
                type: type,
                source: source,
                mailbox: mailbox,
                label: name,
                isOneShot: once,
                listener: AsyncListener(mailbox: mailbox, isOneShot: once, body)
            )
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
    /// ``ListenerToken/cancel()`` was called on the main thread the closure is not called again.
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
    ) -> ListenerToken {
        let listener = MainActorListener(body)
        let end = listener.cancellation
        let token = core.listen(name: name, policy: nil) { mailbox in
            Subscription(type: type, source: source, mailbox: mailbox, label: name, isOneShot: once, listener: listener)
        }
        return ListenerToken {
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
                Subscription(
                    type: type,
                    source: source,
                    mailbox: mailbox,
                    label: "event stream",
                    listener: ClosureListener { continuation.yield($0) }
                )
            }
            continuation.onTermination = { _ in token.cancel() }
        }
    }

    // MARK: - Intercepting

    /// Installs an interceptor, which sees every event before it has a number, and may replace or drop it.
    ///
    /// Interceptors are called in the order in which they were installed, one event at a time, in one mailbox.
    /// One that throws, or that does not return within the listeners' budget, leaves the event as it was.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics.
    ///   - body: Decides whether an event passes, is replaced or is dropped.
    /// - Returns: A token that removes the interceptor.
    @discardableResult
    public func intercept(name: String, _ body: @escaping Interceptor) -> ListenerToken {
        let id = core.interceptors.install(name, body)
        return ListenerToken { [core] in core.interceptors.remove(id) }
    }

    // MARK: - Observing

    /// Installs an observer of everything that happens in the hub.
    ///
    /// - Parameter tap: The observer; it has a mailbox of its own.
    /// - Returns: A token that removes the observer.
    @discardableResult
    public func install(_ tap: any HubTap) -> ListenerToken {
        core.install(tap)
    }

    // MARK: - Shared state

    /// Reads an extension's state.
    ///
    /// - Parameters:
    ///   - owner: The extension's name, in any case.
    ///   - event: The event as of which to read; nil for the newest version.
    ///   - reading: Which versions count, and which of the two states is read.
    /// - Returns: The state; ``SharedState/none`` if the extension has published none.
    public func state(of owner: String, at event: Event? = nil, _ reading: HubStateReading = []) -> SharedState {
        core.sharedState(of: owner, at: event, reading)
    }
}
