// SPDX-License-Identifier: Apache-2.0

/// The result of a flush.
public struct NielsenFlushResult: Sendable, Hashable {
    /// The number of pings that are queued or in flight.
    ///
    /// They are sent later, by this process or the next one.
    public let remaining: Int

    /// Whether no pings are left.
    public var isComplete: Bool { remaining == 0 }

    /// Makes a result.
    ///
    /// - Parameter remaining: The number of pings that are left.
    public init(remaining: Int) {
        self.remaining = remaining
    }
}
