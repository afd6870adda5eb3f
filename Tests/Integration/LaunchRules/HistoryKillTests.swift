// SPDX-License-Identifier: Apache-2.0

// Processes can be started and killed on these systems only.
#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import LaunchRules
    import TestSupport
    import Testing

    /// Event histories of processes that are killed without a warning.
    @Suite(.serialized)
    struct HistoryKillTests {
        /// How often a launch finds each of some numbers.
        private static func counts(_ file: URL, _ numbers: [Int]) async throws -> [Int] {
            let history = HubEventHistory(file: file, maximumAge: nil)
            defer { history.close() }
            let requests = numbers.map { HubHistoryRequest(mask: ["number": .int(Int64($0))]) }
            return try await history.getHistoricalEvents(requests).map(\.count)
        }

        @Test func everyRecordThatWasReportedAsStoredSurvivesAKill() async throws {
            let folder = try TemporaryFolder()
            let file = folder.file("history.sqlite")
            var first = 0
            // Kills right after the start, and at other points of a write.
            for lines in [1, 40, 170] {
                let writer = try RunningProgram("HistoryWriter", [file.path, "\(first)"])
                let reported = try writer.kill(afterLines: lines).compactMap(Int.init)
                // One may be stored whose report was cut off; whatever was reported is there, once.
                let next = first + reported.count
                let counts = try await Self.counts(file, Array(0...next))
                #expect(counts.dropLast().allSatisfy { $0 == 1 })
                first = counts.reduce(0, +)
            }
        }

        @Test func twoProcessesWriteOneFile() async throws {
            let folder = try TemporaryFolder()
            let file = folder.file("history.sqlite")
            var reported: [Int] = []
            for round in 0..<2 {
                // Both begin with a file that is not there yet, and later with one that the others have left.
                let starts = [round * 1_000_000, round * 1_000_000 + 500_000]
                let writers = try starts.map { try RunningProgram("HistoryWriter", [file.path, "\($0)"]) }
                for (writer, count) in zip(writers, [200, 100]) {
                    reported += try writer.kill(afterLines: count).compactMap(Int.init)
                }
                #expect(try await Self.counts(file, reported).allSatisfy { $0 == 1 })
            }
            #expect(reported.count >= 600)
        }
    }

#endif
