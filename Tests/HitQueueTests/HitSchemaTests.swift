// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import Testing

struct HitSchemaTests {
    private static func queue(_ folder: TemporaryFolder, schema: HitSchema) -> HitQueue {
        HitQueue(
            location: folder.location,
            schema: schema,
            processor: TestProcessor { _ in .sent },
            configuration: HitQueue.Configuration(),
            privacy: .unknown,
            isSuspended: false,
            clock: ManualClock(),
            random: SystemRandomNumberGenerator(),
            identity: nil,
            workQueue: nil,
            deliveryQueue: nil,
            onEvent: { _ in }
        )
    }

    private static let addColumn: HitSchema.Step = { connection throws(SQLiteError) in
        try connection.execute("ALTER TABLE hit ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'")
    }

    @Test func aNewFileHasTheCurrentVersion() throws {
        let folder = try TemporaryFolder()
        try TestRig(folder.location, privacy: .unknown).add("1")
        #expect(HitSchema.current.version == 1)
        #expect(try RawDatabase(folder.file).run("PRAGMA user_version") == ["1"])
        #expect(try RawDatabase(folder.file).run("PRAGMA journal_mode") == ["wal"])
    }

    @Test func anOlderFileIsBroughtUpToDateWithItsHits() throws {
        let folder = try TemporaryFolder()
        let old = TestRig(folder.location, privacy: .unknown)
        try old.add("1", "2")
        old.queue.close()

        let schema = HitSchema(steps: HitSchema.current.steps + [Self.addColumn])
        let queue = Self.queue(folder, schema: schema)
        #expect(queue.summary().count == 2)
        #expect(try RawDatabase(folder.file).run("PRAGMA user_version") == ["2"])
        #expect(try RawDatabase(folder.file).run("SELECT colour FROM hit") == ["blue", "blue"])
        queue.close()

        let again = Self.queue(folder, schema: schema)
        #expect(again.summary().count == 2)
    }

    @Test func aStepThatFailsLeavesTheFileAsItWas() throws {
        let folder = try TemporaryFolder()
        let old = TestRig(folder.location, privacy: .unknown)
        try old.add("1")
        old.queue.close()

        let full: HitSchema.Step = { connection throws(SQLiteError) in
            throw SQLiteError(code: .full, message: "no room", path: connection.path)
        }
        let queue = Self.queue(folder, schema: HitSchema(steps: HitSchema.current.steps + [Self.addColumn, full]))
        #expect(!queue.summary().isStorageWorking)
        queue.close()
        #expect(try RawDatabase(folder.file).run("PRAGMA user_version") == ["1"])
        let columns = try RawDatabase(folder.file).run("SELECT name FROM pragma_table_info('hit')")
        #expect(!columns.contains("colour"))
        #expect(TestRig(folder.location).sent == ["1"])
    }
}
