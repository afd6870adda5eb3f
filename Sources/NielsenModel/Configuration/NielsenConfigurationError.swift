// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The reason why a file is not a valid SDK configuration, with the position of the fault.
public struct NielsenConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The position, as `.member[0].member`; empty for the file itself.
    public let path: String
    /// A description of what was wrong and what would be right.
    public let detail: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - path: The position.
    ///   - detail: A description of what was wrong and what would be right.
    public init(path: String, _ detail: String) {
        self.path = path
        self.detail = detail
    }

    /// A description of what was wrong, where, and what would be right.
    public var description: String {
        VisibleText.line(path.isEmpty ? "the configuration: \(detail)" : "the configuration at \(path): \(detail)")
    }
}
