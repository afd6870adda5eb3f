// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A store that remembers for this run of the app what another one cannot keep.
///
/// The identifiers and the choice of a device are then the same for all instances, although the next run makes them
/// anew. The failure is still thrown, so that it is reported.
package final class FallbackKeyValueStore: KeyValueStore {
    private let store: any KeyValueStore
    private let remembered = Locked<[String: JSONValue]>([:])

    package init(_ store: any KeyValueStore) {
        self.store = store
    }

    package func value(forKey key: String) throws(StorageError) -> JSONValue? {
        if let value = remembered.withLock({ $0[key] }) {
            return value.isNull ? JSONValue?.none : value
        }
        return try store.value(forKey: key)
    }

    package func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
        do {
            try store.set(value, forKey: key)
            remembered.withLock { $0[key] = nil }
        } catch {
            remembered.withLock { $0[key] = value ?? .null }
            throw error
        }
    }

    package func update(_ keys: [String], _ change: (inout JSONObject) -> Void) throws(StorageError) {
        let remembered = remembered.withLock { $0 }
        var changed = JSONObject()
        do throws(StorageError) {
            try store.update(keys) { members in
                for key in keys {
                    if let value = remembered[key] { members[key] = value.isNull ? JSONValue?.none : value }
                }
                change(&members)
                changed = members
            }
            self.remembered.withLock { remembered in
                for key in keys { remembered[key] = nil }
            }
        } catch {
            // It may have failed before it read anything.
            if changed.isEmpty {
                for key in keys {
                    if let value = remembered[key], !value.isNull { changed[key] = value }
                }
                change(&changed)
            }
            self.remembered.withLock { remembered in
                for key in keys { remembered[key] = changed[key] ?? .null }
            }
            throw error
        }
    }

    package var damage: StorageError? { store.damage }
}
