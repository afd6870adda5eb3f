// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An error in a session file, with its position.
package struct SessionFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name, or `standard input`.
    package let file: String
    /// The line, from 1; 0 where the file as a whole is meant.
    package let line: Int
    /// A description of what is wrong and what was expected.
    package let message: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - line: The line, from 1.
    ///   - message: What is wrong and what was expected.
    package init(file: String, line: Int, _ message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// File, line, what is wrong and what was expected.
    package var description: String {
        VisibleText.line(line > 0 ? "\(file), line \(line): \(message)" : "\(file): \(message)")
    }
}
