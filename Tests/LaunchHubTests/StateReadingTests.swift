// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// The second state of an extension, and reads that skip what is pending or wait for the owner.
struct StateReadingTests {
    /// A hub with a publisher that listens to the tests' events, and the events as they were received.
    private struct Stage {
        let test = TestHub()
        let runtime: ExtensionRuntime
        let heard: RecordingListener

        init(_ body: @escaping @Sendable (ExtensionRuntime) -> Void = { _ in }) throws {
            let made = Locked<ExtensionRuntime?>(nil)
            try test.hub.register("publisher") { runtime in
                made.withLock { $0 = runtime }
                body(runtime)
            }
            heard = test.listener(type: testType, source: testSource)
            test.start()
            runtime = try #require(made.withLock { $0 })
        }

        func event(_ name: String) throws -> Event {
            test.dispatch(try LaunchHubTests.event(name))
            return try #require(heard.events.last)
        }
    }

    @Test func aBarrierIsPassedAsSoonAsTheNewestEventIsHandled() throws {
        let stage = try Stage { runtime in try? runtime.publishState(["form": "own"]) }
        let newest = try stage.event("a")
        #expect(stage.test.hub.state(of: "publisher", at: newest, .barrier) == .set(["form": "own"]))
    }

    @Test func ofTwoPendingStatesTheSecondMayBeResolvedFirst() throws {
        let stage = try Stage()
        let first = try stage.runtime.publishPendingState()
        let second = try stage.runtime.publishPendingState()
        #expect(try second.resolve(["n": 2]))
        #expect(stage.test.hub.state(of: "publisher") == .set(["n": 2]))
        #expect(try first.resolve(["n": 1]))
        stage.test.run()
        #expect(stage.test.hub.state(of: "publisher") == .set(["n": 2]))
    }

