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

    @Test func aCallThatDoesNotReturnKeepsFewOfThoseThatWereHeardBeforeIt() throws {
        let test = TestHub()
        let weak = Locked<[WeakStorage]>([])
        let alive = Recorder<Int>()
        test.hub.listen(type: testType, source: testSource) { event in
            // The last call of a batch sees what a call that never returned would keep.
            guard event.name == "49999" else { return }
            alive.append(weak.withLock { $0.filter { $0.object != nil }.count })
        }
        test.start()
        for number in 0..<50_000 {
            let event = try event("\(number)")
            weak.withLock { $0.append(WeakStorage(event)) }
            test.hub.dispatch(event)
        }
        test.run()
        #expect(alive.elements.count == 1)
        #expect(alive.elements.allSatisfy { $0 <= 1_100 }, "\(alive.elements)")
    }

    @Test(.timeLimit(.minutes(10)))
    func nothingStaysOfEventsThatWereHeard() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let weak = Locked<[WeakStorage]>([])
        await hub.start()
        let heard = Recorder<Bool>()
        hub.listen(type: testType, source: testSource) { event in
            if event.name == "last" { heard.append(true) }
        }
        for round in 0..<5 {
            for number in 0..<20_000 {
                let event = try event("\(round) \(number)")
                weak.withLock { $0.append(WeakStorage(event)) }
                hub.dispatch(event)
            }
        }
        hub.dispatch(try event("last"))
        #expect(await heard.waits(for: 1))
        // Shutting down ends every mailbox; what a mailbox or a producer had kept is gone then.
        await hub.shutDownAndWait()
        while weak.withLock({ $0.contains { $0.object != nil } }) { await Task.yield() }
    }

    @Test func oneEventThatWaitsDoesNotKeepItsBatch() throws {
        for position in [0, 50_000] {
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
            for number in 0..<50_001 {
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

    /// Short batches that wait are put together, but only those for the same listeners, and in their order.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func shortBatchesThatWaitReachTheRightListenersInOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let test = TestHub()
        let (all, rare) = (RecordingListener(), RecordingListener())
        let kept = Locked<ExtensionRuntime?>(nil)
        try test.hub.register("paused") { runtime in
            kept.withLock { $0 = runtime }
            runtime.listen(type: .wildcard, source: testSource, all.hear)
            runtime.listen(type: "rare", source: testSource, rare.hear)
        }
        test.start()
        let runtime = try #require(kept.withLock { $0 })
        runtime.pauseDelivery()
        var names: [String] = []
        var rareNames: [String] = []
        for _ in 0..<200 {
            let isRare = Bool.random(using: &random)
            for _ in 0..<Int.random(in: 1...100, using: &random) {
                let name = "\(names.count)"
                names.append(name)
                if isRare { rareNames.append(name) }
                test.hub.dispatch(try Event(name: name, type: isRare ? "rare" : testType, source: testSource))
            }
            if Bool.random(using: &random) { test.run() }
        }
        test.run()
        #expect(test.hub.counters(of: "paused")?.waiting == names.count)
        runtime.resumeDelivery()
        test.run()
        #expect(all.names == names)
        #expect(rare.names == rareNames)
    }

    @Test func aListenerForOneEventCostsTheSameHoweverManyFollow() throws {
        func steps(_ count: Int) throws -> Int {
            let test = TestHub()
            test.start()
            let heard = RecordingListener()
            test.hub.listen(type: testType, source: testSource, once: true, heard.hear)
            for event in try events(0..<count) { test.hub.dispatch(event) }
            let steps = test.run()
            #expect(heard.names == ["0"])
            return steps
        }
        #expect(try steps(500) == steps(10))
    }

    @Test func aRemovedInterceptorLeavesNoStepBehind() throws {
        let test = TestHub()
        test.start()
        _ = test.listener()
        test.dispatch(try event("before"))
        test.hub.dispatch(try event())
        let without = test.run()
        let token = test.hub.intercept(name: "passes") { _ in .pass }
        test.hub.dispatch(try event())
        #expect(test.run() > without)
        token.cancel()
        test.hub.dispatch(try event())
        #expect(test.run() == without)
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
        for number in 0..<1_000 {
            runtime.request(try Event(name: "Ask", type: "ask", source: "ask")) { _ in
                inside.withLock { inside in
                    inside.now += 1
                    inside.most = max(inside.most, inside.now)
                }
                order.append(number)
                inside.withLock { $0.now -= 1 }
            }
        }
        #expect(await order.waits(for: 1_000))
        #expect(order.elements == Array(0..<1_000))
        #expect(inside.withLock { $0.most } == 1)
        await hub.shutDownAndWait()
    }

    @Test func aCompletionIsCalledOnceThoughItsMailboxEnds() async throws {
        for round in 0..<20 {
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

    @Test func aDispatchReturnsWhatIsKnownOfTheEvent() throws {
        let test = TestHub()
        test.start()
        test.clock.advance(by: .seconds(3))
        let made = try event("a")
        let sent = try #require(test.hub.dispatch(made))
        #expect(sent.id == made.id)
        #expect(sent.instant == test.clock.now)
        #expect(made.instant == nil)
        test.shutDown()
        #expect(test.hub.dispatch(made) == nil)
    }
}
