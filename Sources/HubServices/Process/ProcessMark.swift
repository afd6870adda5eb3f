// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A process, told from a later one with the same number by when it started.
package struct ProcessMark: Sendable, Hashable {
    package let identifier: Int64
    /// When it started, in a unit of the system's own; 0 where the system does not say.
    package let started: Int64

    package init(identifier: Int64, started: Int64) {
        self.identifier = identifier
        self.started = started
    }

    /// This process.
    package static let current = ProcessMark(identifier: Int64(getpid()), started: startTime(of: Int64(getpid())) ?? 0)

    package var isRunning: Bool {
        guard let number = Int32(exactly: identifier), number > 0 else { return false }
        // A process of another user may not be signalled, and is there all the same.
        guard kill(number, 0) == 0 || errno == EPERM else { return false }
        guard started != 0, let now = Self.startTime(of: identifier) else { return true }
        return now == started
    }

    /// When a process started; nil where the system does not say.
    private static func startTime(of identifier: Int64) -> Int64? {
        #if os(Linux)
            // The name of the program stands in parentheses and may hold anything; the fields after it are numbers.
            guard let file = fopen("/proc/\(identifier)/stat", "r") else { return nil }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = fread(&bytes, 1, bytes.count, file)
            let text = String(decoding: bytes[..<count], as: UTF8.self)
            guard let end = text.lastIndex(of: ")") else { return nil }
            let fields = text[end...].split(separator: " ")
            return fields.count > 20 ? Int64(fields[20]) : nil
        #else
            return nil
        #endif
    }
}
