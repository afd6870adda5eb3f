// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

/// What could not be written holds meanwhile, is written later, and takes back nothing that others have stored since.
@Suite struct PendingKeyValueStoreTests {
    private let store = RefusingStore()
    private let clock = ManualClock()

    private func pending() -> PendingKeyValueStore {
        PendingKeyValueStore(store, clock: clock) { name, waiting, stored in
            name == "out" && (waiting == true || stored == nil) ? waiting : stored
        }
    }

    @Test func whatCouldNotBeWrittenIsWrittenByTheClockAndAtEachReadingAndAtTheEnd() throws {
        for way in ["clock", "reading", "end"] {
            store.values.set(nil, forKey: "out")
            store.refusesWriting.withLock { $0 = true }
            var pending: PendingKeyValueStore? = pending()
            #expect(throws: RefusingStore.unwritten) { try pending?.set(true, forKey: "out") }
            #expect(try pending?.value(forKey: "out") == true)
            #expect(pending?.problem == RefusingStore.unwritten)
            store.refusesWriting.withLock { $0 = false }
            switch way {
            case "clock": clock.advance(by: .seconds(1))
            case "reading": _ = try pending?.value(forKey: "other")
            default: pending = nil
            }
            #expect(store.values.value(forKey: "out") == true, "by \(way)")
            #expect(pending?.problem == nil)
        }
    }

    @Test func theClockTriesLessAndLessOften() throws {
        store.refusesWriting.withLock { $0 = true }
        let pending = pending()
        #expect(throws: RefusingStore.unwritten) { try pending.set(1, forKey: "a") }
        clock.advance(by: .seconds(3_600))
        // After 1, 2, 4, 8, 16 and 32 s, then once a minute.
        let expected: Int = 1 + 6 + (3_600 - 63) / 60
        #expect(store.tries.withLock { $0 } == expected)
        store.refusesWriting.withLock { $0 = false }
        clock.advance(by: .seconds(60))
        #expect(store.values.value(forKey: "a") == 1)
        let tries = store.tries.withLock { $0 }
        clock.advance(by: .seconds(3_600))
        #expect(store.tries.withLock { $0 } == tries)
    }

    /// What is stored, what is set and cannot be written, what another process stores then, and what is stored in the end.
    @Test(
        arguments: [
            (["out": true], ["out": false], ["out": true], ["out": false]),
            (["out": false], ["out": true], ["out": false], ["out": true]),
            ([:], ["out": false], ["out": true], ["out": true]), ([:], ["out": true], ["out": false], ["out": true]),
            (["a": 1], ["a": 2], ["a": 3], ["a": 3]), (["a": 1], ["a": 2], ["a": 1], ["a": 2]),
            (["a": 1], ["a": 2], [:], [:]),
            (["a": ["x": 1]], ["a": ["x": 1, "y": 2]], ["a": ["x": 3]], ["a": ["x": 3, "y": 2]]),
            (["a": ["x": 1]], ["a": [:]], ["a": ["x": 1, "y": 2]], ["a": ["y": 2]]),
            (
                ["a": ["out": true]], ["a": ["out": false]], ["a": ["out": true, "y": 2]],
                ["a": ["out": false, "y": 2]]
            ),
            ([:], ["a": ["out": false, "x": 1]], ["a": ["out": true]], ["a": ["out": true, "x": 1]]),
        ] as [(JSONObject, JSONObject, JSONObject, JSONObject)]
    )
    func ofTwoValuesTheLaterStoredHoldsAndOfTwoChoicesTheStricter(
        _ before: JSONObject,
        _ mine: JSONObject,
        _ stored: JSONObject,
        _ after: JSONObject
    ) throws {
        for key in ["out", "a"] { store.values.set(before[key], forKey: key) }
        let pending = pending()
        store.refusesWriting.withLock { $0 = true }
        for (key, value) in mine.map({ ($0.key, $0.value) }) {
            #expect(throws: RefusingStore.unwritten) { try pending.set(value, forKey: key) }
        }
        for key in ["out", "a"] { store.values.set(stored[key], forKey: key) }
        for key in ["out", "a"] { #expect(try pending.value(forKey: key) == after[key], "while it waits") }
        store.refusesWriting.withLock { $0 = false }
        try pending.set(1, forKey: "unrelated")
        for key in ["out", "a"] { #expect(store.values.value(forKey: key) == after[key]) }
    }

    @Test func whatWasMadeWhileNothingCouldBeReadGivesWayToWhatIsThere() throws {
        store.values.set(["id": "kept"], forKey: "a")
        store.refusesReading.withLock { $0 = true }
        let pending = pending()
        #expect(throws: RefusingStore.unread) { try pending.update(["a"]) { $0["a"] = ["id": "made", "more": 1] } }
        #expect(throws: RefusingStore.unread) { try pending.value(forKey: "a") }
        #expect(pending.waiting(forKey: "a") == ["id": "made", "more": 1])
        store.refusesReading.withLock { $0 = false }
        #expect(try pending.value(forKey: "a") == ["id": "kept", "more": 1])
        #expect(store.values.value(forKey: "a") == ["id": "kept", "more": 1])
    }
}
