// SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The owner of something in a folder that processes share: the others can tell whether it is still there.
///
/// On Linux it holds a lock on one byte of a file in the folder, which ends with the process: a process in another
/// container knows this one by no number, or by one that is another process's there. Elsewhere, and where the file cannot
/// be locked, it is known by the number of its process.
package final class FolderOwner: Sendable {
    /// What the others ask for.
    package let mark: ProcessMark
    private let descriptor: Int32

    /// The start of a mark that is the place of a locked byte; that of a process is never negative.
    private static let isPlace: Int64 = -1

    /// Makes an owner, which is there for as long as this object.
    ///
    /// - Parameter folder: The folder; it must exist.
    package init(_ folder: URL) {
        let place = Int64.random(in: 1..<1 << 60)
        let file = Self.open(folder, O_CREAT)
        guard file >= 0, Self.lock(file, Self.setLock, place) != nil else {
            if file >= 0 { close(file) }
            descriptor = -1
            mark = .current
            return
        }
        descriptor = file
        mark = ProcessMark(identifier: place, started: Self.isPlace)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns whether an owner is still there, or may be.
    package static func isThere(_ mark: ProcessMark, in folder: URL) -> Bool {
        guard mark.started == isPlace else { return mark.isRunning }
        #if os(Linux)
            let file = open(folder, 0)
            guard file >= 0 else { return errno != ENOENT }
            defer { close(file) }
            return lock(file, getLock, mark.identifier) != Int16(F_UNLCK)
        #else
            return true
        #endif
    }

    private static func open(_ folder: URL, _ mode: Int32) -> Int32 {
        #if os(Linux)
            Foundation.open(KeptName.owners.url(in: folder).path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | mode, 0o600)
        #else
            -1
        #endif
    }

    // F_OFD_GETLK and F_OFD_SETLK: locks of a descriptor and not of a process, which would lose all of them when it closes
    // the file once.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37

    /// Locks a byte or asks for its lock.
    ///
    /// - Returns: The lock that is found or made; nil where that failed.
    private static func lock(_ descriptor: Int32, _ command: Int32, _ place: Int64) -> Int16? {
        #if os(Linux)
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            lock.l_start = off_t(place)
            lock.l_len = 1
            return fcntl(descriptor, command, &lock) == 0 ? lock.l_type : nil
        #else
            return nil
        #endif
    }
}
