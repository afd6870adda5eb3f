// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

/// One file that is kept as a whole, over versions and damages.
struct KeptFileTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.file("kept.json") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func whatWasWrittenIsReadAndReplaced() throws {
        let file = KeptFile(url)
        #expect(try file.read(limit: 1_000) == nil)
        try file.write(["a": 1])
        #expect(try file.read(limit: 1_000) == ["a": 1])
        try file.write(["b": 2])
        #expect(try file.read(limit: 1_000) == ["b": 2])
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func aFileOfBeforeThereWereVersionsIsReadAndWrittenInTheNewForm() throws {
        try Data(#"{"url":"x"}"#.utf8).write(to: url)
        #expect(try KeptFile(url).read(limit: 1_000) == ["url": "x"])
        try KeptFile(url).write(["url": "y"])
        #expect(try String(contentsOf: url, encoding: .utf8).contains("checksum"))
    }

    @Test func everyCutAndEveryChangedByteIsDamage() throws {
        try KeptFile(url).write(["key": "value", "other": [1, 2, 3]])
        let whole = try Data(contentsOf: url)
        for length in 1..<whole.count {
            try whole.prefix(length).write(to: url)
            #expect(throws: StorageError.self, "\(length)") { try KeptFile(url).read(limit: 10_000) }
        }
        let body = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
        for place in body..<whole.count {
            var changed = whole
            changed[place] ^= 1
            try changed.write(to: url)
            #expect(throws: StorageError.self, "\(place)") { try KeptFile(url).read(limit: 10_000) }
        }
    }

    @Test func aFileOfALaterVersionIsLeftAloneAndThisOneKeepsItsOwnBesideIt() throws {
        let later = Data((#"{"schema":"launch-hub.kept","version":9,"checksum":"x"}"# + "\n{}\n").utf8)
        try later.write(to: url)
        #expect(try KeptFile(url).read(limit: 1_000) == nil)
        try KeptFile(url).write(["a": 1])
        #expect(try Data(contentsOf: url) == later)
        #expect(try KeptFile(url).read(limit: 1_000) == ["a": 1])
        #expect(try folder.contents.count == 2)
    }

    @Test func aFileThatIsTooLongIsNotRead() throws {
        try KeptFile(url).write(["a": .string(String(repeating: "x", count: 1_000))])
        #expect(throws: StorageError.self) { try KeptFile(url).read(limit: 500) }
    }
}
