// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import TestSupport
import Testing

/// A queue's file, as a tool sees it that does not send.
struct HitQueueReadingTests {
    /// A rig whose first hit was set aside, and whose others wait.
    private static func rig(_ folder: TemporaryFolder) throws -> TestRig {
        let rig = TestRig(folder.location, configuration: .hasty) { _ in .retry(after: nil, reason: "answered 403") }
        try rig.add("refused")
        rig.processor.answerAll { _ in .retry(after: .seconds(60)) }
        try rig.add("tried", "waits")
        return rig
    }

    /// The bytes and the number of each file of a folder.
    private static func snapshot(_ folder: TemporaryFolder) throws -> [String: String] {
        var found: [String: String] = [:]
        for file in try folder.contents {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            let number = (attributes[.systemFileNumber] as? NSNumber)?.stringValue ?? ""
            let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            found[file.lastPathComponent] = "\(number) \(changed) \(attributes[.size] ?? 0)"
        }
        return found
    }

    @Test func whatWaitsAndWhatWasSetAsideAreReadWhileAQueueHasTheFileOpen() throws {
        let folder = try TemporaryFolder()
        let rig = try Self.rig(folder)
        let before = try Self.snapshot(folder)
        let contents = try HitQueueFile(folder.file.path).contents(at: rig.clock.date)
        #expect(
            contents.entries.map { String(decoding: $0.hit.payload, as: UTF8.self) } == ["tried", "waits", "refused"]
        )
        #expect(contents.entries.map(\.hit.attempts) == [1, 0, 1])
        #expect(contents.entries.map(\.reason) == [nil, nil, "answered 403"])
        #expect(contents.entries.filter(\.isDamaged).isEmpty)
        #expect(try Self.snapshot(folder) == before)
        // The queue goes on as if nobody had looked.
        rig.processor.answerAll { _ in .sent }
        rig.advance(by: .seconds(60))
        #expect(rig.sent.suffix(3) == ["tried", "waits", "refused"])
    }

    @Test func aFileThatNobodyUsesIsReadAndNothingIsLeftBesideIt() throws {
        let folder = try TemporaryFolder()
        let rig = try Self.rig(folder)
        rig.queue.close()
        let before = try Self.snapshot(folder)
        #expect(try HitQueueFile(folder.file.path).contents().entries.count == 3)
        #expect(try Self.snapshot(folder) == before)
    }

    @Test func aFileThatMayNotBeWrittenIsRead() throws {
        let folder = try TemporaryFolder()
        let rig = try Self.rig(folder)
        rig.queue.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: folder.file.path)
        #expect(try HitQueueFile(folder.file.path).contents().entries.count == 3)
    }

    @Test(arguments: ["p?q#r", "100%25", "it's", "ü"])
    func aNameMeansItself(_ name: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.file(name + ".sqlite")
        let rig = TestRig(.file(file)) { _ in .unreachable(after: nil) }
        try rig.add("1")
        rig.queue.close()
        #expect(try HitQueueFile(file.path).contents().entries.count == 1)
    }

    @Test func aHitThatIsNotWhatWasWrittenIsMarked() throws {
        let folder = try TemporaryFolder()
        let rig = try Self.rig(folder)
        rig.queue.close()
        try RawDatabase(folder.file).run("UPDATE hit SET payload = 'other' WHERE attempts = 1")
        #expect(try HitQueueFile(folder.file.path).contents().entries.map(\.isDamaged) == [true, false, false])
    }

    @Test func whatIsNoQueueIsSaid() throws {
        let folder = try TemporaryFolder()
        #expect(throws: SQLiteError.self) { try HitQueueFile(folder.file.path).contents() }
        #expect(try folder.contents.isEmpty)
        try RawDatabase(folder.file).run("CREATE TABLE other (a)")
        #expect(throws: SQLiteError.self) { try HitQueueFile(folder.file.path).contents() }
        try Data("text".utf8).write(to: folder.file)
        #expect(throws: SQLiteError.self) { try HitQueueFile(folder.file.path).contents() }
    }

    // MARK: - Sending again

    @Test func theQueueThatHasTheFileOpenSendsWhatIsQueuedAgain() throws {
        let folder = try TemporaryFolder()
        let rig = try Self.rig(folder)
        let file = HitQueueFile(folder.file.path)
        let aside = try file.contents().entries.filter { $0.reason != nil }.map(\.hit.id)
        #expect(try file.resend(["no such id"]) == 0)
        #expect(try file.contents().entries.compactMap(\.reason).count == 1)
        #expect(try file.resend(Set(aside), at: rig.clock.date) == 1)
        #expect(try file.contents().entries.compactMap(\.reason).isEmpty)
        rig.processor.answerAll { _ in .sent }
        rig.advance(by: .seconds(120))
        #expect(rig.sent.suffix(3) == ["tried", "waits", "refused"])
        #expect(rig.processor.calls.last?.id == aside.first)
        #expect(rig.processor.calls.last?.attempts == 0)
    }

    @Test func aFileOfAnotherVersionIsNotChanged() throws {
        let folder = try TemporaryFolder()
        let rig = try Self.rig(folder)
        rig.queue.close()
        try RawDatabase(folder.file).run("PRAGMA user_version = 99")
        let before = try Self.snapshot(folder)
        #expect(throws: SQLiteError.self) { try HitQueueFile(folder.file.path).resend(["x"]) }
        #expect(try Self.snapshot(folder) == before)
    }
}
