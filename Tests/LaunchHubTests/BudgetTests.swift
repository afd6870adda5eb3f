// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Listeners that take too long: found out while they run, and nobody else's trouble.
struct BudgetTests {
    @Test func aListenerThatBlocksIsReportedWhileItStillRuns() async throws {
        let sink = RecordingSink()
        let hub = EventHub(options: .patient(listenerBudget: .milliseconds(100)), log: Log(level: .debug, sink: sink))
        let gate = Gate()
        let errors = Recorder<HubError>()
        let returned = Recorder<Bool>()
        // A busy machine may take from any call the time that it may last, so only the one that blocks is looked at.
        let hooks = TestExtension.Hooks(failed: { _, error in
            if let overrun = error.overrun, overrun.event?.name == "block" { errors.append(error) }
        })
        try hub.register("slow", hooks: hooks) { runtime in
            runtime.listen(type: testType, source: testSource) { event in
                guard event.name == "block" else { return }
                returned.append(gate.pass())
            }
        }
        let tap = RecordingTap()
        hub.install(tap)
        let overruns = RecordingListener()
        hub.listen(type: .hub, source: .overrun) { report in
            if report.data["event_name"] == "block" { overruns.hear(report) }
        }
        let other = RecordingListener()
        hub.listen(type: testType, source: testSource, other.hear)
        await hub.start()
        hub.dispatch(try event("block"))
        for event in try events(0..<10) { hub.dispatch(event) }

        #expect(await errors.waits(for: 1))
        #expect(await overruns.waits(for: 1))
        #expect(await other.waits(for: 11))
        #expect(returned.isEmpty, "all of that happened while the listener still ran")
        guard let overrun = errors.elements.first?.overrun else {
            Issue.record("\(errors.elements)")
            return
        }
        #expect(overrun.extensionName == "slow")
        #expect(overrun.event?.name == "block")
        #expect(overrun.budget == .milliseconds(100))
        #expect(overrun.strikes == 1)
        #expect(!overrun.isRemoved)
        #expect(overruns.data.first?["extension"] == "slow")
        #expect(overruns.data.first?["event_name"] == "block")
        #expect(overruns.data.first?["budget_ms"] == 100)

        gate.open()
        #expect(await returned.waits(for: 1))
        // The slow one is the last that handles it, so that what was recorded before is there, too.
        #expect(
            await tap.waits {
                $0.contains {
                    if case .delivered(let event, _, "slow", _) = $0 { event.name == "9" } else { false }
                }
            }
        )
        await hub.shutDownAndWait()
        #expect(errors.count == 1)
        #expect(overruns.count == 1)
        #expect(tap.overruns.filter { $0.event?.name == "block" }.count == 1)
        let warnings = sink.records.filter { $0.level == .warning && $0.message.contains("100 ms") }
        #expect(warnings.filter { $0.message.contains("hearing block for") }.count == 1)
    }

    /// A hub whose extension "slow" takes as long for an event as the event's data says.
    private static func manual(
        options: HubOptions = HubOptions(),
        errors: Recorder<HubError> = Recorder(),
        type: EventType = testType,
        source: EventSource = testSource
    ) throws -> TestHub {
        let test = TestHub(options: options)
        let hooks = TestExtension.Hooks(failed: { _, error in errors.append(error) })
        try test.hub.register("slow", hooks: hooks) { [clock = test.clock] runtime in
            runtime.listen(type: type, source: source) { event in
                guard case .int(let milliseconds) = event.data["ms"] ?? 0 else { return }
                clock.advance(by: .milliseconds(milliseconds))
            }
        }
        test.start()
        return test
    }

    @Test func theBudgetGoesByTheHubsClock() throws {
        let errors = Recorder<HubError>()
        let test = try Self.manual(errors: errors)
        let tap = test.tap()
        let listener = test.listener(type: .hub)
        test.dispatch(try event("quick", data: ["ms": 99]))
        test.dispatch(try event("quick", data: ["ms": 99]))
        #expect(tap.overruns.isEmpty)
        test.dispatch(try event("slow", data: ["ms": 300]))
        test.dispatch(try event("quick", data: ["ms": 99]))
        #expect(tap.overruns.map { $0.event?.name } == ["slow"])
        #expect(errors.count == 1)
        #expect(listener.events.map(\.source) == [.overrun])
        #expect(test.log.records.filter { $0.level == .warning }.count == 1)
        #expect(tap.deliveries.filter { $0.event.name == "slow" }.map(\.took) == [.milliseconds(300)])
    }

    @Test func theBudgetIsAParameter() throws {
        let test = try Self.manual(options: HubOptions(listenerBudget: .milliseconds(10)))
        let tap = test.tap()
        test.dispatch(try event("quick", data: ["ms": 9]))
        test.dispatch(try event("slow", data: ["ms": 10]))
        #expect(tap.overruns.map { $0.event?.name } == ["slow"])
        #expect(tap.overruns.first?.budget == .milliseconds(10))
    }

    @Test func makingAListenerHasTheSameBudget() throws {
        let test = TestHub()
        test.start()
        let tap = test.tap()
        test.hub.listen(type: testType, source: testSource, name: "slow to make") { [clock = test.clock] in
            clock.advance(by: .milliseconds(300))
            return RecordingListener()
        }
        test.run()
        #expect(tap.overruns.map(\.listener) == ["slow to make"])
        #expect(tap.overruns.first?.event == nil)
        #expect(tap.overruns.first?.extensionName == nil)
    }

    @Test func strikesAreCountedAndRemoveNobodyByDefault() throws {
        let test = try Self.manual()
        let tap = test.tap()
        for _ in 0..<5 { test.dispatch(try event("slow", data: ["ms": 100])) }
        #expect(tap.overruns.map(\.strikes) == [1, 2, 3, 4, 5])
        #expect(tap.overruns.allSatisfy { !$0.isRemoved })
        #expect(tap.deliveries.filter { $0.event.type == testType }.count == 5)
    }

    @Test func byPolicyAListenerIsRemovedAfterItsStrikes() throws {
        let test = try Self.manual(options: HubOptions(strikeLimit: 2))
        let tap = test.tap()
        for _ in 0..<5 { test.dispatch(try event("slow", data: ["ms": 100])) }
        #expect(tap.overruns.map(\.isRemoved) == [false, true])
        #expect(tap.deliveries.filter { $0.event.type == testType }.count == 2)
        #expect(test.hub.extensionNames == ["slow"], "the extension stays, its listener goes")
        guard case .noListener = test.request(try event("Ask")) else {
            Issue.record("the listener is still there")
            return
        }
    }

    @Test func nothingStaysOfAListenerOfTheAppThatWasRemoved() throws {
        let test = TestHub(options: HubOptions(strikeLimit: 1))
        test.start()
        let freed = Recorder<Bool>()
        do {
            let canary = Canary { freed.append(true) }
            test.hub.listen(type: testType, source: testSource) { [clock = test.clock] _ in
                canary.sing()
                clock.advance(by: .seconds(1))
            }
        }
        test.dispatch(try event())
        #expect(freed.count == 1)
    }

    @Test func aListenerThatIsSlowOnEverythingStartsNoCascade() throws {
        let test = TestHub()
        let tap = test.tap()
        for name in ["first", "second"] {
            test.hub.listen(type: .wildcard, source: .wildcard, name: name) { [clock = test.clock] _ in
                clock.advance(by: .milliseconds(200))
            }
        }
        test.start()
        test.dispatch(try event())
        #expect(test.isIdle)
        // The booted event, the hub's own state and ours: each is reported as an event once a listener, and the reports as
        // events no more.
        #expect(tap.dispatched.filter { $0.source == .overrun }.count == 6)
    }

    @Test func aListenerThatNeverReturnsDoesNotStopTheShutdown() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let gate = Gate()
        let entered = Recorder<Bool>()
        let farewell = Recorder<String>()
        let stuck = TestExtension.Hooks(unregistered: { _ in farewell.append("stuck") })
        try hub.register("stuck", hooks: stuck) { runtime in
            runtime.listen(type: testType, source: testSource) { _ in
                entered.append(true)
                gate.pass()
            }
        }
        try hub.register("other", hooks: TestExtension.Hooks(unregistered: { _ in farewell.append("other") }))
        await hub.start()
        hub.dispatch(try event())
        #expect(await entered.waits(for: 1))
        await hub.shutDown(deadline: .milliseconds(50))
        #expect(await farewell.waits(for: 1))
        #expect(farewell.elements == ["other"])
        gate.open()
        #expect(await farewell.waits(for: 2))
    }

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

    /// H9: threads are capped, and reaching the cap is reported; what waits goes on when a call returns.
    @Test(.timeLimit(.minutes(10)))
    func thereAreNoMoreThreadsThanTheLimitAndReachingItIsReportedOnce() async throws {
        let sink = RecordingSink()
        // Dispatch runs one job at a time there, so that all others need threads.
        let executor = DispatchExecutor(threadLimit: 8, target: DispatchQueue(label: "test"))
        let log = Log(level: .error, sink: sink)
        let hub = EventHub(options: .patient(), clock: SystemClock(), log: log, executor: executor)
        await hub.start()
        let (gate, entered, ended, shortages) = (Gate(), Recorder<Bool>(), Recorder<Bool>(), RecordingListener())
        let isOpen = Locked(false)
        hub.listen(type: .hub, source: .threadShortage, shortages.hear)
        for number in 0..<20 {
            hub.listen(type: testType, source: testSource, name: "blocked \(number)") { _ in
                entered.append(true)
                ended.append(isOpen.withLock { $0 } || gate.pass())
            }
        }
        hub.dispatch(try event())
        // Nothing runs meanwhile, so that only the log can tell.
        while sink.records.isEmpty { await Task.yield() }
        #expect(entered.count <= 9)
        isOpen.withLock { $0 = true }
        for _ in 0..<20 { gate.open() }
        #expect(await ended.waits(for: 20))
        #expect(await shortages.waits(for: 1))
        await hub.shutDownAndWait()
        #expect(shortages.data.map { $0["threads"] } == [9])
        #expect(sink.records.count == 1)
    }

    /// While a listener overruns its budget on one event after the other, nothing else may happen that makes somebody look.
    @Test func everyOverrunOfATurnIsReported() async throws {
        let hub = EventHub(options: .patient(listenerBudget: .milliseconds(100)), log: .disabled)
        let (gate, overruns) = (Gate(), RecordingTap())
        hub.install(overruns)
        hub.listen(type: testType, source: testSource) { _ in gate.pass() }
        for event in try events(0..<3) { hub.dispatch(event) }
        await hub.start()
        for count in 1...3 {
            #expect(await overruns.waits { $0.count { if case .overran = $0 { true } else { false } } == count })
            gate.open()
        }
        await hub.shutDownAndWait()
        #expect(overruns.overruns.map { $0.event?.name } == ["0", "1", "2"])
    }
}
