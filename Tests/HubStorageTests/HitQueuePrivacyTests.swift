// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import Testing
import HubStorage

struct HitQueuePrivacyTests {
    @Test func unknownKeepsAndWaits() throws {
        let rig = TestRig(privacy: .unknown)
        try rig.add("1", "2")
        rig.advance(by: .seconds(1_000))
        #expect(rig.sent.isEmpty)
        rig.queue.setPrivacyStatus(.optedIn)
        #expect(rig.sent == ["1", "2"])
        #expect(rig.queue.privacyStatus == .optedIn)
    }

    @Test func backToUnknownStopsAfterWhatIsOut() throws {
        let rig = TestRig { _ in nil }
        try rig.add("1", "2")
        rig.queue.setPrivacyStatus(.unknown)
        rig.processor.answer(0, .sent)
        #expect(rig.sent == ["1"])
        #expect(rig.queue.summary().count == 1)
    }

    @Test func optedOutDiscardsRefusesAndStopsSending() throws {
        let rig = TestRig { _ in nil }
        try rig.add("1", "2", "3")
        rig.queue.setPrivacyStatus(.optedOut)
        #expect(rig.queue.summary().count == 0)
        #expect(try rig.add("4") == [.refused])
        rig.processor.answerAll { _ in .sent }
        rig.processor.answer(0, .sent)
        rig.advance(by: .seconds(1_000))
        #expect(rig.sent == ["1"])
        #expect(rig.events == [.dropped(count: 3, reason: .optedOut)])

        rig.queue.setPrivacyStatus(.optedIn)
        try rig.add("5")
        #expect(rig.sent == ["1", "5"])
    }

    @Test func aLateAnswerAfterAnOptOutTouchesNoNewHit() throws {
        // The row of the discarded hit is used again.
        let rig = TestRig { _ in nil }
        try rig.add("1")
        rig.queue.setPrivacyStatus(.optedOut)
        rig.queue.setPrivacyStatus(.unknown)
        try rig.add("2")
        rig.processor.answer(0, .sent)
        rig.settle()
        #expect(rig.queue.summary().count == 1)
    }

    @Test func optedOutDiscardsWhatWasSetAside() throws {
        let rig = TestRig(configuration: .hasty) { _ in .retry(after: nil) }
        try rig.add("1")
        #expect(rig.queue.setAsideHits().count == 1)
        rig.queue.setPrivacyStatus(.optedOut)
        #expect(rig.queue.setAsideHits().isEmpty)
    }

    @Test func aQueueThatBeginsOptedOutDiscardsWhatWasLeft() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location, privacy: .unknown)
        try first.add("1", "2")
        first.queue.close()
        let second = TestRig(folder.location, privacy: .optedOut)
        #expect(try second.add("3") == [.refused])
        #expect(second.events == [.dropped(count: 2, reason: .optedOut)])
        #expect(try RawDatabase(folder.file).run("SELECT count(*) FROM hit") == ["0"])
    }

    @Test func nothingThatWasDiscardedCanBeReadFromTheFiles() throws {
        let folder = try TemporaryFolder()
        let secret = "do not keep me"
        // A damaged file of an earlier time has it too.
        try Data(secret.utf8).write(to: folder.url.appendingPathComponent("hits.sqlite.damaged-1"))
        let rig = TestRig(folder.location, configuration: .hasty) {
            $0.stream == "sent" ? .sent : $0.stream == "set aside" ? .retry(after: nil) : .unreachable(after: nil)
        }
        for stream in ["sent", "set aside", "waits"] {
            try rig.add("\(secret) \(stream)", stream: stream)
        }
        #expect(try Self.contents(of: folder).contains { $0.range(of: Data(secret.utf8)) != nil })
        rig.queue.setPrivacyStatus(.optedOut)
        #expect(try Self.contents(of: folder).allSatisfy { $0.range(of: Data(secret.utf8)) == nil })
    }

    @Test func anOptOutThatTheStorageCouldNotTakeIsCarriedOutLater() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(
            folder.location,
            configuration: HitQueue.Configuration(busyTimeout: .zero, storageRetryInterval: .seconds(5)),
            privacy: .unknown
        )
        try rig.add("1")
        do {
            let other = try RawDatabase(folder.file)
            try other.run("BEGIN IMMEDIATE")
            rig.queue.setPrivacyStatus(.optedOut)
            rig.queue.setPrivacyStatus(.optedIn)
            #expect(try rig.add("2").first?.id != nil)
            #expect(rig.sent.isEmpty)
            try other.run("ROLLBACK")
        }
        rig.advance(by: .seconds(5))
        #expect(rig.sent == ["2"])
        #expect(rig.dropped(.optedOut) == 1)
    }

    @Test func hitsInMemoryAreDiscardedToo() throws {
        let rig = TestRig(.file(URL(fileURLWithPath: "/dev/null/nowhere/hits.sqlite")))
        try rig.add("1")
        #expect(rig.queue.summary().inMemoryCount == 1)
        rig.queue.setPrivacyStatus(.optedOut)
        #expect(rig.queue.summary().inMemoryCount == 0)
        #expect(rig.dropped(.optedOut) == 1)
    }

    private static func contents(of folder: TemporaryFolder) throws -> [Data] {
        try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
            .map { try Data(contentsOf: $0) }
    }
}
