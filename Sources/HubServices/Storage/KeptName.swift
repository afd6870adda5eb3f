// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Everything that the library keeps in an app's folder; the article *What is kept where* and `launchhub kept` have the
/// same list.
package enum KeptName: String, CaseIterable, Sendable {
    case hub = "hub.json"
    case identity = "identity.json"
    case lifecycle = "lifecycle.json"
    case nielsen = "nielsen.json"
    case pings = "pings.sqlite"
    case signals = "signals.sqlite"
    case owners = "owners.lock"
    /// A folder.
    case configuration
    /// A folder.
    case configurations

    /// The place of it in a folder.
    package func url(in folder: URL) -> URL {
        folder.appending(path: rawValue, directoryHint: isFolder ? .isDirectory : .notDirectory)
    }

    /// Whether it is a folder of files.
    package var isFolder: Bool { self == .configuration || self == .configurations }

    /// Returns whether a name in the folder is this one, or of a file that belongs to it: a second copy, what SQLite puts
    /// beside a database, the file of another version, or what was set aside because it was damaged.
    package func covers(_ name: String) -> Bool {
        name == rawValue || !isFolder && name.hasPrefix((rawValue.split(separator: ".").first ?? "") + ".")
    }
}
