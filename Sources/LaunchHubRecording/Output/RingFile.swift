// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file of lines that begins anew when it is full, and keeps the one before it.
///
/// Lines are handed to the system as soon as they are written, so that a process that is killed loses none of them, and
/// are synchronized with the disk once a second.
final class RingFile: LineSink {
    private struct State: Sendable {
        var descriptor: Int32 = -1
        var size = 0
        var needsOpening = true
        /// The time at which the file is synchronized next; nil if nothing was written since.
        var syncDue: Int64?
        var problem: String?
        /// The time at which a file that could not be opened is tried again.
        var nextTry: Int64 = 0
    }

    private static let second: Int64 = 1_000_000_000

    private let path: String
    private let limit: Int
    private let state = Locked(State())

    /// Makes a file; it is opened with the first lines.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - limit: The most bytes of this file and the one before it.
    init(_ url: URL, limit: Int) {
        path = url.path
        self.limit = limit
    }

    deinit { close() }

    /// The path of the file before this one: `evening.1.jsonl` of `evening.jsonl`.
    static func pathOfPrevious(_ path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let suffix = url.pathExtension
        return url.deletingPathExtension().path + ".1" + (suffix.isEmpty ? "" : "." + suffix)
    }

    var problem: String? { state.withLock { $0.problem } }

    func write(at now: Int64, _ make: (_ isFirst: Bool) -> LineText) -> (lines: UInt64, loss: RecordingLoss)? {
        state.withLock { state in
            let text = make(state.needsOpening)
            if state.descriptor < 0 {
                guard now >= state.nextTry else { return (UInt64(text.lines), .file) }
                guard open(&state) else {
                    state.nextTry = now + Self.second
                    return (UInt64(text.lines), .file)
                }
            }
            guard write(text.bytes, &state) else { return (UInt64(text.lines), .file) }
            state.needsOpening = false
            if state.syncDue == nil { state.syncDue = now + Self.second }
            if state.size >= limit / 2 { end(&state) }
            return nil
        }
    }

    func tend(at now: Int64) -> Int64? {
        state.withLock { state in
            guard let due = state.syncDue else { return nil }
            if now < due { return due }
            synchronize(&state)
            return nil
        }
    }

    func synchronize() {
        state.withLock { state in
            if state.syncDue != nil { synchronize(&state) }
        }
    }

    private func synchronize(_ state: inout State) {
        state.syncDue = nil
        if state.descriptor >= 0 { fsync(state.descriptor) }
    }

    func drain(_ done: @escaping @Sendable () -> Void) { done() }

    func close() {
        state.withLock { end(&$0) }
    }

    // MARK: - The file

    private func open(_ state: inout State) -> Bool {
        let previous = Self.pathOfPrevious(path)
        var info = stat()
        if stat(path, &info) == 0, info.st_size > 0, info.st_mode & S_IFMT == S_IFREG { rename(path, previous) }
        // It says what a person has watched.
        PrivateFile.prepare(path)
        state.descriptor = Foundation.open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard state.descriptor >= 0 else {
            state.problem = "\(path) cannot be opened: \(String(cString: strerror(errno)))"
            return false
        }
        state.size = 0
        state.problem = nil
        return true
    }

    private func end(_ state: inout State) {
        guard state.descriptor >= 0 else { return }
        fsync(state.descriptor)
        _ = Foundation.close(state.descriptor)
        state.descriptor = -1
        state.needsOpening = true
        state.syncDue = nil
    }

    /// Writes all bytes, or none that a reader would take for a line.
    private func write(_ bytes: [UInt8], _ state: inout State) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { rest in
                Foundation.write(state.descriptor, rest.baseAddress, rest.count)
            }
            if count > 0 {
                written += count
            } else if count < 0, errno == EINTR {
                continue
            } else {
                state.problem = "\(path) cannot be written: \(String(cString: strerror(errno)))"
                // What was written of these lines is taken back, so that the file ends with a whole line.
                ftruncate(state.descriptor, off_t(state.size))
                return false
            }
        }
        state.size += written
        state.problem = nil
        return true
    }
}
