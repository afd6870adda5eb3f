// SPDX-License-Identifier: Apache-2.0

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

    @Test func aListenerWhoseMakingBlocksIsReportedWhileItStillRuns() async throws {
        let hub = EventHub(options: .patient(listenerBudget: .milliseconds(100)), log: .disabled)
        let gate = Gate()
        let errors = Recorder<HubError>()
        let heard = RecordingListener()
        // A busy machine may take from any call the time that it may last, so only the one that blocks is looked at.
        let hooks = TestExtension.Hooks(failed: { _, error in
            if let overrun = error.overrun, overrun.event == nil, overrun.listener == "slow to make" {
                errors.append(error)
            }
        })
        try hub.register("slow", hooks: hooks) { runtime in
            runtime.listen(type: testType, source: testSource, label: "slow to make") {
                gate.pass()
                return heard
            }
        }
        await hub.start()
        hub.dispatch(try event("heard"))
        #expect(await errors.waits(for: 1))
        #expect(heard.count == 0)
        #expect(errors.elements.first?.overrun?.extensionName == "slow")
        gate.open()
        #expect(await heard.waits(for: 1))
        await hub.shutDownAndWait()
        #expect(errors.count == 1)
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
}
