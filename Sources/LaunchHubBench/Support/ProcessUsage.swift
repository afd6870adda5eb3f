// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the process has used so far.
struct ProcessUsage {
    /// Processor time of all threads, in microseconds.
    let cpu: Double
    /// How often a thread has given its processor away or lost it.
    let switches: Double

    /// What has been used up to now.
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

    static func - (later: ProcessUsage, earlier: ProcessUsage) -> ProcessUsage {
        ProcessUsage(cpu: later.cpu - earlier.cpu, switches: later.switches - earlier.switches)
    }
}
