// SPDX-License-Identifier: Apache-2.0

/// The reason why a store could not be read or written.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The operation that failed.
    public enum Operation: String, Sendable {
        /// Reading the store.
        case read
        /// Writing the store.
        case write
    }

    /// The reason for the failure.
    public enum Reason: Sendable, Hashable {
        /// The system refused the operation: no permission, no space, no such device.
        case system
        /// The file is damaged; it is kept under its name with `.damaged` appended.
        case damaged
        /// A later version of the library wrote the file in a form that this version cannot read; it is left unchanged.
        case laterVersion
        /// Another process locked the folder for longer than the time limit.
        case busy
    }

    /// The operation that failed.
    public let operation: Operation
    /// The reason for the failure.
    public let reason: Reason
    /// The path of the file, or nil.
    public let path: String
    /// The description of the system.
    public let detail: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - operation: The operation that failed.
    ///   - reason: The reason for the failure.
    ///   - path: The path of the file.
    ///   - detail: The description of the system.
    public init(_ operation: Operation, _ reason: Reason = .system, path: String, detail: String) {
        self.operation = operation
        self.reason = reason
        self.path = path
        self.detail = detail
    }

    /// A description of the operation, the file and the system's reason.
    public var description: String {
        "cannot \(operation.rawValue) \(path): \(detail)"
    }
}
