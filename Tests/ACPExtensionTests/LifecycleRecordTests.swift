// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import ACPLifecycle

/// What is read of a kept record, and what makes it one that nothing is known from.
struct LifecycleRecordTests {
    private func record(_ changes: JSONObject, without key: String? = nil) -> LifecycleRecord? {
        var json: JSONObject = ["install": 1_000, "lastUse": 2_000, "launches": 1, "session": ["start": 3_000]]
        json = json.merging(changes)
        if let key { json[key] = JSONValue?.none }
        return LifecycleRecord(.object(json))
    }

    @Test func whatIsLeftOutHasItsDefault() throws {
        let read = try #require(record([:]))
        #expect(read.launches == 1)
        #expect(read.launchesSinceUpgrade == 0)
        #expect(read.upgrade == nil)
        #expect(read.version == nil)
        #expect(read.session.pause == nil)
        #expect(read.session.app == "")
        #expect(read.session.system == "")
        #expect(read.context == [:])
    }

    @Test(arguments: [(0, 0), (-1, 0), (1, 1), (7, 7)] as [(Int64, Int64)])
    func launchesSinceAnUpgradeAreNeverNegative(_ kept: Int64, _ read: Int64) throws {
        #expect(try #require(record(["launchesSinceUpgrade": .int(kept)])).launchesSinceUpgrade == read)
    }

    @Test(arguments: [(0, false), (-1, false), (1, true)] as [(Int64, Bool)])
    func aRecordHasALaunchAtLeast(_ launches: Int64, _ isRead: Bool) {
        #expect((record(["launches": .int(launches)]) != nil) == isRead)
    }

    @Test(arguments: ["install", "lastUse", "launches", "session"])
    func aRecordWithoutItsPartsIsNone(_ key: String) {
        #expect(record([:], without: key) == nil)
        #expect(record([key: "text"]) == nil)
    }

    @Test func nothingIsReadOfNothing() {
        #expect(LifecycleRecord(JSONValue?.none) == nil)
        #expect(LifecycleRecord(.null) == nil)
    }
}
