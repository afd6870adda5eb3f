// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// What watching costs, and what it finds out: blocked threads, turns that are too long, calls beyond the budget.
struct WatchTests {
    private final class Job: HubJob {
        private let body: @Sendable () -> Void
        private let shortage: @Sendable (ThreadShortage) -> Void

        init(shortage: @escaping @Sendable (ThreadShortage) -> Void = { _ in }, _ body: @escaping @Sendable () -> Void)
        {
            self.body = body
            self.shortage = shortage
        }

        func run() -> (any HubJob)? {
            body()
            return nil
        }

        var progress: UInt64 { 0 }

        func waitsForThread(_ shortage: ThreadShortage) {
            self.shortage(shortage)
        }
    }

    // MARK: - Wake-ups

    @Test func anIsolatedPieceOfWorkIsLookedAtOnce() {
        var schedule = WatchSchedule()
        for _ in 0..<10 {
            #expect(schedule.wake(after: .seconds(1)) == WatchSchedule.finest)
            var findings = WatchSchedule.Findings()
            findings.hasWorked = true
            #expect(schedule.next(findings) == nil)
        }
    }

    @Test func whatHangsIsLookedAtAtItsDeadlineAndThenNoMore() {
        var schedule = WatchSchedule()
        _ = schedule.wake(after: .seconds(1))
        var findings = WatchSchedule.Findings()
        findings.deadline = .milliseconds(99)
        #expect(schedule.next(findings) == .milliseconds(99))
        findings.deadline = nil
        #expect(schedule.next(findings) == nil)
    }

    @Test func looksBecomeRareWhileWorkComesAndGoesAndFrequentWhereItWaits() {
        var schedule = WatchSchedule()
        _ = schedule.wake(after: .milliseconds(1))
        var findings = WatchSchedule.Findings()
        findings.hasWorked = true
        var looks = 0
        var time = Duration.zero
        while time < .seconds(1), let pause = schedule.next(findings) {
            looks += 1
            time += pause
        }
        #expect(looks <= 24)
        findings.isShort = true
        #expect(schedule.next(findings) == WatchSchedule.finest)
    }

    @Test func whoCannotWaitGetsLooksThatComeOftenAgain() {
        var schedule = WatchSchedule()
        _ = schedule.wake(after: .milliseconds(1))
        var findings = WatchSchedule.Findings()
        findings.hasWorked = true
        for _ in 0..<10 { _ = schedule.next(findings) }
        #expect(!WatchSchedule.isFine(schedule.next(findings)))
        schedule.hurry()
        #expect(WatchSchedule.isFine(schedule.next(findings)))
    }

    /// A request that is answered in a listener's turn leaves the stage to the listener's thread.
    ///
    /// That must not wake the watchdog each time. A busy machine may take a millisecond for a round, so the least of
    /// several times counts.
    @Test(.timeLimit(.minutes(10)))
    func aJobThatIsLeftToABusyWorkerWakesNobody() async {
        let rounds: UInt64 = 2_000
        var least = UInt64.max
        for _ in 0..<10 where least > rounds / 4 {
            let pool = WorkerPool(width: 2)
            let done = Recorder<Bool>()
            @Sendable func play(_ left: UInt64) {
                guard left > 0 else { return done.append(true) }
                // The second one is left to the worker that is at the first one; the third comes from outside again.
                pool.submit(
                    Job {
                        pool.submit(Job { DispatchQueue.global().async { play(left - 1) } })
                    }
                )
            }
            play(rounds)
            #expect(await done.waits(for: 1))
            least = min(least, pool.watchdogWakeups)
        }
        #expect(least <= rounds / 4)
    }

    // MARK: - Threads

    /// A stage that has more to do and the mailbox that it has filled take turns on one thread.
    ///
    /// Where the machine is busy the watchdog may find another one for them.
    @Test(.timeLimit(.minutes(10)))
    func aJobAndWhatItLeavesRunOneAfterTheOther() async {
        final class Pair: HubJob {
            let first: Job
            let leave: @Sendable () -> Void
            init(first: Job, leave: @escaping @Sendable () -> Void) {
                self.first = first
                self.leave = leave
            }
            var progress: UInt64 { 0 }
            func run() -> (any HubJob)? {
                leave()
                return first
            }
        }
        var fewest = Int.max
        for _ in 0..<50 where fewest > 1 {
            let pool = WorkerPool(width: 2)
            let order = Recorder<Int>()
            pool.submit(
                Pair(first: Job { order.append(1) }) { pool.submit(Job { order.append(2) }) }
            )
            #expect(await order.waits(for: 2))
            if order.elements == [1, 2] { fewest = min(fewest, pool.threadCount) }
        }
        #expect(fewest == 1)
    }

