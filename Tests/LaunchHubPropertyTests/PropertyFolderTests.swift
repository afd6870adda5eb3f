// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubProperty
import TestSupport
import Testing

/// The files of a property: what is published, kept, and left by a process that ends at any moment.
struct PropertyFolderTests {
    private let temporary: TemporaryFolder
    private let folder: PropertyFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = PropertyFolder(root: temporary.url, name: "player")
        try folder.create(try Property.sample())
    }

    @discardableResult
    private func build(
        in folder: PropertyFolder? = nil,
        named name: String? = nil,
        replacing: Bool = false
    ) throws -> PropertyBuild {
        try (folder ?? self.folder).change(replacingEdited: replacing) { (property) throws(PropertyError) in
            if let name {
                try property.set([("appname", name)], of: "nielsen", in: SettingScope(platform: .ios))
                try property.addChanges(to: "first")
            }
            let result = try property.build("first")
            return ([result.build], result.build)
        }
    }

    private var development: URL {
        get throws { folder.published(try folder.read().environment("development")) }
    }

    @Test func whatIsReadIsWhatWasWritten() throws {
        #expect(try folder.read() == Property.sample())
        #expect(PropertyFolder.names(in: temporary.url) == ["player"])
        let error = #expect(throws: PropertyError.self) { try folder.create(try Property.sample()) }
        #expect(error?.code == .name)
    }

    @Test func thePublishedFileHasTheBytesOfTheBuildAndEverybodyMayReadIt() throws {
        let built = try build()
        #expect(try development.path.hasSuffix("/player/launch-EN-player-development.json"))
        #expect(try Data(contentsOf: development) == built.data)
        let environment = try folder.read().environment("development")
        #expect(try folder.data(ofBuild: 1, of: environment) == built.data)
        #expect(folder.standing(of: environment) == .current)
        let attributes = try FileManager.default.attributesOfItem(atPath: development.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o644)
    }

    @Test func twoBuildsOfOneNumberAreAFaultOfTheFile() throws {
        try build()
        try build(named: "Other")
        let file = temporary.url.appending(path: "player/.property/property.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let twice = text.replacing(/"number"\s*:\s*2/, with: "\"number\": 1")
        #expect(twice != text)
        try Data(twice.utf8).write(to: file)
        let error = #expect(throws: PropertyError.self) { try folder.read() }
        #expect(error?.code == .file)
        #expect(error?.description.contains("the builds of development are not numbered upwards from 1") == true)
    }

    @Test func aBuildThatChangesNothingLeavesTheFileAlone() throws {
        try build()
        let before = try FileManager.default.attributesOfItem(atPath: development.path)[.systemFileNumber] as? NSNumber
        try build()
        let after = try FileManager.default.attributesOfItem(atPath: development.path)[.systemFileNumber] as? NSNumber
        #expect(before == after)
    }

    @Test func rollingBackPublishesTheSameBytes() throws {
        let first = try build()
        try build(named: "Other")
        #expect(try Data(contentsOf: development) != first.data)
        try folder.change { (property) throws(PropertyError) in
            _ = try property.rollBack("development")
            return ([], ())
        }
        #expect(try Data(contentsOf: development) == first.data)
    }

    // MARK: - Damage

    @Test func aFileThatSomebodyHasChangedIsNotReplacedWithoutBeingAsked() throws {
        let built = try build()
        let half = built.data.prefix(100)
        try half.write(to: development)
        #expect(folder.standing(of: try folder.read().environment("development")) == .edited)
        let before = try folder.read()
        let error = #expect(throws: PropertyError.self) { try build(named: "Other") }
        #expect(error?.code == .edited)
        #expect(try Data(contentsOf: development) == half)
        #expect(try folder.read() == before)
        let replaced = try build(named: "Other", replacing: true)
        #expect(try Data(contentsOf: development) == replaced.data)
    }

    @Test func anEditedFileIsRestoredByABuildThatChangesNothing() throws {
        let built = try build()
        try Data("{}".utf8).write(to: development)
        let error = #expect(throws: PropertyError.self) { try build() }
        #expect(error?.code == .edited)
        #expect(try Data(contentsOf: development) == Data("{}".utf8))
        try build(replacing: true)
        #expect(try Data(contentsOf: development) == built.data)
    }

    @Test func aMissingFileIsPublishedByTheNextChange() throws {
        let built = try build()
        try FileManager.default.removeItem(at: development)
        #expect(folder.standing(of: try folder.read().environment("development")) == .behind)
        try folder.change { (_) throws(PropertyError) in ([], ()) }
        #expect(try Data(contentsOf: development) == built.data)
    }

    @Test(arguments: [
        ("{\"schema\": \"launch-hub.property\", \"vers", "is not a whole property: the text is not well-formed JSON"),
        ("[]", "is not a whole property"), ("{}", "its member \"schema\""),
        ("{\"schema\": \"launch-hub.property\", \"version\": 2}", "has version 2, and this program knows 1"),
        ("{\"schema\": \"launch-hub.property\", \"version\": 1}", "the file has no member \"name\""),
    ])
    func aPropertyThatCannotBeReadIsNamedAndLeftAlone(_ text: String, _ says: String) throws {
        let file = temporary.file("player/.property/property.json")
        try Data(text.utf8).write(to: file)
        let error = #expect(throws: PropertyError.self) { try build() }
        #expect(error?.code == .file)
        #expect(error?.description.contains(says) == true, "\(String(describing: error))")
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func aMemberOfAnotherKindIsNamedByItsPlace() throws {
        let file = temporary.file("player/.property/property.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacingOccurrences(of: "\"production\"", with: "\"moon\"").utf8).write(to: file)
        let error = #expect(throws: PropertyError.self) { try folder.read() }
        #expect(error?.description.contains("environments[2].kind") == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        ("player/launch-EN-player-staging", "../launch", "the path step \"..\""),
        ("player/launch-EN-player-staging", "other/launch", "it begins with player/"),
        ("player/launch-EN-player-staging", "player/.property", "it begins with player/"),
        ("\"revision\" : 1", "\"revision\" : 7", "nielsen revision 7, and there is no such revision"),
        ("\"revision\" : 1", "\"revision\" : 0", "there is no such revision"),
        ("\"revision\" : 1", "\"revision\" : -9223372036854775808", "there is no such revision"),
        ("\"name\" : \"player\"", "\"name\" : \"plays\"", "its folder \"player\""),
        ("\"name\" : \"staging\"", "\"name\" : \"stag\"", "there is no environment \"staging\""),
        ("\"environment\" : \"development\"", "\"environment\" : \"moon\"", "there is no environment \"moon\""),
    ])
    func partsThatDoNotFitTogetherAreNamedAndNothingIsWritten(
        _ part: String,
        _ other: String,
        _ says: String
    ) throws {
        let file = temporary.file("player/.property/property.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let range = try #require(text.range(of: part))
        try Data(text.replacingCharacters(in: range, with: other).utf8).write(to: file)
        let error = #expect(throws: PropertyError.self) { try build() }
        #expect(error?.code == .file)
        #expect(error?.description.contains(says) == true, "\(String(describing: error))")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: temporary.url.path).count == 3)
    }

    @Test func aDamagedBuildIsNotPublishedAgain() throws {
        try build()
        try build(named: "Other")
        try Data("{}".utf8).write(to: temporary.file("player/.property/builds/development/1.json"))
        let before = try folder.read()
        let error = #expect(throws: PropertyError.self) {
            try folder.change { (property) throws(PropertyError) in
                _ = try property.rollBack("development")
                return ([], ())
            }
        }
        #expect(error?.description.contains("is not what build 1 has published") == true)
        #expect(try folder.read() == before)
    }

    @Test func aFolderThatCannotBeMadeIsNamed() throws {
        try temporary.write("a file", to: "file")
        let other = PropertyFolder(root: temporary.file("file"), name: "player")
        let error = #expect(throws: PropertyError.self) { try other.create(try Property.sample()) }
        #expect(error?.code == .file)
        #expect(error?.description.contains("/file/player/.property cannot be made") == true)
    }

    @Test func aPropertyThatIsNotThereIsNamed() throws {
        let other = PropertyFolder(root: temporary.url, name: "playr")
        let error = #expect(throws: PropertyError.self) { try build(in: other) }
        #expect(error?.description.contains("Did you mean \"player\"?") == true)
    }

    // MARK: - Interruptions

    /// A process that ends after any step leaves a property and published files that are whole, the old or the new ones.
    @Test func aProcessThatEndsAtAnyStepLeavesTheOldOrTheNew() throws {
        let old = try build()
        let oldProperty = try folder.read()
        var isDone = false
        for steps in 0..<100 where !isDone {
            // Each try begins with the same files.
            let copy = try TemporaryFolder()
            let player = copy.url.appending(path: "player")
            try FileManager.default.copyItem(at: temporary.url.appending(path: "player"), to: player)
            let disk = StoppingDisk(after: steps)
            let stopping = PropertyFolder(root: copy.url, name: "player", disk: disk)
            let made = try? build(in: stopping, named: "Other")
            isDone = !disk.hasStopped
            #expect(isDone == false || made != nil)
            let again = PropertyFolder(root: copy.url, name: "player")
            let property = try again.read()
            let published = try Data(contentsOf: again.published(try property.environment("development")))
            let isNew = property != oldProperty
            #expect(property.environments[0].current == (isNew ? 2 : 1))
            #expect(published == old.data || isNew)
            #expect(again.standing(of: property.environments[0]) != .edited)
            // The next change finishes what was begun, and removes what is left over.
            try again.change { (_) throws(PropertyError) in ([], ()) }
            #expect(try again.read() == property)
            #expect(again.standing(of: property.environments[0]) == .current)
            let names = try FileManager.default.subpathsOfDirectory(atPath: copy.url.path)
            #expect(!names.contains { $0.hasSuffix(".new") })
            let rebuilt = try build(in: again, named: "Other")
            #expect(rebuilt.record.number == 2)
            #expect(try Data(contentsOf: again.published(property.environments[0])) == rebuilt.data)
        }
        #expect(isDone)
    }

    @Test func changesOfSeveralWritersAreAllMade() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let own = PropertyFolder(root: temporary.url, name: "player", patience: 60_000)
                    try own.change { (property) throws(PropertyError) in
                        try property.addEnvironment(named: "dev-\(number)")
                        return ([], ())
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try folder.read().environments.count == 11)
    }

    @Test func aPropertyThatAnotherProcessChangesIsBusy() throws {
        let lock = FolderLock(temporary.file("player/.property"))
        defer { lock.release() }
        let impatient = PropertyFolder(root: temporary.url, name: "player", patience: 0)
        let error = #expect(throws: PropertyError.self) { try build(in: impatient) }
        #expect(error?.code == .busy)
    }
}
