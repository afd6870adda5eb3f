// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. Nothing but the tests of the adapters and `.ci/apple` is ever built against it.

public import Dispatch

/// A way into the network.
public struct NWPath: Sendable {
    /// Whether it leads there.
    public enum Status: Sendable {
        /// It does.
        case satisfied
        /// It does not.
        case unsatisfied
        /// It may, once something is connected.
        case requiresConnection
    }

    /// Whether it leads there.
    public let status: Status

    /// Makes a way, which only tests do.
    public init(status: Status) { self.status = status }
}

/// Tells of the way into the network.
///
/// Unchecked: nothing but tests uses it, on one thread.
public final class NWPathMonitor: @unchecked Sendable {
    /// Hears of it.
    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
    /// Whether it tells.
    public private(set) var isStarted = false

    /// Makes one.
    public init() {}
    /// Begins to tell.
    public func start(queue: DispatchQueue) { isStarted = true }
    /// Tells no more.
    public func cancel() { isStarted = false }
}
