// SPDX-License-Identifier: Apache-2.0

/// The reason why the collector cannot store or read pings.
public struct CollectorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of what happened, where, and what would help.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
