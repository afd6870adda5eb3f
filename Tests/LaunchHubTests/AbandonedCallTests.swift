// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import LaunchHub

/// A call that does not return, as the watchdog and the mailbox see it: step by step, on one thread.
struct AbandonedCallTests {
    /// Runs jobs on request, as a pool of threads or as a test's own executor.
    private final class SteppedExecutor: HubExecutor {
        let isManual: Bool
        private let ready = Locked<[any HubJob]>([])

        init(isManual: Bool) {
            self.isManual = isManual
        }

        func submit(_ jobs: [any HubJob]) { ready.withLock { $0 += jobs } }

        func submit(_ job: any HubJob) { ready.withLock { $0.append(job) } }

        func runAll() {
            while let job = ready.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                if let follower = job.run() { submit(follower) }
            }
        }

        var count: Int { ready.withLock { $0.count } }
    }

    private static let budget = Duration.seconds(1)

    /// A mailbox with three events for one listener, and what becomes of them.
    private struct Bench {
        let executor: SteppedExecutor
        let log = RecordingSink()
        let heard = Recorder<String>()
        let reports = Recorder<String>()
        let box: Mailbox

        /// - Parameters:
        ///   - isManual: Whether the executor is a test's own.
        ///   - goesOn: Whether what waits behind a call that is reported goes on without it.
        init(isManual: Bool, goesOn: Bool = true) {
            executor = SteppedExecutor(isManual: isManual)
            let monitor = CallMonitor(
                budget: AbandonedCallTests.budget,
                clock: ManualClock(),
                log: Log(level: .verbose, sink: log),
                executor: executor,
                reports: CallMonitor.Reports(
                    overran: { [reports] culprit, box in
                        if case .hearing(_, let event) = culprit { reports.append("\(box.name): \(event.name)") }
                        return goesOn
                    },
                    overranAside: { _, _ in },
                    spent: { _ in },
                    lacksThread: { _ in },
                    keepSpent: { _ in }
                )
            )
            box = Mailbox(id: 1, name: "box", policy: .unbounded, monitor: monitor)
        }

        /// Delivers the events "0", "1" and "2", and calls a closure during the first of them.
        func run(_ during: @escaping @Sendable () -> Void) throws {
            let listener = ClosureListener { [heard] event in
                heard.append(event.name)
                guard event.name == "0" else { return }
                during()
                heard.append("end of 0")
            }
            let subscription = Subscription(
                type: testType,
                source: testSource,
                mailbox: box,
                label: "listener",
                listener: listener
            )
            let parcel = Parcel(events: try events(0..<3), range: 0..<3, subscriptions: [subscription])
            #expect(box.post(.parcel(parcel)))
            executor.submit(box)
            executor.runAll()
        }
    }

    @Test(arguments: [false, true])
    func whatWaitsBehindACallThatDoesNotReturnGoesOnWithoutIt(isManual: Bool) throws {
        let bench = Bench(isManual: isManual)
        let box = bench.box
        try bench.run { [executor = bench.executor, heard = bench.heard, reports = bench.reports] in
            let call = box.progress
            #expect(box.isCurrent)
            // Not yet over its budget: it is looked at when that is over.
            #expect(box.heldUp(for: Self.budget - .nanoseconds(1), at: call) == Self.budget)
            #expect(reports.isEmpty)
            // Over it: reported, and looked at once more, since it may just be returning.
            #expect(box.heldUp(for: Self.budget, at: call) == Self.budget + WatchSchedule.finest)
            #expect(reports.elements == ["box: 0"])
            #expect(executor.count == 0)
            #expect(box.heldUp(for: Self.budget + WatchSchedule.finest, at: call) == nil)
            // Nobody runs the mailbox now, and somebody is asked to.
            #expect(!box.isCurrent && box.owner == 0)
            #expect(executor.count == 1)
            #expect(box.counters.waiting == 2)
            executor.runAll()
            #expect(heard.elements == ["0", "1", "2"])
            #expect(box.owner == 0)
            // It stays lost, however often it is looked at.
            #expect(box.heldUp(for: .seconds(9), at: call) == nil)
        }
        #expect(bench.heard.elements == ["0", "1", "2", "end of 0"])
        #expect(bench.reports.elements == ["box: 0"])
        // Nobody has returned in time to be told of.
        #expect(bench.log.records.isEmpty)
        #expect(box.isIdle && box.counters.waiting == 0)
        #expect(box.needsOwnThread)
    }

    @Test(arguments: [false, true])
    func aCallThatReturnsAfterItsReportKeepsItsMailbox(isManual: Bool) throws {
        let bench = Bench(isManual: isManual)
        let box = bench.box
        try bench.run { [executor = bench.executor] in
            #expect(box.heldUp(for: Self.budget, at: box.progress) != nil)
            #expect(executor.count == 0)
        }
        #expect(bench.heard.elements == ["0", "end of 0", "1", "2"])
        #expect(bench.log.records.map(\.message) == ["the listener on box that overran its budget has returned"])
        #expect(bench.log.records.map(\.level) == [.debug])
        // The look that was to come has nothing to take away any more.
        #expect(box.heldUp(for: Self.budget * 2, at: 1) == nil)
        #expect(box.isIdle && bench.executor.count == 0)
        #expect(bench.reports.count == 1)
    }

    /// What must stay in order waits for the call, however long that takes.
    @Test func whereNothingGoesOnTheCallIsReportedOnce() throws {
        let bench = Bench(isManual: true, goesOn: false)
        let box = bench.box
        try bench.run { [executor = bench.executor] in
            for _ in 0..<3 { #expect(box.heldUp(for: Self.budget, at: box.progress) == nil) }
            #expect(executor.count == 0)
            #expect(box.isCurrent)
        }
        #expect(bench.heard.elements == ["0", "end of 0", "1", "2"])
        #expect(bench.reports.count == 1)
    }

    /// A look that comes when another call runs reports none.
    @Test func aLookAtAnEarlierCallReportsNothing() throws {
        let bench = Bench(isManual: true)
        let box = bench.box
        try bench.run {
            #expect(box.progress == 1)
            #expect(box.heldUp(for: Self.budget, at: 0) == nil)
            #expect(box.heldUp(for: Self.budget, at: 2) == nil)
        }
        #expect(bench.reports.isEmpty)
        #expect(bench.heard.elements == ["0", "end of 0", "1", "2"])
    }
}
