// SPDX-License-Identifier: Apache-2.0

// Processes can be started and killed on these systems only.
#if os(Linux) || os(macOS)

    import Dispatch
    import Foundation
    import HubServices
    import HubStorage
    import TestSupport
    import Testing

    /// Real processes on a queue's file, killed without a warning.
    @Suite(.serialized)
    struct KillTests {
        private let folder: TemporaryFolder
        private var file: URL { folder.file("hits.sqlite") }

        init() throws {
            folder = try TemporaryFolder()
        }

        @Test func theQueueSurvivesAKill() throws {
            var expected: [String: [String]] = [:]
            // Right after the start, and within some write.
            for lines in [1, 40, 250] {
                let writer = try RunningProgram("HitQueueWriter", ["write", file.path, "3"])
                for line in try writer.kill(afterLines: lines) {
                    let parts = line.split(separator: " ").map(String.init)
                    expected[parts[0], default: []].append(parts[1])
                }
            }
            let found = Dictionary(grouping: sentByTheNext(at: Date()), by: \.stream).mapValues { $0.map(\.id) }
            #expect(expected.keys.sorted() == ["s0", "s1", "s2"])
            for (stream, ids) in expected {
                // A hit may be stored whose report was cut off; whatever was reported is there, in order.
                let reported = Set(ids)
                #expect(found[stream]?.filter(reported.contains) == ids)
            }
        }

        @Test func whatAKilledProcessHasNotSentIsSentByTheNext() throws {
            let ids = try fill(streams: 3, count: 1_000)
            let sender = try RunningProgram("HitQueueWriter", ["send", file.path])
            let before = try sender.kill(afterLines: 100)
            // By now every lease of the dead process has ended.
            let after = sentByTheNext(at: Date().addingTimeInterval(61)).map(\.id)
            #expect(Set(before).union(after) == Set(ids))
            // Nothing is sent twice by one process, and the doubles have the same ids.
            #expect(Set(before).count == before.count)
            #expect(Set(after).count == after.count)
        }

        @Test func twoProcessesSendEachHitOnce() throws {
            let ids = try fill(streams: 40, count: 1_000)
            // They are read one after the other, so what one of them prints has to fit into a pipe.
            let senders = try (0..<2).map { _ in try RunningProgram("HitQueueWriter", ["send", file.path]) }
            let sent = try senders.flatMap { try $0.linesUntilExit() }
            #expect(sent.count == ids.count)
            #expect(Set(sent) == Set(ids))
        }

        /// Puts hits into the file and says their ids.
        private func fill(streams: Int, count: Int) throws -> [String] {
            let queue = HitQueue(location: .file(file), processor: Collector(), privacy: .unknown)
            defer { queue.close() }
            let drafts = (0..<count).map { HitQueue.Draft(payload: Data("\($0)".utf8), stream: "s\($0 % streams)") }
            return try queue.enqueue(contentsOf: drafts).compactMap(\.id)
        }

        /// What the next process sends that has the file.
        private func sentByTheNext(at date: Date) -> [HitQueue.Hit] {
            let lane = DispatchQueue(label: "test")
            let collector = Collector()
            let queue = HitQueue(
                location: .file(file),
                processor: collector,
                configuration: HitQueue.Configuration(limits: HitQueueLimits(count: .max, age: nil)),
                clock: ManualClock(date: date),
                workQueue: lane,
                deliveryQueue: lane,
                onEvent: { Issue.record("told \($0)") }
            )
            for _ in 0..<100_000 {
                guard queue.summary().count > 0 else { break }
                lane.sync {}
            }
            #expect(queue.summary().count == 0)
            queue.close()
            return collector.hits.withLock { $0 }
        }
    }

    /// Sends everything, and notes it.
    private final class Collector: HitProcessor {
        let hits = Locked<[HitQueue.Hit]>([])

        func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
            hits.withLock { $0.append(hit) }
            completion(.sent)
        }
    }

#endif