    /// Two at a time, one look each, would be fifty.
    ///
    /// A machine that starts threads slowly needs more looks than one that does not, so the least of several times
    /// counts.
    @Test(.timeLimit(.minutes(10)))
    func listenersThatHangTogetherAreFoundOutTogether() async {
        var least = UInt64.max
        for _ in 0..<10 where least >= 40 { least = min(least, await looksUntilAHundredAreFree()) }
        #expect(least < 40)
    }

    private func looksUntilAHundredAreFree() async -> UInt64 {
        let pool = WorkerPool(width: 2)
        let release = Gate()
        let (ended, healthy) = (Recorder<Bool>(), Recorder<Bool>())
        let blockers = (0..<100).map { _ in
            Job {
                release.pass()
                ended.append(true)
            }
        }
        pool.submit(blockers + [Job { healthy.append(true) }])
        #expect(await healthy.waits(for: 1))
        let looks = pool.watchdogWakeups
        for _ in 0..<100 { release.open() }
        #expect(await ended.waits(for: 100))
        return looks
    }

    @Test(.timeLimit(.minutes(10)))
    func thereAreNoMoreThreadsThanTheLimitAndReachingItIsReportedOnce() async {
        let pool = WorkerPool(width: 2, limit: 8)
        let release = Gate()
        let ended = Recorder<Bool>()
        let shortages = Recorder<UInt64>()
        for _ in 0..<20 {
            pool.submit(
                Job(shortage: { shortages.append($0.serial) }) {
                    release.pass()
                    ended.append(true)
                }
            )
        }
        #expect(await shortages.waits(for: 1))
        #expect(pool.threadCount <= 8)
        for _ in 0..<20 { release.open() }
        #expect(await ended.waits(for: 20))
        #expect(Set(shortages.elements).count == 1)
    }

    @Test(.timeLimit(.minutes(10)))
    func aThreadThatCannotBeMadeIsSurvived() async {
        let refusals = Locked(5)
        let starter: WorkerPool.ThreadStarter = { name, body in
            let isRefused = refusals.withLock { left in
                left -= 1
                return left >= 0 && name.contains("worker")
            }
            return isRefused ? false : SystemThread.start(name, body)
        }
        let pool = WorkerPool(width: 2, startThread: starter)
        let done = Recorder<Bool>()
        for _ in 0..<10 { pool.submit(Job { done.append(true) }) }
        #expect(await done.waits(for: 10))
    }

    @Test(.timeLimit(.minutes(10)))
    func aListenerWithMuchToDoLetsOthersHaveTheThread() async throws {
        let pool = WorkerPool(width: 1)
        let hub = EventHub(options: .patient(), clock: SystemClock(), log: .disabled, executor: pool)
        await hub.start()
        let (busy, other) = (Locked(0), Recorder<Int>())
        hub.listen(type: testType, source: testSource) { _ in
            let end = SystemClock().now + .microseconds(900)
            while SystemClock().now < end {}
            busy.withLock { $0 += 1 }
        }
        hub.listen(type: "other", source: "other") { _ in other.append(busy.withLock { $0 }) }
        for event in try events(0..<1_000) { hub.dispatch(event) }
        hub.dispatch(try Event(name: "Other", type: "other", source: "other"))
        #expect(await other.waits(for: 1))
        #expect(other.elements.allSatisfy { $0 < 1_000 })
        await hub.shutDown(deadline: .zero)
    }

    // MARK: - Budget

    @Test func whateverRunsForeignCodeHasTheBudget() throws {
        let test = TestHub()
        let late: @Sendable () -> Void = { [clock = test.clock] in clock.advance(by: .milliseconds(300)) }
        let kept = Locked<ExtensionRuntime?>(nil)
        let tap = test.tap()
        let hooks = TestExtension.Hooks(registered: { _ in late() }, unregistered: { _ in late() })
        try test.hub.register("ext", hooks: hooks) { runtime in
            kept.withLock { $0 = runtime }
            runtime.listen(type: testType, source: testSource) { try? runtime.respond(to: $0, with: [:]) }
        }
        test.start()
        test.hub.request(try event()) { _ in late() }
        test.run()
        kept.withLock { $0 }?.performInOrder { late() }
        try test.hub.unregister("ext")
        test.run()
        #expect(tap.overruns.map(\.kind) == [.onRegistered, .responseCallback, .workInOrder, .onUnregistered])
    }

