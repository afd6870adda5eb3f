// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The resources that the process has used so far.
struct ProcessUsage {
    /// Processor time of all threads, in microseconds.
    let cpu: Double
    /// The number of times that a thread has yielded or lost its processor.
    let switches: Double

    /// The usage up to now.
    static var now: ProcessUsage {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let microseconds = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return ProcessUsage(cpu: seconds * 1e6 + microseconds, switches: Double(usage.ru_nvcsw + usage.ru_nivcsw))
    }

    /// The number of times that threads of the process have fallen asleep, summed over the threads: a thread that ended
    /// does not count.
    ///
    /// - Returns: Zero where the system does not say.
    static var voluntarySwitches: Double {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.reduce(0) { sum, task in
            let status = (try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Double($0) } ?? 0)
        }
    }

    /// Returns the usage of some work.
    static func of(_ work: () -> Void) -> ProcessUsage {
        let before = now
        work()
        return now - before
    }

    static func - (later: ProcessUsage, earlier: ProcessUsage) -> ProcessUsage {
        ProcessUsage(cpu: later.cpu - earlier.cpu, switches: later.switches - earlier.switches)
    }
}
