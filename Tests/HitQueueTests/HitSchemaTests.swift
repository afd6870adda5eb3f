// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import Testing
import HubStorage

struct HitSchemaTests {
    private static func queue(
        _ folder: TemporaryFolder,
        schema: HitSchema,
        configuration: HitQueue.Configuration = HitQueue.Configuration()
    ) -> HitQueue {
        HitQueue(
            location: folder.location,
            schema: schema,
            processor: TestProcessor { _ in .sent },
            configuration: configuration,
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
        #expect(HitSchema.current.version == 2)
        #expect(try RawDatabase(folder.file).run("PRAGMA user_version") == ["2"])
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
        #expect(try RawDatabase(folder.file).run("PRAGMA user_version") == ["3"])
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
        #expect(try RawDatabase(folder.file).run("PRAGMA user_version") == ["2"])
        let columns = try RawDatabase(folder.file).run("SELECT name FROM pragma_table_info('hit')")
        #expect(!columns.contains("colour"))
        #expect(TestRig(folder.location).sent == ["1"])
    }

    @Test func whileAFileIsOpenedNobodyElseCanSetItAside() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        // Says whether another process would get the lock that whoever moves a damaged file has to have.
        let isFree = { @Sendable () -> Bool in
            let descriptor = open(path, O_RDONLY)
            defer { close(descriptor) }
            return flock(descriptor, LOCK_EX | LOCK_NB) == 0
        }
        let seen = Locked<[Bool]>([])
        let look: HitSchema.Step = { _ throws(SQLiteError) in
            let free = isFree()
            seen.withLock { $0.append(free) }
        }
        let queue = Self.queue(folder, schema: HitSchema(steps: HitSchema.current.steps + [look]))
        #expect(queue.summary().isStorageWorking)
        #expect(seen.withLock { $0 } == [false])
        #expect(isFree())
    }

    @Test func aFileThatAnotherBeginsAtTheSameTimeIsWaitedFor() throws {
        let folder = try TemporaryFolder()
        let tries = Locked(0)
        let step: HitSchema.Step = { connection throws(SQLiteError) in
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            // What SQLite says at once, without waiting, where two connections that read both want to write.
            if number < 4 { throw SQLiteError(code: .busy, message: "database is locked", path: connection.path) }
        }
        let queue = Self.queue(
            folder,
            schema: HitSchema(steps: HitSchema.current.steps + [step]),
            configuration: HitQueue.Configuration(busyTimeout: .seconds(600))
        )
        #expect(try queue.enqueue(HitQueue.Draft(payload: Data(), stream: "a")) != .refused)
        #expect(queue.summary().inMemoryCount == 0)
        #expect(tries.withLock { $0 } == 4)
    }

    @Test func aNewFileInThePlaceOfADamagedOneIsNotSetAside() throws {
        let folder = try TemporaryFolder()
        let good = folder.file("good.sqlite")
        let other = TestRig(.file(good), privacy: .unknown)
        try other.add("1")
        other.queue.close()

        let isFirst = Locked(true)
        // Another process finds the same damage, and is quicker.
        let step: HitSchema.Step = { connection throws(SQLiteError) in
            let mustFail = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard mustFail else { return }
            let path = connection.path
            for suffix in ["-shm", "-wal", ""] {
                try? FileManager.default.moveItem(atPath: path + suffix, toPath: path + ".aside" + suffix)
            }
            try? FileManager.default.moveItem(atPath: good.path, toPath: path)
            throw SQLiteError(code: .corrupt, message: "it is damaged", path: path)
        }
        let queue = Self.queue(folder, schema: HitSchema(steps: HitSchema.current.steps + [step]))
        #expect(queue.summary().streams.keys.sorted() == ["a"])
        #expect(!FileManager.default.fileExists(atPath: folder.file.path + ".damaged-1"))
        #expect(try RawDatabase(folder.file).run("PRAGMA user_version") == ["3"])
    }

    /// A file's mark was begun with the second version: without one, only the first is as it was written.
    @Test(arguments: [(0, 1, true), (0, 2, false), (0x4C48_5102, 2, true), (0x4C48_5101, 2, false)])
    func aVersionStandsInTwoPlacesFromTheSecondOn(mark: Int64, version: Int64, isWhole: Bool) throws {
        let connection = try SQLiteConnection(path: ":memory:", busyTimeout: .zero)
        for step in HitSchema.current.steps.prefix(Int(version)) { try step(connection) }
        try connection.pragma("application_id", mark)
        try connection.pragma("user_version", version)
        if isWhole {
            try HitSchema.current.check(connection)
        } else {
            #expect(throws: SQLiteError.self) { try HitSchema.current.check(connection) }
        }
    }

    @Test func aTableThatIsDescribedOtherwiseIsDamaged() throws {
        let connection = try SQLiteConnection(path: ":memory:", busyTimeout: .zero)
        for step in HitSchema.current.steps { try step(connection) }
        try connection.pragma("application_id", 0x4C48_5102)
        try connection.pragma("user_version", 2)
        try HitSchema.current.check(connection)
        try connection.execute("ALTER TABLE hit ADD COLUMN colour TEXT")
        let error = #expect(throws: SQLiteError.self) { try HitSchema.current.check(connection) }
        #expect(error?.description.contains("hit is not described as it was written") == true)
    }
}
