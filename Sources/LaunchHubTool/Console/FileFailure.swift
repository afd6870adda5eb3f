// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file that could not be read or written.
struct FileFailure: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(_ what: String, _ path: String, _ error: any Error) {
        description = "cannot \(what) \(path): \(Self.reason(path, error))"
    }

    init(_ what: String, _ path: String, reason: String) {
        description = "cannot \(what) \(path): \(reason)"
    }

    /// What the system says, below what Foundation makes of it: that has words for few errors.
    private static func reason(_ path: String, _ error: any Error) -> String {
        var next: NSError? = error as NSError
        while let error = next {
            if error.domain == NSPOSIXErrorDomain { return reason(Int32(truncatingIfNeeded: error.code)) }
            next = error.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: return reason(ENOENT)
        case .fileReadNoPermission, .fileWriteNoPermission: return reason(EACCES)
        case .fileWriteOutOfSpace: return reason(ENOSPC)
        case .fileReadInapplicableStringEncoding, .fileReadCorruptFile: return "it is not UTF-8 text"
        default: break
        }
        return FileManager.default.isFolder(path) == true ? reason(EISDIR) : (error as NSError).localizedDescription
    }

    /// Describes an error of the system.
    ///
    /// - Parameter code: A value of `errno`.
    /// - Returns: A clause without a full stop, such as `permission denied`.
    static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT: "there is no such file or folder"
        case ENOTDIR: "a part of the path is a file and no folder"
        case EISDIR: "it is a folder; name a file"
        case EACCES, EPERM: "permission denied"
        case EBADF: "it is closed"
        case ENOSPC: "no space is left"
        default: String(cString: strerror(code))
        }
    }
}

extension FileManager {
    /// Returns whether a path leads to a folder; nil if nothing is there.
    func isFolder(_ path: String) -> Bool? {
        var isFolder: ObjCBool = false
        return fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }

    /// Returns the names of what is in a folder, sorted.
    ///
    /// - Throws: ``FileFailure`` if it cannot be looked into.
    func names(in path: String) throws(FileFailure) -> [String] {
        do {
            return try contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw FileFailure("look into", path, error)
        }
    }
}
