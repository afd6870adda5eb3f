// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Extensions that hold their own mailbox, and listeners with an `async` body, which hold it while they wait.
@Suite(.timeLimit(.minutes(10)))
struct HoldTests {
    private struct Stage {
        let test = TestHub()
        let heard = RecordingListener()
        let runtime: ExtensionRuntime

        init(_ body: @escaping @Sendable (ExtensionRuntime) -> Void = { _ in }) throws {
            let made = Locked<ExtensionRuntime?>(nil)
            try test.hub.register("ext") { [heard] runtime in
                made.withLock { $0 = runtime }
                body(runtime)
                runtime.listen(type: testType, source: testSource, heard.hear)
            }
            test.start()
            runtime = try #require(made.withLock { $0 })
        }
    }

    // MARK: - Pausing

    @Test func pausedEventsWaitAndAreReceivedInOrder() throws {
        let stage = try Stage()
        stage.runtime.pauseDelivery()
        for event in try events(0..<100) { stage.test.dispatch(event) }
        #expect(stage.heard.count == 0)
        #expect(stage.test.hub.counters(of: "ext")?.waiting == 100)
        stage.runtime.pauseDelivery()
        stage.runtime.resumeDelivery()
        stage.test.run()
        #expect(stage.heard.names == (0..<100).map(String.init))
        stage.runtime.resumeDelivery()
        stage.test.dispatch(try event("after"))
        #expect(stage.heard.names.last == "after")
    }

    @Test func aPauseInsideAListenerHoldsTheRestOfItsBatch() throws {
        let test = TestHub()
        let heard = RecordingListener()
        let kept = Locked<ExtensionRuntime?>(nil)
        try test.hub.register("ext") { runtime in
            kept.withLock { $0 = runtime }
            runtime.listen(type: testType, source: testSource) { event in
                heard.hear(event)
                if event.name == "3" { runtime.pauseDelivery() }
            }
        }
        test.start()
        for event in try events(0..<100) { test.hub.dispatch(event) }
        test.run()
        #expect(heard.names == ["0", "1", "2", "3"])
        #expect(test.hub.counters(of: "ext")?.waiting == 96)
        kept.withLock { $0 }?.resumeDelivery()
        test.run()
        #expect(heard.names == (0..<100).map(String.init))
    }

    @Test func nothingButEventsWaitsForAPausedMailbox() throws {
        let stage = try Stage()
        stage.test.hub.listen(type: "ask", source: "ask") { [hub = stage.test.hub] ask in
            (try? LaunchHubTests.event("answer", answering: ask)).map { _ = hub.dispatch($0) }
        }
        stage.runtime.pauseDelivery()
        stage.test.dispatch(try event("waits"))
        let answered = Recorder<Bool>()
        stage.runtime.request(try Event(name: "Ask", type: "ask", source: "ask")) { outcome in
            answered.append(outcome.response != nil)
        }
        stage.test.run()
        #expect(answered.elements == [true])
        #expect(stage.runtime.performInOrder { 7 } == 7)
        #expect(stage.heard.count == 0)
    }

    @Test func aPausedMailboxIsDrainedWhenTheHubIsShutDown() throws {
        let stage = try Stage()
        stage.runtime.pauseDelivery()
        for event in try events(0..<10) { stage.test.dispatch(event) }
        stage.test.shutDown()
        #expect(stage.heard.count == 10)
    }

    @Test func aPausedExtensionCanBeUnregistered() throws {
        let gone = Recorder<Bool>()
        let test = TestHub()
        try test.hub.register("ext", hooks: TestExtension.Hooks(unregistered: { _ in gone.append(true) })) { runtime in
            runtime.pauseDelivery()
            runtime.listen(type: testType, source: testSource) { _ in Issue.record("the mailbox was paused") }
        }
        test.start()
        test.dispatch(try event())
        try test.hub.unregister("ext")
        test.run()
        #expect(gone.elements == [true])
    }

