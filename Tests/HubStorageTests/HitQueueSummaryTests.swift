// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing
import HubStorage

struct HitQueueSummaryTests {
    @Test func saysWhatWaits() throws {
        let rig = TestRig(privacy: .unknown)
        #expect(rig.queue.summary() == HitQueue.Summary())
        try rig.add("1", "22")
        rig.advance(by: .seconds(5))
        try rig.add("333", stream: "b")
        rig.advance(by: .seconds(2))
        var expected = HitQueue.Summary()
        expected.count = 3
        expected.bytes = 6
        expected.oldestAge = .seconds(7)
        expected.streams = ["a": .init(count: 2, bytes: 3), "b": .init(count: 1, bytes: 3)]
        expected.reasons = ["a": "the privacy status is unknown", "b": "the privacy status is unknown"]
        #expect(rig.queue.summary() == expected)
    }

    @Test func aHitThatIsOutIsStillThere() throws {
        let rig = TestRig { _ in nil }
        try rig.add("1")
        #expect(rig.queue.summary().count == 1)
        rig.processor.answer(0, .sent)
        rig.settle()
        #expect(rig.queue.summary().count == 0)
    }

    @Test func aChoiceThatAllowsSendingDoesNotCutAWaitShort() throws {
        let rig = TestRig { $0.attempts == 0 ? .retry(after: .seconds(100)) : .sent }
        try rig.add("1")
        rig.queue.setPrivacyStatus(.unknown)
        rig.advance(by: .seconds(50))
        rig.queue.setPrivacyStatus(.optedIn)
        #expect(rig.sent.count == 1)
        rig.advance(by: .seconds(50))
        #expect(rig.sent.count == 2)
    }
}
