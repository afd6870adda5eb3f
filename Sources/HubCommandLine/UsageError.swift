// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An error in a command line.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Makes an error.
    ///
    /// - Parameter description: What is wrong, where, and what would be right: a sentence with its full stop. Control
    ///   characters in it are shown by their codes.
    package init(description: String) {
        self.description = VisibleText.line(description)
    }
}
