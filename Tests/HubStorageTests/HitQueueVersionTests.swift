// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing
import HubStorage

/// Two versions of the library on one folder, one after the other and side by side.
struct HitQueueVersionTests {
    private static let later = adding("ALTER TABLE hit ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'", to: .hits)

    private static func adding(_ statement: StaticString, to schema: DatabaseSchema) -> DatabaseSchema {
        var schema = schema
        schema.steps.append([statement])
        return schema
    }

    private static func queue(_ folder: TemporaryFolder, _ schema: DatabaseSchema, _ privacy: PrivacyStatus) -> HitQueue
    {
        HitQueue(
            location: folder.location,
            schema: schema,
            processor: TestProcessor { _ in .unreachable(after: nil) },
            configuration: HitQueue.Configuration(),
            privacy: privacy,
            clock: ManualClock(),
            random: SystemRandomNumberGenerator(),
            identity: nil,
            workQueue: nil,
            deliveryQueue: nil,
            onEvent: { event in
                if case .damaged = event { Issue.record("told \(event)") }
            }
        )
    }

    @Test func anOlderFileIsBroughtUpToDateWithItsHits() throws {
        let folder = try TemporaryFolder()
        let old = TestRig(folder.location, privacy: .unknown)
        try old.add("1", "2")
        old.queue.close()

        let queue = Self.queue(folder, Self.later, .unknown)
        #expect(queue.summary().count == 2)
        #expect(try RawDatabase(folder.file).run("PRAGMA user_version") == ["3"])
        #expect(try RawDatabase(folder.file).run("SELECT colour FROM hit") == ["blue", "blue"])
        queue.close()

        let again = Self.queue(folder, Self.later, .unknown)
        #expect(again.summary().count == 2)
        again.close()
    }

    @Test func aStepThatFailsLeavesTheFileAsItWas() throws {
        let folder = try TemporaryFolder()
        let old = TestRig(folder.location, privacy: .unknown)
        try old.add("1")
        old.queue.close()

        let refused = Self.adding("INSERT INTO hit (row) VALUES (100)", to: Self.later)
        let queue = Self.queue(folder, refused, .unknown)
        #expect(!queue.summary().isStorageWorking)
        queue.close()
        #expect(try RawDatabase(folder.file).run("PRAGMA user_version") == ["2"])
        let columns = try RawDatabase(folder.file).run("SELECT name FROM pragma_table_info('hit')")
        #expect(!columns.contains("colour"))
        #expect(TestRig(folder.location).sent == ["1"])
    }

    @Test func aFileOfALaterVersionIsLeftAsItIsAndTheEarlierOneKeepsItsOwn() throws {
        let folder = try TemporaryFolder()
        let newer = Self.queue(folder, Self.later, .unknown)
        try newer.enqueue(HitQueue.Draft(payload: Data("later".utf8), stream: "a"))

        // Side by side.
        let older = Self.queue(folder, .hits, .unknown)
        try older.enqueue(HitQueue.Draft(payload: Data("earlier".utf8), stream: "b"))
        #expect(older.summary().streams.keys.sorted() == ["b"])
        #expect(older.summary().isStorageWorking)
        #expect(newer.summary().streams.keys.sorted() == ["a"])
        older.close()
        // The earlier one's next start finds its own again.
        let again = Self.queue(folder, .hits, .unknown)
        #expect(again.summary().streams.keys.sorted() == ["b"])
        again.close()
        newer.close()

        let next = Self.queue(folder, Self.later, .unknown)
        #expect(next.summary().streams.keys.sorted() == ["a"])
        next.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.contains("damaged") })
        let main = try RawDatabase(folder.file)
        #expect(try main.run("PRAGMA user_version") == ["3"])
    }

    @Test func anOptOutDiscardsWhatTheEarlierVersionHasKeptBesideIt() throws {
        let folder = try TemporaryFolder()
        Self.queue(folder, Self.later, .unknown).close()
        let newer = Self.queue(folder, Self.later, .unknown)
        _ = newer.summary()
        newer.close()
        let older = Self.queue(folder, .hits, .unknown)
        try older.enqueue(HitQueue.Draft(payload: Data(), stream: "b"))
        older.setPrivacyStatus(.optedOut)
        older.close()
        let next = Self.queue(folder, .hits, .unknown)
        #expect(next.summary().count == 0)
        next.close()
    }
}
