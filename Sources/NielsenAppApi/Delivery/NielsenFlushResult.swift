// SPDX-License-Identifier: Apache-2.0

/// What a flush has left.
public struct NielsenFlushResult: Sendable, Hashable {
    /// How many pings wait or are being sent. They are sent later, by this process or the next one.
    public let remaining: Int

    /// True where nothing waits.
    public var isComplete: Bool { remaining == 0 }

    /// Makes a result.
    ///
    /// - Parameter remaining: How many pings wait.
    public init(remaining: Int) {
        self.remaining = remaining
    }
}
