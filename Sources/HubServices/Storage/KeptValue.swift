// SPDX-License-Identifier: Apache-2.0

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
