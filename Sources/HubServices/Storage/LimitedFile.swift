// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A reader of files of unknown size.
package enum LimitedFile {
    /// The reason why a file was not read.
    package enum Failure: Error, Sendable, Hashable {
        /// It has more bytes than are read; its size.
        case tooLarge(bytes: Int)
        /// It is a folder, a pipe or a device: opening one may wait for ever.
        case notRegular
    }

    /// Reads a file that is not larger than a limit; no more than that is ever in memory.
    ///
    /// - Parameters:
    ///   - url: The file; symbolic links are followed.
    ///   - limit: The largest size that is read, in bytes; a negative limit counts as 0.
    /// - Returns: The whole contents of the file.
    /// - Throws: ``Failure`` if the path is not a regular file or the file is too large; otherwise the system's error.
    package static func read(_ url: URL, limit: Int) throws -> Data {
        let file = url.resolvingSymlinksInPath()
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else { throw Failure.notRegular }
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        let limit = max(0, limit)
        let (most, isUnlimited) = limit.addingReportingOverflow(1)
        let data = try handle.read(upToCount: isUnlimited ? limit : most) ?? Data()
        guard data.count <= limit else {
            throw Failure.tooLarge(bytes: max(data.count, (attributes[.size] as? NSNumber)?.intValue ?? 0))
        }
        return data
    }
}
