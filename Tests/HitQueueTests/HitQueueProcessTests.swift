// SPDX-License-Identifier: Apache-2.0

import HubStorage

// Processes can be started and killed on these systems only.
#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// Real processes on a real file, killed without a warning.
    @Suite(.serialized)
    struct HitQueueProcessTests {
        @Test func everyHitThatWasReportedAsStoredSurvivesAKill() throws {
            let folder = try TemporaryFolder()
            var expected: [String: [String]] = [:]
            for round in 0..<8 {
                let writer = try RunningProgram("HitQueueWriter", ["write", folder.file.path, "3"])
                // Kills at many points of a write, and once right after the start.
                let lines = try writer.kill(afterLines: round == 0 ? 1 : Int.random(in: 1...400))
                for line in lines {
                    let parts = line.split(separator: " ").map(String.init)
                    expected[parts[0], default: []].append(parts[1])
                }
            }
            let found = try HitQueueProcessTests.idsByStream(folder)
            #expect(expected.keys.sorted() == ["s0", "s1", "s2"])
            for (stream, ids) in expected {
                // A hit may be stored whose report was cut off; whatever was reported is there, in order.
                let reported = Set(ids)
                #expect(found[stream]?.filter(reported.contains) == ids)
            }
        }

        @Test func hitsOfAProcessThatWasKilledWhileSendingAreSentByTheNext() throws {
            let folder = try TemporaryFolder()
            let ids = try HitQueueProcessTests.fill(folder, streams: 3, count: 3_000)
            let sender = try RunningProgram("HitQueueWriter", ["send", folder.file.path])
            let sentBefore = try sender.kill(afterLines: 100)
            // By now every lease of the dead process has ended.
            let clock = ManualClock(date: Date().addingTimeInterval(61))
            let next = TestRig(folder.location, clock: clock)
            next.settle(12_000)
            #expect(next.queue.summary().count == 0)
            let sentAfter = next.processor.calls.map(\.id)
            #expect(Set(sentBefore).union(sentAfter) == Set(ids))
            #expect(!sentAfter.isEmpty)
            // Nothing is sent twice by one process, and the doubles have the same ids.
            #expect(Set(sentBefore).count == sentBefore.count)
            #expect(Set(sentAfter).count == sentAfter.count)
        }

        @Test func twoProcessesSendEachHitOnce() throws {
            let folder = try TemporaryFolder()
            let ids = try HitQueueProcessTests.fill(folder, streams: 40, count: 1_000)
            // They are read one after the other, so what one of them prints has to fit into a pipe.
            let senders = try (0..<2).map { _ in try RunningProgram("HitQueueWriter", ["send", folder.file.path]) }
            let sent = try senders.map { try $0.linesUntilExit() }
            #expect(sent.flatMap(\.self).count == ids.count)
            #expect(Set(sent.flatMap(\.self)) == Set(ids))
        }

        @Test func twoProcessesWriteOneFile() throws {
            let folder = try TemporaryFolder()
            let writers = try (0..<2).map { _ in try RunningProgram("HitQueueWriter", ["write", folder.file.path, "2"])
            }
            let reported = try writers.flatMap { try $0.kill(afterLines: 300) }
                .map { String($0.split(separator: " ")[1]) }
            let found = try HitQueueProcessTests.idsByStream(folder).values.flatMap(\.self)
            #expect(Set(found).isSuperset(of: reported))
            #expect(Set(found).count == found.count)
        }

        /// Puts hits into a file and says their ids.
        private static func fill(_ folder: TemporaryFolder, streams: Int, count: Int) throws -> [String] {
            let queue = HitQueue(
                location: folder.location,
                processor: TestProcessor { _ in .sent },
                privacy: .unknown
            )
            defer { queue.close() }
            let drafts = (0..<count).map { HitQueue.Draft(payload: Data("\($0)".utf8), stream: "s\($0 % streams)") }
            return try queue.enqueue(contentsOf: drafts).compactMap(\.id)
        }

        /// The ids in a file, in order, read as the next process reads them.
        private static func idsByStream(_ folder: TemporaryFolder) throws -> [String: [String]] {
            let rig = TestRig(
                folder.location,
                configuration: HitQueue.Configuration(
                    limits: HitQueueLimits(count: .max, age: nil),
                    deadline: .seconds(9)
                )
            )
            while rig.queue.summary().count > 0 { rig.settle() }
            #expect(rig.events.isEmpty)
            return Dictionary(grouping: rig.processor.calls, by: \.stream).mapValues { $0.map(\.id) }
        }
    }

#endif
