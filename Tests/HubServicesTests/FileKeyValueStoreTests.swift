// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import TestSupport
import Testing

struct FileKeyValueStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
    private var file: URL { folder.appending(path: "values.json") }

    @Test func valuesOutliveTheStore() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileKeyValueStore(file: file).set(["a": 1], forKey: "key")
        let again = FileKeyValueStore(file: file)
        #expect(try again.value(forKey: "key") == ["a": 1])
        try again.set(nil, forKey: "key")
        #expect(try FileKeyValueStore(file: file).value(forKey: "key") == nil)
    }

    @Test func aStoreSeesWhatAnotherOneOnTheSameFileSets() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = FileKeyValueStore(file: file)
        let second = FileKeyValueStore(file: file)
        #expect(try second.value(forKey: "choice") == nil)
        for number in 1...100 {
            // Of one length, and faster than the times of files are distinguished.
            try first.set(.int(Int64(number + 1000)), forKey: "choice")
            try first.set(.int(Int64(number + 2000)), forKey: "choice")
            #expect(try second.value(forKey: "choice") == .int(Int64(number + 2000)))
        }
        try second.set(nil, forKey: "choice")
        #expect(try first.value(forKey: "choice") == nil)
    }

    @Test func aStoreSeesWhatAnotherProcessSets() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileKeyValueStore(file: file)
        try store.set(1, forKey: "a")
        try Data(#"{"a": 2, "b": 3}"#.utf8).write(to: file, options: .atomic)
        #expect(try store.value(forKey: "a") == 2)
        try store.set(4, forKey: "c")
        #expect(try FileKeyValueStore(file: file).contents() == ["a": 2, "b": 3, "c": 4])
    }

    @Test func storesOnOneFileTakeBackNoChangeOfEachOtherWhenTheyWriteAtOnce() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let stores = (0..<4).map { _ in FileKeyValueStore(file: file) }
        let failures = Locked(0)
        DispatchQueue.concurrentPerform(iterations: stores.count) { index in
            for number in 0..<25 {
                do {
                    try stores[index].set(.int(Int64(number)), forKey: "\(index)-\(number)")
                } catch {
                    failures.withLock { $0 += 1 }
                }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(try FileKeyValueStore(file: file).contents().count == 100)
        for store in stores { #expect(try store.value(forKey: "3-24") == 24) }
    }

    @Test func aFileThatWasRemovedComesBackWholeWithTheNextChange() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileKeyValueStore(file: file)
        try store.set(1, forKey: "a")
        try FileManager.default.removeItem(at: folder)
        #expect(try store.value(forKey: "a") == 1)
        try store.set(2, forKey: "b")
        #expect(try FileKeyValueStore(file: file).contents() == ["a": 1, "b": 2])
    }

    @Test func aDamagedFileIsSetAsideAndTheStoreGoesOn() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("{ not json".utf8).write(to: file)
        let store = FileKeyValueStore(file: file)
        #expect(try store.value(forKey: "key") == nil)
        try store.set(1, forKey: "key")
        #expect(try FileKeyValueStore(file: file).value(forKey: "key") == 1)
        let aside = try String(contentsOf: file.appendingPathExtension("damaged"), encoding: .utf8)
        #expect(aside == "{ not json")
    }

    @Test func aCutAtEveryByteLosesNoDoubledValueAndIsNeverTakenForAbsence() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = FileKeyValueStore.copy(of: file)
        let store = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        try store.set("no", forKey: "choice")
        try store.set(1, forKey: "other")
        let whole = try Data(contentsOf: file)
        let wholeCopy = try Data(contentsOf: copy)
        for count in 0..<whole.count {
            try whole[..<count].write(to: file)
            let again = FileKeyValueStore(file: file, doubledKeys: ["choice"])
            #expect(try again.value(forKey: "choice") == "no")
            #expect(again.damage?.reason == .damaged)
            #expect(try again.value(forKey: "other") == nil)
        }
        for count in 0..<wholeCopy.count {
            try Data().write(to: file)
            try wholeCopy[..<count].write(to: copy)
            let both = FileKeyValueStore(file: file, doubledKeys: ["choice"])
            #expect(throws: StorageError.self) { try both.value(forKey: "choice") }
            // Whatever else is set, the choice is not taken for none.
            try both.set(2, forKey: "other")
            let next = FileKeyValueStore(file: file, doubledKeys: ["choice"])
            #expect(throws: StorageError.self) { try next.value(forKey: "choice") }
            #expect(try next.value(forKey: "other") == 2)
            try next.set("yes", forKey: "choice")
            #expect(try FileKeyValueStore(file: file).value(forKey: "choice") == "yes")
        }
    }

    @Test func aByteThatIsChangedIsNoticed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileKeyValueStore(file: file).set(["choice": "no"], forKey: "key")
        let whole = try Data(contentsOf: file)
        let body = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
        for index in body..<whole.count {
            var changed = whole
            changed[index] ^= 1
            try changed.write(to: file)
            let store = FileKeyValueStore(file: file)
            #expect(try store.value(forKey: "key") == nil)
            #expect(store.damage?.reason == .damaged)
        }
    }

    @Test func aFileOfALaterVersionThatAllowsItIsReadAndKeepsWhatIsUnknownHere() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(version: 2, minimumReader: 1)
        let store = FileKeyValueStore(file: file)
        #expect(try store.value(forKey: "known") == 1)
        try store.set(3, forKey: "added")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let header = try JSONObject(jsonText: String(lines[0]))
        #expect(header["version"] == 2)
        #expect(header["later"] == "kept")
        #expect(try JSONObject(jsonText: String(lines[1])) == ["known": 1, "unknown": [2], "added": 3])
    }

    @Test func aFileOfALaterVersionThatDoesNotIsLeftAsItIs() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(version: 2, minimumReader: 2)
        let before = try Data(contentsOf: file)
        let store = FileKeyValueStore(file: file, doubledKeys: ["known"])
        for act in [{ _ = try store.value(forKey: "known") }, { try store.set(1, forKey: "other") }] {
            do {
                try act()
                Issue.record("a later version's file was used")
            } catch let error as StorageError {
                #expect(error.reason == .laterVersion)
            }
        }
        #expect(try Data(contentsOf: file) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["values.json"])
    }

    private func write(version: Int, minimumReader: Int) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let body = #"{"known":1,"unknown":[2]}"# + "\n"
        let sum = try #require(HashAlgorithm.sha256.hex(of: body))
        let header =
            #"{"schema":"launch-hub.kept","version":\#(version),"minimumReader":\#(minimumReader),"later":"kept","#
            + #""checksum":"\#(sum)"}"#
        try Data((header + "\n" + body).utf8).write(to: file)
    }

    @Test func theFileIsTheUsersAlone() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileKeyValueStore(file: file).set(1, forKey: "key")
        func permissions(_ url: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        }
        #expect(try permissions(file) == 0o600)
        #expect(try permissions(folder) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["values.json"])
    }

    @Test func aFileThatCannotBeWrittenIsAnErrorThatNamesItAndTheOldValueHolds() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let blocker = folder.appending(path: "blocker")
        try Data().write(to: blocker)
        let store = FileKeyValueStore(file: blocker.appending(path: "values.json"))
        do {
            try store.set(1, forKey: "key")
            Issue.record("a file inside a file cannot be written")
        } catch {
            #expect(error.operation == .write)
            #expect(error.description.contains("blocker"))
        }
        #expect(try store.value(forKey: "key") == nil)
    }

    /// A file with a name so long that the new file beside it can have none: what is there can be changed, and nothing
    /// can be written again, as on a full disk.
    private func unwritableFile(_ values: JSONObject) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let long = folder.appending(path: String(repeating: "v", count: 245) + ".json")
        guard !values.isEmpty else { return long }
        let store = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        for entry in values { try store.set(entry.value, forKey: entry.key) }
        try FileManager.default.moveItem(at: file, to: long)
        try FileManager.default.moveItem(at: FileKeyValueStore.copy(of: file), to: FileKeyValueStore.copy(of: long))
        return long
    }

    @Test func aChoiceThatCannotBeWrittenIsUnknownToTheNextLaunchAndNotTheOldOne() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try unwritableFile(["choice": "in", "id": 7])
        let store = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        #expect(throws: StorageError.self) { try store.set("out", forKey: "choice") }
        #expect(throws: StorageError.self) { try store.value(forKey: "choice") }
        func next() -> FileKeyValueStore { FileKeyValueStore(file: file, doubledKeys: ["choice"]) }
        #expect(throws: StorageError.self) { try next().value(forKey: "choice") }
        // Neither of the two files alone brings the old choice back.
        try FileManager.default.removeItem(at: file)
        #expect(throws: StorageError.self) { try next().value(forKey: "choice") }
    }

    @Test func whatIsNoChoiceIsReadWhileAChoiceIsInDoubtAndAChoiceEndsTheDoubt() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let long = try unwritableFile(["choice": "in", "id": 7])
        let store = FileKeyValueStore(file: long, doubledKeys: ["choice"])
        #expect(throws: StorageError.self) { try store.set("out", forKey: "choice") }
        // There is room again: the same files, under names that can be replaced.
        try FileManager.default.moveItem(at: long, to: file)
        try FileManager.default.moveItem(at: FileKeyValueStore.copy(of: long), to: FileKeyValueStore.copy(of: file))
        let next = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        #expect(try next.value(forKey: "id") == 7)
        #expect(next.damage?.detail.contains("choice") == true)
        try next.set(8, forKey: "id")
        let third = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        #expect(try third.value(forKey: "id") == 8)
        #expect(throws: StorageError.self) { try third.value(forKey: "choice") }
        try third.set("in", forKey: "choice")
        #expect(try FileKeyValueStore(file: file, doubledKeys: ["choice"]).value(forKey: "choice") == "in")
    }

    @Test func aFirstChoiceThatCannotBeWrittenIsUnknownToTheNextLaunch() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try unwritableFile([:])
        let store = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        #expect(throws: StorageError.self) { try store.set("out", forKey: "choice") }
        let next = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        #expect(throws: StorageError.self) { try next.value(forKey: "choice") }
    }

    /// A disk with no room and no descriptor left: what is open can be changed, and nothing else.
    private final class ExhaustedDisk: DurableDisk {
        let isExhausted = Locked(false)
        /// What happens when a new file is made.
        let onMake = Locked<(@Sendable () -> Void)?>(nil)
        private let system = SystemDisk()

        private var works: Bool { !isExhausted.withLock { $0 } }

        func make(_ path: String, holding data: Data) -> Bool {
            guard works, system.make(path, holding: data) else { return false }
            onMake.withLock { $0 }?()
            return true
        }

        func mark(_ path: String, _ byte: UInt8, through descriptor: Int32?) -> Bool {
            (works || descriptor != nil) && system.mark(path, byte, through: descriptor)
        }

        func synchronize(_ path: String) -> Bool { works && system.synchronize(path) }
        func rename(_ path: String, to name: String) -> Bool { works && system.rename(path, to: name) }
        func remove(_ path: String) { system.remove(path) }
        func synchronizeFolder(of path: String) {}
    }

    @Test func aChoiceThatCannotBeWrittenIsMarkedThroughAnOpenDescriptor() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let disk = ExhaustedDisk()
        let store = FileKeyValueStore(file: file, doubledKeys: ["choice"], disk: disk)
        disk.isExhausted.withLock { $0 = true }
        // Before the first choice there is nothing to mark, which is said.
        let unmarked = #expect(throws: StorageError.self) { try store.set("out", forKey: "choice") }
        #expect(unmarked?.detail.contains("may hold at the next launch") == true)
        disk.isExhausted.withLock { $0 = false }
        try store.set("in", forKey: "choice")
        disk.isExhausted.withLock { $0 = true }
        let marked = #expect(throws: StorageError.self) { try store.set("out", forKey: "choice") }
        #expect(marked?.detail.contains("may hold at the next launch") == false)
        for store in [store, FileKeyValueStore(file: file, doubledKeys: ["choice"])] {
            #expect(throws: StorageError.self) { try store.value(forKey: "choice") }
        }
        disk.isExhausted.withLock { $0 = false }
        try store.set("out", forKey: "choice")
        #expect(try FileKeyValueStore(file: file, doubledKeys: ["choice"]).value(forKey: "choice") == "out")
    }

    @Test func aChoiceIsMarkedWhileASuspendedProcessHoldsTheFolder() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        func next() -> FileKeyValueStore { FileKeyValueStore(file: file, doubledKeys: ["choice"]) }
        let store = next()
        try store.set("in", forKey: "choice")
        let other = FolderLock(folder)
        for _ in 0..<3 {
            let busy = #expect(throws: StorageError.self) { try store.set("out", forKey: "choice") }
            #expect(busy?.reason == .busy)
        }
        #expect(throws: StorageError.self) { try next().value(forKey: "choice") }
        other.release()
        try store.set("out", forKey: "choice")
        #expect(try next().value(forKey: "choice") == "out")
    }

    @Test func aProcessThatWasSuspendedWhileItWroteDoesNotTakeAMarkBack() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let disk = ExhaustedDisk()
        let store = FileKeyValueStore(file: file, doubledKeys: ["choice"], disk: disk)
        try store.set("in", forKey: "choice")
        let before = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: before], ofItemAtPath: file.path)
        let (path, mark) = (file.path, UInt8(ascii: "!"))
        disk.onMake.withLock { $0 = { _ = SystemDisk().mark(path, mark, through: nil) } }
        #expect(throws: StorageError.self) { try store.set(1, forKey: "unrelated") }
        let next = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        #expect(throws: StorageError.self) { try next.value(forKey: "choice") }
    }

    @Test func whatIsTooLargeIsRefusedAndEverythingElseGoesOn() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        try store.set("in", forKey: "choice")
        let large = JSONValue.string(String(repeating: "x", count: 16 << 20))
        for key in ["choice", "other"] {
            let refused = #expect(throws: StorageError.self) { try store.set(large, forKey: key) }
            #expect(refused?.code == .tooLarge)
        }
        #expect(try store.value(forKey: "choice") == "in")
        try store.set("out", forKey: "choice")
        #expect(try FileKeyValueStore(file: file, doubledKeys: ["choice"]).value(forKey: "choice") == "out")
    }

    /// What Apple TV does where space is short, and what a restored phone is like.
    @Test func aChoiceOutlivesTheFolderWhereTheAppsSettingsHaveIt() throws {
        let settings = Locked<Data?>(nil)
        let copy = ChoiceCopy(
            read: { settings.withLock { $0 } },
            write: { data in settings.withLock { $0 = data } },
            choices: { $0["choice"].map { ["choice": $0] } ?? [:] }
        )
        func store(_ disk: any DurableDisk = SystemDisk()) -> FileKeyValueStore {
            FileKeyValueStore(file: file, doubledKeys: ["choice", "large"], choiceCopy: copy, disk: disk)
        }
        for choice in ["out", "in"] as [JSONValue] {
            try store().update(["choice", "id", "large"]) { members in
                members["choice"] = choice
                members["id"] = 7
                members["large"] = "large"
            }
            try FileManager.default.removeItem(at: folder)
            #expect(try store().value(forKey: "choice") == choice)
            #expect(try store().value(forKey: "id") == nil)
            #expect(try store().value(forKey: "large") == nil)
        }
        // A choice that could not be written is not brought back either.
        try store().set("in", forKey: "choice")
        let disk = ExhaustedDisk()
        disk.isExhausted.withLock { $0 = true }
        #expect(throws: StorageError.self) { try store(disk).set("out", forKey: "choice") }
        try FileManager.default.removeItem(at: folder)
        #expect(throws: StorageError.self) { try store().value(forKey: "choice") }
    }

    @Test func anOwnerIsThereUntilItEnds() throws {
        let folder = try TemporaryFolder()
        var owner: FolderOwner? = FolderOwner(folder.url)
        let other = FolderOwner(folder.url)
        let mark = try #require(owner?.mark)
        #expect(FolderOwner.isThere(mark, in: folder.url))
        owner = nil
        #expect(!FolderOwner.isThere(mark, in: folder.url))
        #expect(FolderOwner.isThere(other.mark, in: folder.url))
    }

    @Test func whatIsNoChoicePutsNoneInDoubt() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try unwritableFile(["choice": "in", "id": 7])
        let store = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        #expect(throws: StorageError.self) { try store.set(8, forKey: "id") }
        let next = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        #expect(try next.value(forKey: "choice") == "in")
        #expect(try next.value(forKey: "id") == 7)
    }

    @Test(
        arguments: [
            ("", "it is empty"), ("[]", "it is not JSON"), ("{", "it is not JSON"),
            (#"{"schema":"launch-hub.kept"}"#, "it was cut off"),
            (#"{"schema":"launch-hub.kept"}\#n{}\#n"#, "its first line has no version"),
            (#"{"schema":"launch-hub.kept","version":0}\#n{}\#n"#, "its first line has no version"),
            (#"{"schema":"launch-hub.kept","version":1}\#n{}\#n"#, "its checksum does not match"),
            (#"{"schema":"launch-hub.kept","version":1,"checksum":"00"}\#n{}\#n"#, "its checksum does not match"),
        ] as [(String, String)]
    )
    func itIsSaidWhatIsWrongWithAFile(_ text: String, _ detail: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        let store = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        let lost = #expect(throws: StorageError.self) { try store.value(forKey: "choice") }
        #expect(
            lost?.description
                == "cannot read \(file.path): the value of choice was lost; it is unknown until it is set"
        )
        #expect(store.damage?.description == "cannot read \(file.path): it is damaged: \(detail)")
        #expect(store.damage?.code.description == "damaged")
        #expect(try store.value(forKey: "other") == nil)
    }

    @Test func aFolderInThePlaceOfTheFileIsAnErrorOfTheSystem() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let store = FileKeyValueStore(file: file)
        let refused = #expect(throws: StorageError.self) { try store.set(1, forKey: "a") }
        #expect(refused?.code.description == "system")
        #expect(refused?.description.hasPrefix("cannot read \(file.path): ") == true)
        #expect(throws: StorageError.self) { try store.value(forKey: "a") }
        #expect(store.damage == nil)
    }
}
