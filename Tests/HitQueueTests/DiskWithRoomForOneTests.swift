// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import TestSupport
import Testing

/// A disk that has room for one of the hits that wait in memory, and never for two.
@Suite struct DiskWithRoomForOneTests {
    @Test func hitsThatWaitInMemoryAreWrittenOneByOne() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(
            folder.location,
            configuration: HitQueue.Configuration(
                deadline: .seconds(600),
                storageRetryInterval: .seconds(1),
                maximumFileBytes: 256 << 10
            ),
            privacy: .unknown
        ) { _ in nil }
        let drafts = (1...4).map { HitQueue.Draft(payload: Data(repeating: $0, count: 150_000), stream: "a") }
        let admissions = try drafts.map { try rig.queue.enqueue($0) }
        let ids = admissions.compactMap(\.id)
        #expect(ids.count == 4)
        #expect(admissions == [.stored(id: ids[0])] + ids.dropFirst().map { .heldInMemory(id: $0) })

        rig.queue.setPrivacyStatus(.optedIn)
        for number in 0..<4 {
            // A step writes what waits, and a later one claims it.
            for _ in 0..<4 { rig.advance(by: .seconds(1)) }
            #expect(rig.processor.calls.map(\.id) == Array(ids[...number]))
            #expect(rig.queue.summary().inMemoryCount == 3 - number)
            rig.processor.answer(number, .sent)
        }
        for _ in 0..<4 { rig.advance(by: .seconds(1)) }
        #expect(rig.queue.summary() == HitQueue.Summary())
        let recoveries = rig.events.compactMap { event in
            if case .storageRecovered(let written) = event { written } else { nil }
        }
        #expect(recoveries == [3])
        #expect(rig.events.count == 2)
    }
}
