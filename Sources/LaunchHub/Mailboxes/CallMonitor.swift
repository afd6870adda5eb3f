// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The budget, the observers and the reports of the foreign code that mailboxes and callbacks run.
///
/// Everything that runs foreign code holds the monitor and nothing of the hub above it.
final class CallMonitor: Sendable {
    /// The hub's reactions to what the monitor notices.
    struct Reports: Sendable {
        /// A call on a mailbox has lasted longer than the budget and has not returned.
        ///
        /// The result is true if the items behind the call are to be delivered without waiting for it.
        let overran: @Sendable (OverrunCulprit, Mailbox) -> Bool
        /// A call that belongs to no mailbox has lasted longer than the budget; with the name of what it belongs to.
        let overranAside: @Sendable (OverrunCall, String) -> Void
        /// A listener has received its last event.
        let spent: @Sendable (Subscription) -> Void
        /// Nothing runs because no thread is available.
        let lacksThread: @Sendable (ThreadShortage) -> Void
    }

    /// The tag of the hub's log lines.
    static let tag = "LaunchHub"

    /// The longest time that one call may take.
    let budget: Duration
    let clock: any HubClock
    let log: Log
    let executor: any HubExecutor
    /// Whether jobs run only on request; then the clock keeps the budget.
    let isManual: Bool
    let taps = TapSet()
    let callbacks = OutstandingCallbacks()
    let reports: Reports

    init(budget: Duration, clock: any HubClock, log: Log, executor: any HubExecutor, reports: Reports) {
        self.budget = budget
        self.clock = clock
        self.log = log
        self.executor = executor
        isManual = executor.isManual
        self.reports = reports
    }

    // MARK: - Calls on a mailbox

    /// Whether each delivery is observed by itself.
    @inline(__always)
    var observesDeliveries: Bool { isManual || !taps.isEmpty }

    /// Runs one delivery and observes it.
    func deliver(_ event: Event, to subscription: Subscription, on mailbox: Mailbox, _ body: () -> Void) {
        let started = clock.now
        perform(on: mailbox, body)
        guard !taps.isEmpty else { return }
        record([.delivered(event, to: subscription.label, in: mailbox.name, took: clock.now - started)])
    }

    /// Runs foreign code other than a delivery and observes it.
    func perform(on mailbox: Mailbox, _ body: () -> Void) {
        // A weak reference to a mailbox is made where it is needed only: the first one makes every later retain of the mailbox
        // take the slow path of the run-time.
        guard isManual else { return body() }
        withManualBudget({ [weak mailbox] in mailbox?.reportOverrun(of: $0) }, for: mailbox.progress, body)
    }

    /// Runs a call under a timer of the hub's clock, where that keeps the budget because no watch does.
    func withManualBudget(_ report: @escaping @Sendable (UInt64) -> Void, for call: UInt64?, _ body: () -> Void) {
        guard isManual, let call else { return body() }
        let timer = clock.schedule(after: budget) { report(call) }
        body()
        timer.cancel()
    }

    // MARK: - Calls that belong to no mailbox

    /// Runs foreign code that belongs to no mailbox, so that it delays none.
    func runAside(_ call: OverrunCall?, _ name: String, _ work: @escaping @Sendable () -> Void) {
        executor.submit(CallbackBatch([Callback(call: call, name: name, body: work)], monitor: self))
    }

    /// Writes to the log from a place where the log's sink, which is foreign code, must not hold anything up.
    func logAside(_ level: LogLevel, _ message: @autoclosure () -> String) {
        guard level <= log.level else { return }
        runAside(.log, "log", line(level, message()))
    }

    /// Returns a closure that writes a line to the log.
    func line(_ level: LogLevel, _ text: String) -> @Sendable () -> Void {
        { [log] in log.write(level, Self.tag, text) }
    }

    // MARK: - Observers

    /// Passes records to the observers.
    func record(_ records: @autoclosure () -> [HubRecord]) {
        guard !taps.isEmpty else { return }
        let jobs = taps.record(records())
        if !jobs.isEmpty { executor.submit(jobs) }
    }
}
