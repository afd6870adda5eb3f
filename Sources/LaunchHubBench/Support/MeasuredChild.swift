// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a program took, as the system counts it.
struct MeasuredChild {
    /// Seconds from its start to its end.
    let seconds: Double
    /// The most memory that it had at once, in MiB.
    let peak: Double

    /// Runs a program whose output nobody reads.
    ///
    /// - Parameters:
    ///   - program: Its path.
    ///   - arguments: What follows its name.
    /// - Returns: Nil where it does not start, or ends with another code than 0 or 1.
    static func run(_ program: String, _ arguments: [String]) -> MeasuredChild? {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let start = nanoseconds()
        var child = pid_t()
        guard posix_spawn(&child, program, &actions, nil, &words, environ) == 0 else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(child, &status, 0, &usage) == child else { return nil }
        // The low seven bits have the signal, the next eight the code.
        guard status & 0x7f == 0, [0, 1].contains(status >> 8 & 0xff) else { return nil }
        #if canImport(Darwin)
            let unit = 1_048_576.0
        #else
            let unit = 1_024.0
        #endif
        return MeasuredChild(seconds: Double(nanoseconds() - start) / 1e9, peak: Double(usage.ru_maxrss) / unit)
    }
}
