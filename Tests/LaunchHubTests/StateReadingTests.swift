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
