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
        let usage = ofProcess
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let microseconds = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return ProcessUsage(cpu: seconds * 1e6 + microseconds, switches: Double(usage.ru_nvcsw + usage.ru_nivcsw))
    }

    private static var ofProcess: rusage {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        return usage
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
