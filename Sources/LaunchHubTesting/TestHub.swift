// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date
public import HubServices
public import LaunchHub

/// A hub that does nothing by itself: a test says when it runs and when time passes.
///
/// ```swift
/// let test = TestHub()
/// try test.hub.register(Greeter.self)
/// test.start()
/// let outcome = try test.request("Greet", type: "com.example.greeting", source: "com.example.request")
/// #expect(outcome?.response?.data == ["text": "Hello"])
/// ```
///
/// Everything runs on the thread that calls ``run(limit:)``, one thing at a time, in an order that is the same every
/// time. Budgets, deadlines and timeouts go by ``clock``: a listener that moves the clock on by more than its budget is a
/// slow listener. Code that blocks its thread blocks the test, so leave waiting to tests with a hub that runs by itself.
/// Such a hub is best made with ``LaunchHub/HubOptions/patient(listenerBudget:)``.
public final class TestHub: Sendable {
    /// The hub, for everything that a hub can do.
    public let hub: EventHub

    /// The hub's clock. Prefer ``advance(by:)``, which also runs what falls due.
    public let clock: ManualClock

    /// What the hub and its extensions have logged, of every level.
    public let log: RecordingSink

    private let executor: ManualExecutor

    /// Makes a hub that was not started yet.
    ///
    /// - Parameters:
    ///   - options: Budgets, deadlines and limits, as for any hub.
    ///   - date: The time of day that the clock shows until it is moved.
    ///   - seed: Nil to run work in the order in which it becomes ready; a number to draw the order, the same one for
    ///     the same number. What a hub promises holds for every seed.
    public init(
        options: HubOptions = HubOptions(),
        date: Date = Date(timeIntervalSince1970: 1_700_000_000),
        seed: UInt64? = nil
    ) {
        let clock = ManualClock(date: date)
        let log = RecordingSink()
        let executor = ManualExecutor(seed: seed)
        self.clock = clock
        self.log = log
        self.executor = executor
        hub = EventHub(
            options: options,
            clock: clock,
            log: HubLog(level: .verbose, sink: log),
            executor: executor
        )
    }

    // MARK: - Running

    /// Runs everything that the hub has to do, and what comes of it.
    ///
    /// - Parameter limit: How many steps to run at most, so that two listeners that answer each other for ever do not
    ///   hang the test. ``isIdle`` tells whether anything is left.
    /// - Returns: How many steps were run.
    @discardableResult
    public func run(limit: Int = 1_000_000) -> Int {
        executor.runUntilIdle(limit: limit)
    }

    /// True where the hub has nothing to do until something is dispatched or time passes.
    public var isIdle: Bool { executor.isIdle }

    /// Lets time pass: runs what is to do, then moves the clock from one due time to the next and runs what comes of it.
    ///
    /// - Parameter duration: How far to move the clock; never backwards.
    public func advance(by duration: Duration) {
        let target = clock.now + max(.zero, duration)
        run()
        while let due = clock.nextDue, due <= target {
            clock.advance(to: due)
            run()
        }
        clock.advance(to: target)
        run()
    }

    /// Starts the hub and runs it until every extension is ready.
    public func start() {
        hub.start()
        run()
    }

    /// Shuts the hub down and runs it to its end.
    public func shutDown() {
        hub.shutDown(deadline: .seconds(1), nil)
        run()
    }

    // MARK: - Events

    /// Makes an event, dispatches it and runs the hub.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: What it is about.
    ///   - source: Where it comes from.
    ///   - data: What it carries.
    /// - Returns: The event as it was made, which its responses refer to.
    /// - Throws: `EventError` where the event could not be made.
    @discardableResult
    public func dispatch(
        _ name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject = [:]
    ) throws(EventError) -> Event {
        let event = try Event(name: name, type: type, source: source, data: data)
        dispatch(event)
        return event
    }

    /// Dispatches an event and runs the hub.
    ///
    /// - Parameter event: What to send.
    public func dispatch(_ event: Event) {
        hub.dispatch(event)
        run()
    }

    /// Makes a request, sends it and runs the hub.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: What it is about.
    ///   - source: Where it comes from.
    ///   - data: What it carries.
    ///   - timeout: How long to wait on the hub's clock; the hub's default where nil.
    /// - Returns: How the request ended; nil where it still waits, and will until it is answered or time passes.
    /// - Throws: `EventError` where the event could not be made.
    public func request(
        _ name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject = [:],
        timeout: Duration? = nil
    ) throws(EventError) -> RequestOutcome? {
        request(try Event(name: name, type: type, source: source, data: data), timeout: timeout)
    }

    /// Sends a request and runs the hub.
    ///
    /// - Parameters:
    ///   - event: What to ask with.
    ///   - timeout: How long to wait on the hub's clock; the hub's default where nil.
    /// - Returns: How the request ended; nil where it still waits, and will until it is answered or time passes.
    public func request(_ event: Event, timeout: Duration? = nil) -> RequestOutcome? {
        let outcome = Locked<RequestOutcome?>(nil)
        hub.request(event, timeout: timeout) { ended in outcome.withLock { $0 = ended } }
        run()
        return outcome.withLock { $0 }
    }

    // MARK: - Listening

    /// Adds a listener that keeps what it hears from now on.
    ///
    /// - Parameters:
    ///   - type: What it is about; everything by default, answers included where `source` is the wildcard too.
    ///   - source: Where it comes from; anywhere by default.
    /// - Returns: The listener.
    public func listener(type: EventType = .wildcard, source: EventSource = .wildcard) -> RecordingListener {
        let listener = RecordingListener()
        hub.listen(type: type, source: source, name: "recording listener", listener.hear)
        return listener
    }

    /// Installs an observer that keeps what it sees from now on.
    public func tap() -> RecordingTap {
        let tap = RecordingTap()
        hub.install(tap)
        return tap
    }
}
