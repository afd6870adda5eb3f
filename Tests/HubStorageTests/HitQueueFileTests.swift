// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing
import HubStorage

/// What a queue's file is to others, and what it outlives.
struct HitQueueFileTests {
    private static func mode(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func filesAndFoldersAreForTheUserAlone() throws {
        let parent = try TemporaryFolder()
        let file = parent.url.appending(path: "a/b/hits.sqlite")
        let rig = TestRig(.file(file), privacy: .unknown)
        try rig.add("1")
        #expect(try Self.mode(file.deletingLastPathComponent().path) == 0o700)
        for suffix in ["", "-wal", "-shm"] { #expect(try Self.mode(file.path + suffix) == 0o600, "\(suffix)") }
    }

    @Test func aFileThatOthersCouldReadIsTightenedWhenItIsOpened() throws {
        let folder = try TemporaryFolder()
        let first = TestRig(folder.location, privacy: .unknown)
        try first.add("1")
        first.queue.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file.path)
        let second = TestRig(folder.location, privacy: .unknown)
        #expect(second.queue.summary().count == 1)
        #expect(try Self.mode(folder.file.path) == 0o600)
    }

    @Test func aDatabaseOfAnotherProgramStaysAsItIs() throws {
        let folder = try TemporaryFolder()
        let other = try RawDatabase(folder.file)
        try other.run("CREATE TABLE bookmarks (url TEXT)")
        try other.run("INSERT INTO bookmarks VALUES ('kept')")
        let rig = TestRig(folder.location, privacy: .unknown)
        #expect(try rig.add("1").allSatisfy { if case .heldInMemory = $0 { true } else { false } })
        let failures = rig.events.compactMap {
            if case .storageFailed(let error) = $0 { error.description } else { nil }
        }
        #expect(failures.count == 1)
        #expect(failures.first?.contains("another program") == true)
        rig.queue.close()
        #expect(try RawDatabase(folder.file).run("SELECT url FROM bookmarks") == ["kept"])
        #expect(try RawDatabase(folder.file).run("SELECT name FROM sqlite_master") == ["bookmarks"])
        #expect(try RawDatabase(folder.file).run("PRAGMA journal_mode") == ["delete"])
    }

    @Test func setAsideHitsGoBackBehindAllOthers() throws {
        let folder = try TemporaryFolder()
        let rig = TestRig(folder.location, configuration: .hasty) { _ in .retry(after: nil, reason: "not now") }
        try rig.add("bad 1", stream: "b")
        try rig.add("bad 2", stream: "c")
        #expect(rig.queue.setAsideHits().map(\.reason) == ["not now", "not now"])
        let ids = rig.queue.setAsideHits().map(\.hit.id)
        rig.queue.close()

        let later = TestRig(folder.location, privacy: .unknown, clock: rig.clock)
        try later.add("new")
        #expect(later.queue.resendSetAsideHits() == 2)
        later.queue.setPrivacyStatus(.optedIn)
        #expect(later.sent == ["new", "bad 1", "bad 2"])
        #expect(later.processor.calls.dropFirst().map(\.id) == ids)
        #expect(later.processor.calls.map(\.attempts) == [0, 0, 0])
        #expect(later.queue.summary().setAsideCount == 0)
    }

    @Test(arguments: HitQueue.Durability.allCases)
    func aCheckpointPutsTheLogIntoTheFile(_ durability: HitQueue.Durability) throws {
        let folder = try TemporaryFolder()
        let configuration = HitQueue.Configuration(durability: durability)
        let rig = TestRig(folder.location, configuration: configuration, privacy: .unknown)
        try rig.add("in the file")
        let text = Data("in the file".utf8)
        #expect(try Data(contentsOf: folder.file).range(of: text) == nil)
        rig.queue.checkpoint()
        rig.settle()
        #expect(try Data(contentsOf: folder.file).range(of: text) != nil)
    }
}
