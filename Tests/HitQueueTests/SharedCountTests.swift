// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

@testable import HubStorage

/// How often a queue counts what others have written into its file.
@Suite struct SharedCountTests {
    private static func draft(_ bytes: Int) -> HitQueue.Draft {
        HitQueue.Draft(payload: Data(repeating: 1, count: bytes), stream: "a")
    }

    @Test func whatAnotherHasWrittenIsCountedAfterSixteenHits() throws {
        let folder = try TemporaryFolder()
        let store = HitStore(location: folder.location, configuration: HitQueue.Configuration(), owner: "shared")
        let date = Date(microseconds: 0)
        func add() -> [Int?] {
            _ = store.add([Self.draft(3)], at: date) { _, _ in true }
            return [store.totals?.count, store.totals?.bytes]
        }
        #expect(add() == [1, 3])
        let other = try HitDatabase(in: folder)
        try other.insert(HitQueue.Hit(id: "x", stream: "a", payload: Data(repeating: 1, count: 10), created: date))
        for count in 2...16 { #expect(add() == [count, 3 * count]) }
        #expect(add() == [18, 61])
        // A step counts at once.
        try other.insert(HitQueue.Hit(id: "y", stream: "a", payload: Data(repeating: 1, count: 10), created: date))
        #expect(add() == [19, 64])
        _ = store.perform(HitStepPlan(), at: date) { _, _ in true }
        #expect([store.totals?.count, store.totals?.bytes] == [20, 74])
    }

    /// Nothing is dropped because of hits that another has sent meanwhile.
    @Test(arguments: [(4, 0), (3, 1)])
    func whatSeemsTooMuchIsCountedFirst(_ limit: Int, _ dropped: Int) throws {
        let folder = try TemporaryFolder()
        let configuration = HitQueue.Configuration(limits: HitQueueLimits(count: limit))
        let store = HitStore(location: folder.location, configuration: configuration, owner: "shared")
        let date = Date(microseconds: 0)
        for _ in 0..<3 { _ = store.add([Self.draft(3)], at: date) { _, _ in true } }
        let other = try HitDatabase(in: folder)
        let isThere = try other.head(of: "a", limit: 1, bytes: 1)
        #expect(isThere.map(\.hit.id) == ["shared-0"])
        #expect(try other.remove(row: try #require(isThere.first?.row), id: "shared-0"))
        for _ in 0..<2 { _ = store.add([Self.draft(3)], at: date) { _, _ in true } }
        #expect(store.totals?.count == 4 - dropped)
        let told: [HitQueueEvent] =
            dropped > 0 ? [.dropped(count: dropped, reason: .count, streams: ["a": dropped])] : []
        #expect(store.removeEvents() == told)
        #expect(try other.totals().count == 4 - dropped)
    }
}
