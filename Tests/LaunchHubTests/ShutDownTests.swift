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

    /// Its record is gone, but not all that the hub has set going.
    @Test(arguments: UInt64(0)..<20)
    func itWaitsForTheLastCallOfAnExtensionThatWasUnregisteredBefore(seed: UInt64) throws {
        let test = TestHub(seed: seed)
        let steps = Recorder<String>()
        try test.hub.register("a", hooks: TestExtension.Hooks(unregistered: { _ in steps.append("farewell") }))
        test.start()
        try test.hub.unregisterAtOnce("a")
        test.hub.shutDown { steps.append("over") }
        test.run()
        #expect(steps.elements == ["farewell", "over"])
    }

    /// The end of the hub came first, and makes the call that both wait for.
    @Test func unregisteringWhileTheHubEndsWaitsForTheLastCallToo() async throws {
        for _ in 0..<5 {
            let hub = EventHub(options: .patient(), log: .disabled)
            let steps = Recorder<String>()
            let gate = Gate()
            let hooks = TestExtension.Hooks(unregistered: { _ in
                steps.append("called")
                gate.pass()
                steps.append("returned")
            })
            try hub.register("a", hooks: hooks)
            await hub.start()
            hub.shutDown(deadline: .seconds(3_600)) { steps.append("over") }
            #expect(await steps.waits(for: 1))
            let unregistering = Task {
                try await hub.unregister("a")
                steps.append("unregistered")
            }
            // Who does not wait for the call has the time to say so.
            for _ in 0..<20 { await Task.yield() }
            gate.open()
            try await unregistering.value
            #expect(await steps.waits(for: 4))
            #expect(Array(steps.elements.prefix(2)) == ["called", "returned"])
            #expect(Set(steps.elements.suffix(2)) == ["over", "unregistered"])
        }
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

    @Test func theObserverSeesHowTheLastRequestsEnd() throws {
        let test = TestHub()
        test.start()
        _ = test.listener(type: testType)
        let tap = test.tap()
        test.hub.request(try event("Ask")) { _ in }
        test.shutDown()
        #expect(tap.outcomes.count == 1)
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

    @Test func aHubThatWasNeverStartedIsFreedToo() throws {
        let freed = Recorder<String>()
        let clock = TiedClock { freed.append("clock") }
        do {
            let executor = ManualExecutor()
            let hub = EventHub(options: HubOptions(), clock: clock.take(), log: .disabled, executor: executor)
            try hub.register("ext") { _ in }
            hub.install(RecordingTap())
            hub.listen(type: testType, source: testSource) { _ in }
            hub.dispatch(try event())
        }
        // The executor is gone, and with it the work that would have tidied up; the next hub runs its own.
        do {
            let executor = ManualExecutor()
            do {
                let hub = EventHub(options: HubOptions(), clock: clock.take(), log: .disabled, executor: executor)
                try hub.register("ext") { _ in }
                hub.install(RecordingTap())
                hub.listen(type: testType, source: testSource) { _ in }
                hub.dispatch(try event())
            }
            executor.runUntilIdle()
        }
        #expect(freed.elements.contains("clock"))
    }

    @Test func aHubWithAnObserverIsFreedAfterItsShutdown() async throws {
        let freed = Recorder<String>()
        do {
            let clock = TiedClock { freed.append("clock") }
            let hub = EventHub(clock: clock.take(), log: .disabled)
            hub.install(RecordingTap())
            await hub.start()
            hub.dispatch(try event())
            await hub.shutDownAndWait()
            hub.install(RecordingTap())
        }
        #expect(await freed.waits(for: 1))
    }

    @Test func registeringWhileTheHubEndsLeavesNothingBehind() async throws {
        for _ in 0..<50 {
            let freed = Recorder<String>()
            do {
                let clock = TiedClock { freed.append("clock") }
                let hub = EventHub(clock: clock.take(), log: .disabled)
                await hub.start()
                async let ended: Void = hub.shutDown()
                for number in 0..<5 { try? hub.register("ext \(number)") { _ in } }
                await ended
            }
            #expect(await freed.waits(for: 1))
        }
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

/// A clock that says when nobody holds it any more, and so whether a hub is gone.
private final class TiedClock: Sendable {
    private final class Tied: HubClock {
        private let system = SystemClock()
        private let canary: Canary

        init(_ canary: Canary) {
            self.canary = canary
        }

        var now: Instant { system.now }
        var date: Date { system.date }

        func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
            system.schedule(after: delay, work)
        }
    }

    private let onDeinit: @Sendable () -> Void

    init(_ onDeinit: @escaping @Sendable () -> Void) {
        self.onDeinit = onDeinit
    }

    func take() -> any HubClock {
        Tied(Canary(onDeinit))
    }
}
