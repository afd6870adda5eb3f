// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// H16: ordered, may replace or drop an event before it is numbered, and cannot hold the hub up.
@Suite(.timeLimit(.minutes(10)))
struct InterceptorTests {
    private let hub = EventHub(options: .patient(), log: .disabled)
    private let type: EventType = "test.type"
    private let source: EventSource = "test.source"

    private func event(_ name: String, _ data: JSONObject = [:]) throws -> Event {
        try Event(name: name, type: type, source: source, data: data)
    }

    @Test func interceptorsSeeEventsInTheirOrderAndReplaceThem() async throws {
        hub.intercept(name: "first") { event in
            .replace(
                try Event(name: event.name + " one", type: event.type, source: event.source, data: ["seen": "first"])
            )
        }
        hub.intercept(name: "second") { event in
            .replace(try Event(name: event.name + " two", type: event.type, source: event.source, data: event.data))
        }
        var heard = hub.events(type: type, source: source).makeAsyncIterator()
        await hub.start()
        let original = try event("event")
        hub.dispatch(original)
        let arrived = await heard.next()
        #expect(arrived?.name == "event one two")
        #expect(arrived?.data == ["seen": "first"])
        #expect(arrived?.id == original.id)
    }

    @Test func aDroppedEventHasNoNumberAndIsNotHeard() async throws {
        hub.intercept(name: "dropper") { $0.name == "drop" ? .drop : .pass }
        var heard = hub.events(type: type, source: source).makeAsyncIterator()
        await hub.start()
        // The hub announces its own state once it is open.
        await hub.idle
        hub.dispatch(try event("before"))
        hub.dispatch(try event("drop"))
        hub.dispatch(try event("after"))
        let before = await heard.next()
        let after = await heard.next()
        #expect(after?.name == "after")
        #expect(after?.number == (before?.number ?? 0) + 1)
    }

    @Test func aDroppedRequestEndsAndAReplacedOneIsAnswered() async throws {
        hub.listen(type: "test.other", source: source) { [weak hub] request in
            guard let answer = try? Event(name: "answer", type: "test.type", source: "test.source") else { return }
            hub?.dispatch(answer.answering(request))
        }
        hub.intercept(name: "router") { [source] event in
            switch event.name {
            case "drop": .drop
            case "send elsewhere": .replace(try Event(name: "elsewhere", type: "test.other", source: source))
            default: .pass
            }
        }
        await hub.start()
        guard case .noListener = await hub.request(try event("drop")) else {
            Issue.record("a dropped request has no listener")
            return
        }
        #expect(await hub.request(try event("send elsewhere")).response?.name == "answer")
    }

    @Test func anInterceptorThatThrowsLeavesTheEventAsItWas() async throws {
        struct Broken: Error {}
        hub.intercept(name: "broken") { _ in throw Broken() }
        var heard = hub.events(type: type, source: source).makeAsyncIterator()
        await hub.start()
        hub.dispatch(try event("event", ["a": 1]))
        let arrived = await heard.next()
        #expect(arrived?.name == "event")
        #expect(arrived?.data == ["a": 1])
    }

    @Test func anInterceptorThatDoesNotReturnHoldsNothingUp() async throws {
        let hub = EventHub(options: .patient(listenerBudget: .milliseconds(100)), log: .disabled)
        let gate = DispatchSemaphore(value: 0)
        let calls = Locked<[String]>([])
        hub.intercept(name: "stuck") { event in
            calls.withLock { $0.append(event.name) }
            if event.name == "first" { gate.wait() }
            return .drop
        }
        hub.intercept(name: "marker") { event in
            .replace(try Event(name: event.name + " marked", type: event.type, source: event.source))
        }
        var heard = hub.events(type: type, source: source).makeAsyncIterator()
        await hub.start()
        hub.dispatch(try event("first"))
        hub.dispatch(try event("second"))
        // Its verdict comes too late, so the event goes on as it was; and while it is away it is not asked.
        #expect(await heard.next()?.name == "first marked")
        #expect(await heard.next()?.name == "second marked")
        #expect(calls.withLock { $0.filter { $0 != "Booted" && $0 != "Shared state change" } } == ["first"])
        gate.signal()
        // Once it has returned it is asked again.
        while true {
            hub.dispatch(try event("later"))
            await Task.yield()
            if calls.withLock({ $0.contains("later") }) { break }
        }
    }

    @Test func aRemovedInterceptorSeesNothingMoreAndNothingIsOvertaken() async throws {
        let token = hub.intercept(name: "dropper") { _ in .drop }
        var heard = hub.events(type: type, source: source).makeAsyncIterator()
        await hub.start()
        token.cancel()
        for number in 0..<200 { hub.dispatch(try event("e\(number)")) }
        for number in 0..<200 { #expect(await heard.next()?.name == "e\(number)") }
    }

    @Test func aRequestThatIsCalledOffInFrontOfAnInterceptorEndsCancelled() async throws {
        let gate = DispatchSemaphore(value: 0)
        hub.intercept(name: "slow") { _ in
            gate.wait()
            gate.signal()
            return .pass
        }
        hub.listen(type: type, source: source) { _ in }
        await hub.start()
        let question = try event("ask")
        let outcome = await awaitedValue { resume in
            let token = hub.request(question, completion: resume)
            token.cancel()
            gate.signal()
        }
        guard case .cancelled = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func nothingStaysOfWhatWentByAnInterceptorWhileOthersWait() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        await hub.start()
        let gate = Gate()
        let freed = Recorder<Bool>()
        hub.intercept(name: "dropper") { event in
            if event.name == "hold" { gate.pass() }
            return .drop
        }
        hub.dispatch(try event("hold"))
        do {
            let canary = Canary { freed.append(true) }
            hub.request(try event("drop")) { _ in canary.sing() }
        }
        hub.dispatch(try event("hold"))
        // The first one is let through; what is behind it goes by until the second one holds everything up again.
        gate.open()
        #expect(await freed.waits(for: 1))
        gate.open()
        await hub.shutDownAndWait()
    }

    @Test func aCallInOrderSeesWhatWentByAnInterceptor() async throws {
        let hub = EventHub(options: .patient())
        let count = Locked(0)
        let kept = Locked<ExtensionRuntime?>(nil)
        try hub.registerAtOnce(named: "ext") { runtime in
            kept.withLock { $0 = runtime }
            runtime.listen(type: "test.type", source: "test.source") { _ in count.withLock { $0 += 1 } }
        }
        hub.intercept(name: "passing") { _ in .pass }
        await hub.start()
        let runtime = try #require(kept.withLock { $0 })
        let event = try event("event")
        for round in 1...50 {
            hub.dispatch(event)
            #expect(runtime.performInOrder { count.withLock { $0 } } == round)
        }
        await hub.shutDownAndWait()
    }
}
