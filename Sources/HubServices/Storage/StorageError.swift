// SPDX-License-Identifier: Apache-2.0

/// The reason why a store could not be read or written.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The operation that failed.
    package enum Operation: String, Sendable {
        case read
        case write
    }

    package let operation: Operation
    package let reason: HubErrorCode<StorageError>
    /// The path of the file.
    public let path: String
    /// The description of the system.
    public let detail: String

    package init(
        _ operation: Operation,
        _ reason: HubErrorCode<StorageError> = .system,
        path: String,
        detail: String
    ) {
        self.operation = operation
        self.reason = reason
        self.path = path
        self.detail = detail
    }

    /// Whether what is kept cannot be read yet, as on a device that was not unlocked since it started: nothing is known to
    /// be damaged, and it may be readable later.
    package var isUnreadable: Bool { operation == .read && reason == .system }

    /// The code of the error.
    public var code: HubErrorCode<StorageError> { reason }

    /// A description of the operation, the file and the system's reason.
    public var description: String {
        "cannot \(operation.rawValue) \(path): \(detail)"
    }
}

extension HubErrorCode where Failure == StorageError {
    /// The system refused the operation: no permission, no space, no such device.
    public static var system: Self { Self("system") }
    /// The file is damaged; it is kept under its name with `.damaged` appended.
    public static var damaged: Self { Self("damaged") }
    /// A later version of the library wrote the file in a form that this version cannot read; it is left unchanged.
    public static var laterVersion: Self { Self("laterVersion") }
    /// Another process locked the folder for longer than the time limit.
    public static var busy: Self { Self("busy") }
    /// The values are too large to be kept; those before them still are.
    public static var tooLarge: Self { Self("tooLarge") }
}
