// SPDX-License-Identifier: Apache-2.0

/// The reason why the collector cannot store or read pings.
package struct CollectorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of what happened, where, and what would help.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
