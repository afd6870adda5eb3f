// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import TestSupport
import Testing

/// What a version of the library takes over from the file that an earlier one has left beside its own.
@Suite struct TakeoverTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The present version with one table more.
    private static let later = HitSchema(steps: HitSchema.current.steps + [addTable])

    private static let addTable: HitSchema.Step = { connection throws(SQLiteError) in
        try connection.execute("CREATE TABLE more (name TEXT)")
    }

    /// Begins a queue of a version on the usual file, and returns the hits that it sends.
    private func sent(by schema: HitSchema) -> [HitQueue.Hit] {
        let processor = TestProcessor { _ in .sent }
        let lane = DispatchQueue(label: "test")
        let queue = HitQueue(
            location: folder.location,
            schema: schema,
            processor: processor,
            configuration: HitQueue.Configuration(),
            privacy: .optedIn,
            isSuspended: false,
            clock: clock,
            random: SeededGenerator(seed: 1),
            identity: nil,
            workQueue: lane,
            deliveryQueue: lane,
            onEvent: { Issue.record("told \($0)") }
        )
        for _ in 0..<100 { lane.sync {} }
        queue.close()
        return processor.calls
    }

    /// The file that this version keeps beside one of the later version.
    private var earlierFile: URL { folder.file("hits.v2.sqlite") }

    private func hit(_ number: Int, _ text: String, _ stream: String, attempts: Int = 0) -> HitQueue.Hit {
        HitQueue.Hit(
            id: "early-\(number)",
            stream: stream,
            payload: Data(text.utf8),
            created: clock.date,
            attempts: attempts
        )
    }

    /// A hit that was tried before the app was replaced has no more tries than it had left.
    @Test func aHitIsTakenOverWithItsTriesAndItsTime() throws {
        let early = TestRig(.file(earlierFile), privacy: .unknown, identity: "early", clock: clock)
        try early.add("tried", "waits")
        let expected = [hit(0, "tried", "a", attempts: 3), hit(1, "waits", "a")]
        early.queue.close()
        try RawDatabase(earlierFile).run("UPDATE hit SET attempts = 3 WHERE id = 'early-0'")
        clock.advance(by: .seconds(7))
        #expect(sent(by: Self.later) == expected)
        #expect(try RawDatabase(earlierFile).run("SELECT count(*) FROM hit") == ["0"])
    }

    /// A process of the earlier version may still be running, and what it is sending stays its own.
    @Test func aStreamThatTheEarlierVersionIsSendingIsLeftToIt() throws {
        let early = TestRig(.file(earlierFile), privacy: .unknown, identity: "early", clock: clock)
        try early.add("free", stream: "a")
        try early.add("leased", stream: "b")
        try early.add("no longer leased", stream: "c")
        early.queue.close()
        let raw = try RawDatabase(earlierFile)
        try raw.run("INSERT INTO stream VALUES ('b', 'early', 9000000000000000, 0), ('c', 'early', 1, 0)")
        #expect(Set(sent(by: Self.later).map(\.id)) == ["early-0", "early-2"])
        #expect(try raw.run("SELECT id FROM hit") == ["early-1"])
    }

    @Test func theFileOfTheFirstVersionIsTakenOver() throws {
        let file = folder.file("hits.v1.sqlite")
        let created = Int64(clock.date.timeIntervalSince1970) * 1_000_000
        do {
            let connection = try SQLiteConnection(path: file.path, busyTimeout: .seconds(1))
            #expect(try HitSchema(steps: [HitSchema.current.steps[0]]).migrate(connection))
        }
        try RawDatabase(file).run("INSERT INTO hit VALUES (1, 'early-0', 'a', \(created), 2, 5, x'6669727374')")
        #expect(sent(by: .current) == [hit(0, "first", "a", attempts: 2)])
    }

    /// A hit of the first version has no checksum.
    @Test func whatIsLeftOfAFileOfTheFirstVersionIsRead() throws {
        let file = folder.file("hits.v1.sqlite")
        do {
            let connection = try SQLiteConnection(path: file.path, busyTimeout: .seconds(1))
            #expect(try HitSchema(steps: [HitSchema.current.steps[0]]).migrate(connection))
        }
        for number in 1...3 {
            try RawDatabase(file).run("INSERT INTO hit VALUES (\(number), 'id-\(number)', 'a', 0, 2, 5, x'6669727374')")
        }
        let salvage = HitSalvage(file.path)
        #expect(salvage.lost == 0)
        #expect(salvage.hits.values.map(\.id).sorted() == ["id-1", "id-2", "id-3"])
        #expect(salvage.hits.values.allSatisfy { $0.payload == Data("first".utf8) && $0.attempts == 2 })
    }
}
