// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// What a mailbox keeps alive, and what passes through it besides events.
struct MailboxTests {
    private struct WeakStorage {
        weak var object: AnyObject?

        init(_ event: Event) { object = event.storage }
    }

    @Test func oneEventThatWaitsDoesNotKeepItsBatch() throws {
        for position in [0, 1_000] {
            let test = TestHub()
            let weak = Locked<[WeakStorage]>([])
            let alive = Recorder<Int>()
            let kept = Locked<ExtensionRuntime?>(nil)
            try test.hub.register("stuck") { runtime in
                kept.withLock { $0 = runtime }
                runtime.listen(type: "rare", source: testSource) { _ in }
            }
            test.hub.listen(type: testType, source: testSource) { _ in }
            test.start()
            kept.withLock { $0 }?.pauseDelivery()
            for number in 0..<1_001 {
                let type = number == position ? "rare" : testType
                let event = try Event(name: "\(number)", type: type, source: testSource)
                weak.withLock { $0.append(WeakStorage(event)) }
                test.hub.dispatch(event)
            }
            test.run()
            alive.append(weak.withLock { $0.filter { $0.object != nil }.count })
            #expect(test.hub.counters(of: "stuck")?.waiting == 1)
            #expect(alive.elements.allSatisfy { $0 <= 64 }, "\(alive.elements)")
        }
    }

    // MARK: - Completions of requests

    @Test func aCompletionRunsInTheMailboxBetweenTheEventsAroundTheAnswer() throws {
        let test = TestHub()
        let log = Recorder<String>()
        try test.hub.register("echo") { runtime in
            runtime.listen(type: "ask", source: "ask") { try? runtime.respond(to: $0, with: [:]) }
        }
        try test.hub.register("asker") { runtime in
            runtime.listen(type: testType, source: testSource) { event in
                log.append("begin \(event.name)")
                guard event.name == "0", let ask = try? Event(name: "Ask", type: "ask", source: "ask") else { return }
                runtime.request(ask) { outcome in log.append("answer \(outcome.response != nil)") }
                // The answer is there before this call returns, and waits for it.
                test.run()
                log.append("end 0")
            }
        }
        test.start()
        test.dispatch(try event("0"))
        test.dispatch(try event("1"))
        #expect(log.elements == ["begin 0", "end 0", "answer true", "begin 1"])
    }

    @Test func completionsOfOneExtensionNeverOverlapAndKeepTheirOrder() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let inside = Locked((now: 0, most: 0))
        let order = Recorder<Int>()
        try hub.register("echo") { runtime in
            runtime.listen(type: "ask", source: "ask") { try? runtime.respond(to: $0, with: [:]) }
        }
        let kept = Locked<ExtensionRuntime?>(nil)
        try hub.register("asker") { runtime in kept.withLock { $0 = runtime } }
        await hub.start()
        let runtime = try #require(kept.withLock { $0 })
        for number in 0..<200 {
            runtime.request(try Event(name: "Ask", type: "ask", source: "ask")) { _ in
                inside.withLock { inside in
                    inside.now += 1
                    inside.most = max(inside.most, inside.now)
                }
                order.append(number)
                inside.withLock { $0.now -= 1 }
            }
        }
        #expect(await order.waits(for: 200))
        #expect(order.elements == Array(0..<200))
        #expect(inside.withLock { $0.most } == 1)
        await hub.shutDownAndWait()
    }

    @Test func aCompletionIsCalledOnceThoughItsMailboxEnds() async throws {
        for round in 0..<4 {
            let hub = EventHub(options: .patient(), log: .disabled)
            let ended = Recorder<Int>()
            let gate = Gate()
            let kept = Locked<ExtensionRuntime?>(nil)
            try hub.register("echo") { runtime in
                runtime.listen(type: "ask", source: "ask") { try? runtime.respond(to: $0, with: [:]) }
            }
            try hub.register("asker") { runtime in
                kept.withLock { $0 = runtime }
                runtime.listen(type: testType, source: testSource) { _ in gate.pass() }
            }
            await hub.start()
            hub.dispatch(try event())
            let runtime = try #require(kept.withLock { $0 })
            for number in 0..<50 {
                runtime.request(try Event(name: "Ask", type: "ask", source: "ask")) { _ in ended.append(number) }
            }
            if round.isMultiple(of: 2) { try hub.unregisterAtOnce("asker") }
            gate.open()
            await hub.shutDownAndWait()
            #expect(await ended.waits(for: 50))
            #expect(Set(ended.elements).count == 50)
            #expect(ended.count == 50)
        }
    }
}
