// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A folder of its own for one test, removed with the value's last use.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "launch-hub-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    package func file(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }

    /// Writes a file, and makes the folders that it lies in.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> URL {
        let file = file(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file
    }

    /// What lies in it.
    package var contents: [URL] {
        get throws { try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil) }
    }
}