    @Test func theTwoStatesOfAnExtensionAreIndependent() throws {
        let stage = try Stage()
        let changes = stage.test.listener(type: .hub, source: .sharedState)
        let at = try stage.event("a")
        try stage.runtime.publishState(["form": "own"], at: at)
        try stage.runtime.publishState(["form": "xdm"], at: at, asXDM: true)
        let pending = try stage.runtime.publishPendingState(asXDM: true)
        stage.test.run()
        #expect(stage.test.hub.state(of: "Publisher") == .set(["form": "own"]))
        #expect(stage.test.hub.state(of: "publisher", .xdm) == .pending)
        #expect(stage.test.hub.state(of: "publisher", at: at, .xdm) == .set(["form": "xdm"]))
        #expect(try pending.resolve(["form": "later"]))
        stage.test.run()
        #expect(stage.test.hub.state(of: "publisher", .xdm) == .set(["form": "later"]))
        stage.runtime.clearStates()
        stage.test.run()
        #expect(stage.test.hub.state(of: "publisher", .xdm) == .none)
        #expect(
            changes.events.map { $0.name }
                == [
                    "Shared state change", "Shared state change (XDM)", "Shared state change (XDM)",
                    "Shared state change", "Shared state change (XDM)",
                ]
        )
        #expect(changes.events.allSatisfy { $0.data["stateowner"] == "publisher" })
    }

    /// A device that has the state is not woken for the time when it would have been too late.
    @Test func aStateThatCameLeavesNoTimer() throws {
        let stage = try Stage()
        let before = stage.test.clock.pendingCount
        let awaited = Recorder<SharedState>()
        stage.runtime.awaitState(of: "publisher", timeout: .seconds(5), completion: awaited.append)
        #expect(stage.test.clock.pendingCount == before + 1)
        try stage.runtime.publishState(["a": 1])
        stage.test.run()
        #expect(awaited.elements == [.set(["a": 1])])
        #expect(stage.test.clock.pendingCount == before)
    }

    @Test func anInitializerPublishesBothStates() throws {
        let stage = try Stage { runtime in
            try? runtime.publishState(["n": 1])
            try? runtime.publishState(["n": 2], asXDM: true)
        }
        #expect(stage.test.hub.state(of: "publisher") == .set(["n": 1]))
        #expect(stage.test.hub.state(of: "publisher", .xdm) == .set(["n": 2]))
    }

    @Test func aReadOfTheLastSetStateSkipsWhatIsPending() throws {
        let stage = try Stage()
        let events = [try stage.event("a"), try stage.event("b"), try stage.event("c")]
        #expect(stage.test.hub.state(of: "publisher", at: events[0], .lastSet) == .none)
        try stage.runtime.publishState(["v": 1], at: events[0])
        _ = try stage.runtime.publishPendingState(at: events[1])
        #expect(stage.test.hub.state(of: "publisher", at: events[2]) == .pending)
        #expect(stage.test.hub.state(of: "publisher", at: events[2], .lastSet) == .set(["v": 1]))
        #expect(stage.test.hub.state(of: "publisher", .lastSet) == .set(["v": 1]))
        try stage.runtime.publishState(nil)
        #expect(stage.test.hub.state(of: "publisher", .lastSet) == .set(["v": 1]))
        stage.test.run()
        #expect(stage.test.hub.state(of: "publisher", .lastSet) == .set(["v": 1]))
    }

    /// Versions that were published without an event count before the routing stage has come to them.
    @Test func theLastSetStateIsTheNewestOfThoseWithoutAPlace() throws {
        let stage = try Stage()
        try stage.runtime.publishState(nil)
        #expect(stage.test.hub.state(of: "publisher", .lastSet) == .pending)
        stage.test.run()
        try stage.runtime.publishState(["v": 1])
        try stage.runtime.publishState(["v": 2])
        #expect(stage.test.hub.state(of: "publisher", .lastSet) == .set(["v": 2]))
        try stage.runtime.publishState(nil)
        #expect(stage.test.hub.state(of: "publisher") == .pending)
        #expect(stage.test.hub.state(of: "publisher", .lastSet) == .set(["v": 2]))
        stage.test.run()
        #expect(stage.test.hub.state(of: "publisher", .lastSet) == .set(["v": 2]))
    }

    @Test func theLastSetStateOutlivesManyPendingOnes() throws {
        let stage = try Stage()
        try stage.runtime.publishState(["v": 1])
        for number in 0..<1_000 {
            _ = try stage.event("\(number)")
            try stage.runtime.publishState(nil)
        }
        stage.test.run()
        #expect(stage.test.hub.state(of: "publisher") == .pending)
        #expect(stage.test.hub.state(of: "publisher", .lastSet) == .set(["v": 1]))
    }

    /// Also those that lie before a version that was set at its event, and whoever waits for one.
    @Test func aValueWithoutAnEventIsThatOfEachPendingVersion() throws {
        let stage = try Stage()
        let events = [try stage.event("a"), try stage.event("b"), try stage.event("c")]
        let first = try stage.runtime.publishPendingState(at: events[0])
        try stage.runtime.publishState(["v": 2], at: events[1])
        _ = try stage.runtime.publishPendingState(at: events[2])
        let awaited = Recorder<SharedState>()
        stage.runtime.awaitState(of: "publisher", at: events[0], timeout: .seconds(5), completion: awaited.append)
        #expect(awaited.elements.isEmpty)
        try stage.runtime.publishState(["v": 4])
        stage.test.run()
        let read = events.map { stage.test.hub.state(of: "publisher", at: $0) }
        #expect(read == [.set(["v": 4]), .set(["v": 2]), .set(["v": 4])])
        #expect(awaited.elements == [.set(["v": 4])])
        #expect(try !first.resolve(["v": 1]))
    }

    @Test func behindABarrierAStateIsPendingUntilItsOwnerHasCaughtUp() throws {
        let test = TestHub()
        let kept = Locked<ExtensionRuntime?>(nil)
        try test.hub.register("owner") { runtime in
            kept.withLock { $0 = runtime }
            runtime.listen(type: testType, source: testSource) { event in
                try? runtime.publishState(["seen": .string(event.name)], at: event)
            }
        }
        let heard = test.listener(type: testType, source: testSource)
        test.start()
        let runtime = try #require(kept.withLock { $0 })
        test.dispatch(try event("0"))
        runtime.pauseDelivery()
        for event in try events(1..<3) { test.dispatch(event) }
        let last = try #require(heard.events.last)
        #expect(test.hub.state(of: "owner", at: last) == .set(["seen": "0"]))
        #expect(test.hub.state(of: "owner", at: last, .barrier) == .pending)
        let awaited = Recorder<SharedState>()
        runtime.awaitState(of: "owner", at: last, .barrier, timeout: .seconds(10), completion: awaited.append)
        let late = Recorder<SharedState>()
        runtime.awaitState(of: "owner", at: last, .barrier, timeout: .seconds(1), completion: late.append)
        test.advance(by: .seconds(2))
        #expect(awaited.isEmpty)
        #expect(late.elements == [.set(["seen": "0"])])
        runtime.resumeDelivery()
        test.run()
        #expect(awaited.elements == [.set(["seen": "2"])])
        #expect(late.count == 1)
        #expect(test.hub.state(of: "owner", at: last, .barrier) == .set(["seen": "2"]))
    }

    @Test func anAwaitedStateBehindABarrierComesAlthoughItsOwnerIsUnregistered() throws {
        let test = TestHub()
        let kept = Locked<ExtensionRuntime?>(nil)
        try test.hub.register("owner") { runtime in
            runtime.pauseDelivery()
            runtime.listen(type: testType, source: testSource) { _ in }
        }
        try test.hub.register("reader") { runtime in kept.withLock { $0 = runtime } }
        let heard = test.listener(type: testType, source: testSource)
        test.start()
        for event in try events(0..<2) { test.dispatch(event) }
        let awaited = Recorder<SharedState>()
        let last = try #require(heard.events.last)
        kept.withLock { $0 }?.awaitState(
            of: "owner",
            at: last,
            .barrier,
            timeout: .seconds(1),
            completion: awaited.append
        )
        try test.hub.unregister("owner")
        test.advance(by: .seconds(1))
        #expect(awaited.elements == [.none])
    }
}
