// SPDX-License-Identifier: Apache-2.0

/// How much a collector keeps. What is over is dropped, the oldest first, and counted.
public struct CollectorLimits: Sendable, Hashable {
    /// How many pings are kept; at least 1.
    public var count: Int
    /// How many bytes of targets, header fields and bodies they may have together. One ping always stays.
    public var bytes: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - count: How many pings are kept.
    ///   - bytes: How many bytes they may have together.
    public init(count: Int = 200_000, bytes: Int = 64 << 20) {
        self.count = max(1, count)
        self.bytes = max(1, bytes)
    }
}
