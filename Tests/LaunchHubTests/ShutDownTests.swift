// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// The end of a hub, asked for or not.
struct ShutDownTests {
    /// Neither the deadline nor that of a second call, which letting go of the hub is, leaves anything that wakes a device.
    @Test func aShutDownThatIsOverLeavesNoTimer() throws {
        let test = TestHub()
        test.start()
        test.hub.shutDown(deadline: .seconds(10))
        test.hub.shutDown(deadline: .seconds(20))
        #expect(test.clock.pendingCount > 0)
        test.run()
        #expect(test.clock.pendingCount == 0)
        test.hub.shutDown()
        #expect(test.clock.pendingCount == 0)
    }

    @Test func nothingIsTakenAfterIt() throws {
        let test = TestHub()
        test.start()
        let listener = test.listener()
        test.shutDown()
        #expect(test.hub.dispatch(try event()) == nil)
        test.run()
        #expect(listener.count == 0)
        #expect(test.log.records.contains { $0.level == .warning && $0.message.contains("was not dispatched") })
        #expect(test.hub.extensionNames.isEmpty)
    }

    @Test func extensionsTakeTheirLeaveAndAreFreed() throws {
        let test = TestHub()
        let steps = Recorder<String>()
        for name in ["a", "b"] {
            let hooks = TestExtension.Hooks(
                unregistered: { _ in steps.append("farewell \(name)") },
                freed: { steps.append("freed \(name)") }
            )
            try test.hub.register(name, hooks: hooks)
        }
        let tap = test.tap()
        test.start()
        test.hub.shutDown { steps.append("over") }
        test.run()
        #expect(Set(steps.elements.prefix(4)) == ["farewell a", "farewell b", "freed a", "freed b"])
        #expect(steps.elements.last == "over")
        let unregistered = tap.records.compactMap { record in
            if case .unregistered(let name) = record { name } else { nil }
        }
        #expect(unregistered.sorted() == ["a", "b"])
    }

    /// An interceptor that does not return holds the end up; what comes after it is whole all the same.
    @Test func anEndThatWasHeldUpBeyondItsDeadlineStillSaysFarewell() async throws {
        let clock = ManualClock()
        let hub = EventHub(options: .patient(), clock: clock, log: .disabled)
        let steps = Recorder<String>()
        let gate = Gate()
        try hub.register("a", hooks: TestExtension.Hooks(unregistered: { _ in steps.append("farewell") }))
        await hub.start()
        let events = hub.events(type: testType, source: testSource)
        let reading = Task {
            for await event in events { steps.append(event.name) }
            steps.append("no more events")
        }
        hub.intercept(name: "stuck") { event in
            if event.name == "hold" {
                steps.append("held")
                gate.pass()
            }
            return .pass
        }
        hub.dispatch(try event("hold"))
        #expect(await steps.waits(for: 1))
        hub.shutDown(deadline: .seconds(1)) { steps.append("deadline") }
        clock.advance(by: .seconds(1))
        #expect(await steps.waits(for: 2))
        #expect(steps.elements == ["held", "deadline"])
        gate.open()
        await reading.value
        #expect(await steps.waits(for: 4))
        #expect(Set(steps.elements.suffix(2)) == ["farewell", "no more events"])
    }

    @Test func itMayBeAskedForAgain() throws {
        let test = TestHub()
        let steps = Recorder<String>()
        try test.hub.register("ext", hooks: TestExtension.Hooks(unregistered: { _ in steps.append("farewell") }))
        test.start()
        test.hub.shutDown { steps.append("over") }
        test.hub.shutDown { steps.append("over") }
        test.run()
        #expect(steps.elements == ["farewell", "over", "over"])
        test.hub.shutDown { steps.append("long over") }
        test.run()
        #expect(steps.elements.last == "long over")
        test.advance(by: .seconds(10))
        #expect(steps.count == 4)
    }

    /// An observer may be behind with its records when everything else is over.
    @Test func itWaitsForTheObservers() async throws {
        let hub = EventHub(options: .patient(), clock: ManualClock(), log: .disabled)
        let steps = Recorder<String>()
        let gate = Gate()
        let tap = StuckTap(gate, steps)
        hub.install(tap)
        await hub.start()
        hub.dispatch(try event("hold"))
        #expect(await steps.waits(for: 1))
        let heard = Recorder<String>()
        hub.listen(type: testType, source: testSource) { heard.append($0.name) }
        hub.dispatch(try event("last"))
        hub.shutDown { steps.append("over") }
        #expect(await heard.waits(for: 1))
        // A hub that does not wait has the time to end.
        for _ in 0..<20 { await Task.yield() }
        gate.open()
        #expect(await steps.waits(for: 3))
        #expect(steps.elements == ["hold", "last", "over"])
    }

    /// With the deadline over, nothing waits for an observer that does not return, and the rest is freed.
    @Test func anObserverThatDoesNotReturnHoldsTheEndUpNoLongerThanTheDeadline() async throws {
        let clock = ManualClock()
        let hub = EventHub(options: .patient(), clock: clock, log: .disabled)
        let steps = Recorder<String>()
        let gate = Gate()
        hub.install(StuckTap(gate, steps))
        let canary = Canary { steps.append("listener") }
        hub.listen(type: testType, source: testSource) { [canary] _ in canary.sing() }
        await hub.start()
        hub.dispatch(try event("hold"))
        #expect(await steps.waits(for: 1))
        hub.shutDown(deadline: .seconds(1)) { steps.append("over") }
        clock.advance(by: .seconds(1))
        #expect(await steps.waits(for: 2))
        #expect(steps.elements == ["hold", "over"])
        gate.open()
        await hub.shutDown()
        #expect(clock.pendingCount == 0)
    }

    @Test func aHubThatNobodyHoldsEndsAndFreesEverything() throws {
        let executor = ManualExecutor()
        let clock = ManualClock()
        let freed = Recorder<String>()
        weak var weakTap: RecordingTap?
        do {
            let hub = EventHub(options: HubOptions(), clock: clock, log: .disabled, executor: executor)
            let hooks = TestExtension.Hooks(
                unregistered: { _ in freed.append("farewell") },
                freed: { freed.append("extension") }
            )
            try hub.register("ext", hooks: hooks) { runtime in
                runtime.listen(type: testType, source: testSource) { _ in }
            }
            try hub.registerAtOnce(named: "at once", hooks: TestExtension.Hooks(freed: { freed.append("at once") }))
            let canary = Canary { freed.append("listener") }
            hub.listen(type: testType, source: testSource) { _ in canary.sing() }
            let tap = RecordingTap()
            weakTap = tap
            hub.install(tap)
            hub.start()
            executor.runUntilIdle()
            let callback = Canary { freed.append("callback") }
            hub.request(try event("Ask")) { _ in callback.sing() }
            hub.dispatch(try event())
        }
        executor.runUntilIdle()
        #expect(freed.elements.sorted() == ["at once", "callback", "extension", "farewell", "listener"])
        #expect(weakTap == nil)
    }
}

/// An observer that does not return from the event `hold` until its gate is opened.
private final class StuckTap: HubTap {
    private let gate: Gate
    private let steps: Recorder<String>

    init(_ gate: Gate, _ steps: Recorder<String>) {
        self.gate = gate
        self.steps = steps
    }

    func observe(_ record: HubRecord) {
        guard case .dispatched(let event) = record, event.type == testType else { return }
        steps.append(event.name)
        if event.name == "hold" { gate.pass() }
    }
}
