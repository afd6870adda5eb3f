// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An error in a session file or a channel file, with its position.
package struct InputFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name, or `standard input`.
    package let file: String
    /// The place in the file, such as `line 3` or `at channels[0].ads[1].length`; empty for the file as a whole.
    package let place: String
    /// A description of what is wrong and what was expected.
    package let message: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - place: The place in the file.
    ///   - message: What is wrong and what was expected.
    package init(file: String, place: String = "", _ message: String) {
        self.file = file
        self.place = place
        self.message = message
    }

    /// File, place, what is wrong and what was expected.
    package var description: String {
        VisibleText.line(place.isEmpty ? "\(file): \(message)" : "\(file), \(place): \(message)")
    }
}