    @Test func drainingWaitsForAPausedMailbox() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let kept = Locked<ExtensionRuntime?>(nil)
        let heard = RecordingListener()
        try hub.register("ext") { runtime in
            kept.withLock { $0 = runtime }
            runtime.pauseDelivery()
            runtime.listen(type: testType, source: testSource, heard.hear)
        }
        await hub.start()
        for event in try events(0..<10) { hub.dispatch(event) }
        let drained = Recorder<Int>()
        let task = Task {
            await hub.drain()
            drained.append(heard.count)
        }
        kept.withLock { $0 }?.resumeDelivery()
        await task.value
        #expect(drained.elements == [10])
        await hub.shutDownAndWait()
    }

    // MARK: - Waiting for a state

    @Test func eventsWaitForAStateThatTheInitializerAsksFor() throws {
        let test = TestHub()
        let seen = Recorder<SharedState>()
        try test.hub.register("late") { runtime in
            runtime.listen(type: "publish", source: "publish") { _ in try? runtime.publishState(["ready": true]) }
        }
        try test.hub.register("dependent") { runtime in
            runtime.holdDelivery(untilStateOf: "LATE", timeout: .seconds(10))
            runtime.listen(type: testType, source: testSource) { _ in seen.append(runtime.state(of: "late")) }
        }
        test.start()
        for event in try events(0..<3) { test.dispatch(event) }
        #expect(seen.isEmpty)
        try test.dispatch("Publish", type: "publish", source: "publish")
        #expect(seen.elements == Array(repeating: .set(["ready": true]), count: 3))
    }

    @Test func theHoldEndsAtItsTimeoutAndTheLogSaysSo() throws {
        let stage = try Stage { $0.holdDelivery(untilStateOf: "nobody", timeout: .seconds(2)) }
        stage.test.dispatch(try event("waits"))
        stage.test.advance(by: .milliseconds(1_999))
        #expect(stage.heard.count == 0)
        stage.test.advance(by: .milliseconds(1))
        #expect(stage.heard.names == ["waits"])
        #expect(stage.test.log.records.contains { $0.level == .warning && $0.message.contains("nobody") })
    }

    // MARK: - Listeners that wait

    /// Each call suspends, and a busy machine lets it wait for its turn behind every other test, so a few must do.
    @Test func callsOfAListenerThatWaitsDoNotOverlapAndKeepTheirOrder() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        await hub.start()
        let log = Recorder<String>()
        hub.listen(type: testType, source: testSource) { event in
            log.append("begin \(event.name)")
            await Task.yield()
            log.append("end \(event.name)")
        }
        let count = 20
        for event in try events(0..<count) { hub.dispatch(event) }
        #expect(await log.waits(for: 2 * count))
        #expect(log.elements == (0..<count).flatMap { ["begin \($0)", "end \($0)"] })
        await hub.shutDownAndWait()
    }

    @Test func theOtherListenersOfAnExtensionWaitForOneThatWaits() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let log = Recorder<String>()
        let (gates, gate) = AsyncStream<Void>.makeStream()
        let kept = Locked<ExtensionRuntime?>(nil)
        try hub.register("ext") { runtime in
            kept.withLock { $0 = runtime }
            runtime.listen(type: testType, source: testSource) { event in
                log.append("begin \(event.name)")
                for await _ in gates { break }
                log.append("end \(event.name)")
            }
            runtime.listen(type: .wildcard, source: testSource) { log.append("heard \($0.name)") }
        }
        await hub.start()
        for event in try events(0..<2) { hub.dispatch(event) }
        #expect(await log.waits(for: 1))
        // Work in order goes on: an extension whose listener waits still answers calls.
        #expect(kept.withLock { $0 }?.performInOrder { log.elements } == ["begin 0"])
        gate.yield()
        #expect(await log.waits(for: 4))
        #expect(log.elements == ["begin 0", "end 0", "heard 0", "begin 1"])
        gate.yield()
        #expect(await log.waits(for: 6))
        await hub.shutDownAndWait()
    }

    @Test func cancellingAListenerThatWaitsCancelsItsTask() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        await hub.start()
        let (begun, cancelled) = (Recorder<Bool>(), Recorder<Bool>())
        let token = hub.listen(type: testType, source: testSource) { _ in
            begun.append(true)
            try? await Task.sleep(for: .seconds(3_600))
            cancelled.append(Task.isCancelled)
        }
        for event in try events(0..<3) { hub.dispatch(event) }
        #expect(await begun.waits(for: 1))
        token.cancel()
        #expect(await cancelled.waits(for: 1))
        #expect(cancelled.elements == [true])
        await hub.shutDownAndWait()
        #expect(begun.count == 1)
    }

    // MARK: - The main actor, and sequences

    @MainActor @Test func eventsReachTheMainActorInOrderUntilTheListenerIsCancelled() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        await hub.start()
        let log = Recorder<String>()
        var captured = 0
        let token = hub.listenOnMainActor(type: testType, source: testSource) { event in
            MainActor.preconditionIsolated()
            captured += 1
            log.append(event.name)
        }
        for event in try events(0..<100) { hub.dispatch(event) }
        #expect(await log.waits(for: 100))
        #expect(log.elements == (0..<100).map(String.init))
        #expect(captured == 100)
        for event in try events(100..<200) { hub.dispatch(event) }
        // Nothing is called on this thread between here and the next await, and nothing is after it.
        token.cancel()
        await hub.idle
        await withCheckedContinuation { continuation in Task { continuation.resume() } }
        #expect(log.elements.count < 200)
        let count = captured
        hub.dispatch(try event("late"))
        await hub.idle
        #expect(captured == count)
        await hub.shutDownAndWait()
    }

    @Test func aSequenceKeepsAsManyEventsAsItIsTold() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        await hub.start()
        let newest = hub.events(type: testType, source: testSource, buffering: .bufferingNewest(3))
        let oldest = hub.events(type: testType, source: testSource, buffering: .bufferingOldest(2))
        for event in try events(0..<10) { hub.dispatch(event) }
        await hub.shutDownAndWait()
        var names: [String] = []
        for await event in newest { names.append(event.name) }
        #expect(names == ["7", "8", "9"])
        names = []
        for await event in oldest { names.append(event.name) }
        #expect(names == ["0", "1"])
    }
}
