// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An error in a session file, with its position.
public struct SessionFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name, or `standard input`.
    public let file: String
    /// The line, from 1; 0 where the file as a whole is meant.
    public let line: Int
    /// A description of what is wrong and what was expected.
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
