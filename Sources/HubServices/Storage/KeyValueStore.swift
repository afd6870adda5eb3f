// SPDX-License-Identifier: Apache-2.0

/// A small durable store of values by name, for choices and identifiers that outlive the process.
public protocol KeyValueStore: Sendable {
    /// Reads a value.
    ///
    /// - Parameter key: Any non-empty name.
    /// - Returns: The value, or nil where none was set.
    /// - Throws: ``StorageError`` where the store cannot be read.
    func value(forKey key: String) throws(StorageError) -> JSONValue?

    /// Sets a value, or removes it.
    ///
    /// - Parameters:
    ///   - value: What to keep; nil removes the key.
    ///   - key: Any non-empty name.
    /// - Throws: ``StorageError`` where the store cannot be written; the value before it then still holds.
    func set(_ value: JSONValue?, forKey key: String) throws(StorageError)
}

/// Why a store could not be read or written.
public struct StorageError: Error, Sendable, CustomStringConvertible {
    /// What was tried.
    public enum Operation: String, Sendable {
        /// Reading.
        case read
        /// Writing.
        case write
    }

    /// What was tried.
    public let operation: Operation
    /// The file, where there is one.
    public let path: String
    /// What the system says.
    public let detail: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - operation: What was tried.
    ///   - path: The file.
    ///   - detail: What the system says.
    public init(_ operation: Operation, path: String, detail: String) {
        self.operation = operation
        self.path = path
        self.detail = detail
    }

    /// What was tried, where, and what the system says.
    public var description: String {
        "cannot \(operation.rawValue) \(path): \(detail)"
    }
}

/// A store that lives as long as the process, for tests and for callers who want nothing kept.
public final class InMemoryKeyValueStore: KeyValueStore {
    private let values = Locked<[String: JSONValue]>([:])

    /// Makes an empty store.
    public init() {}

    /// Reads a value.
    public func value(forKey key: String) -> JSONValue? {
        values.withLock { $0[key] }
    }

    /// Sets a value, or removes it.
    public func set(_ value: JSONValue?, forKey key: String) {
        values.withLock { $0[key] = value }
    }
}
