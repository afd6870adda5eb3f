// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// What interceptors keep alive, and what they may hold up.
struct InterceptorStageTests {
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

    @Test func anInterceptorThatIsFreedMayUseTheHub() throws {
        let test = TestHub()
        test.start()
        let listener = test.listener(type: testType)
        let farewell = try event("farewell")
        let token: HubToken
        do {
            let canary = Canary { [weak hub = test.hub] in hub?.dispatch(farewell) }
            token = test.hub.intercept(name: "singing") { _ in
                canary.sing()
                return .pass
            }
        }
        token.cancel()
        test.run()
        #expect(listener.names == ["farewell"])
    }

    @Test func anInterceptorThatAnotherOneRemovesDoesNotSeeTheEventAndTheNextOneDoes() throws {
        let test = TestHub()
        test.start()
        test.run()
        let listener = test.listener(type: testType)
        let seen = Locked<[String]>([])
        let removed = Locked<HubToken?>(nil)
        test.hub.intercept(name: "first") { _ in
            removed.withLock { $0 }?.cancel()
            return .pass
        }
        let second = test.hub.intercept(name: "second") { event in
            seen.withLock { $0.append("second \(event.name)") }
            return .pass
        }
        test.hub.intercept(name: "third") { event in
            seen.withLock { $0.append("third \(event.name)") }
            return .pass
        }
        removed.withLock { $0 = second }
        test.hub.dispatch(try event("event"))
        test.run()
        #expect(seen.withLock { $0 } == ["third event"])
        #expect(listener.names == ["event"])
    }

    @Test func anEventGoesOnThoughTheLogsSinkBlocks() async throws {
        final class Blocking: LogSink {
            let gate = Gate()

            func write(_ record: LogRecord) {
                gate.pass()
            }
        }
        let sink = Blocking()
        let options = HubOptions.patient(listenerBudget: .milliseconds(10))
        let hub = EventHub(options: options, log: Log(level: .warning, sink: sink))
        await hub.start()
        let listener = RecordingListener()
        hub.listen(type: testType, source: testSource, listener.hear)
        let gate = Gate()
        hub.intercept(name: "blocking") { _ in
            gate.pass()
            return .drop
        }
        hub.dispatch(try event("as it was"))
        #expect(await listener.waits(for: 1))
        gate.open()
        for _ in 0..<10 { sink.gate.open() }
        await hub.shutDownAndWait()
    }

    @Test func aCallInOrderSeesWhatWentByAnInterceptor() async throws {
        let hub = EventHub(options: .patient())
        let count = Locked(0)
        let kept = Locked<ExtensionRuntime?>(nil)
        try hub.registerAtOnce(named: "ext") { runtime in
            kept.withLock { $0 = runtime }
            runtime.listen(type: testType, source: testSource) { _ in count.withLock { $0 += 1 } }
        }
        hub.intercept(name: "passing") { _ in .pass }
        await hub.start()
        let runtime = try #require(kept.withLock { $0 })
        let event = try event()
        for round in 1...500 {
            hub.dispatch(event)
            #expect(runtime.performInOrder { count.withLock { $0 } } == round)
        }
        await hub.shutDownAndWait()
    }
}
