// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An error in a channel file, with its position.
package struct ChannelFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name.
    package let file: String
    /// The place in the file, as `channels[0].ads[1].length`; empty for the file as a whole.
    package let path: String
    /// A description of what is wrong and what was expected.
    package let message: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - path: The place in the file.
    ///   - message: What is wrong and what was expected.
    package init(file: String, path: String, _ message: String) {
        self.file = file
        self.path = path
        self.message = message
    }

    /// File, place, what is wrong and what was expected.
    package var description: String {
        VisibleText.line(path.isEmpty ? "\(file): \(message)" : "\(file), at \(path): \(message)")
    }
}
