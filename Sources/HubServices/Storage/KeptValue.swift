// SPDX-License-Identifier: Apache-2.0

/// One value of a store, which goes on in memory where the store cannot be read or written.
///
/// Each change begins with what the store holds, so that processes which share the store do not undo each other's
/// changes.
package final class KeptValue: Sendable {
    private let store: any KeyValueStore
    private let key: String
    /// The value that could not be written, and that holds until one can be; the outer nil if there is no such value.
    private let unsaved = Locked<JSONValue??>(nil)

    /// Makes the value under a key.
    ///
    /// - Parameters:
    ///   - key: Any non-empty name.
    ///   - store: The store.
    package init(_ key: String, in store: any KeyValueStore) {
        self.store = store
        self.key = key
    }

    /// Reads the value.
    ///
    /// - Returns: The value, nil if nothing is kept or it cannot be read, and the problem with reading it.
    package func read() -> (value: JSONValue?, problem: StorageError?) {
        unsaved.withLock { unsaved in
            if let unsaved { return (unsaved, nil) }
            do throws(StorageError) {
                return (try store.value(forKey: key), nil)
            } catch {
                return (nil, error)
            }
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
        unsaved.withLock { unsaved in
            var result: Result?
            var value: JSONValue?
            do throws(StorageError) {
                try store.update([key]) { members in
                    value = unsaved ?? members[key]
                    result = body(&value)
                    members[key] = value
                }
                unsaved = nil
                if let result { return (result, nil) }
                // A store runs the change before it returns, so this is not reached.
                return (body(&value), nil)
            } catch {
                if let result {
                    unsaved = .some(value)
                    return (result, error)
                }
                value = unsaved ?? nil
                let result = body(&value)
                unsaved = .some(value)
                return (result, error)
            }
        }
    }
}
