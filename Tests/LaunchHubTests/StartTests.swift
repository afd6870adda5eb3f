// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Booting: what is kept, what goes out first, and extensions that do not come up.
struct StartTests {
    @Test func whatWasDispatchedBeforeStartIsHeardInOrderAfterOneBootedEvent() throws {
        let test = TestHub()
        let listener = RecordingListener()
        try test.hub.register("ext") { runtime in
            runtime.listen(type: .wildcard, source: .wildcard, listener.hear)
        }
        for event in try events(0..<3) { test.dispatch(event) }
        #expect(listener.count == 0)
        test.start()
        #expect(listener.names == ["Booted", "0", "1", "2", "Shared state change"])
        #expect(listener.numbers == [1, 2, 3, 4, 5])
        #expect(listener.events.first?.source == .booted)
        test.start()
        #expect(listener.count == 5)
    }

    @Test func eventsKeepTheTimeAtWhichTheyWereDispatched() throws {
        let test = TestHub()
        let listener = test.listener(type: testType)
        test.dispatch(try event("early"))
        test.advance(by: .seconds(100))
        test.start()
        let early = try #require(listener.events.first?.date)
        #expect(test.clock.date.timeIntervalSince(early) == 100)
    }

    @Test func aSecondStartIsIgnoredLoggedAndAnswered() throws {
        let test = TestHub()
        let calls = Recorder<Int>()
        test.hub.start { calls.append(1) }
        test.hub.start { calls.append(2) }
        test.run()
        test.hub.start { calls.append(3) }
        test.run()
        #expect(calls.elements.sorted() == [1, 2, 3])
        #expect(test.log.records.filter { $0.message.contains("start was ignored") }.count == 2)
    }

    @Test func theCompletionComesWhenEveryExtensionIsReady() throws {
        let test = TestHub(seed: 3)
        let steps = Recorder<String>()
        for name in ["a", "b", "c"] {
            try test.hub.register(name) { _ in steps.append(name) }
        }
        test.hub.start { steps.append("started") }
        test.run()
        #expect(steps.elements.last == "started")
        #expect(Set(steps.elements) == ["a", "b", "c", "started"])
    }

    @Test func anExtensionThatThrowsIsLeftOutAndNamed() throws {
        let test = TestHub()
        let heard = RecordingListener()
        let freed = Recorder<Bool>()
        let hubEvents = test.listener(type: .hub)
        let tap = test.tap()
        try test.hub.register("Broken") { runtime in
            let canary = Canary { freed.append(true) }
            runtime.listen(type: testType, source: testSource) { event in
                canary.sing()
                heard.hear(event)
            }
            throw TestFailure()
        }
        try test.hub.register("good") { runtime in
            runtime.listen(type: testType, source: testSource, heard.hear)
        }
        test.start()
        #expect(test.hub.extensionNames == ["good"])
        #expect(freed.count == 1)
        test.dispatch(try event())
        #expect(heard.count == 1)
        #expect(hubEvents.names.filter { $0 != "Shared state change" } == ["Booted", "Extension failed"])
        #expect(hubEvents.events.first { $0.source == .extensionFailed }?.data["extension"] == "Broken")
        #expect(test.log.records.contains { $0.level == .error && $0.message.contains("\"Broken\" failed") })
        let failures = tap.records.filter { record in
            guard case .failed(let error) = record, case .initializerFailed("Broken", let reason) = error.reason else {
                return false
            }
            return reason == "\(TestFailure())"
        }
        #expect(failures.count == 1)
        try test.hub.register("BROKEN")
        test.run()
        #expect(test.hub.extensionNames == ["BROKEN", "good"])
    }

