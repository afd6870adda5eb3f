// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Why a file is no SDK configuration, and where.
public struct NielsenConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where it was, as `.member[0].member`; empty for the file itself.
    public let path: String
    /// What was wrong, and what would be right.
    public let detail: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - path: Where it was.
    ///   - detail: What was wrong, and what would be right.
    public init(path: String, _ detail: String) {
        self.path = path
        self.detail = detail
    }

    /// What was wrong, where, and what would be right.
    public var description: String {
        VisibleText.line(path.isEmpty ? "the configuration: \(detail)" : "the configuration at \(path): \(detail)")
    }
}
