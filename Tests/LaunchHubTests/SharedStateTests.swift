// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// H12: versions by event, read at an event, announced once, waited for without polling.
@Suite(.timeLimit(.minutes(10)))
struct SharedStateTests {
    final class Publisher: HubExtension {
        static let extensionName = "test.Publisher"
        let runtime: ExtensionRuntime
        init(runtime: ExtensionRuntime) throws {
            self.runtime = runtime
        }
    }

    /// A started hub, the runtime of an extension on it, and events with known numbers.
    private struct Stage {
        let hub: EventHub
        let runtime: ExtensionRuntime

        init() async throws {
            hub = EventHub(options: .patient(), log: .disabled)
            let made = Locked<ExtensionRuntime?>(nil)
            try hub.register(name: Publisher.extensionName) { runtime in
                made.withLock { $0 = runtime }
                return try Publisher(runtime: runtime)
            }
            await hub.start()
            runtime = try #require(made.withLock { $0 })
        }

        /// Dispatches an event and gives it back as a listener receives it, with its number.
        func event(_ name: String) async throws -> Event {
            let heard = hub.events(type: "test.type", source: "test.source")
            hub.dispatch(try Event(name: name, type: "test.type", source: "test.source"))
            for await event in heard where event.name == name { return event }
            throw HubError(.shutDown)
        }
    }

    @Test func aReadAtAnEventGivesTheNewestVersionAtOrBelowIt() async throws {
        let stage = try await Stage()
        let events = [try await stage.event("a"), try await stage.event("b"), try await stage.event("c")]
        #expect(stage.hub.state(of: "test.publisher", at: events[1]) == .none)
        try stage.runtime.publishState(["v": 1], at: events[1])
        // Where all versions are later, the oldest one is given.
        #expect(stage.hub.state(of: "test.publisher", at: events[0]) == .set(["v": 1]))
        try stage.runtime.publishState(["v": 2], at: events[2])
        #expect(stage.hub.state(of: "TEST.PUBLISHER", at: events[1]) == .set(["v": 1]))
        #expect(stage.hub.state(of: "test.publisher", at: events[2]) == .set(["v": 2]))
        #expect(stage.hub.state(of: "test.publisher") == .set(["v": 2]))
    }

