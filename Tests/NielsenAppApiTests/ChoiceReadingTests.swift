// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// How often the user's choice, which another instance may change, is looked up.
struct ChoiceReadingTests {
    /// Counts how often the choice is read.
    private final class CountingStore: KeyValueStore {
        private let values = InMemoryKeyValueStore()
        private let count = Locked(0)

        var damage: StorageError? { nil }
        var reads: Int { count.withLock { $0 } }

        func value(forKey key: String) throws(StorageError) -> JSONValue? {
            if key == "nielsen.optOut" { count.withLock { $0 += 1 } }
            return values.value(forKey: key)
        }

        func set(_ value: JSONValue?, forKey key: String) throws(StorageError) { values.set(value, forKey: key) }
    }

    private let clock = ManualClock()
    private let store = CountingStore()

    private var environment: NielsenEnvironment {
        NielsenEnvironment(clock: clock, store: store, random: makeRepeatableRandom())
    }

    /// How often some work reads the choice.
    private func reads(_ work: () -> Void) -> Int {
        let before = store.reads
        work()
        return store.reads - before
    }

    @Test func playheadsLookOnceASecond() throws {
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
        api.loadMetadata(Bench.content)
        clock.advance(by: .seconds(10))
        #expect(reads { api.playheadPosition(0) } == 1)
        #expect(reads { api.playheadPosition(0) } == 0)
        clock.advance(by: .seconds(1) + .nanoseconds(-1))
        #expect(reads { api.playheadPosition(1) } == 0)
        clock.advance(by: .nanoseconds(1))
        #expect(reads { api.playheadPosition(1) } == 1)
        #expect(reads { api.playheadPosition(1) } == 0)
    }

    @Test func eventsLookOnceASecond() throws {
        let tracker = try NielsenEventTracker.make(appInfo: Bench.appInfo, environment: environment)
        func track(_ position: Int, _ more: [String: Any] = [:]) {
            let event: [String: Any] = [
                "event": "playhead", "type": "content", "playheadPosition": "\(position)",
                "metadata": ["content": Bench.content],
            ]
            tracker.trackEvent(event.merging(more) { $1 })
        }
        clock.advance(by: .seconds(10))
        #expect(reads { track(0) } == 1)
        #expect(reads { track(0) } == 0)
        clock.advance(by: .seconds(1))
        #expect(reads { track(1) } == 1)
        clock.advance(by: .seconds(1))
        // An event with a choice needs no other one.
        #expect(reads { track(2, ["optout": "false"]) } == 0)
    }

    @Test func otherCallsLookEachTime() throws {
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
        let calls: [() -> Void] = [
            { api.play() }, { api.loadMetadata(Bench.content) }, { api.stop() }, { api.updateOTT(["ottStatus": "0"]) },
            { api.end() }, { api.staticEnd() }, { api.handle(.foreground) }, { api.appDisableApi = false },
            { _ = api.optOutStatus }, { _ = api.nielsenId },
        ]
        for (place, call) in calls.enumerated() {
            #expect(reads(call) == 1, "call \(place)")
            #expect(reads(call) == 1, "call \(place)")
        }
        // Whoever makes the choice need not look for it.
        #expect(reads { api.userOptOut("nielsenappsdk://1") } == 0)
    }
}
