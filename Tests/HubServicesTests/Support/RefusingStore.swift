// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A store that refuses to be read or to be written as long as a test says so, and counts the tries to write.
final class RefusingStore: KeyValueStore {
    let values = InMemoryKeyValueStore()
    let refusesReading = Locked(false)
    let refusesWriting = Locked(false)
    let tries = Locked(0)
    static let unread = StorageError(.read, path: "/x", detail: "unread")
    static let unwritten = StorageError(.write, path: "/x", detail: "unwritten")

    func value(forKey key: String) throws(StorageError) -> JSONValue? {
        if refusesReading.withLock({ $0 }) { throw Self.unread }
        return values.value(forKey: key)
    }

    func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
        tries.withLock { $0 += 1 }
        if refusesWriting.withLock({ $0 }) { throw Self.unwritten }
        values.set(value, forKey: key)
    }
}
