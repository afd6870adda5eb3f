// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Registering and unregistering: names, farewells, and what stays behind.
struct RegistrationTests {
    private func code(_ body: () throws(HubError) -> Void) -> HubErrorCode<HubError>? {
        do {
            try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func anEmptyNameIsRefused() {
        let test = TestHub()
        #expect(code { () throws(HubError) in try test.hub.register("") } == .badName)
        #expect(code { () throws(HubError) in try test.hub.registerAtOnce(named: "") } == .badName)
    }

    @Test(arguments: ["com.example.ext", "COM.Example.EXT"])
    func aNameThatIsTakenIsRefusedInWhateverCase(name: String) throws {
        let test = TestHub()
        try test.hub.register("com.example.ext")
        for isStarted in [false, true] {
            if isStarted { test.start() }
            #expect(code { () throws(HubError) in try test.hub.register(name) } == .duplicateName)
        }
        #expect(test.hub.extensionNames == ["com.example.ext"])
    }

    @Test func aHubThatWasShutDownRegistersNothing() {
        let test = TestHub()
        test.shutDown()
        #expect(code { () throws(HubError) in try test.hub.register("late") } == .shutDown)
        #expect(code { () throws(HubError) in try test.hub.registerAtOnce(named: "late") } == .shutDown)
    }

    @Test func whoIsNotRegisteredCannotBeUnregistered() {
        let test = TestHub()
        #expect(code { () throws(HubError) in try test.hub.unregisterAtOnce("nobody") } == .notRegistered)
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
