// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Tells whether a file that is always replaced as a whole is still the one that was read. It costs a system call.
struct FileStamp: Equatable {
    /// How often this process has replaced such a file. Times of files are coarse, and the numbers of files that were
    /// replaced are given again; this is exact at least for changes from here.
    private static let writes = Locked<UInt64>(0)

    private let write: UInt64
    private let number: UInt64
    private let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// Looks at a file.
    ///
    /// - Parameter path: Where it is.
    /// - Returns: nil where there is none, or none that can be looked at.
    init?(_ path: String) {
        write = Self.writes.withLock { $0 }
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        number = UInt64(info.st_ino)
        size = Int64(info.st_size)
        #if canImport(Darwin)
            let time = info.st_mtimespec
        #else
            let time = info.st_mtim
        #endif
        seconds = Int64(time.tv_sec)
        nanoseconds = Int64(time.tv_nsec)
    }

    /// Takes note that this process has replaced a file.
    static func noteWrite() {
        writes.withLock { $0 &+= 1 }
    }
}
