// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HubServices

/// Files that cannot be read or are not what was written, and what is said of them.
@Suite struct StoredFileTests {
    private let folder: TemporaryFolder
    private var file: URL { folder.file("values.json") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func error(_ body: () throws -> Void) -> StorageError? {
        do {
            try body()
            return nil
        } catch {
            return error as? StorageError
        }
    }

    /// Makes a file of zeros that takes no room on the disk.
    private func makeFile(_ url: URL, bytes: UInt64) throws {
        #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: bytes)
        try handle.close()
    }

    // MARK: - Reading

    @Test func aFileIsReadUpToSixteenMebibytes() throws {
        try makeFile(file, bytes: 16 << 20)
        #expect(try DurableFile.read(file.path)?.data.count == 16 << 20)
        try makeFile(file, bytes: 16 << 20 + 1)
        let refused = error { _ = try DurableFile.read(file.path) }
        #expect(
            refused?.description == "cannot read \(file.path): it is not a file of at most 16777216 bytes"
        )
    }

    @Test func whatIsNoFileIsNotRead() throws {
        #expect(try DurableFile.read(file.path) == nil)
        try Data("x".utf8).write(to: file)
        #expect(try DurableFile.read(file.path + "/below") == nil)
        #expect(try DurableFile.read(file.path)?.data == Data("x".utf8))
        try Data().write(to: file)
        #expect(try DurableFile.read(file.path)?.data == Data())
        let refused = error { _ = try DurableFile.read(folder.url.path) }
        #expect(refused?.reason == .system && refused?.operation == .read)
        let circle = folder.file("circle")
        try FileManager.default.createSymbolicLink(at: circle, withDestinationURL: circle)
        #expect(!DurableFile.exists(circle.path))
        #expect(
            error { _ = try DurableFile.read(circle.path) }
                == StorageError(.read, path: circle.path, detail: String(cString: strerror(ELOOP)))
        )
    }

    @Test func aFileThatWasReadIsKnownUntilItIsChanged() throws {
        try Data("x".utf8).write(to: file)
        let reading = try #require(try DurableFile.read(file.path))
        #expect(reading.isCurrent(at: file.path))
        try Data("yy".utf8).write(to: file)
        #expect(!reading.isCurrent(at: file.path))
        try FileManager.default.removeItem(at: file)
        #expect(!reading.isCurrent(at: file.path))
    }

    @Test func aFileThatCannotBeReplacedLeavesNothingBehind() throws {
        try FileManager.default.createDirectory(at: file.appending(path: "full"), withIntermediateDirectories: true)
        let refused = error { try DurableFile.replace(file.path, with: Data("x".utf8)) }
        #expect(refused?.operation == .write && refused?.path == file.path)
        #expect(try folder.contents.map(\.lastPathComponent) == ["values.json"])
        let nowhere = folder.file("none/values.json")
        #expect(
            error { try DurableFile.replace(nowhere.path, with: Data()) }
                == StorageError(.write, path: nowhere.path, detail: String(cString: strerror(ENOENT)))
        )
        try Data().write(to: folder.file("plain"))
        #expect(error { try DurableFile.makeFolder(folder.file("plain/below")) }?.operation == .write)
    }

    @Test func theFirstByteIsMarkedInItsPlace() throws {
        try Data("{\"a\":1}".utf8).write(to: file)
        DurableFile.mark(file.path, KeptContent.doubt, on: SystemDisk())
        #expect(try Data(contentsOf: file) == Data("!\"a\":1}".utf8))
        let empty = folder.file("empty")
        DurableFile.mark(empty.path, KeptContent.doubt, on: SystemDisk())
        #expect(try Data(contentsOf: empty) == Data())
        DurableFile.mark(folder.file("none/x").path, KeptContent.doubt, on: SystemDisk())
        #expect(try folder.contents.count == 2)
    }

    @Test func aFolderInThePlaceOfTheFileIsAnErrorOfTheSystem() throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let store = FileKeyValueStore(file: file)
        for refused in [
            error { _ = try store.value(forKey: "a") }, error { try store.set(1, forKey: "a") },
            error { _ = try store.contents() },
        ] {
            #expect(refused?.code.description == "system")
            #expect(refused?.description.hasPrefix("cannot read \(file.path): ") == true)
        }
        #expect(store.damage == nil)
        let kept = error { _ = try KeptFile(file).read(limit: 100) }
        #expect(kept?.description == "cannot read \(file.path): notRegular")
    }

    // MARK: - Contents

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
        #expect(throws: KeptContent.Fault.damaged(detail)) { try KeptContent(Data(text.utf8)) }
        try Data(text.utf8).write(to: file)
        let store = FileKeyValueStore(file: file, doubledKeys: ["choice"])
        #expect(
            error { _ = try store.value(forKey: "choice") }?.description
                == "cannot read \(file.path): the value of choice was lost; it is unknown until it is set"
        )
        #expect(store.damage?.description == "cannot read \(file.path): it is damaged: \(detail)")
        #expect(store.damage?.code.description == "damaged")
        #expect(try store.value(forKey: "other") == nil)
    }

    @Test func aChecksumThatFitsValuesThatAreNoneIsSaid() throws {
        let body = Data("[]\n".utf8)
        let sum = try #require(HashAlgorithm.sha256.hash(body).map { Hexadecimal.text(of: $0) })
        let text = #"{"schema":"launch-hub.kept","version":1,"checksum":"\#(sum)"}"# + "\n"
        #expect(throws: KeptContent.Fault.damaged("its values are not JSON")) {
            try KeptContent(Data(text.utf8) + body)
        }
    }

    /// The version of a file and of the reader that it needs, and whether it is read.
    @Test(
        arguments: [(1, nil, true), (2, nil, false), (2, 1, true), (9, 1, true), (2, 2, false), (1, 2, false)]
            as [(Int64, Int64?, Bool)]
    )
    func aLaterVersionSaysWhoMayRead(_ version: Int64, _ reader: Int64?, _ isRead: Bool) throws {
        let whole = KeptContent(values: ["a": 1], lost: ["b"]).data
        let end = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
        var header = try JSONObject(jsonData: whole[..<end])
        #expect(header["version"] == 1 && header["minimumReader"] == 1 && header["lost"] == ["b"])
        header["version"] = .int(version)
        header["minimumReader"] = reader.map { .int($0) }
        header["more"] = "kept"
        let data = JSONValue.object(header).jsonData() + whole[end...]
        guard isRead else {
            #expect(throws: KeptContent.Fault.laterVersion(version)) { try KeptContent(data) }
            return
        }
        var content = try KeptContent(data)
        #expect(content.values == ["a": 1] && content.lost == ["b"] && !content.isDoubtful)
        content.values["a"] = 2
        let again = content.data
        let first = try JSONObject(jsonData: again.prefix { $0 != UInt8(ascii: "\n") })
        #expect(first["version"] == .int(version) && first["more"] == "kept")
        #expect(first["minimumReader"] == .int(reader ?? 1))
        #expect(try KeptContent(again).values == ["a": 2])
    }

    @Test func aMarkedFileIsDoubtfulUntilItsChoicesAreLost() throws {
        var data = KeptContent(values: ["choice": true, "other": 1]).data
        data[0] = KeptContent.doubt
        var content = try KeptContent(data)
        #expect(content.isDoubtful)
        content.lose(["choice"])
        #expect(!content.isDoubtful)
        #expect(content.values == ["other": 1] && content.lost == ["choice"])
    }

    @Test func eachReasonHasItsCode() {
        let codes = [StorageError.Reason.system, .damaged, .laterVersion, .busy].map {
            StorageError(.write, $0, path: "/x", detail: "y").code.description
        }
        #expect(codes == ["system", "damaged", "laterVersion", "busy"])
        #expect(StorageError(.write, path: "/x", detail: "y").description == "cannot write /x: y")
        #expect(StorageError(.write, path: "/x", detail: "y").reason == .system)
    }

    // MARK: - Limits, rights and locks

    @Test(arguments: [(10, true), (9, false), (0, false), (-1, false), (Int.max, true)])
    func aFileIsReadUpToTheLimitThatIsAskedFor(_ limit: Int, _ isRead: Bool) throws {
        try Data("0123456789".utf8).write(to: file)
        if isRead {
            #expect(try LimitedFile.read(file, limit: limit) == Data("0123456789".utf8))
        } else {
            #expect(throws: LimitedFile.Failure.tooLarge(bytes: 10)) { try LimitedFile.read(file, limit: limit) }
        }
        #expect(throws: LimitedFile.Failure.notRegular) { try LimitedFile.read(folder.url, limit: limit) }
        try Data().write(to: file)
        #expect(try LimitedFile.read(file, limit: limit) == Data())
    }

    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    private func setMode(_ mode: Int, _ url: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }

    @Test func othersLoseTheirRightsToWhatIsTheLibrarysOwn() throws {
        let own = folder.file("launch-hub/app")
        try PrivateFile.makeFolder(own)
        #expect(try mode(own) == 0o700)
        try setMode(0o755, own)
        try PrivateFile.makeFolder(own)
        #expect(try mode(own) == 0o700)
        // A folder that an app has named may be for others too.
        let named = folder.file("named")
        try PrivateFile.makeFolder(named)
        #expect(try mode(named) == 0o700)
        try setMode(0o755, named)
        try PrivateFile.makeFolder(named)
        #expect(try mode(named) == 0o755)
    }

    @Test(arguments: [(0o644, 0o600), (0o600, 0o600), (0o601, 0o600), (0o750, 0o700), (0o400, 0o400)])
    func aFileIsForTheUserAlone(_ before: Int, _ after: Int) throws {
        PrivateFile.tighten(file.path)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        PrivateFile.prepare(file.path)
        #expect(try mode(file) == 0o600)
        for change in [PrivateFile.prepare, { PrivateFile.tighten($0) }] {
            try setMode(before, file)
            change(file.path)
            #expect(try mode(file) == after)
        }
        // A folder is none of its business.
        let other = folder.file("folder")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try setMode(0o755, other)
        PrivateFile.tighten(other.path)
        #expect(try mode(other) == 0o755)
    }

    @Test func aFolderIsHeldByOneAtATime() throws {
        let first = FolderLock(folder.url, seconds: 0)
        #expect(!first.isTaken)
        let second = FolderLock(folder.url, seconds: 0)
        #expect(second.isTaken)
        second.release()
        let third = FolderLock(folder.url, seconds: 0)
        #expect(third.isTaken)
        third.release()
        first.release()
        let last = FolderLock(folder.url, seconds: 0)
        #expect(!last.isTaken)
        last.release()
        // Nobody is kept out of a folder that cannot be opened.
        let none = FolderLock(folder.file("none"), seconds: 0)
        #expect(!none.isTaken)
        none.release()
    }

    #if (os(Linux) || os(macOS)) && compiler(>=6.2)
        /// The name holds from the first use on, and each process has one.
        @Test func theNameOfAnAppIsSetBeforeItsFirstUse() async {
            await #expect(processExitsWith: .success) {
                #expect(AppFolder.use(name: "com.example.one"))
                #expect(AppFolder.use(name: "com.example.two"))
                #expect(AppFolder.use(appGroup: "group.none"))
                #expect(AppFolder.use(appGroup: nil))
                #expect(AppFolder.standard.lastPathComponent == "com.example.two")
                #expect(AppFolder.use(name: "com.example.two"))
                #expect(!AppFolder.use(name: "com.example.one"))
                #expect(AppFolder.use(appGroup: nil))
                #expect(!AppFolder.use(appGroup: "group.none"))
                #expect(AppFolder.standard.lastPathComponent == "com.example.two")
                #expect(AppFolder.current(variables: [:]) == AppFolder.standard)
            }
        }
    #endif

    /// The length of a name in bytes, and whether it is used.
    @Test(arguments: [(1, true), (200, true), (201, false)])
    func aNameHasTwoHundredBytesAtMost(_ count: Int, _ isUsed: Bool) {
        let name = String(repeating: "x", count: count)
        let found = AppFolder.standard(name: name, bundleIdentifier: nil, program: "/bin/player").lastPathComponent
        #expect(found == (isUsed ? name : "player"))
    }
}
