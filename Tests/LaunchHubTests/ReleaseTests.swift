// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// What was cancelled, has ended or was unregistered is released, whoever keeps the token; and what a shutdown drops.
struct ReleaseTests {
    private static func canary(_ freed: Recorder<Bool>) -> Canary {
        Canary { freed.append(true) }
    }

    @Test func aTokenThatIsKeptKeepsNoListenerThatWasCancelled() throws {
        let test = TestHub()
        let kept = Locked<ExtensionRuntime?>(nil)
        try test.hub.register("ext") { runtime in kept.withLock { $0 = runtime } }
        test.start()
        let runtime = try #require(kept.withLock { $0 })
        let freed = Recorder<Bool>()
        var tokens: [HubToken] = []
        for _ in 0..<100 {
            let (mine, theirs, made) = (Self.canary(freed), Self.canary(freed), Self.canary(freed))
            tokens.append(test.hub.listen(type: testType, source: testSource) { _ in mine.sing() })
            tokens.append(runtime.listen(type: testType, source: testSource) { _ in theirs.sing() })
            tokens.append(
                test.hub.listen(type: testType, source: testSource, name: "made") {
                    made.sing()
                    return RecordingListener()
                }
            )
        }
        test.run()
        for token in tokens { token.cancel() }
        test.run()
        #expect(freed.count == 300)
        withExtendedLifetime(tokens) {}
    }

    @Test func aTokenThatIsKeptKeepsNothingOfARequestThatHasEnded() throws {
        let test = TestHub()
        test.start()
        _ = test.listener(type: testType)
        let freed = Recorder<Bool>()
        var tokens: [HubToken] = []
        for _ in 0..<100 {
            let canary = Self.canary(freed)
            tokens.append(test.hub.request(try event()) { _ in canary.sing() })
        }
        test.run()
        for token in tokens.prefix(50) { token.cancel() }
        test.run()
        #expect(freed.count == 50)
        test.advance(by: .seconds(5))
        #expect(freed.count == 100)
        withExtendedLifetime(tokens) {}
    }

    private struct Sink: LogSink {
        let canary: Canary

        func write(_ record: LogRecord) { canary.sing() }
    }

    @Test func nothingStaysOfAHubThatWasReleasedWhateverItHolds() async throws {
        let freed = Recorder<Bool>()
        let tokens = Recorder<HubToken>()
        do {
            let hub = EventHub(options: .patient(), log: HubLog(sink: Sink(canary: Self.canary(freed))))
            try hub.register("ext") { runtime in
                runtime.listen(type: testType, source: testSource) { [runtime] event in
                    try? runtime.publishState(event.data, at: event)
                }
            }
            hub.listen(type: testType, source: testSource) { (_: Event) in }
            hub.intercept(name: "passing") { _ in .pass }
            await hub.start()
            hub.dispatch(try event())
            tokens.append(hub.request(try event(), timeout: .seconds(600)) { _ in })
        }
        // The log is the hub's alone: it goes with the last of the hub.
        #expect(await freed.waits(for: 1))
        for token in tokens.elements { token.cancel() }
    }

    @Test func noCallBeginsAfterUnregisteringWasWaitedFor() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        await hub.start()
        for round in 0..<20 {
            let isOver = Locked(false)
            let late = Recorder<Int>()
            let heard = RecordingListener()
            try hub.register("ext") { runtime in
                runtime.listen(type: testType, source: testSource) { event in
                    if isOver.withLock({ $0 }) { late.append(round) }
                    heard.hear(event)
                }
            }
            for event in try events(0..<20) { hub.dispatch(event) }
            try await hub.unregister("ext")
            isOver.withLock { $0 = true }
            for event in try events(0..<5) { hub.dispatch(event) }
            await hub.drain()
            #expect(late.isEmpty)
        }
        await hub.shutDownAndWait()
    }

    @Test func aShutdownLetsEverythingBeHeardThatWasTaken() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let (own, apps) = (RecordingListener(), RecordingListener())
        try hub.register("ext") { $0.listen(type: testType, source: testSource, own.hear) }
        hub.listen(type: testType, source: testSource, apps.hear)
        hub.intercept(name: "passing") { _ in .pass }
        await hub.start()
        for event in try events(0..<200) { hub.dispatch(event) }
        let dropped: Int = await hub.shutDown(deadline: .seconds(300))
        #expect(dropped == 0)
        #expect(own.count == 200)
        #expect(apps.count == 200)
    }

    @Test func anExtensionThatIsStillBeingToldHearsWhatWasDispatchedBeforeTheShutdown() throws {
        let test = TestHub()
        let heard = RecordingListener()
        let hooks = TestExtension.Hooks(registered: { [hub = test.hub] _ in
            for event in (try? events(0..<10)) ?? [] { hub.dispatch(event) }
            hub.shutDown(deadline: .seconds(1)) {}
        })
        try test.hub.register("ext", hooks: hooks) { $0.listen(type: testType, source: testSource, heard.hear) }
        test.start()
        test.run()
        #expect(heard.count == 10)
    }

    @Test func aShutdownSaysWhatItsDeadlineHasDropped() throws {
        let test = TestHub()
        let heard = RecordingListener()
        let dropped = Recorder<Bool>()
        test.hub.listen(type: testType, source: testSource) { [test] event in
            heard.hear(event)
            guard event.name == "0" else { return }
            test.hub.shutDown(deadline: .seconds(1)) { dropped.append(true) }
            test.run()
            // The call does not return within the deadline.
            test.clock.advance(by: .seconds(2))
        }
        test.start()
        for event in try events(0..<10) { test.hub.dispatch(event) }
        test.run()
        #expect(heard.names == ["0"])
        #expect(dropped.count == 1)
        #expect(test.log.records.contains { $0.level == .warning && $0.message.contains("9 deliveries") })
    }

    /// A chain of events that passes on through the hub while it is asked whether it is idle.
    ///
    /// An answer that is put together from looks at one part after the other is wrong where the chain passes from a part
    /// that is looked at later to one that was looked at before.
    @Test(arguments: [false, true])
    func drainingWaitsForWhatWasDispatchedAndIdleForWhatCameOfIt(isIntercepted: Bool) async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let heard = RecordingListener()
        await hub.start()
        if isIntercepted { hub.intercept(name: "passing") { _ in .pass } }
        // The chain goes to and fro between two mailboxes.
        for parity in [0, 1] {
            hub.listen(type: testType, source: testSource) { [weak hub] event in
                guard let left = event.data["left"]?.intValue, left % 2 == parity else { return }
                heard.hear(event)
                if left > 0 {
                    (try? LaunchHubTests.event(data: ["left": .int(left - 1)])).map { _ = hub?.dispatch($0) }
                }
            }
        }
        for round in 1...20 {
            hub.dispatch(try event(data: ["left": 49]))
            await hub.drain()
            #expect(heard.count > (round - 1) * 50)
            await hub.idle
            try #require(heard.count == round * 50)
        }
        await hub.shutDownAndWait()
    }

    @Test func idleWaitsForTheCallbacksOfRequests() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let answered = Recorder<Int>()
        await hub.start()
        hub.listen(type: testType, source: testSource) { [weak hub] event in
            guard event.requestID == nil else { return }
            (try? LaunchHubTests.event("Answer", answering: event)).map { _ = hub?.dispatch($0) }
        }
        for round in 1...20 {
            hub.request(try event()) { [weak hub] _ in
                answered.append(1)
                _ = try? hub?.request(LaunchHubTests.event()) { _ in answered.append(2) }
            }
            await hub.idle
            try #require(answered.count == round * 2)
        }
        await hub.shutDownAndWait()
    }
}
