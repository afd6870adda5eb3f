// SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads files, and replaces them as a whole so that a crash or a loss of power leaves the old or the new one.
package enum DurableFile {
    /// A file that was read, kept open: as long as it is, no other file gets its number, so that a file which took its
    /// place is always told from it.
    package final class Reading: Sendable {
        let data: Data
        private let descriptor: Int32
        fileprivate let stamp: Stamp

        private let isWritable: Bool

        fileprivate init(data: Data, descriptor: Int32, isWritable: Bool, stamp: Stamp) {
            self.data = data
            self.descriptor = descriptor
            self.isWritable = isWritable
            self.stamp = stamp
        }

        deinit { close(descriptor) }

        /// Whether the file at a path is still this one, as it was read.
        ///
        /// It costs one system call.
        func isCurrent(at path: String) -> Bool { Stamp(path) == stamp }

        /// The file, if it is still the one at a path and was opened for writing.
        fileprivate func descriptor(at path: String) -> Int32? {
            isWritable && isCurrent(at: path) ? descriptor : nil
        }
    }

    /// The properties that distinguish a file from another, and from itself after it was changed.
    fileprivate struct Stamp: Equatable {
        let device: UInt64
        let number: UInt64
        let size: Int64
        let seconds: Int64
        let nanoseconds: Int64

        init(_ info: stat) {
            device = UInt64(truncatingIfNeeded: info.st_dev)
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

        init?(_ path: String) {
            var info = stat()
            guard stat(path, &info) == 0 else { return nil }
            self.init(info)
        }
    }

    /// The most bytes that are read, and of what ``FileKeyValueStore`` writes; what is kept is never nearly as large.
    static let maximumBytes: Int64 = 16 << 20

    /// Whether there is a file at a path.
    static func exists(_ path: String) -> Bool { Stamp(path) != nil }

    /// Reads a file.
    ///
    /// - Parameter path: Where it is.
    /// - Returns: Nil if nothing is found.
    /// - Throws: ``StorageError`` where it cannot be read.
    static func read(_ path: String) throws(StorageError) -> Reading? {
        // For writing too, so that a mark needs no other descriptor.
        var descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        let isWritable = descriptor >= 0
        if !isWritable, errno == EACCES || errno == EPERM || errno == EROFS || errno == EISDIR {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        }
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure(.read, path)
        }
        var info = stat()
        guard fstat(descriptor, &info) == 0, (info.st_mode & S_IFMT) == S_IFREG, info.st_size <= maximumBytes else {
            close(descriptor)
            throw StorageError(.read, path: path, detail: "it is not a file of at most \(maximumBytes) bytes")
        }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: max(1, Int(info.st_size)))
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let error = failure(.read, path)
                close(descriptor)
                throw error
            }
            if count == 0 { break }
            data.append(contentsOf: buffer[..<count])
        }
        return Reading(data: data, descriptor: descriptor, isWritable: isWritable, stamp: Stamp(info))
    }

    /// Puts a file in the place of what is there.
    ///
    /// It is on the disk when this returns.
    ///
    /// - Parameters:
    ///   - path: Where it is to be; its folder must exist.
    ///   - data: Its bytes.
    ///   - disk: The disk.
    ///   - before: What was read there: if another process has changed that since, the file is not replaced.
    /// - Throws: ``StorageError``; what was there before is untouched then.
    package static func replace(
        _ path: String,
        with data: Data,
        on disk: some DurableDisk = SystemDisk(),
        after before: Reading? = nil
    ) throws(StorageError) {
        let temporary = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
        guard disk.make(temporary, holding: data), disk.synchronize(temporary) else {
            throw abandon(temporary, failure(.write, path), disk)
        }
        // This process may have been suspended here for as long as another one was willing to wait, which then marks.
        if let before, let now = Stamp(path), now != before.stamp {
            let detail = "another process has changed it at the same time"
            throw abandon(temporary, StorageError(.write, .busy, path: path, detail: detail), disk)
        }
        guard disk.rename(temporary, to: path) else { throw abandon(temporary, failure(.write, path), disk) }
        PrivateFile.protect(URL(fileURLWithPath: path))
        disk.synchronizeFolder(of: path)
    }

    private static func abandon(_ temporary: String, _ error: StorageError, _ disk: some DurableDisk) -> StorageError {
        disk.remove(temporary)
        return error
    }

    /// Changes the first byte of a file where it is, which needs no space on the disk; where there is no file, makes an
    /// empty one.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - reading: What was read there, which needs no other descriptor.
    ///   - byte: The byte.
    ///   - disk: The disk.
    /// - Returns: Whether it is on the disk.
    static func mark(_ path: String, _ reading: Reading?, _ byte: UInt8, on disk: some DurableDisk) -> Bool {
        let descriptor = reading?.descriptor(at: path)
        guard disk.mark(path, byte, through: descriptor) else { return false }
        if descriptor == nil { disk.synchronizeFolder(of: path) }
        return true
    }

    /// Makes a folder that only the user's own programs may look into, and those above it.
    package static func makeFolder(_ folder: URL) throws(StorageError) {
        do {
            try PrivateFile.makeFolder(folder)
        } catch {
            throw StorageError(.write, path: folder.path, detail: String(describing: error))
        }
    }

    private static func failure(_ operation: StorageError.Operation, _ path: String) -> StorageError {
        StorageError(operation, path: path, detail: String(cString: strerror(errno)))
    }
}
