// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// One file that is kept as a whole, such as a cached answer: versioned, checksummed, and replaced durably.
///
/// Unlike a ``FileKeyValueStore`` it has no keys to merge: the last writer wins. A file of a later version of the
/// library is left alone; what this version keeps lies beside it.
package struct KeptFile: Sendable {
    private let file: URL
    /// Nothing that is kept is longer.
    private static let longest = 64 << 20

    /// Names a file; it need not exist.
    package init(_ file: URL) {
        self.file = file
    }

    /// The location of this version's own file beside one that it cannot read.
    private var beside: URL { file.deletingPathExtension().appendingPathExtension("v1.json") }

    /// Reads what was kept.
    ///
    /// - Parameter limit: The most bytes that are read.
    /// - Returns: Nil where nothing is kept that this version can read.
    /// - Throws: ``StorageError`` where the file is not what was written, or cannot be read.
    package func read(limit: Int) throws(StorageError) -> JSONObject? {
        do throws(StorageError) {
            return try read(file, limit)
        } catch  where error.reason == .laterVersion {
            return try read(beside, limit)
        }
    }

    private func read(_ file: URL, _ limit: Int) throws(StorageError) -> JSONObject? {
        guard DurableFile.exists(file.path) else { return nil }
        let data: Data
        do {
            data = try LimitedFile.read(file, limit: limit)
        } catch {
            throw StorageError(.read, path: file.path, detail: "\(error)")
        }
        do throws(KeptContent.Fault) {
            return try KeptContent(data).values
        } catch {
            throw error.error(file.path)
        }
    }

    /// Keeps values in the place of what is there, unless a later version wrote it.
    ///
    /// - Throws: ``StorageError``; what was there before is untouched then.
    package func write(_ values: JSONObject) throws(StorageError) {
        try DurableFile.makeFolder(file.deletingLastPathComponent())
        try DurableFile.replace(place.path, with: KeptContent(values: values).data)
    }

    private var place: URL {
        do throws(StorageError) {
            _ = try read(file, Self.longest)
            return file
        } catch {
            return error.reason == .laterVersion ? beside : file
        }
    }
}
