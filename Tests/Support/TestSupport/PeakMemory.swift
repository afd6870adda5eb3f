// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    /// The most memory that this process has had at once.
    ///
    /// A test that asks for it runs in a process of its own.
    package enum PeakMemory {
        /// In bytes; nil where the system does not say.
        package static var bytes: Int? {
            guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
                let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
                let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
            else { return nil }
            return kibibytes << 10
        }

        /// Runs work, and returns by how much it has raised the peak.
        package static func growth(_ work: () async throws -> Void) async throws -> Int {
            let before = bytes ?? 0
            try await work()
            return (bytes ?? .max) - before
        }
    }
#endif
