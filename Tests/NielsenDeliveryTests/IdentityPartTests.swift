// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

@testable import NielsenDelivery

/// What is kept of the identifiers, and what holds where it cannot be kept.
struct IdentityPartTests {
    // MARK: - The first-party id

    private func id(_ id: String, created: Int64) -> FirstPartyId? {
        FirstPartyId(["id": .string(id), "created": .int(created)])
    }

    @Test(
        arguments: [
            (["id": "x", "created": 0], true), (["id": "x", "created": 253_402_300_799_999], true),
            (["id": "x", "created": 253_402_300_800_000], false), (["id": "x", "created": -1], false),
            (["id": "", "created": 0], false), (["id": 5, "created": 0], false), (["id": "x"], false), (5, false),
        ] as [(JSONValue, Bool)]
    )
    func aKeptIdHasATextAndATime(_ json: JSONValue, _ isRead: Bool) {
        let read = FirstPartyId(json)
        #expect((read != nil) == isRead)
        if let read { #expect(read.json == json) }
    }

    /// How old an id is, and the launches that look at it; whether the last of them makes a new one.
    @Test(
        arguments: [
            (99, ["1", "2", "3"], false), (100, ["1"], false), (100, ["1", "1"], false), (100, ["1", "2"], true),
            (101, ["1", "2"], true), (0, ["1", "2"], false),
        ] as [(Int64, [String], Bool)]
    )
    func anIdIsRenewedOnceTwoLaunchesFindItTooOld(_ age: Int64, _ launches: [String], _ isNew: Bool) throws {
        var kept = id("old", created: 1_000)
        for launch in launches {
            let current = FirstPartyId.current(
                after: kept,
                lifetime: 100,
                now: 1_000 + age,
                launch: launch
            ) { "new" }
            // It is kept as JSON from one launch to the next.
            kept = FirstPartyId(current.json)
            #expect(kept == current)
        }
        #expect(kept?.id == (isNew ? "new" : "old"))
        #expect(kept?.created == (isNew ? 1_000 + age : 1_000))
    }

    @Test func anIdOfTheFutureGetsAnAgeOnceTwoLaunchesSayThatItIs() throws {
        func current(_ kept: FirstPartyId?, _ now: Int64, _ launch: String) -> FirstPartyId {
            FirstPartyId.current(after: kept, lifetime: 100, now: now, launch: launch) { "new" }
        }
        let first = current(id("old", created: 1_000), 999, "1")
        #expect(first.json == ["id": "old", "created": 1_000, "doubt": "future", "doubtedBy": "1"])
        let second = current(first, 998, "2")
        #expect(second.json == ["id": "old", "created": 998])
        // One that was made in this very millisecond is not of the future.
        #expect(current(id("old", created: 1_000), 1_000, "1").json == ["id": "old", "created": 1_000])
        // A launch that finds it sound ends the doubt, and another doubt is another one.
        #expect(current(first, 1_000, "2").json == ["id": "old", "created": 1_000])
        #expect(
            current(first, 1_100, "2").json
                == ["id": "old", "created": 1_000, "doubt": "expired", "doubtedBy": "2"]
        )
        #expect(current(nil, 5, "1").json == ["id": "new", "created": 5])
        // Before 1970 nothing has an age.
        #expect(current(id("old", created: 0), -1, "1").json["doubt"] == "future")
    }

    // MARK: - What cannot be kept

    private final class Store: KeyValueStore {
        let values = InMemoryKeyValueStore()
        let error = Locked<StorageError?>(nil)
        var damage: StorageError? { StorageError(.read, .damaged, path: "/x", detail: "damage") }

        func value(forKey key: String) throws(StorageError) -> JSONValue? {
            if let error = error.withLock({ $0 }), error.operation == .read { throw error }
            return values.value(forKey: key)
        }

