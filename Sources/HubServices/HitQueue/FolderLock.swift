// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps other processes, and other queues of this one, from opening or repairing a file in the same folder at the same
/// time.
///
/// It is a lock on the folder itself, so that it leaves no file behind, and ends with the process. Where the folder
/// cannot be locked nobody is kept out. It does not wait for connections that are open already; ``HitDatabase`` waits
/// for those by itself.
struct FolderLock {
    /// For how many milliseconds it waits for a process that may have been stopped in the middle of that.
    private static let patience = 3_000

    private let descriptor: Int32

    /// Waits for the lock, but not for ever.
    init(_ folder: URL) {
        descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        for _ in 0..<Self.patience where flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            usleep(1_000)
        }
    }

    /// Lets the next one in.
    func release() {
        if descriptor >= 0 { close(descriptor) }
    }
}
