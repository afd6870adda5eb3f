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

    /// A queue has stream "a" in hand, and of stream "b", which is another's for a time, it finds that some can no longer be read.
    @Test func damageThatIsFoundLateLosesNothingThatIsInHand() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location, privacy: .unknown)
        for stream in ["a", "b"] {
            // A page each, so that the tables' own pages stay whole.
            let drafts = (0..<20).map { HitQueue.Draft(payload: Data(repeating: $0, count: 3_500), stream: stream) }
            try first.queue.enqueue(contentsOf: drafts)
        }
        first.queue.close()
        let due = Int64(first.clock.date.timeIntervalSince1970 + 100) * 1_000_000
        try RawDatabase(folder.file).run("INSERT INTO stream VALUES ('b', 'another', \(due), 0)")

        let configuration = HitQueue.Configuration(deadline: .seconds(600))
        let rig = TestRig(folder.location, configuration: configuration, clock: first.clock) { _ in nil }
        #expect(rig.sent.count == 1)
        var content = try Data(contentsOf: folder.file)
        let leaves = stride(from: 0, to: content.count, by: 4_096).filter { content[$0] == 0x0D }
        for page in leaves.suffix(15) {
            content.replaceSubrange(page..<(page + 4_096), with: Data(repeating: 0xFF, count: 4_096))
        }
        try content.write(to: folder.file)
        // A change by another connection has the queue's own forget the pages that it has read.
        try RawDatabase(folder.file).run("INSERT INTO stream VALUES ('c', NULL, 0, 0)")
        rig.processor.answer(0, .sent)
        #expect(rig.events.isEmpty)

        // The second hit is not answered, so that it is out when the other stream comes due.
        rig.settle()
        rig.processor.answerAll { _ in .sent }
        rig.advance(by: .seconds(100))
        #expect(Self.damaged(rig.events) == [folder.file.path + ".damaged-1"])
        rig.processor.answer(1, .sent)
        rig.settle(1_000)
        let sent = Dictionary(grouping: rig.processor.calls, by: \.stream).mapValues { $0.compactMap(\.payload.first) }
        #expect(sent == ["a": Array(0..<20), "b": Array(0..<5)])
        #expect(rig.queue.summary() == HitQueue.Summary())
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
