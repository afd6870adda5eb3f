// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubProperty
import TestSupport
import Testing

/// What a change of one environment does to the published files of the others, and what a disk that fails leaves.
struct OtherEnvironmentTests {
    private let temporary: TemporaryFolder
    private let folder: PropertyFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = PropertyFolder(root: temporary.url, name: "player")
        try folder.create(try Property.sample())
        try folder.change { (property) throws(PropertyError) in
            let development = try property.build("first").build
            return ([development, try property.publish("first").build], ())
        }
        try folder.change { (property) throws(PropertyError) in
            try property.addLibrary(named: "second")
            return ([], ())
        }
    }

    private func file(_ environment: String) throws -> URL {
        folder.published(try folder.read().environment(environment))
    }

    private func build(named name: String, replacing: Bool = false) throws {
        try folder.change(replacingEdited: replacing) { (property) throws(PropertyError) in
            try property.set([("appname", name)], of: "nielsen", in: SettingScope(platform: .ios))
            try property.addChanges(to: "second")
            return ([try property.build("second").build], ())
        }
    }

    private func number(of url: URL) throws -> NSNumber? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber] as? NSNumber
    }

    @Test func anEditedFileOfAnotherEnvironmentIsLeftAlone() throws {
        let staging = try file("staging")
        try Data("{}".utf8).write(to: staging)
        try build(named: "Other")
        #expect(try Data(contentsOf: staging) == Data("{}".utf8))
        #expect(try folder.read().environment("development").current == 2)
        try build(named: "Third", replacing: true)
        #expect(try JSONObject(jsonData: try Data(contentsOf: staging))["nielsen.ios"]?["appname"] == "Player")
    }

    @Test func whatIsAsItShouldBeIsNotWrittenAgain() throws {
        let staging = try file("staging")
        let before = try number(of: staging)
        try build(named: "Other", replacing: true)
        #expect(try number(of: staging) == before)
        #expect(folder.standing(of: try folder.read().environment("staging")) == .current)
        #expect(folder.standing(of: try folder.read().environment("production")) == .current)
    }

    @Test func aBuildThatIsTakenBackDoesNotReplaceAnEditedFile() throws {
        try build(named: "Other")
        let development = try file("development")
        try Data("{}".utf8).write(to: development)
        func rollBack(replacing: Bool) throws {
            try folder.change(replacingEdited: replacing) { (property) throws(PropertyError) in
                _ = try property.rollBack("development")
                return ([], ())
            }
        }
        let error = #expect(throws: PropertyError.self) { try rollBack(replacing: false) }
        #expect(error?.code == .edited)
        #expect(try Data(contentsOf: development) == Data("{}".utf8))
        try rollBack(replacing: true)
        let configuration = try JSONObject(jsonData: try Data(contentsOf: development))
        #expect(configuration["build.revision"] == 1)
    }

    @Test func anEnvironmentThatIsPublishedAgainIsMeant() throws {
        let staging = try file("staging")
        try Data("{}".utf8).write(to: staging)
        func republish(_ name: String, replacing: Bool = false) throws {
            try folder.change(republishing: name, replacingEdited: replacing) { (_) throws(PropertyError) in ([], ()) }
        }
        try republish("dev")
        let error = #expect(throws: PropertyError.self) { try republish("stage") }
        #expect(error?.code == .edited)
        #expect(try Data(contentsOf: staging) == Data("{}".utf8))
        try republish("stage", replacing: true)
        #expect(folder.standing(of: try folder.read().environment("staging")) == .current)
        let unknown = #expect(throws: PropertyError.self) { try republish("moon") }
        #expect(unknown?.code == .unknown)
    }

    // MARK: - Disks

    /// A disk that says of one step that it failed, and of all others that they were done.
    private struct FailingDisk: DurableDisk {
        let makes: Bool

        func make(_ path: String, holding data: Data) -> Bool { makes }
        func mark(_ path: String, _ byte: UInt8) -> Bool { true }
        func synchronize(_ path: String) -> Bool { true }
        func rename(_ path: String, to name: String) -> Bool { true }
        func remove(_ path: String) {}
        func synchronizeFolder(of path: String) {}
    }

    @Test(arguments: [false, true])
    func aFileThatCannotBeMadeIsAnError(_ makes: Bool) throws {
        let other = PropertyFolder(root: temporary.url, name: "player", disk: FailingDisk(makes: makes))
        var code: PropertyError.Code?
        do throws(PropertyError) {
            try other.change { (property) throws(PropertyError) in
                try property.addEnvironment(named: "anna")
                return ([], ())
            }
        } catch {
            code = error.code
        }
        #expect(code == (makes ? nil : .file))
    }

    @Test func aFolderOfConfigurationsThatCannotBeMadeIsNamed() throws {
        try temporary.write("a file", to: "file")
        let root = temporary.file("file")
        let error = #expect(throws: PropertyError.self) {
            try SDKConfigurationFile.create(Data("{}".utf8), for: "P1", in: root)
        }
        #expect(error?.code == .file)
        #expect(error?.description == "the folder \(root.path)/sdk cannot be made: Not a directory")
    }

    // MARK: - Remarks

    /// An extension with settings for another environment alone lacks nothing in this one.
    @Test func settingsOfAnotherEnvironmentAreNoRemark() throws {
        var property = try Property(name: "app", key: "EN-1")
        try property.set([("global.ssl", "true")], of: "core", in: SettingScope(environment: .production))
        try property.addLibrary(named: "first")
        try property.addChanges(to: "first")
        let build = try property.build("first").build
        #expect(build.remarks == [])
        #expect(try build.configuration["__prod__global.ssl"] == true)
        #expect(try build.configuration["global.ssl"] == nil)
    }

    @Test func anAddressOfNumbersIsNoCollector() throws {
        let url = try #require(URL(string: "https://[::1]:8642"))
        let error = #expect(throws: PropertyError.self) { try SDKConfigurationFile.text(for: "P1", collector: url) }
        #expect(
            error?.description
                == "\"https://[::1]:8642\" is not the address of a collector; use one such as https://collector.example"
        )
    }
}
