// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// What has a place among the events: states, configuration, the opening of the hub, registration.
struct AsOfTheEventTests {
    /// The number that an event carries, as a listener compares it with what it reads as of the event.
    private static func number(_ value: JSONValue?) -> Int64 {
        value?.intValue ?? -1
    }

    @Test func anEventReadsWhatItsThreadPublishedBeforeAndNothingLater() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let kept = Locked<ExtensionRuntime?>(nil)
        try hub.register("publisher") { runtime in kept.withLock { $0 = runtime } }
        await hub.start()
        let runtime = try #require(kept.withLock { $0 })
        let wrong = Recorder<Int64>()
        let heard = RecordingListener()
        hub.listen(type: testType, source: testSource) { [unowned hub] event in
            let read = Self.number(hub.state(of: "publisher", at: event).values?["n"])
            if read != Self.number(event.data["n"]) { wrong.append(read) }
            heard.hear(event)
        }
        let count = 200
        for n in 0..<Int64(count) {
            try runtime.publishState(["n": .int(n)])
            hub.dispatch(try event(data: ["n": .int(n)]))
        }
        #expect(await heard.waits(for: count))
        #expect(wrong.isEmpty)
        await hub.shutDownAndWait()
    }

    @Test func anEventReadsTheConfigurationThatItsThreadSetBefore() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        await hub.start()
        let wrong = Recorder<Int64>()
        let heard = RecordingListener()
        hub.listen(type: testType, source: testSource) { [unowned hub] event in
            let read = Self.number(hub.state(of: "com.adobe.module.configuration", at: event).values?["n"])
            if read != Self.number(event.data["n"]) { wrong.append(read) }
            heard.hear(event)
        }
        for n in 0..<Int64(200) {
            hub.configuration.update(["n": .int(n)])
            hub.dispatch(try event(data: ["n": .int(n)]))
        }
        #expect(await heard.waits(for: 200))
        #expect(wrong.isEmpty)
        await hub.shutDownAndWait()
    }

    @Test(arguments: 1...10)
    func theBootedEventReadsWhatTheInitializerLeftLast(seed: UInt64) throws {
        let test = TestHub(seed: seed)
        let read = Recorder<SharedState>()
        try test.hub.register("ext") { runtime in
            try runtime.publishState(["n": 1])
            try runtime.publishState(["n": 2])
            runtime.listen(type: .hub, source: .booted) { read.append(runtime.state(of: "ext", at: $0)) }
        }
        test.hub.dispatch(try event("early"))
        test.start()
        #expect(read.elements == [.set(["n": 2])])
    }

    @Test func aLaterValueResolvesWhatWasPending() throws {
        let test = TestHub()
        let kept = Locked<ExtensionRuntime?>(nil)
        try test.hub.register("ext") { runtime in kept.withLock { $0 = runtime } }
        test.start()
        let runtime = try #require(kept.withLock { $0 })
        let listener = test.listener(type: testType)
        try runtime.publishState(nil)
        test.dispatch(try event("between"))
        let between = try #require(listener.events.last)
        #expect(runtime.state(of: "ext", at: between) == .pending)
        try runtime.publishState(["n": 1])
        test.run()
        #expect(runtime.state(of: "ext", at: between) == .set(["n": 1]))
        #expect(runtime.state(of: "ext") == .set(["n": 1]))
    }

    @Test func aResolverSetsItsOwnVersionAndNoOther() throws {
        let test = TestHub()
        let kept = Locked<ExtensionRuntime?>(nil)
        try test.hub.register("ext") { runtime in kept.withLock { $0 = runtime } }
        test.start()
        let runtime = try #require(kept.withLock { $0 })
        let listener = test.listener(type: testType)
        test.dispatch(try event("first"))
        let first = try runtime.publishPendingState(at: listener.events.last)
        test.dispatch(try event("second"))
        let second = try runtime.publishPendingState(at: listener.events.last)
        #expect(try first.resolve(["n": 1]))
        #expect(runtime.state(of: "ext", at: listener.events[0]) == .set(["n": 1]))
        #expect(runtime.state(of: "ext", at: listener.events[1]) == .pending)
        #expect(try !first.resolve(["n": 3]))
        #expect(try second.resolve(["n": 2]))
        #expect(runtime.state(of: "ext") == .set(["n": 2]))
    }

    @Test func aRequestReachesAnExtensionThatItsThreadHasJustRegistered() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        await hub.start()
        for round in 0..<20 {
            let type = EventType("type.\(round)")
            try hub.register("ext \(round)") { runtime in
                runtime.listen(type: type, source: testSource) { try? runtime.respond(to: $0, with: [:]) }
            }
            let outcome = await hub.request(try Event(name: "Ask", type: type, source: testSource))
            #expect(outcome.response != nil)
        }
        await hub.shutDownAndWait()
    }

    @Test func listenersOfOnRegisteredHearWhatCameBeforeTheStart() async throws {
        for _ in 0..<10 {
            let hub = EventHub(options: .patient(), log: .disabled)
            let heard = RecordingListener()
            let hooks = TestExtension.Hooks(registered: { runtime in
                runtime.listen(type: testType, source: testSource, heard.hear)
            })
            try hub.register("ext", hooks: hooks)
            for event in try events(0..<3) { hub.dispatch(event) }
            await hub.start()
            #expect(await heard.waits(for: 3))
            #expect(heard.names == ["0", "1", "2"])
            await hub.shutDownAndWait()
        }
    }

    @Test func aNewInstanceKeepsItsStateThoughItCameInTheFarewellOfTheOld() async throws {
        for round in 0..<10 {
            let hub = EventHub(options: .patient(), log: .disabled)
            let isNew = Recorder<Bool>()
            let hooks = TestExtension.Hooks(unregistered: { _ in
                try? hub.register("ext", hooks: TestExtension.Hooks(registered: { _ in isNew.append(true) })) {
                    runtime in
                    try runtime.publishState(["of": "new"])
                }
            })
            try hub.register("ext", hooks: hooks) { try $0.publishState(["of": "old"]) }
            await hub.start()
            try hub.unregisterAtOnce("ext")
            #expect(await isNew.waits(for: 1))
            #expect(hub.state(of: "ext") == .set(["of": "new"]), "round \(round)")
            await hub.shutDownAndWait()
        }
    }

    @Test func anUpdateOfTheConfigurationIsAskedForBeforeItIsInForce() throws {
        let test = TestHub()
        test.start()
        let listener = test.listener(type: .configuration)
        test.hub.configuration.update(["a": 1])
        test.run()
        #expect(listener.events.map(\.source) == [.requestContent, .responseContent])
        #expect(listener.data.first == ["config.update": ["a": 1]])
    }

    @Test func theHubSharesWhichExtensionsThereAre() throws {
        let test = TestHub()
        try test.hub.register("first")
        let announced = test.listener(type: .hub, source: .sharedState)
        test.start()
        let name = "com.adobe.module.eventhub"
        let extensions = test.hub.state(of: name).values?["extensions"]
        #expect(extensions?["first"]?["version"] == "1.0.0")
        #expect(test.hub.state(of: name).values?["wrapper"]?["type"] == "N")
        #expect(announced.data.map { $0["stateowner"] } == [.string(name)])
        try test.hub.register("second")
        test.run()
        #expect(test.hub.state(of: name).values?["extensions"]?["second"] != nil)
        try test.hub.unregister("first")
        test.run()
        #expect(test.hub.state(of: name).values?["extensions"]?["first"] == nil)
        #expect(announced.count == 3)
    }
}
