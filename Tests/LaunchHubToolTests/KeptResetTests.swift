// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHub
    import NielsenAppApi
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// Which files and values each kind of a reset takes away, and that it takes no other.
    struct KeptResetTests {
        private static let files = [
            "a.damaged", "b.damaged-1", "c.damages", "configuration/x", "configurations/y", "hub.json", "identity.json",
            "lifecycle.json", "nielsen.json", "pings", "pings.2.sqlite", "pings.sqlite", "pings.sqlite-wal",
        ]
        private static let programmatic = ConfigurationMemory.programmaticKey
        private static let appID = ConfigurationMemory.appIDKey
        private static let identifier = "nielsen.nielsenId"

        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            for name in Self.files where name != "hub.json" && name != "nielsen.json" {
                try folder.write("{}", to: name)
            }
            try hub.set(["global.privacy": "optedin", "colour": "red"], forKey: Self.programmatic)
            try hub.set("app", forKey: Self.appID)
            try sdk.set("id", forKey: Self.identifier)
            try sdk.set(true, forKey: NielsenKeptKeys.optOut)
        }

        private var hub: FileKeyValueStore {
            FileKeyValueStore(file: folder.file("hub.json"), doubledKeys: [Self.programmatic])
        }

        private var sdk: FileKeyValueStore {
            FileKeyValueStore(file: folder.file("nielsen.json"), doubledKeys: [NielsenKeptKeys.optOut])
        }

        /// The files that are left of those that were there, and the values.
        private func left() throws -> (files: [String], values: [JSONValue?]) {
            let files = Self.files.filter { FileManager.default.fileExists(atPath: folder.file($0).path) }
            let values = [
                try hub.value(forKey: Self.programmatic), try hub.value(forKey: Self.appID),
                try sdk.value(forKey: Self.identifier), try sdk.value(forKey: NielsenKeptKeys.optOut),
            ]
            return (files, values)
        }

        private static let values: [JSONValue?] = [["global.privacy": "optedin", "colour": "red"], "app", "id", true]

        @Test(
            arguments: [
                (.damaged, ["a.damaged", "b.damaged-1"]),
                (.pings, ["pings.2.sqlite", "pings.sqlite", "pings.sqlite-wal"]),
                (.configuration, ["configuration/x", "configurations/y"]), (.identity, ["identity.json"]),
                (.lifecycle, ["lifecycle.json"]), (.consent, []),
            ] as [(KeptFolder.Group, [String])]
        )
        func aKindTakesItsOwn(_ group: KeptFolder.Group, _ files: [String]) throws {
            #expect(try left().files == Self.files)
            #expect(try left().values == Self.values)
            try KeptFolder(url: folder.url).reset([group])
            let left = try left()
            #expect(left.files == Self.files.filter { !files.contains($0) })
            var values = Self.values
            switch group {
            case .configuration:
                values[0] = ["global.privacy": "optedin"]
                values[1] = nil
            case .consent:
                values[0] = ["colour": "red"]
                values[3] = nil
            case .identity: values[2] = nil
            case .damaged, .pings, .lifecycle: break
            }
            #expect(left.values == values)
        }

        @Test func allKindsTakeEverything() throws {
            try KeptFolder(url: folder.url).reset(Set(KeptFolder.Group.allCases))
            let left = try left()
            #expect(left.files == ["c.damages", "hub.json", "nielsen.json", "pings"])
            #expect(left.values == [nil, nil, nil, nil])
        }

        @Test func withoutAKindNothingIsTaken() throws {
            try KeptFolder(url: folder.url).reset([])
            #expect(try left().files == Self.files)
            #expect(try left().values == Self.values)
        }

        @Test func whatIsKeptIsReadAsItWasWritten() throws {
            let entries = try KeptFolder(url: folder.url).entries.filter { !$0.isDamaged }
            func entry(_ group: KeptFolder.Group, _ name: String, _ value: String, _ file: String) -> KeptFolder.Entry {
                KeptFolder.Entry(group: group, name: name, value: value, file: file)
            }
            let identifiers = NielsenKeptKeys.identifiers.map { key in
                entry(.identity, key, key == Self.identifier ? "id" : "none", "nielsen.json")
            }
            let expected =
                [
                    entry(.consent, "global.privacy", "optedin", "hub.json"),
                    entry(.consent, "nielsen.optOut", "opted out", "nielsen.json"),
                ] + identifiers + [
                    entry(.identity, "experience cloud id", "none", "identity.json"),
                    entry(.identity, "synchronised identifiers", "0", "identity.json"),
                    entry(.lifecycle, "launches", "0", "lifecycle.json"),
                    entry(.configuration, "app id", "app", "hub.json"),
                    entry(.configuration, "colour", "\"red\"", "hub.json"),
                    entry(.configuration, "cached configuration", "2 bytes", "configuration/x"),
                    entry(.configuration, "cached configuration", "2 bytes", "configurations/y"),
                    entry(.damaged, "set aside", "2 bytes", "a.damaged"),
                    entry(.damaged, "set aside", "2 bytes", "b.damaged-1"),
                ]
            #expect(entries == expected)
        }
    }
#endif
