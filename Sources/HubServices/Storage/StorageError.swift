// SPDX-License-Identifier: Apache-2.0

/// Why a store could not be read or written.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was tried.
    public enum Operation: String, Sendable {
        /// Reading.
        case read
        /// Writing.
        case write
    }

    /// What stood in the way.
    public enum Reason: Sendable, Hashable {
        /// The system refused: no permission, no space, no such device.
        case system
        /// The file is not what was written there; it is kept under its name with `.damaged` behind it.
        case damaged
        /// A later version of the library wrote the file in a form that this one cannot read; it is left alone.
        case laterVersion
        /// Somebody else held the folder for longer than is waited.
        case busy
    }

    /// What was tried.
    public let operation: Operation
    /// What stood in the way.
    public let reason: Reason
    /// The file, where there is one.
    public let path: String
    /// What the system says.
    public let detail: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - operation: What was tried.
    ///   - reason: What stood in the way.
    ///   - path: The file.
    ///   - detail: What the system says.
    public init(_ operation: Operation, _ reason: Reason = .system, path: String, detail: String) {
        self.operation = operation
        self.reason = reason
        self.path = path
        self.detail = detail
    }

    /// What was tried, where, and what the system says.
    public var description: String {
        "cannot \(operation.rawValue) \(path): \(detail)"
    }
}
