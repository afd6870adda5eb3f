// SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The operations of ``DurableFile`` on a disk, one step each, so that tests can end a process between any two of them.
///
/// Each step returns false where it failed; `errno` then says why.
package protocol DurableDisk: Sendable {
    /// Makes a new file. Its bytes and its name may still be lost with the power.
    func make(_ path: String, holding data: Data) -> Bool
    /// Changes the first byte of a file on the disk and in its place, which needs no space; where there is no file, makes
    /// an empty one.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - byte: The byte.
    ///   - descriptor: The file, open for writing; nil to open it.
    /// - Returns: False where it failed.
    func mark(_ path: String, _ byte: UInt8, through descriptor: Int32?) -> Bool
    /// Synchronises the bytes of a file to the disk.
    func synchronize(_ path: String) -> Bool
    /// Renames a file to the name of another one, which it replaces.
    func rename(_ path: String, to name: String) -> Bool
    /// Removes a file.
    func remove(_ path: String)
    /// Synchronises the names in the folder of a file to the disk. If the file system cannot, nothing more can be done.
    func synchronizeFolder(of path: String)
}

/// The disk that the system has.
package struct SystemDisk: DurableDisk {
    package init() {}

    package func make(_ path: String, holding data: Data) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { keepingError { close(descriptor) } }
        return write(data, to: descriptor)
    }

    package func mark(_ path: String, _ byte: UInt8, through descriptor: Int32?) -> Bool {
        if let descriptor { return mark(descriptor, byte) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return false }
        defer { keepingError { close(descriptor) } }
        return mark(descriptor, byte)
    }

    private func mark(_ descriptor: Int32, _ byte: UInt8) -> Bool {
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return false }
        return (info.st_size == 0 || pwrite(descriptor, [byte], 1, 0) == 1) && fsync(descriptor) == 0
    }

    package func synchronize(_ path: String) -> Bool { synchronize(path, O_WRONLY) }

    package func rename(_ path: String, to name: String) -> Bool { Foundation.rename(path, name) == 0 }

    package func remove(_ path: String) { unlink(path) }

    package func synchronizeFolder(of path: String) {
        _ = synchronize((path as NSString).deletingLastPathComponent, O_RDONLY)
    }

    private func synchronize(_ path: String, _ mode: Int32) -> Bool {
        let descriptor = open(path, mode | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { keepingError { close(descriptor) } }
        return fsync(descriptor) == 0
    }

    private func write(_ data: Data, to descriptor: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            var left = bytes[...]
            while !left.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: left).baseAddress, left.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                left = left.dropFirst(count)
            }
            return true
        }
    }

    /// Cleans up without losing why the step failed.
    private func keepingError(_ body: () -> Int32) {
        let error = errno
        _ = body()
        errno = error
    }
}