    @Test func twoVersionsAtOneEventAndAnOlderOneAfterANewerAreRefusedAndAnnounceNothing() async throws {
        let stage = try await Stage()
        let announcements = stage.hub.events(type: .hub, source: .sharedState)
        let first = try await stage.event("first")
        let second = try await stage.event("second")
        try stage.runtime.publishState(["v": 2], at: second)
        #expect {
            try stage.runtime.publishState(["v": 3], at: second)
        } throws: { error in
            guard case .alreadySet(at: second.number)? = (error as? HubError)?.reason else { return false }
            return true
        }
        #expect {
            try stage.runtime.publishState(["v": 1], at: first)
        } throws: { error in
            guard case .olderThanNewest(first.number, newest: second.number)? = (error as? HubError)?.reason
            else {
                return false
            }
            return true
        }
        #expect(throws: HubError.self) { try stage.runtime.publishState(["v": .double(.nan)]) }
        #expect(stage.hub.state(of: "test.publisher") == .set(["v": 2]))
        stage.hub.dispatch(try Event(name: "after", type: .hub, source: .sharedState))
        var announced = 0
        for await event in announcements {
            if event.name == "after" { break }
            if event.data["stateowner"] == "test.Publisher" { announced += 1 }
        }
        #expect(announced == 1)
    }

    @Test func aPendingVersionIsSetAtTheSameEvent() async throws {
        let stage = try await Stage()
        let event = try await stage.event("a")
        try stage.runtime.publishState(nil, at: event)
        #expect(stage.hub.state(of: "test.publisher", at: event) == .pending)
        try stage.runtime.publishState(["v": 1], at: event)
        #expect(stage.hub.state(of: "test.publisher", at: event) == .set(["v": 1]))
    }

    @Test func theStateItselfReleasesAWaiterWithoutAnotherEvent() async throws {
        let stage = try await Stage()
        async let state = stage.runtime.awaitState(of: "test.publisher", timeout: .seconds(60))
        let released = Locked<SharedState?>(nil)
        await withCheckedContinuation { continuation in
            stage.runtime.awaitState(of: "test.publisher", timeout: .seconds(60)) { state in
                released.withLock { $0 = state }
                continuation.resume()
            }
            #expect(throws: Never.self) { try stage.runtime.publishState(["v": 1]) }
        }
        #expect(released.withLock { $0 } == .set(["v": 1]))
        #expect(await state == .set(["v": 1]))
    }

    @Test func aWaiterGetsWhatThereIsAtTheDeadline() async throws {
        let clock = ManualClock()
        let hub = EventHub(clock: clock, log: .disabled)
        let made = Locked<ExtensionRuntime?>(nil)
        try hub.register(name: "test.waiter") { runtime in
            made.withLock { $0 = runtime }
            return try Publisher(runtime: runtime)
        }
        await hub.start()
        let runtime = try #require(made.withLock { $0 })
        let state = await awaitedValue { resume in
            runtime.awaitState(of: "nobody", timeout: .seconds(5), completion: resume)
            clock.advance(by: .seconds(5))
        }
        #expect(state == .none)
    }

    @Test func whatTheInitializerPublishesIsThereOnceItHasReturned() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        try hub.register(name: "test.early") { runtime in
            try runtime.publishState(["v": 1])
            return try Publisher(runtime: runtime)
        }
        #expect(hub.state(of: "test.early") == .none)
        await hub.start()
        #expect(hub.state(of: "test.early") == .set(["v": 1]))
    }

    @Test func clearingAndUnregisteringForgetTheState() async throws {
        let stage = try await Stage()
        try stage.runtime.publishState(["v": 1])
        stage.runtime.clearStates()
        #expect(stage.hub.state(of: "test.publisher") == .none)
        try stage.runtime.publishState(["v": 2])
        try stage.hub.unregisterAtOnce("test.publisher")
        #expect(stage.hub.state(of: "test.publisher") == .none)
        #expect(throws: HubError.self) { try stage.runtime.publishState(["v": 3]) }
    }

    @Test func theConfigurationInForceIsASharedState() async throws {
        let stage = try await Stage()
        stage.hub.configuration.update(["global.privacy": "optedin"])
        #expect(stage.hub.state(of: "com.adobe.module.configuration").values?["global.privacy"] == "optedin")
    }

    @Test func versionsThatALaggingListenerMayAskForAreKeptAndOthersAreNot() async throws {
        let stage = try await Stage()
        let seen = Locked<[SharedState]>([])
        let gate = Gate()
        stage.hub.listen(type: "test.type", source: "test.source", name: "laggard") { [hub = stage.hub] event in
            if event.name == "e0" { gate.pass() }
            seen.withLock { $0.append(hub.state(of: "test.publisher", at: event)) }
        }
        var events: [Event] = []
        for number in 0..<40 {
            let event = try await stage.event("e\(number)")
            try stage.runtime.publishState(["v": .int(Int64(number))], at: event)
            events.append(event)
        }
        gate.open()
        _ = try await stage.event("last")
        while seen.withLock({ $0.count }) < 40 { await Task.yield() }
        let expected = (0..<40).map { SharedState.set(["v": .int(Int64($0))]) }
        #expect(seen.withLock { Array($0.prefix(40)) } == expected)
        // Nobody lags any more: old versions go as new ones come.
        for number in 40..<200 {
            let event = try await stage.event("e\(number)")
            try stage.runtime.publishState(["v": .int(Int64(number))], at: event)
        }
        #expect(stage.hub.state(of: "test.publisher", at: events[0]) != .set(["v": 0]))
    }

    /// An extension may have the name of a state of the hub, and takes nothing of it along when it goes.
    @Test func aStateOfTheHubOutlivesAnExtensionOfItsName() throws {
        let test = TestHub()
        try test.hub.register("shared")
        test.start()
        test.hub.publishState(as: "shared") { ["by": "hub"] }
        test.run()
        #expect(test.hub.state(of: "shared") == .set(["by": "hub"]))
        try test.hub.unregisterAtOnce("shared")
        test.run()
        #expect(test.hub.state(of: "shared") == .set(["by": "hub"]))
    }

    /// Each version lies where it was published among the events, also before the hub is open.
    @Test func aStateBeforeTheOpeningHasItsPlaceAmongTheEvents() throws {
        let test = TestHub()
        let heard = test.listener(type: testType, source: testSource)
        test.hub.publishState(as: "shared") { ["version": 1] }
        test.hub.dispatch(try event("a"))
        test.hub.publishState(as: "shared") { ["version": 2] }
        test.hub.dispatch(try event("b"))
        test.run()
        test.start()
        #expect(heard.names == ["a", "b"])
        let versions = heard.events.map { test.hub.state(of: "shared", at: $0) }
        #expect(versions == [.set(["version": 1]), .set(["version": 2])])
    }
}
