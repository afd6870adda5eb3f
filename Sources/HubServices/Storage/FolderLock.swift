// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Keeps other processes, and others in this one, from changing files in the same folder at the same time.
///
/// It is a lock on the folder itself, so that it leaves no file behind, and ends with the process. It does not wait for
/// database connections that are open already.
package struct FolderLock {
    /// The pause between two tries, in microseconds.
    private static let pause: UInt32 = 500

    private let descriptor: Int32
    /// Whether another process still holds the folder.
    ///
    /// False where the folder cannot be locked at all: nobody is kept out there, because a file system without locks
    /// must not stop an app.
    package let isTaken: Bool

    /// Waits for the lock for a limited time, because its holder may have been suspended.
    ///
    /// - Parameters:
    ///   - folder: The folder; it must exist.
    ///   - milliseconds: How long to wait at most; 0 to try once.
    package init(_ folder: URL, milliseconds: Int = 250) {
        descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            isTaken = false
            return
        }
        var looksLeft = milliseconds * 1_000 / Int(Self.pause)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                isTaken = false
                return
            }
            guard looksLeft > 0 else {
                isTaken = true
                return
            }
            looksLeft -= 1
            usleep(Self.pause)
        }
        isTaken = false
    }

    package func release() {
        if descriptor >= 0 { close(descriptor) }
    }
}
