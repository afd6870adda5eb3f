// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import TestSupport
import Testing

/// A damaged file whose hits find no room in the one that takes its place.
@Suite struct CarryOverToAFullDiskTests {
    /// Half of them go, the oldest, and are counted as lost; the middle one goes too.
    @Test(arguments: [(20, 10), (21, 10)])
    func theNewestHitsAreCarriedOver(_ count: Int, _ kept: Int) throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location, privacy: .unknown)
        let drafts = (0..<count).map { HitQueue.Draft(payload: Data(repeating: UInt8($0), count: 10_000), stream: "a") }
        try first.queue.enqueue(contentsOf: drafts)
        first.queue.close()
        var content = try Data(contentsOf: folder.file)
        content.replaceSubrange(0..<16, with: Data(repeating: 0, count: 16))
        try content.write(to: folder.file)

        let rig = TestRig(folder.location, configuration: HitQueue.Configuration(maximumFileBytes: 192 << 10))
        rig.settle()
        #expect(rig.processor.calls.map(\.payload) == drafts.suffix(kept).map(\.payload))
        guard case .damaged(_, _, let carriedOver, let lost)? = rig.events.first, rig.events.count == 1 else {
            Issue.record("told \(rig.events)")
            return
        }
        #expect(carriedOver == kept)
        #expect(lost == count - kept)
        #expect(rig.queue.summary() == HitQueue.Summary())
    }
}
