// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date
public import HubServices
public import LaunchHub

/// A hub that does nothing by itself: a test decides when it runs and when time passes.
///
/// ```swift
/// let test = TestHub()
/// try test.hub.register(Greeter.self)
/// test.start()
/// let outcome = try test.request("Greet", type: "com.example.greeting", source: "com.example.request")
/// #expect(outcome?.response?.data == ["text": "Hello"])
/// ```
///
/// Everything runs on the thread that calls ``run(limit:)``, one step at a time, in an order that is always the same.
/// Budgets, deadlines and timeouts follow ``clock``: a listener that advances the clock by more than its budget is a
/// slow listener. Code that blocks its thread blocks the test, so test waiting with a hub that runs by itself. Such a
/// hub is best made with ``LaunchHub/HubOptions/patient(listenerBudget:)``.
public final class TestHub: Sendable {
    /// The hub.
    public let hub: EventHub

    /// The clock of the hub.
    ///
    /// Prefer ``advance(by:)``, which also runs what becomes due.
    public let clock: ManualClock

    /// The log lines of the hub and its extensions, of every level.
    public let log: RecordingSink

    private let executor: ManualExecutor

    /// Makes a hub that has not been started.
    ///
    /// - Parameters:
    ///   - options: The budgets, deadlines and limits, as for any hub.
    ///   - date: The time of day at the beginning.
    ///   - seed: A seed for the order of work, which is the same for the same seed; nil for the order in which work
    ///     becomes ready. The guarantees of a hub hold for every seed.
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
        let hubLog = HubLog(level: .verbose, sink: log)
        hub = EventHub(options: options, clock: clock, log: hubLog, executor: executor)
    }

    // MARK: - Running

    /// Runs everything that the hub has to do, and the resulting work.
    ///
    /// - Parameter limit: The largest number of steps, so that two listeners that respond to each other forever do not
    ///   block the test. ``isIdle`` says whether anything is left.
    /// - Returns: The number of steps.
    @discardableResult
    public func run(limit: Int = 1_000_000) -> Int {
        executor.runUntilIdle(limit: limit)
    }

    /// Whether the hub has nothing to do until an event is dispatched or time passes.
    public var isIdle: Bool { executor.isIdle }

    /// Advances time: runs pending work, then advances the clock from one due time to the next and runs the resulting
    /// work.
    ///
    /// - Parameter duration: The time to advance; negative durations are ignored.
    public func advance(by duration: Duration) {
        let target = clock.now + max(.zero, duration)
        run()
        while let due = clock.nextDue, due <= target {
            clock.advance(to: due)
            run()
        }
        // Nothing is due any more up to there.
        clock.advance(to: target)
    }

    /// Starts the hub and runs it until every extension is ready.
    public func start() {
        hub.start()
        run()
    }

    /// Shuts the hub down and runs it until it has ended.
    public func shutDown() {
        hub.shutDown(deadline: .seconds(1), nil)
        run()
    }

    // MARK: - Events

    /// Makes an event, dispatches it and runs the hub.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: The type.
    ///   - source: The source.
    ///   - data: The data.
    /// - Returns: The event as it was made, to which its responses refer.
    /// - Throws: `EventError` if the event could not be made.
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
    /// - Parameter event: The event.
    public func dispatch(_ event: Event) {
        hub.dispatch(event)
        run()
    }

    /// Makes a request, dispatches it and runs the hub.
    ///
    /// - Parameters:
    ///   - name: A name for logs and diagnostics; not empty.
    ///   - type: The type.
    ///   - source: The source.
    ///   - data: The data.
    ///   - timeout: How long to wait, on the hub's clock; nil for the hub's default.
    /// - Returns: The outcome; nil if the request still waits for a response or its timeout.
    /// - Throws: `EventError` if the event could not be made.
    public func request(
        _ name: String,
        type: EventType,
        source: EventSource,
        data: JSONObject = [:],
        timeout: Duration? = nil
    ) throws(EventError) -> RequestOutcome? {
        request(try Event(name: name, type: type, source: source, data: data), timeout: timeout)
    }

    /// Dispatches a request and runs the hub.
    ///
    /// - Parameters:
    ///   - event: The request.
    ///   - timeout: How long to wait, on the hub's clock; nil for the hub's default.
    /// - Returns: The outcome; nil if the request still waits for a response or its timeout.
    public func request(_ event: Event, timeout: Duration? = nil) -> RequestOutcome? {
        let outcome = Locked<RequestOutcome?>(nil)
        hub.request(event, timeout: timeout) { ended in outcome.withLock { $0 = ended } }
        run()
        return outcome.withLock { $0 }
    }

    // MARK: - Listening

    /// Adds a listener that records the events it receives from now on.
    ///
    /// - Parameters:
    ///   - type: The type of the events; every type by default, responses included if `source` is the wildcard too.
    ///   - source: The source of the events; every source by default.
    /// - Returns: The listener.
    public func listener(type: EventType = .wildcard, source: EventSource = .wildcard) -> RecordingListener {
        let listener = RecordingListener()
        hub.listen(type: type, source: source, name: "recording listener", listener.hear)
        return listener
    }

    /// Installs an observer that keeps the records from now on.
    public func tap() -> RecordingTap {
        let tap = RecordingTap()
        hub.install(tap)
        return tap
    }
}
