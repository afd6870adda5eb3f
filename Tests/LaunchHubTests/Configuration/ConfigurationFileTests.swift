// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHub
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

struct ConfigurationFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func error(reading path: String, maximumBytes: Int = 1_024) -> ConfigurationError.Reason? {
        do throws(ConfigurationError) {
            _ = try ConfigurationFile.read(atPath: path, maximumBytes: maximumBytes)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func fileIsRead() throws {
        let file = try folder.write(#"{"a":{"b":[1,2.5,null]}}"#, to: "good.json")
        #expect(try ConfigurationFile.read(atPath: file.path) == ["a": ["b": [1, 2.5, nil]]])
    }

    @Test func missingFileIsNamed() {
        let path = folder.file("missing.json").path
        #expect(error(reading: path) == .unreadableFile(path: path, detail: "there is no such file"))
    }

    @Test func foldersAndPipesAreNotRead() throws {
        let pipe = folder.file("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let detail = "it is not a regular file; name a JSON file"
        #expect(error(reading: pipe) == .unreadableFile(path: pipe, detail: detail))
        #expect(error(reading: folder.url.path) == .unreadableFile(path: folder.url.path, detail: detail))
    }

    @Test func malformedTextComesWithTheParsersWords() throws {
        let file = try folder.write(#"{"a":"#, to: "cut.json")
        guard case .malformedJSON(let location, let detail) = error(reading: file.path) else {
            Issue.record("another error")
            return
        }
        #expect(location == file.path)
        #expect(!detail.isEmpty)
    }

    @Test(arguments: [("[]", "an array"), ("7", "a number"), ("null", "null"), ("\"x\"", "a string")])
    func onlyAnObjectIsAConfiguration(_ text: String, _ kind: String) throws {
        let file = try folder.write(text, to: "other.json")
        #expect(error(reading: file.path) == .notAnObject(location: file.path, kind: kind))
    }

    @Test func limitCountsBytesExactly() throws {
        let text = #"{"a":"é"}"#
        let file = try folder.write(text, to: "sized.json")
        #expect(error(reading: file.path, maximumBytes: text.utf8.count) == nil)
        #expect(
            error(reading: file.path, maximumBytes: text.utf8.count - 1)
                == .tooLarge(location: file.path, limit: text.utf8.count - 1)
        )
        #expect(error(reading: file.path, maximumBytes: .max) == nil)
        #expect(error(reading: file.path, maximumBytes: .min) == .tooLarge(location: file.path, limit: 0))
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func deepNestingIsRefusedAndHarmsNobody(_ opening: String) throws {
        let text = String(repeating: opening, count: 200_000)
        let file = try folder.write(text, to: "deep.json")
        guard case .malformedJSON = error(reading: file.path, maximumBytes: .max) else {
            Issue.record("another error")
            return
        }
    }
}
