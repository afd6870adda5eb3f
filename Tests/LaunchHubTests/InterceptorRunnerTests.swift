// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import LaunchHub

/// The thread that is at the interceptors, as the watchdog sees it.
struct InterceptorRunnerTests {
    private static let budget = Duration.milliseconds(100)

    /// A hub whose interceptors a test runs itself.
    private struct Bench {
        let test = TestHub(options: HubOptions(listenerBudget: InterceptorRunnerTests.budget))
        let heard: RecordingListener
        let runner: InterceptorRunner

        init() {
            test.start()
            heard = test.listener(type: testType, source: testSource)
            test.run()
            runner = InterceptorRunner(stage: test.hub.core.interceptors)
        }

        /// Runs the runner over events, and everything that it leaves to others behind that.
        func run(_ names: [String], _ body: @escaping @Sendable (Event) -> InterceptorVerdict) throws {
            test.hub.intercept(name: "interceptor", body)
            for name in names {
                let event = try event(name).dispatched(at: test.clock.now)
                // Whoever is to run them is this test's own runner.
                _ = test.hub.core.interceptors.enqueue(.event(event, nil))
            }
            #expect(runner.run() == nil)
            test.run()
        }
    }

    @Test func aRunnerIsAtEachCallInTurnAndAtNoneOutsideOfThem() throws {
        let bench = Bench()
        #expect(bench.runner.progress == 0)
        let seen = Recorder<UInt64>()
        try bench.run(["a", "b", "c"]) { [runner = bench.runner] _ in
            seen.append(runner.progress)
            return .pass
        }
        #expect(seen.elements == [1, 2, 3])
        #expect(bench.runner.progress == 0)
        #expect(bench.runner.heldUp(for: .seconds(9), at: 3) == WatchSchedule.finest)
        #expect(bench.heard.names == ["a", "b", "c"])
    }

    @Test func anEventIsTakenFromACallThatIsAsLongAsItsBudgetAndNotBefore() throws {
        let bench = Bench()
        let called = Recorder<String>()
        try bench.run(["a", "b", "c"]) { [runner = bench.runner, test = bench.test, heard = bench.heard] event in
            called.append(event.name)
            guard event.name == "b" else { return .drop }
            #expect(runner.heldUp(for: Self.budget - .nanoseconds(1), at: 2) == Self.budget)
            // A look at a call that has returned meanwhile takes nothing away.
            #expect(runner.heldUp(for: Self.budget, at: 1) == WatchSchedule.finest)
            test.run()
            #expect(heard.names == [])
            #expect(runner.heldUp(for: Self.budget, at: 2) == nil)
            test.run()
            // This event goes on as it was, and the next ones go by an interceptor that has not returned.
            #expect(heard.names == ["b", "c"])
            return .drop
        }
        #expect(called.elements == ["a", "b"])
        #expect(bench.heard.names == ["b", "c"])
        #expect(bench.test.log.records.count { $0.level == .warning } == 1)
        // It has returned, and is asked again.
        bench.test.dispatch(try event("a"))
        #expect(called.elements == ["a", "b", "a"])
        #expect(bench.heard.names == ["b", "c"])
    }
}