    @Test func aTapThatIsSlowIsReportedOnceAndNotForItsReportsToo() throws {
        final class SlowTap: HubTap {
            let clock: ManualClock
            let seen = Recorder<Bool>()
            init(_ clock: ManualClock) { self.clock = clock }
            func observe(_ record: HubRecord) {
                clock.advance(by: .milliseconds(300))
                seen.append(true)
            }
        }
        let test = TestHub()
        test.start()
        let tap = test.tap()
        let slow = SlowTap(test.clock)
        test.hub.install(slow)
        let overruns = test.listener(type: .hub, source: .overrun)
        for event in try events(0..<3) { test.dispatch(event) }
        #expect(test.isIdle)
        #expect(tap.overruns.map(\.kind) == [.tap])
        #expect(overruns.events.map { $0.data["call"] } == ["tap"])
        #expect(slow.seen.count >= 5)
    }

    @Test func theOthersOfAnExtensionGoOnWithoutAListenerThatWasRemovedWhileItHangs() async throws {
        var options = HubOptions.patient(listenerBudget: .milliseconds(500))
        options.strikeLimit = 1
        let hub = EventHub(options: options, log: .disabled)
        let gate = Gate()
        let (heard, returned) = (RecordingListener(), Recorder<Bool>())
        try hub.register("ext") { runtime in
            runtime.listen(type: "hang", source: "hang") { _ in returned.append(gate.pass()) }
            runtime.listen(type: testType, source: testSource, heard.hear)
        }
        await hub.start()
        hub.dispatch(try Event(name: "Hang", type: "hang", source: "hang"))
        for event in try events(0..<10) { hub.dispatch(event) }
        #expect(await heard.waits(for: 10))
        #expect(heard.names == (0..<10).map(String.init))
        #expect(returned.isEmpty)
        gate.open()
        #expect(await returned.waits(for: 1))
        for event in try events(10..<20) { hub.dispatch(event) }
        #expect(await heard.waits(for: 20))
        await hub.shutDownAndWait()
    }

    @Test func byPolicyAnExtensionIsUnregisteredForItsListener() throws {
        var options = HubOptions(strikeLimit: 1)
        options.unregistersAtStrikeLimit = true
        let test = TestHub(options: options)
        try test.hub.register("ext") { [clock = test.clock] runtime in
            runtime.listen(type: testType, source: testSource) { _ in clock.advance(by: .milliseconds(300)) }
        }
        test.start()
        test.dispatch(try event())
        #expect(test.hub.extensionNames.isEmpty)
        #expect(test.log.records.contains { $0.level == .error && $0.message.contains("\"ext\" is unregistered") })
    }

    // MARK: - Mailboxes

    @Test func aMailboxCountsBytesAndWhatIsBeingHeard() throws {
        let test = TestHub()
        let counters = Recorder<MailboxCounters>()
        let heard = RecordingListener()
        let text = JSONValue.string(String(repeating: "x", count: 1_000))
        try test.hub.register(name: "ext", policy: MailboxPolicy(byteLimit: 5_000)) { runtime in
            runtime.listen(type: testType, source: testSource) { [test] event in
                heard.hear(event)
                guard event.name == "first" else { return }
                for _ in 0..<20 {
                    (try? LaunchHubTests.event("next", data: ["text": text])).map { _ = test.hub.dispatch($0) }
                }
                test.run()
                if let state = test.hub.counters(of: "ext") { counters.append(state) }
            }
            return TestExtension(runtime)
        }
        test.start()
        test.dispatch(try event("first"))
        let state = try #require(counters.elements.first)
        #expect(state.handling == 1)
        #expect(state.waiting == heard.count - 1)
        #expect(state.waiting < 5)
        #expect(state.waitingBytes <= 5_000)
        #expect(state.dropped == UInt64(20 - state.waiting))
    }

    @Test func onlyTheRequestsEndThatALostListenerCouldHaveAnswered() throws {
        let test = TestHub()
        test.start()
        let ended = Recorder<String>()
        let tokens = ["a", "b"].map { name in test.hub.listen(type: EventType(name), source: testSource) { _ in } }
        for (name, count) in [("a", 3), ("b", 1_000)] {
            for _ in 0..<count {
                let ask = try Event(name: name, type: EventType(name), source: testSource)
                test.hub.request(ask) { _ in ended.append(name) }
            }
        }
        test.run()
        tokens[0].cancel()
        test.run()
        #expect(ended.elements == ["a", "a", "a"])
    }
}
