// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Who receives what: addresses, tokens, one-shot listeners, and listeners that come and go.
@Suite(.timeLimit(.minutes(10)))
struct ListenerTests {
    @Test func typesAndSourcesCompareWithoutCaseAndKeepTheirSpelling() throws {
        let test = TestHub()
        test.start()
        let listener = test.listener(type: "COM.example.TYPE", source: "Com.Example.Source")
        try test.dispatch("a", type: "com.EXAMPLE.type", source: "com.example.SOURCE")
        #expect(listener.events.first?.type.description == "com.EXAMPLE.type")
        #expect(listener.events.first?.source.description == "com.example.SOURCE")
        #expect(listener.count == 1)
    }

    @Test func wildcardsWorkOnEitherSideAndOnBoth() throws {
        let test = TestHub()
        test.start()
        let exact = test.listener(type: "a", source: "x")
        let anyType = test.listener(source: "x")
        let anySource = test.listener(type: "a")
        let everything = test.listener()
        for (name, type, source) in [("ax", "a", "x"), ("ay", "a", "y"), ("bx", "b", "x"), ("by", "b", "y")] {
            try test.dispatch(name, type: EventType(type), source: EventSource(source))
        }
        #expect(exact.names == ["ax"])
        #expect(anyType.names == ["ax", "bx"])
        #expect(anySource.names == ["ax", "ay"])
        #expect(everything.names == ["ax", "ay", "bx", "by"])
    }

    @Test func nobodyElseHears() throws {
        let test = TestHub()
        test.start()
        let other = test.listener(type: "other", source: testSource)
        let tap = test.tap()
        test.dispatch(try event())
        #expect(other.count == 0)
        #expect(tap.deliveries.isEmpty)
        #expect(tap.dispatched.map(\.name) == ["Event"])
    }

    @Test func aCancelledListenerHearsNothingMore() throws {
        let test = TestHub()
        test.start()
        let listener = RecordingListener()
        let token = test.hub.listen(type: testType, source: testSource, listener.hear)
        test.dispatch(try event("1"))
        test.hub.dispatch(try event("2"))
        token.cancel()
        token.cancel()
        test.run()
        test.dispatch(try event("3"))
        #expect(listener.names == ["1"])
    }

    @Test func aListenerThatCancelsItselfHearsNothingMore() throws {
        let test = TestHub()
        test.start()
        let token = Locked<HubToken?>(nil)
        let listener = RecordingListener { _ in token.withLock { $0 }?.cancel() }
        token.withLock { $0 = test.hub.listen(type: testType, source: testSource, listener.hear) }
        for event in try events(0..<3) { test.hub.dispatch(event) }
        test.run()
        #expect(listener.names == ["0"])
    }

    @Test func aOneShotListenerHearsTheFirstEventOnly() throws {
        let test = TestHub()
        test.start()
        let listener = RecordingListener()
        test.hub.listen(type: testType, source: testSource, once: true, listener.hear)
        for event in try events(0..<3) { test.hub.dispatch(event) }
        test.run()
        #expect(listener.names == ["0"])
    }

    @Test(arguments: [(EventType(""), testSource), (testType, EventSource(""))])
    func anEmptyTypeOrSourceIsRefusedWithAnErrorInTheLog(type: EventType, source: EventSource) throws {
        let test = TestHub()
        try test.hub.register("com.example.empty") { runtime in
            runtime.listen(type: type, source: source) { _ in }
        }
        test.start()
        test.hub.listen(type: type, source: source) { _ in }
        let refusal = type.name.isEmpty ? HubError(.typeNotSupported) : HubError(.sourceNotSupported)
        let errors = test.log.records.filter { $0.level == .error }
        #expect(errors.count == 2)
        #expect(errors.allSatisfy { $0.message.contains(refusal.description) })
    }

    @Test func aOneShotListenerMayAnswerLater() throws {
        let test = TestHub()
        test.start()
        let asked = Locked<Event?>(nil)
        test.hub.listen(type: testType, source: testSource, once: true) { event in asked.withLock { $0 = event } }
        let outcome = Recorder<RequestOutcome>()
        test.hub.request(try event("Ask"), completion: outcome.append)
        test.run()
        #expect(outcome.isEmpty)
        let request = try #require(asked.withLock { $0 })
        test.dispatch(try event("Answer", answering: request))
        #expect(outcome.elements.first?.response?.name == "Answer")
    }

    @Test func aListenerRegisteredInsideAListenerHearsFromTheNextEvent() throws {
        let test = TestHub()
        test.start()
        let inner = RecordingListener()
        let outer = RecordingListener { [hub = test.hub] event in
            guard event.name == "1" else { return }
            hub.listen(type: testType, source: testSource, inner.hear)
        }
        test.hub.listen(type: testType, source: testSource, outer.hear)
        test.dispatch(try event("0"))
        test.dispatch(try event("1"))
        test.dispatch(try event("2"))
        #expect(outer.names == ["0", "1", "2"])
        #expect(inner.names == ["2"])
    }

    @Test func aListenerHearsWhatIsDispatchedRightAfterItWasRegistered() throws {
        let test = TestHub()
        test.start()
        test.hub.dispatch(try event("before"))
        let listener = RecordingListener()
        test.hub.listen(type: testType, source: testSource, listener.hear)
        test.hub.dispatch(try event("after"))
        test.run()
        #expect(listener.names == ["after"])
    }

    @Test func aListenerObjectIsMadeOnItsMailboxBeforeItHears() throws {
        let test = TestHub()
        test.start()
        let steps = Recorder<String>()
        test.hub.listen(type: testType, source: testSource, name: "object") {
            steps.append("made")
            return RecordingListener { steps.append($0.name) }
        }
        #expect(steps.isEmpty)
        test.dispatch(try event("heard"))
        #expect(steps.elements == ["made", "heard"])
    }

    @Test func oneExtensionMayListenSeveralTimes() throws {
        let test = TestHub()
        let heard = Recorder<String>()
        try test.hub.register("ext") { runtime in
            runtime.listen(type: testType, source: testSource) { heard.append("exact \($0.name)") }
            runtime.listen(type: testType, source: .wildcard) { heard.append("any source \($0.name)") }
            runtime.listen(type: "other", source: testSource) { heard.append("other \($0.name)") }
        }
        test.start()
        test.dispatch(try event("1"))
        test.dispatch(try event("2"))
        #expect(heard.elements == ["exact 1", "any source 1", "exact 2", "any source 2"])
    }

    @Test func anEventStreamYieldsInOrderAndEndsWithTheHub() async throws {
        let hub = EventHub(options: .patient())
        await hub.start()
        let stream = hub.events(type: testType, source: testSource)
        for event in try events(0..<100) { hub.dispatch(event) }
        var names: [String] = []
        for await event in stream {
            names.append(event.name)
            if names.count == 100 { await hub.shutDownAndWait() }
        }
        #expect(names == (0..<100).map(String.init))
        // Of a hub that has ended there is nothing to wait for.
        for await event in hub.events(type: testType, source: testSource) { Issue.record("heard \(event)") }
    }
}
