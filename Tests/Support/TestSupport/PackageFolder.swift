// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The folder of this package, for tests of its articles and published files.
package enum PackageFolder {
    /// The folder in which `Package.swift` lies.
    package static let root = URL(filePath: #filePath, directoryHint: .notDirectory)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the text of a file of this package.
    ///
    /// - Parameter path: The path below the root.
    /// - Returns: The text of the file.
    /// - Throws: An error if the file cannot be read.
    package static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
