// SPDX-License-Identifier: Apache-2.0

// The peak of another process can be read on this system only.
#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// A session of any length is read in the memory that a short one takes.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ConstantMemoryTests {
        /// The peak of a run's memory, in KiB, as it is read while the tool works.
        private func peak(_ words: [String]) throws -> Int {
            let process = Process()
            process.executableURL = Executable.url
            process.arguments = words
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            var peak = 0
            while process.isRunning {
                let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
                let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
                peak = max(peak, line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
                usleep(2_000)
            }
            #expect(process.terminationStatus < 2)
            return peak
        }

        @Test func aLongSessionTakesTheMemoryOfAShortOne() throws {
            let folder = try TemporaryFolder()
            let (short, long) = (try LongSession.write(10_000, to: folder), try LongSession.write(40_000, to: folder))
            for command in ["certify", "replay"] {
                let growth = try peak([command, long]) - peak([command, short])
                #expect(growth < 12 << 10, "\(command): \(growth) KiB")
            }
        }
    }
#endif
