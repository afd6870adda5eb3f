// SPDX-License-Identifier: Apache-2.0

import CHeap
import CSQLite
import Foundation

/// What the process takes from the system.
struct SoakProcess: CustomStringConvertible {
    /// What is allocated.
    let heapKibibytes: Int
    /// What of it is SQLite's: mostly its page cache, which has a limit.
    let databaseKibibytes: Int
    /// What is in memory, with what the allocator keeps for later.
    let residentKibibytes: Int
    let descriptors: Int
    let threads: Int
    /// What the threads are called; those of Dispatch's pools have the name of the process.
    let threadNames: [String]

    /// Reads it; zeros where the system does not say.
    init() {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        func value(_ name: String) -> Int {
            status.split(separator: "\n").first { $0.hasPrefix(name) }?
                .split(whereSeparator: { $0 == "\t" || $0 == " " }).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        heapKibibytes = Int(launchhub_heap_bytes_in_use() / 1_024)
        databaseKibibytes = Int(sqlite3_memory_used() / 1_024)
        residentKibibytes = value("VmRSS:")
        threads = value("Threads:")
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        threadNames = tasks.compactMap { task in
            try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
                .trimmingCharacters(in: .newlines)
        }
        .sorted()
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    var description: String {
        "\(heapKibibytes) KiB allocated (\(databaseKibibytes) by SQLite) of \(residentKibibytes), \(descriptors) descriptors, \(threads) threads"
    }

    /// Writes a line at once, also into a file.
    static func print(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// A page cache as large as SQLite makes it, and what it knows of its tables.
    private static let mostDatabaseKibibytes = 2_500

    /// Returns what grew between two measurements of the process.
    ///
    /// - Parameters:
    ///   - early: The earlier measurement.
    ///   - late: The later measurement.
    ///   - ownThreads: The number of threads that belong to the soak itself.
    /// - Returns: A sentence for each quantity that grew too much; empty if none did.
    static func faults(from early: SoakProcess, to late: SoakProcess, ownThreads: Int = 0) -> [String] {
        var faults: [String] = []
        // SQLite keeps pages that it has once needed, up to a limit: what waits while there is no network fills it.
        let (before, after) = (
            early.heapKibibytes - early.databaseKibibytes, late.heapKibibytes - late.databaseKibibytes
        )
        // A hundred more are tables that grow in the first hours.
        if after - before > max(100, before * 3 / 100) {
            faults.append("memory grew from \(before) KiB to \(after) KiB")
        }
        if late.databaseKibibytes > mostDatabaseKibibytes {
            faults.append("SQLite has \(late.databaseKibibytes) KiB")
        }
        if late.descriptors > early.descriptors + 4 {
            faults.append("descriptors grew from \(early.descriptors) to \(late.descriptors)")
        }
        if late.threads > ProcessInfo.processInfo.activeProcessorCount + 4 + ownThreads {
            faults.append("there are \(late.threads) threads: \(late.threadNames.joined(separator: ", "))")
        }
        return faults
    }
}
