// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What is wrong with a session file, and where.
public struct SessionFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name, or `standard input`.
    public let file: String
    /// The line, from 1; 0 where the file as a whole is meant.
    public let line: Int
    /// What is wrong and what was expected.
    public let message: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - line: The line, from 1.
    ///   - message: What is wrong and what was expected.
    public init(file: String, line: Int, _ message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// File, line, what is wrong and what was expected.
    public var description: String {
        VisibleText.line(line > 0 ? "\(file), line \(line): \(message)" : "\(file): \(message)")
    }
}
