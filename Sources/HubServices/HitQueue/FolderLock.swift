// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps other processes, and other queues of this one, from repairing in the same folder at the same time.
///
/// It is a lock on the folder itself, so that it leaves no file behind, and ends with the process. Where the folder
/// cannot be locked nobody is kept out, which costs a second repair at worst.
struct FolderLock {
    private let descriptor: Int32

    /// Waits for the lock.
    init(_ folder: URL) {
        descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        }
    }

    /// Lets the next one in.
    func release() {
        if descriptor >= 0 { close(descriptor) }
    }
}
