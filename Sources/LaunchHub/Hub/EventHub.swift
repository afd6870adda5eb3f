// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// A hub that delivers events to listeners, in one order for all, so that none of them delays another.
///
/// ```swift
/// let hub = EventHub()
/// try hub.register(Greeter.self)
/// await hub.start()
/// let question = try Event(name: "Greet", type: "com.example.greeting", source: "com.example.request")
/// if case .response(let answer) = await hub.request(question) {
///     print(answer.data)
/// }
/// ```
///
/// Any number of hubs may exist; only the threads are shared between them. Every method may be called on any
/// thread and from every callback. A hub shuts itself down when its last reference is released.
public final class EventHub: Sendable {
    /// The hub behind `ACPCore` and the static calls of extensions, with the configuration of the app.
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
        self.init(options: options, clock: clock, log: log, executor: DispatchExecutor.shared)
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

    /// Starts the hub: extensions are made, then the booted event goes out, then everything that was dispatched before.
    ///
    /// A second call is ignored and logged, and its completion is called like that of the first. An extension whose
    /// initializer throws or does not return within the boot deadline is left out; a hub event and the log say which.
    ///
    /// - Parameter completion: Called once, in a mailbox of its own, when every extension is ready or was given up.
    public func start(_ completion: (@Sendable () -> Void)? = nil) {
        begin()
        core.start(completion: completion)
    }

    /// Starts the hub and waits until every extension is ready or was given up.
    public func start() async {
        begin()
        await withCheckedContinuation { continuation in
            core.start { continuation.resume() }
        }
    }

    private func begin() {
        if configuration.begin() { core.hearRequests(of: configuration) }
    }

    /// Ends the hub: refuses new events, ends requests, delivers what was accepted, and unregisters extensions.
    ///
    /// Observers have received every record when it is over, unless the deadline came first.
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
    /// Observers have received every record then, unless the deadline came first.
    ///
    /// - Parameter deadline: How long to wait for accepted events and for the extensions' last calls.
    /// - Returns: How many deliveries were dropped because they still waited at the deadline; events that were kept for
    ///   a start that never came count once.
    @discardableResult
    public func shutDown(deadline: Duration = .seconds(1)) async -> Int {
        await awaitedValue { core.shutDown(deadline: deadline, completion: $0) }
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
    /// delivered, and the callbacks of requests have returned.
    ///
    /// A request that nobody has answered yet is not waited for.
    public var idle: Void {
        get async {
            repeat {
                await drain()
                await withCheckedContinuation { continuation in
                    core.monitor.callbacks.whenEmpty { continuation.resume() }
                }
            } while !core.isIdle
        }
    }
}
