// SPDX-License-Identifier: Apache-2.0

/// A small durable store of values by key, for choices and identifiers that persist across launches.
package protocol KeyValueStore: Sendable {
    /// Reads a value.
    ///
    /// - Parameter key: Any non-empty name.
    /// - Returns: The value, or nil where none was set.
    /// - Throws: ``StorageError`` where the value cannot be known: an absent value is never an error.
    func value(forKey key: String) throws(StorageError) -> JSONValue?

    /// Sets a value, or removes it.
    ///
    /// - Parameters:
    ///   - value: What to keep; nil removes the key.
    ///   - key: Any non-empty name.
    /// - Throws: ``StorageError`` where the store cannot be written; the value before it then still holds.
    func set(_ value: JSONValue?, forKey key: String) throws(StorageError)

    /// Changes several values in one step: nothing else is written between reading and writing.
    ///
    /// - Parameters:
    ///   - keys: The names that the change reads or sets.
    ///   - change: Gets what is kept under `keys`, absent names left out, and leaves what is to be kept. It runs once
    ///     and must not use the store.
    /// - Throws: ``StorageError`` where the store cannot be read or written; what was kept before then still holds.
    func update(_ keys: [String], _ change: (inout JSONObject) -> Void) throws(StorageError)

    /// The damage to the store that was found since it was opened, or nil.
    var damage: StorageError? { get }
}

extension KeyValueStore {
    /// Changes several values, key by key.
    package func update(_ keys: [String], _ change: (inout JSONObject) -> Void) throws(StorageError) {
        var before = JSONObject()
        for key in keys {
            if let value = try value(forKey: key) { before[key] = value }
        }
        var after = before
        change(&after)
        for key in keys where before[key] != after[key] { try set(after[key], forKey: key) }
    }

    package var damage: StorageError? { nil }
}

/// A store that lives as long as the process, for tests and for callers who want nothing kept.
package final class InMemoryKeyValueStore: KeyValueStore {
    private let values = Locked(JSONObject())

    package init() {}

    package func value(forKey key: String) -> JSONValue? {
        values.withLock { $0[key] }
    }

    /// Sets a value, or removes it.
    package func set(_ value: JSONValue?, forKey key: String) {
        values.withLock { $0[key] = value }
    }

    /// Changes several values in one step.
    package func update(_ keys: [String], _ change: (inout JSONObject) -> Void) {
        values.withLock { values in
            var members = JSONObject()
            for key in keys { members[key] = values[key] }
            change(&members)
            for key in keys { values[key] = members[key] }
        }
    }
}

/// One value of a store, which goes on in memory where the store cannot be read or written.
///
/// Each change begins with what the store holds, so that processes which share the store do not undo each other's
/// changes.
package struct KeptValue: Sendable {
    private let store: PendingKeyValueStore
    private let key: String

    /// Makes the value under a key.
    ///
    /// - Parameters:
    ///   - key: Any non-empty name.
    ///   - store: The store.
    ///   - clock: The clock of the pauses between tries to write what could not be written.
    package init(_ key: String, in store: any KeyValueStore, clock: any HubClock) {
        self.store = PendingKeyValueStore(store, clock: clock)
        self.key = key
    }

    /// Reads the value.
    ///
    /// - Returns: The value, nil if nothing is kept or it cannot be read, and the problem with reading it.
    package func read() -> (value: JSONValue?, problem: StorageError?) {
        do throws(StorageError) {
            return (try store.value(forKey: key), nil)
        } catch {
            return (store.waiting(forKey: key), error)
        }
    }

    /// Changes the value in one step: nothing else is written between reading and writing.
    ///
    /// - Parameter body: Receives the value, nil if nothing is kept, and leaves what is to be kept. It runs once and must not
    ///   use the store.
    /// - Returns: What `body` returned, and the problem if its value could not be written; the value then holds for this
    ///   process.
    package func change<Result: Sendable>(
        _ body: (inout JSONValue?) -> Result
    ) -> (result: Result, problem: StorageError?) {
        var result: Result?
        var problem: StorageError?
        do throws(StorageError) {
            try store.update([key]) { members in
                var value = members[key]
                result = body(&value)
                members[key] = value
            }
        } catch {
            problem = error
        }
        if let result { return (result, problem) }
        // A store runs the change before it returns, so this is not reached.
        var value: JSONValue?
        return (body(&value), problem)
    }
}
