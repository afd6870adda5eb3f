// SPDX-License-Identifier: Apache-2.0

// Processes can be started and killed on these systems only.
#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import LaunchRules
    import TestSupport
    import Testing

    /// Real processes on a real file, killed without a warning.
    @Suite(.serialized)
    struct HistoryProcessTests {
        @Test func everyRecordThatWasReportedAsStoredSurvivesAKill() async throws {
            let folder = try TemporaryFolder()
            var first = 0
            for round in 0..<6 {
                let writer = try RunningProgram("HistoryWriter", [folder.history.path, "\(first)"])
                // Kills at many points of a write, and once right after the start.
                let reported = try writer.kill(afterLines: round == 0 ? 1 : Int.random(in: 1...300))
                let bench = HistoryBench(folder.history, limits: HubHistoryLimits(age: nil))
                let count = first + reported.count + 1
                let requests = (0..<count).map { number in
                    HubHistoryRequest(mask: ["number": .int(Int64(number))])
                }
                let counts = try await bench.history.getHistoricalEvents(requests).map(\.count)
                // One may be stored whose report was cut off; whatever was reported is there, once.
                #expect(counts.dropLast().allSatisfy { $0 == 1 })
                #expect(bench.notes.isEmpty)
                first = bench.history.summary.count
                #expect(first == counts.reduce(0, +))
                bench.history.close()
            }
        }

        /// How often a launch finds each of some numbers.
        private static func counts(_ folder: TemporaryFolder, _ numbers: [Int]) async throws -> [Int] {
            let bench = HistoryBench(folder.history, limits: HubHistoryLimits(age: nil))
            defer { bench.history.close() }
            let requests = numbers.map { HubHistoryRequest(mask: ["number": .int(Int64($0))]) }
            return try await bench.history.getHistoricalEvents(requests).map(\.count)
        }

        @Test func twoProcessesWriteOneFile() async throws {
            let folder = try TemporaryFolder()
            var reported: [Int] = []
            for round in 0..<3 {
                // Both begin with a file that is not there yet, and later with one that the others have left.
                let starts = [round * 1_000_000, round * 1_000_000 + 500_000]
                let writers = try starts.map { try RunningProgram("HistoryWriter", [folder.history.path, "\($0)"]) }
                for (writer, count) in zip(writers, [200, 100]) {
                    reported += try writer.kill(afterLines: count).compactMap(Int.init)
                }
                let counts = try await Self.counts(folder, reported)
                #expect(counts.allSatisfy { $0 == 1 })
            }
            #expect(reported.count >= 900)
        }

        /// The last one to close a file brings its log home and removes it, so a process must never take itself for the last
        /// one while another goes on writing.
        @Test func launchesThatEndBesideAProcessThatWritesCostItNothing() async throws {
            let folder = try TemporaryFolder()
            _ = try await Self.counts(folder, [0])
            let writers = try [1, 1_000_000].map {
                try RunningProgram("HistoryWriter", [folder.history.path, "\($0)"])
            }
            try writers.forEach { try $0.read(lines: 10) }
            for _ in 0..<5 {
                _ = try await Self.counts(folder, [0])
                try writers.forEach { try $0.read(lines: 10) }
            }
            let reported = try writers.flatMap { try $0.kill(afterLines: 100).compactMap(Int.init) }
            #expect(try await Self.counts(folder, reported).allSatisfy { $0 == 1 })
        }

        /// To close any descriptor of a file takes the locks of the whole process from it, so that a second history in the same
        /// process could have another process take itself for the last one.
        @Test func aSecondHistoryInTheProcessKeepsTheLocksOfTheFirst() async throws {
            let folder = try TemporaryFolder()
            let first = HistoryBench(folder.history, limits: HubHistoryLimits(age: nil))
            defer { first.history.close() }
            try await first.history.recordHistoricalEvent(["number": 1], at: 1)
            _ = try await Self.counts(folder, [1])
            let ended = try RunningProgram("HistoryWriter", [folder.history.path, "100", "5"]).linesUntilExit()
            try await first.history.recordHistoricalEvent(["number": 2], at: 2)
            #expect(ended.count == 5)
            #expect(try await Self.counts(folder, [1, 2] + ended.compactMap { Int($0) }).allSatisfy { $0 == 1 })
        }

        /// Two processes that find one damaged file carry over what can be read of it once, and lose nothing of each other's.
        @Test func twoProcessesFindOneDamagedFile() async throws {
            for _ in 0..<4 {
                let folder = try TemporaryFolder()
                let bench = HistoryBench(folder.history, limits: HubHistoryLimits(age: nil))
                for number in 0..<400 {
                    try await bench.history.recordHistoricalEvent(["number": .int(Int64(number))], at: Int64(number))
                }
                bench.history.close()
                var bytes = try Data(contentsOf: folder.history)
                let leaves = stride(from: 4_096, to: bytes.count, by: 4_096)
                    .filter { bytes[$0] == 0x0D && bytes[$0 + 4] > 0 }
                let page = try #require(leaves.dropFirst().first)
                bytes.replaceSubrange(page..<(page + 4_096), with: Data(repeating: 0, count: 4_096))
                try bytes.write(to: folder.history)

                let writers = try [10_000, 20_000].map {
                    try RunningProgram("HistoryWriter", [folder.history.path, "\($0)"])
                }
                let reported = try writers.flatMap { try $0.kill(afterLines: 50).compactMap(Int.init) }
                let old = try await Self.counts(folder, Array(0..<400))
                #expect(old.allSatisfy { $0 <= 1 })
                #expect(old.reduce(0, +) > 200)
                let new = try await Self.counts(folder, reported)
                #expect(new.allSatisfy { $0 == 1 })
            }
        }
    }

#endif
