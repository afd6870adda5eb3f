// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// A kept choice that cannot be read: nothing identifies the user, and nothing is deleted because of it.
struct UnreadableChoiceTests {
    /// A store that cannot read some keys, or is damaged.
    private struct FaultyStore: KeyValueStore {
        let store = InMemoryKeyValueStore()
        var unreadable: String?
        var damage: StorageError?

        func value(forKey key: String) throws(StorageError) -> JSONValue? {
            if key == unreadable { throw StorageError(.read, path: key, detail: "faulty") }
            return store.value(forKey: key)
        }

        func set(_ value: JSONValue?, forKey key: String) throws(StorageError) { store.set(value, forKey: key) }

        func update(_ keys: [String], _ change: (inout JSONObject) -> Void) throws(StorageError) {
            store.update(keys, change)
        }
    }

    private static let choice = "nielsen.optOut"

    /// Starts an app twice in one store that changes in between.
    ///
    /// - Returns: Whether the user counts as opted out, whether the identifier of the first start is still kept, and
    ///   the errors of the second one.
    private func restart(
        _ change: (inout FaultyStore) -> Void
    ) throws -> (isOptedOut: Bool, keepsIdentifier: Bool, errors: [String]) {
        var store = FaultyStore()
        let bench = PrivacyBench(.ad)
        bench.store = store
        let id = try bench.makeApi().nielsenId
        #expect(!id.isEmpty)
        change(&store)
        bench.store = store
        let api = try bench.makeApi()
        let isKept = store.store.value(forKey: "nielsen.nielsenId") == .string(id)
        let errors = bench.lines.records.filter { $0.level == .error }.map(\.message)
        return (api.optOutStatus, isKept, errors)
    }

    @Test func anOptOutThatIsReadForgetsTheIdentifiers() throws {
        let found = try restart { $0.store.set(true, forKey: Self.choice) }
        #expect(found.isOptedOut && !found.keepsIdentifier)
        #expect(found.errors == [])
    }

    @Test func aChoiceThatIsNoTruthCountsAsOptedOut() throws {
        let found = try restart { $0.store.set("no", forKey: Self.choice) }
        #expect(found.isOptedOut && found.keepsIdentifier)
        #expect(found.errors.count == 1)
        #expect(found.errors.first?.contains("not true or false; the user counts as opted out") == true)
    }

    @Test func aChoiceThatCannotBeReadCountsAsOptedOut() throws {
        let found = try restart { $0.unreadable = Self.choice }
        #expect(found.isOptedOut && found.keepsIdentifier)
        #expect(found.errors.count == 1)
        #expect(found.errors.first?.contains("faulty") == true)
    }

    /// Of a damaged store the choice may be known all the same: it says to forget.
    @Test(arguments: [(true, false), (false, true)])
    func aChoiceThatIsReadFromADamagedStoreCounts(_ choice: Bool, _ keepsIdentifier: Bool) throws {
        let found = try restart { store in
            store.store.set(.bool(choice), forKey: Self.choice)
            store.damage = StorageError(.read, .damaged, path: "x", detail: "cut off")
        }
        #expect(found.isOptedOut == choice)
        #expect(found.keepsIdentifier == keepsIdentifier)
        #expect(found.errors.count == 1)
        #expect(found.errors.first?.contains("cut off") == true)
    }
}
