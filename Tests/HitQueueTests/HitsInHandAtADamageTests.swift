// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import TestSupport
import Testing

/// Hits that a queue has in memory when the pages that they stand on are found destroyed.
@Suite struct HitsInHandAtADamageTests {
    /// They are not lost, and nobody is told that they were.
    @Test func hitsInHandCountAsCarriedOver() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, isSuspended: true) { _ in nil }
        // A page each, so that the tables' own pages stay whole.
        let drafts = (0..<20).map { HitQueue.Draft(payload: Data(repeating: $0, count: 3_500), stream: "a") }
        try rig.queue.enqueue(contentsOf: drafts)
        rig.queue.resume()
        rig.settle()
        #expect(rig.processor.calls.count == 1)
        // What is in the log alone is on its page then.
        try RawDatabase(folder.file).run("PRAGMA wal_checkpoint(TRUNCATE)")
        var content = try Data(contentsOf: folder.file)
        let leaves = stride(from: 0, to: content.count, by: 4_096).filter { content[$0] == 0x0D }
        for page in leaves.suffix(20) {
            content.replaceSubrange(page..<(page + 4_096), with: Data(repeating: 0xFF, count: 4_096))
        }
        // In its place: another file there would be one that somebody else has begun.
        let file = try FileHandle(forWritingTo: folder.file)
        try file.write(contentsOf: content)
        try file.close()
        // A change by another connection has the queue's own forget the pages that it has read.
        try RawDatabase(folder.file).run("INSERT INTO stream VALUES ('c', NULL, 0, 0)")

        rig.processor.answerAll { _ in .sent }
        rig.processor.answer(0, .sent)
        rig.settle(1_000)
        #expect(rig.processor.calls.compactMap(\.payload.first) == Array(0..<20))
        guard case .damaged(_, _, let carriedOver, let lost)? = rig.events.first, rig.events.count == 1 else {
            Issue.record("told \(rig.events)")
            return
        }
        #expect(carriedOver == 20)
        #expect(lost == 0)
        #expect(rig.queue.summary() == HitQueue.Summary())
    }
}
