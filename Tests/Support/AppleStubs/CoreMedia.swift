// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. It is only ever type-checked against, never linked.

/// A time.
public struct CMTime: Sendable {
    /// Makes a time.
    public init(value: Int64, timescale: Int32) {}

    /// The time in seconds.
    public var seconds: Double { 0 }
}
