// SPDX-License-Identifier: Apache-2.0

/// The limits of a collector.
///
/// Beyond them the oldest pings are dropped and counted.
package struct CollectorLimits: Sendable, Hashable {
    /// The largest number of pings to keep; at least 1.
    package var count: Int
    /// The largest total of bytes of targets, header fields and bodies.
    ///
    /// One ping always stays.
    package var bytes: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - count: How many pings are kept.
    ///   - bytes: How many bytes they may have together.
    package init(count: Int = 200_000, bytes: Int = 64 << 20) {
        self.count = max(1, count)
        self.bytes = max(1, bytes)
    }
}
