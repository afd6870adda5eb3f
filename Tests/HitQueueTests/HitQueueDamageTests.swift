// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import Testing
import HubStorage

struct HitQueueDamageTests {
    /// A file with hits in it that no queue has open.
    private static func folderWithHits(_ count: Int = 200, bytes: Int = 500) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, privacy: .unknown)
        try rig.queue.enqueue(
            contentsOf: (0..<count).map { number in
                HitQueue.Draft(payload: Data(repeating: UInt8(number % 256), count: bytes), stream: "a")
            }
        )
        rig.queue.close()
        return folder
    }

    private static func damaged(_ events: [HitQueueEvent]) -> [String?] {
        events.compactMap { event in
            if case .damaged(let path, _, _, _) = event { .some(path) } else { nil }
        }
    }

    @Test func garbageIsSetAsideAndToldOnceAndQueueingGoesOn() throws {
        let folder = try TemporaryFolder()
        let garbage = Data(repeating: 0x5a, count: 10_000)
        try garbage.write(to: folder.file)
        let rig = TestRig(folder.location, privacy: .unknown)
        let admission = try rig.add("1")[0]
        #expect(admission == .stored(id: try #require(admission.id)))
        try rig.add("2")
        rig.queue.setPrivacyStatus(.optedIn)
        #expect(rig.sent == ["1", "2"])
        let aside = folder.file.path + ".damaged-1"
        #expect(Self.damaged(rig.events) == [aside])
        #expect(rig.events.count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == garbage)
    }

    @Test(arguments: [100, 4_096, 20_000]) func aTruncatedFileIsSetAside(length: Int) throws {
        let folder = try Self.folderWithHits()
        try Data(contentsOf: folder.file).prefix(length).write(to: folder.file)
        let rig = TestRig(folder.location)
        try rig.add("new")
        rig.settle(2_000)
        #expect(Self.damaged(rig.events) == [folder.file.path + ".damaged-1"])
        #expect(rig.sent.last == "new")
        #expect(rig.queue.summary().count == 0)
        #expect(rig.queue.summary().isStorageWorking)
    }

    /// A queue that has stream "a" in hand and whose file was damaged since it was opened, where 15 of the 20 hits of stream
    /// "b" are, which is not yet due.
    private static func rigWithHiddenDamage(in folder: TemporaryFolder) throws -> TestRig {
        let first = TestRig(folder.location, privacy: .unknown)
        for stream in ["a", "b"] {
            // A page each, so that the tables' own pages stay whole.
            let drafts = (0..<20).map { HitQueue.Draft(payload: Data(repeating: $0, count: 3_500), stream: stream) }
            try first.queue.enqueue(contentsOf: drafts)
        }
        first.queue.close()
        let due = Int64(first.clock.date.timeIntervalSince1970 + 100) * 1_000_000
        try RawDatabase(folder.file).run("INSERT INTO stream VALUES ('b', NULL, 0, \(due))")

        let configuration = HitQueue.Configuration(deadline: .seconds(600))
        let rig = TestRig(folder.location, configuration: configuration, clock: first.clock) { _ in nil }
        rig.settle()
        var content = try Data(contentsOf: folder.file)
        let leaves = stride(from: 0, to: content.count, by: 4_096).filter { content[$0] == 0x0d }
        for page in leaves.suffix(15) {
            content.replaceSubrange(page..<(page + 4_096), with: Data(repeating: 0xff, count: 4_096))
        }
        try content.write(to: folder.file)
        // A change by another connection has the queue's own forget the pages that it has read.
        try RawDatabase(folder.file).run("INSERT INTO stream VALUES ('c', NULL, 0, 0)")
        #expect(rig.processor.calls.count == 1)
        #expect(rig.events.isEmpty)
        rig.clock.advance(by: .seconds(10))
        rig.processor.answer(0, .sent)
        rig.settle()
        return rig
    }

    @Test func damageThatIsFoundLateLosesNothingThatIsInHand() throws {
        let folder = try TemporaryFolder()
        let rig = try Self.rigWithHiddenDamage(in: folder)
        rig.processor.answerAll { _ in .sent }
        // The second hit is not answered, so that it is out when the other stream comes due.
        rig.advance(by: .seconds(90))
        #expect(Self.damaged(rig.events) == [folder.file.path + ".damaged-1"])
        try rig.add("new")
        rig.processor.answer(1, .sent)
        rig.settle(1_000)
        let sent = rig.processor.calls
        let inHand = sent.filter { $0.stream == "a" }
        #expect(inHand.dropLast().compactMap(\.payload.first) == Array(0..<20))
        #expect(inHand.last?.payload == Data("new".utf8))
        #expect(sent.filter { $0.stream == "b" }.compactMap(\.payload.first) == Array(0..<5))
        #expect(rig.queue.summary() == HitQueue.Summary())
        #expect(Self.damaged(rig.events).count == 1)
    }

    @Test func whatIsInHandAtADamageSurvivesTheProcess() throws {
        let folder = try TemporaryFolder()
        let rig = try Self.rigWithHiddenDamage(in: folder)
        rig.advance(by: .seconds(90))
        #expect(Self.damaged(rig.events).count == 1)
        rig.queue.close()

        let configuration = HitQueue.Configuration(deadline: .seconds(600))
        let next = TestRig(folder.location, configuration: configuration, clock: rig.clock)
        // The second hit is out, so its stream's lease has to end first.
        next.settle()
        #expect(next.processor.calls.isEmpty)
        next.advance(by: .seconds(1_200))
        #expect(next.processor.calls.filter { $0.stream == "a" }.compactMap(\.payload.first) == Array(1..<20))
        #expect(next.events.isEmpty)
    }

    @Test func tablesThatAreNotOursAreSetAside() throws {
        let folder = try TemporaryFolder()
        let other = try RawDatabase(folder.file)
        try other.run("CREATE TABLE hit (something TEXT)")
        try other.run("PRAGMA user_version = 1")
        let rig = TestRig(folder.location)
        try rig.add("1")
        #expect(rig.sent == ["1"])
        #expect(Self.damaged(rig.events).count == 1)
    }

    @Test func aFileOfAVersionThatCannotBeIsSetAside() throws {
        let version = -1
        let folder = try Self.folderWithHits(3)
        try RawDatabase(folder.file).run("PRAGMA user_version = \(version)")
        let rig = TestRig(folder.location)
        try rig.add("1")
        #expect(rig.sent.count == 4)
        #expect(rig.sent.last == "1")
        guard case .damaged(let path?, let detail, 3, 0)? = rig.events.first else {
            Issue.record("told \(rig.events)")
            return
        }
        #expect(detail.contains("version \(version)"))
        // Nothing of it is lost: a library that knows it can still read it.
        #expect(try RawDatabase(URL(fileURLWithPath: path)).run("SELECT count(*) FROM hit") == ["3"])
    }

    @Test(arguments: [("'id'", false), ("x'ff00fe'", true), ("CAST(x'ff00fe' AS TEXT)", true)])
    func valuesThatNoQueueWritesDoNoHarm(id: String, isDamage: Bool) throws {
        let folder = try Self.folderWithHits(1)
        try RawDatabase(folder.file).run(
            """
            UPDATE hit SET attempts = 9223372036854775807, created = -9223372036854775808,
            bytes = -9223372036854775808, payload = 'text', checksum = NULL, id = \(id)
            """
        )
        let rig = TestRig(folder.location, configuration: HitQueue.Configuration(limits: HitQueueLimits(age: nil))) {
            _ in .retry(after: nil)
        }
        #expect(rig.sent == (isDamage ? [] : ["text"]))
        #expect(Self.damaged(rig.events).count == (isDamage ? 1 : 0))
        #expect(rig.queue.summary().setAsideCount == (isDamage ? 0 : 1))
        rig.processor.answerAll { _ in .sent }
        try rig.add("new")
        #expect(rig.sent.last == "new")
        #expect(rig.queue.summary().count == 0)
    }

    @Test func aFileThatIsRemovedWhileInUseIsBegunAnew() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, privacy: .unknown)
        try rig.add("1")
        try FileManager.default.removeItem(at: folder.file)
        try rig.add("2")
        #expect(try RawDatabase(folder.file).run("SELECT count(*) FROM hit") == ["1"])
        #expect(Self.damaged(rig.events) == [nil])
        rig.queue.setPrivacyStatus(.optedIn)
        #expect(rig.sent == ["2"])
    }

    @Test func whatCannotBeSetAsideStaysWhereItIs() throws {
        let folder = try TemporaryFolder()
        // The copy's name would be longer than a name can be.
        let file = folder.file(String(repeating: "x", count: 256 - ".damaged-1-unread".utf8.count))
        let garbage = Data(repeating: 0x5a, count: 10_000)
        try garbage.write(to: file)
        let rig = TestRig(.file(file))
        try rig.add("1")
        #expect(rig.queue.summary().inMemoryCount == 1)
        #expect(Self.damaged(rig.events) == [])
        #expect(try Data(contentsOf: file) == garbage)
        try FileManager.default.removeItem(at: file)
        rig.advance(by: .seconds(1))
        #expect(rig.sent == ["1"])
    }

    @Test func aDamagedLogIsNoHarm() throws {
        let folder = try Self.folderWithHits(3)
        try Data(repeating: 0x5a, count: 50_000).write(to: URL(fileURLWithPath: folder.file.path + "-wal"))
        let rig = TestRig(folder.location)
        rig.settle()
        #expect(rig.processor.calls.count == 3)
        #expect(rig.events.isEmpty)
    }
}
