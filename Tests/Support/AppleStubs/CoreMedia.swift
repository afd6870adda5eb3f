// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. Nothing but the tests of the adapters is ever built against it.

/// A time.
public struct CMTime: Sendable {
    /// The time in seconds.
    public let seconds: Double

    /// Makes a time.
    public init(value: Int64, timescale: Int32) { seconds = Double(value) / Double(timescale) }
}