    @Test func anExtensionThatHangsIsLeftOutAtTheDeadline() async throws {
        let clock = ManualClock()
        let hub = EventHub(options: HubOptions(), clock: clock, log: .disabled, executor: DispatchExecutor.shared)
        let gate = Gate()
        let entered = Recorder<String>()
        let freed = Recorder<Bool>()
        let heard = RecordingListener()
        let hooks = TestExtension.Hooks(freed: { freed.append(true) })
        try hub.register("hanging", hooks: hooks) { runtime in
            entered.append("hanging")
            runtime.listen(type: testType, source: testSource, heard.hear)
            gate.pass()
        }
        try hub.register("good", hooks: TestExtension.Hooks(registered: { _ in entered.append("good") })) { runtime in
            runtime.listen(type: testType, source: testSource, heard.hear)
        }
        let hubEvents = RecordingListener()
        hub.listen(type: .hub, source: .extensionFailed, hubEvents.hear)
        let started = Recorder<Bool>()
        hub.start { started.append(true) }
        #expect(await entered.waits(for: 2))
        clock.advance(by: .milliseconds(999))
        #expect(started.isEmpty)
        clock.advance(by: .milliseconds(1))
        #expect(await started.waits(for: 1))
        #expect(hub.extensionNames == ["good"])
        #expect(await hubEvents.waits(for: 1))
        #expect(hubEvents.data.last?["extension"] == "hanging")
        hub.dispatch(try event())
        #expect(await heard.waits(for: 1))
        try hub.register("hanging")
        gate.open()
        #expect(await freed.waits(for: 1))
        #expect(heard.count == 1)
        await hub.shutDownAndWait()
    }

    @Test func anExtensionUnregisteredWhileItWaitsForItsInitializerDoesNotHoldTheHubUp() throws {
        let test = TestHub()
        let made = Recorder<Bool>()
        let started = Recorder<Bool>()
        try test.hub.register("gone") { _ in made.append(true) }
        let listener = test.listener(type: testType)
        test.dispatch(try event())
        test.hub.start { started.append(true) }
        try test.hub.unregister("gone")
        test.run()
        #expect(started.count == 1)
        #expect(listener.count == 1)
        #expect(made.isEmpty)
    }

    @Test func shuttingDownWhileAnInitializerHangsEndsTheStart() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let gate = Gate()
        let steps = Recorder<String>()
        try hub.register("hanging") { _ in
            steps.append("entered")
            gate.pass()
        }
        hub.start { steps.append("started") }
        #expect(await steps.waits(for: 1))
        hub.shutDown(deadline: .zero, nil)
        #expect(await steps.waits { $0.contains("started") })
        gate.open()
    }

    @Test func aHangingOnRegisteredHoldsNobodyUp() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let gate = Gate()
        let heard = RecordingListener()
        let hooks = TestExtension.Hooks(registered: { _ in gate.pass() })
        try hub.register("hanging", hooks: hooks) { runtime in
            runtime.listen(type: testType, source: testSource, heard.hear)
        }
        let other = RecordingListener()
        hub.listen(type: testType, source: testSource, other.hear)
        await hub.start()
        hub.dispatch(try event())
        #expect(await other.waits(for: 1))
        #expect(heard.count == 0)
        gate.open()
        #expect(await heard.waits(for: 1))
        await hub.shutDownAndWait()
    }

    @Test func aRequestMadeBeforeTheStartIsAnsweredAfterIt() throws {
        let test = TestHub()
        try test.hub.register("echo") { runtime in
            runtime.listen(type: testType, source: testSource) { try? runtime.respond(to: $0, with: $0.data) }
        }
        let outcomes = Recorder<RequestOutcome>()
        test.hub.request(try event("Ask", data: ["a": 1]), completion: outcomes.append)
        test.hub.request(
            try Event(name: "Nobody", type: "nobody", source: "nobody"),
            completion: outcomes.append
        )
        test.run()
        #expect(outcomes.isEmpty)
        test.start()
        #expect(outcomes.elements.compactMap(\.response).map(\.data) == [["a": 1]])
        #expect(outcomes.count == 2)
    }
}
