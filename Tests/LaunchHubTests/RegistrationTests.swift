// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Registering and unregistering: names, farewells, and what stays behind.
struct RegistrationTests {
    @Test func anEmptyNameIsRefused() {
        let test = TestHub()
        #expect { try test.hub.register("") } throws: { error in
            guard case .badName? = (error as? HubError)?.reason else { return false }
            return true
        }
    }

    @Test(arguments: ["com.example.ext", "COM.Example.EXT"])
    func aNameThatIsTakenIsRefusedInWhateverCase(name: String) throws {
        let test = TestHub()
        try test.hub.register("com.example.ext")
        for isStarted in [false, true] {
            if isStarted { test.start() }
            #expect { try test.hub.register(name) } throws: { error in
                guard case .duplicateName("com.example.ext")? = (error as? HubError)?.reason else { return false }
                return true
            }
        }
        #expect(test.hub.extensionNames == ["com.example.ext"])
    }

    @Test func oneClassIsRegisteredOnce() throws {
        final class Single: HubExtension {
            static let extensionName = "single"
            init(runtime: ExtensionRuntime) throws {}
        }
        let test = TestHub()
        try test.hub.register(Single.self)
        #expect(throws: HubError.self) { try test.hub.register(Single.self) }
    }

    @Test func aHubThatWasShutDownRegistersNothing() {
        let test = TestHub()
        test.shutDown()
        #expect { try test.hub.register("late") } throws: { error in
            guard case .shutDown? = (error as? HubError)?.reason else { return false }
            return true
        }
        #expect { try test.hub.registerAtOnce(named: "late") } throws: { error in
            guard case .shutDown? = (error as? HubError)?.reason else { return false }
            return true
        }
    }

    @Test func whoIsNotRegisteredCannotBeUnregistered() {
        let test = TestHub()
        #expect { try test.hub.unregister("nobody") } throws: { error in
            guard case .notRegistered("nobody")? = (error as? HubError)?.reason else { return false }
            return true
        }
    }

    @Test func afterUnregisteringNothingMoreIsHeard() throws {
        let test = TestHub()
        let steps = Recorder<String>()
        let hooks = TestExtension.Hooks(
            unregistered: { _ in steps.append("farewell") },
            freed: { steps.append("freed") }
        )
        try test.hub.register("Ext", hooks: hooks) { runtime in
            runtime.listen(type: testType, source: testSource) { steps.append($0.name) }
        }
        test.start()
        test.dispatch(try event("heard"))
        for event in try events(0..<100) { test.hub.dispatch(event) }
        try test.hub.unregister("ext")
        test.hub.dispatch(try event("after"))
        test.run()
        #expect(steps.elements == ["heard", "farewell", "freed"])
        #expect(test.hub.extensionNames.isEmpty)
        try test.hub.register("ext")
    }

    @Test func anExtensionThatUnregistersItselfWhileItHearsIsFreed() throws {
        let test = TestHub()
        let steps = Recorder<String>()
        let hooks = TestExtension.Hooks(
            unregistered: { _ in steps.append("farewell") },
            freed: { steps.append("freed") }
        )
        try test.hub.register("ext", hooks: hooks) { runtime in
            runtime.listen(type: testType, source: testSource) { event in
                runtime.unregister()
                steps.append(event.name)
            }
        }
        test.start()
        for event in try events(0..<100) { test.hub.dispatch(event) }
        test.run()
        #expect(steps.elements == ["0", "farewell", "freed"])
    }

    @Test func anExtensionIsFreedAlthoughEventsWaitAndItsListenerBlocks() async throws {
        let hub = EventHub(options: .patient())
        let gate = Gate()
        let steps = Recorder<String>()
        let hooks = TestExtension.Hooks(
            unregistered: { _ in steps.append("farewell") },
            freed: { steps.append("freed") }
        )
        try hub.register("ext", hooks: hooks) { runtime in
            runtime.listen(type: testType, source: testSource) { event in
                steps.append(event.name)
                gate.pass()
            }
        }
        await hub.start()
        for event in try events(0..<1_000) { hub.dispatch(event) }
        #expect(await steps.waits(for: 1))
        try hub.unregisterAtOnce("ext")
        gate.open()
        #expect(await steps.waits(for: 3))
        #expect(steps.elements == ["0", "farewell", "freed"])
        await hub.shutDownAndWait()
    }

    @Test func anExtensionThatIsLeftOutIsLoggedWhereErrorsAloneAre() throws {
        let sink = RecordingSink()
        let executor = ManualExecutor()
        let log = HubLog(level: .error, sink: sink)
        let hub = EventHub(options: HubOptions(), clock: ManualClock(), log: log, executor: executor)
        try hub.register("broken") { _ in throw TestFailure() }
        hub.start()
        executor.runUntilIdle()
        let text = "the initializer of extension \"broken\" failed: \(TestFailure())"
        #expect(sink.records.map(\.message) == [text])
        #expect(sink.records.map(\.level) == [.error])
    }

    @Test func requestsThatOnlyTheUnregisteredCouldAnswerEnd() throws {
        let test = TestHub()
        try test.hub.register("silent") { runtime in
            runtime.listen(type: testType, source: testSource) { _ in }
        }
        test.start()
        let outcomes = Recorder<RequestOutcome>()
        test.hub.request(try event("Ask"), completion: outcomes.append)
        test.run()
        #expect(outcomes.isEmpty)
        try test.hub.unregister("silent")
        test.run()
        guard case .noListener = outcomes.elements.first else {
            Issue.record("the request did not end: \(outcomes.elements)")
            return
        }
    }

    /// The extension stays, and so does its listener to something else.
    @Test func requestsThatOnlyOneListenerOfAnExtensionCouldAnswerEndWithIt() throws {
        let test = TestHub()
        let tokens = Recorder<HubToken>()
        try test.hub.register("silent") { runtime in
            tokens.append(runtime.listen(type: testType, source: testSource) { _ in })
            runtime.listen(type: testType, source: "other") { _ in }
        }
        test.start()
        let outcomes = Recorder<RequestOutcome>()
        let others = Recorder<RequestOutcome>()
        test.hub.request(try event("Ask"), completion: outcomes.append)
        test.hub.request(try Event(name: "Ask", type: testType, source: "other"), completion: others.append)
        test.run()
        #expect(outcomes.isEmpty)
        try #require(tokens.elements.first).cancel()
        test.run()
        guard case .noListener = outcomes.elements.first else {
            Issue.record("the request did not end: \(outcomes.elements)")
            return
        }
        #expect(outcomes.count == 1 && others.isEmpty)
    }

    @Test func requestsThatSomebodyElseMayAnswerGoOn() throws {
        let test = TestHub()
        for name in ["a", "b"] {
            try test.hub.register(name) { runtime in
                runtime.listen(type: testType, source: testSource) { _ in }
            }
        }
        test.start()
        let outcomes = Recorder<RequestOutcome>()
        test.hub.request(try event("Ask"), completion: outcomes.append)
        try test.hub.unregister("a")
        test.run()
        #expect(outcomes.isEmpty)
    }

    @Test func requestsOfTheUnregisteredEndCancelled() throws {
        let test = TestHub()
        let outcomes = Recorder<String>()
        let keep: @Sendable (RequestOutcome) -> Void = { outcome in
            if case .cancelled = outcome { outcomes.append("cancelled") } else { outcomes.append("\(outcome)") }
        }
        let hooks = TestExtension.Hooks(
            unregistered: { runtime in
                guard let late = try? event("late") else { return }
                runtime.request(late, completion: keep)
            }
        )
        try test.hub.register("asking", hooks: hooks) { runtime in
            runtime.listen(type: "go", source: "go") { _ in
                guard let ask = try? event("Ask") else { return }
                runtime.request(ask, completion: keep)
            }
        }
        test.start()
        _ = test.listener(type: testType, source: testSource)
        try test.dispatch("Go", type: "go", source: "go")
        #expect(outcomes.isEmpty)
        try test.hub.unregister("asking")
        test.run()
        #expect(outcomes.elements == ["cancelled", "cancelled"])
    }

    @Test func nothingStaysOfListenersThatCameTooLate() throws {
        let test = TestHub()
        let freed = Recorder<Bool>()
        let kept = Locked<ExtensionRuntime?>(nil)
        try test.hub.register("ext") { runtime in kept.withLock { $0 = runtime } }
        test.start()
        let runtime = try #require(kept.withLock { $0 })
        try test.hub.unregister("ext")
        do {
            let canary = Canary { freed.append(true) }
            runtime.listen(type: testType, source: testSource) { _ in canary.sing() }
        }
        test.run()
        #expect(freed.count == 1)
        #expect(test.log.records.contains { $0.level == .warning && $0.message.contains("receives nothing") })
    }

    @Test func aListenerCancelledInTheInitializerIsFreed() throws {
        let test = TestHub()
        let freed = Recorder<Bool>()
        try test.hub.register("ext") { runtime in
            let canary = Canary { freed.append(true) }
            runtime.listen(type: testType, source: testSource) { _ in canary.sing() }.cancel()
        }
        test.start()
        #expect(freed.count == 1)
    }

    @Test func theFarewellMayDispatch() throws {
        let test = TestHub()
        let hooks = TestExtension.Hooks(
            unregistered: { runtime in
                guard let farewell = try? event("Farewell") else { return }
                runtime.dispatch(farewell)
            }
        )
        try test.hub.register("ext", hooks: hooks)
        test.start()
        let listener = test.listener(type: testType)
        try test.hub.unregister("ext")
        test.run()
        #expect(listener.names == ["Farewell"])
    }

    @Test func anExtensionUnregisteredBeforeTheStartIsNeverMade() throws {
        let test = TestHub()
        let made = Recorder<Bool>()
        try test.hub.register("ext") { _ in made.append(true) }
        try test.hub.unregister("EXT")
        test.start()
        #expect(made.isEmpty)
    }
}