        func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
            if let error = error.withLock({ $0 }) { throw error }
            values.set(value, forKey: key)
        }
    }

    private static let unread = StorageError(.read, path: "/x", detail: "unread")
    private static let unwritten = StorageError(.write, path: "/x", detail: "unwritten")

    @Test func whatCannotBeSetHoldsInThisProcess() throws {
        let store = Store()
        let fallback = FallbackKeyValueStore(store)
        #expect(fallback.damage?.detail == "damage")
        try fallback.set(1, forKey: "a")
        try fallback.set(2, forKey: "b")
        store.error.withLock { $0 = Self.unwritten }
        #expect(throws: Self.unwritten) { try fallback.set(3, forKey: "a") }
        #expect(throws: Self.unwritten) { try fallback.set(nil, forKey: "b") }
        #expect(try fallback.value(forKey: "a") == 3)
        #expect(try fallback.value(forKey: "b") == nil)
        #expect(store.values.value(forKey: "a") == 1)
        store.error.withLock { $0 = nil }
        #expect(try fallback.value(forKey: "a") == 3)
        try fallback.set(4, forKey: "a")
        try fallback.set(5, forKey: "b")
        // From now on the store is asked again.
        store.values.set(6, forKey: "a")
        #expect(try fallback.value(forKey: "a") == 6)
        #expect(try fallback.value(forKey: "b") == 5)
    }

    @Test func aStepThatCannotBeKeptHoldsInThisProcess() throws {
        let store = Store()
        let fallback = FallbackKeyValueStore(store)
        try fallback.update(["a", "b"]) { $0 = ["a": 1, "b": 2] }
        store.error.withLock { $0 = Self.unwritten }
        #expect(throws: Self.unwritten) {
            try fallback.update(["a", "b", "c"]) { members in
                #expect(members == ["a": 1, "b": 2])
                members["a"] = nil
                members["c"] = 3
            }
        }
        #expect(try ["a", "b", "c"].map { try fallback.value(forKey: $0) } == [nil, 2, 3])
        #expect(["a", "b", "c"].map { store.values.value(forKey: $0) } == [1, 2, nil])
        // What is remembered is what the next step begins with, and is kept once that is possible.
        store.error.withLock { $0 = nil }
        try fallback.update(["a", "b", "c"]) { members in
            #expect(members == ["b": 2, "c": 3])
            members["b"] = 4
        }
        #expect(["a", "b", "c"].map { store.values.value(forKey: $0) } == [nil, 4, 3])
        store.values.set(9, forKey: "c")
        #expect(try fallback.value(forKey: "c") == 9)
    }

    @Test func whatCannotBeReadBeginsWithWhatIsRemembered() throws {
        let store = Store()
        let fallback = FallbackKeyValueStore(store)
        try fallback.set(7, forKey: "a")
        store.error.withLock { $0 = Self.unread }
        for count in 1...2 {
            #expect(throws: Self.unread) {
                try fallback.update(["a"]) { members in
                    #expect(members == (count == 1 ? [:] : ["a": 1]))
                    members["a"] = .int(Int64(count))
                }
            }
        }
        #expect(try fallback.value(forKey: "a") == 2)
        #expect(store.values.value(forKey: "a") == 7)
    }

    @Test func errorsAreToldByWhatTheyAreAbout() {
        let damaged = StorageError(.write, .damaged, path: "/x", detail: "d")
        let later = StorageError(.read, .laterVersion, path: "/x", detail: "l")
        let busy = StorageError(.write, .busy, path: "/x", detail: "b")
        func told(_ failures: StorageError...) -> [String] {
            NielsenError.errors(for: failures).map { "\($0.code): \($0.message)" }
        }
        let content = "what is kept of the user's choice and the identifiers is not what was written: "
        let device = "the identifiers and the choice of the device could not be "
        #expect(told() == [])
        #expect(told(damaged, later) == ["13: \(content)cannot write /x: d"])
        #expect(told(later, damaged) == ["13: \(content)cannot read /x: l"])
        let read = Int(AppApiErrorCode.fileReadFailure.rawValue)
        let write = Int(AppApiErrorCode.fileWriteFailure.rawValue)
        #expect(
            told(busy, Self.unwritten, Self.unread, damaged) == [
                "13: \(content)cannot write /x: d", "\(read): \(device)read: cannot read /x: unread",
                "\(write): \(device)kept: cannot write /x: b",
            ]
        )
    }
}
