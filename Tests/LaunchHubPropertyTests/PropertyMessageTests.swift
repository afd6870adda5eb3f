// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubProperty
import TestSupport
import Testing

/// What is said where a property, its file or one of its builds is not as it should be: the whole text.
struct PropertyMessageTests {
    private let temporary: TemporaryFolder
    private let folder: PropertyFolder
    private let file: URL

    init() throws {
        temporary = try TemporaryFolder()
        folder = PropertyFolder(root: temporary.url, name: "player")
        file = temporary.file("player/.property/property.json")
        try folder.create(try Property.sample())
    }

    private func build(named name: String? = nil) throws {
        try folder.change { (property) throws(PropertyError) in
            if let name {
                try property.set([("appname", name)], of: "nielsen", in: SettingScope(platform: .ios))
                try property.addChanges(to: "first")
            }
            let result = try property.build("first")
            return (result.isNew ? [result.build] : [], ())
        }
    }

    /// Replaces parts of the property's file, each of them wherever it occurs.
    private func edit(_ parts: [(old: String, new: String)]) throws {
        var text = try String(contentsOf: file, encoding: .utf8)
        for (old, new) in parts {
            #expect(text.contains(old), "\(old)")
            text = text.replacingOccurrences(of: old, with: new)
        }
        try Data(text.utf8).write(to: file)
    }

    private func message<Result>(_ code: PropertyError.Code, _ body: () throws -> Result) -> String? {
        let error = #expect(throws: PropertyError.self) { try body() }
        #expect(error?.code == code)
        return error?.description
    }

    // MARK: - Builds

    @Test func aBuildThatThereIsNotIsNamedWithThoseThatThereAre() throws {
        let none = try folder.read().environment("development")
        #expect(
            message(.unknown) { try folder.data(ofBuild: 1, of: none) }
                == "there is no build of development \"1\"; there is none yet."
        )
        try build()
        try build(named: "Other")
        let environment = try folder.read().environment("development")
        #expect(
            message(.unknown) { try folder.data(ofBuild: 777, of: environment) }
                == "there is no build of development \"777\"; there are 1, 2."
        )
    }

    @Test func theBytesOfABuildAreNamedWhereTheyAreMissingOrOthers() throws {
        try build()
        let environment = try folder.read().environment("development")
        let archive = temporary.file("player/.property/builds/development/1.json")
        try Data("{}".utf8).write(to: archive)
        #expect(
            message(.file) { try folder.data(ofBuild: 1, of: environment) }
                == "\(archive.path) is not what build 1 has published; restore it, for example from version control"
        )
        try FileManager.default.removeItem(at: archive)
        #expect(
            message(.file) { try folder.data(ofBuild: 1, of: environment) }
                == "\(archive.path) cannot be read: it is not there"
        )
        try FileManager.default.createDirectory(at: archive, withIntermediateDirectories: false)
        #expect(
            message(.file) { try folder.data(ofBuild: 1, of: environment) }
                == "\(archive.path) is not a regular file"
        )
    }

    @Test func aPropertyOfMoreThanSixteenMebibytesIsNotRead() throws {
        try Data(repeating: UInt8(ascii: " "), count: (16 << 20) + 1).write(to: file)
        #expect(
            message(.file) { try folder.read() }
                == "\(file.path) has 16777217 bytes; at most 16777216 are read"
        )
    }

    /// A copy of an earlier build is no edit: the next change publishes the right one.
    @Test func anEarlierBuildInThePlaceOfTheRightOneIsReplaced() throws {
        try build()
        let first = try folder.read().environment("development")
        let published = folder.published(first)
        let old = try Data(contentsOf: published)
        try build(named: "Other")
        let new = try Data(contentsOf: published)
        #expect(old != new)
        try old.write(to: published)
        #expect(folder.standing(of: try folder.read().environment("development")) == .behind)
        try folder.change { (_) throws(PropertyError) in ([], ()) }
        #expect(try Data(contentsOf: published) == new)
        #expect(folder.standing(of: try folder.read().environment("development")) == .current)
        #expect(folder.standing(of: try folder.read().environment("staging")) == .current)
    }

    @Test func aFileThatSomebodyHasChangedIsNamedWithTheWayOut() throws {
        try build()
        let published = folder.published(try folder.read().environment("development"))
        try Data("{}".utf8).write(to: published)
        #expect(
            message(.edited) { try build(named: "Other") }
                == "\(published.path) is none of the builds: somebody has changed it, or it was cut off; add --replace "
                + "to write over it"
        )
    }

    @Test func thereIsNoNumberBehindTheLargest() throws {
        try build()
        try edit([
            ("\"number\" : 1", "\"number\" : 9223372036854775807"),
            ("\"current\" : 1", "\"current\" : 9223372036854775807"),
        ])
        #expect(
            message(.file) { try build(named: "Other") } == "environment development has no number left"
        )
    }

    // MARK: - Parts that do not fit together

    @Test(
        arguments: [
            (
                [("\"number\" : 1", "\"number\" : 0"), ("\"current\" : 1", "\"current\" : 0")],
                "the builds of development are not numbered upwards from 1"
            ),
            (
                [("\"number\" : 1", "\"number\" : -1"), ("\"current\" : 1", "\"current\" : -1")],
                "the builds of development are not numbered upwards from 1"
            ),
            (
                [("\"current\" : 1", "\"current\" : 2")],
                "development has published build 2, and there is no such build"
            ),
            (
                [("player/launch-EN-player-staging", "player/a/b")],
                "environment staging has the app id \"player/a/b\"; it begins with player/"
            ),
            (
                [("player/launch-EN-player-staging", "player")],
                "environment staging has the app id \"player\"; it begins with player/"
            ),
            (
                [("\"name\" : \"player\"", "\"name\" : \"plays\"")],
                "the property is called \"plays\" and its folder \"player\"; app ids have the name in them, so rename "
                    + "the folder back"
            ),
            (
                [
                    ("\"library\" : \"first\"", "\"library\" : \"first\""),
                    ("\"revision\" : 1", "\"revision\" : 2"),
                ],
                "build 1 of development has nielsen revision 2, and there is no such revision"
            ),
        ] as [([(String, String)], String)]
    )
    func partsThatDoNotFitAreNamed(_ parts: [(String, String)], _ says: String) throws {
        try build()
        try edit(parts.map { (old: $0.0, new: $0.1) })
        let text = try #require(message(.file) { try folder.read() })
        #expect(text.hasPrefix("\(file.path): \(says)"), "\(text)")
    }

    @Test func aNumberFromOneIsRead() throws {
        try build()
        try edit([("\"number\" : 1", "\"number\" : 7"), ("\"current\" : 1", "\"current\" : 7")])
        #expect(try folder.read().environment("development").builds.map(\.number) == [7])
    }

    @Test(arguments: [
        ("\"kind\" : \"development\",", "", "environments[0] has no member \"kind\""),
        ("\"version\" : 1", "\"colour\" : 1", "missing"),
    ])
    func aMemberThatIsMissingIsNamed(_ old: String, _ new: String, _ says: String) throws {
        try edit([(old, new)])
        let known =
            says == "missing"
            ? "\(file.path) has version missing, and this program knows 1; use a later one"
            : "\(file.path) is not a property: \(says)"
        #expect(message(.file) { try folder.read() } == known)
    }

    /// A later version may have other forms, and somebody may have changed the file.
    @Test(arguments: [
        (
            "\"global.ssl\" : false", "\"global.ssl\" : \"no\"",
            "global.ssl is a string; use true or false"
        ),
        (
            "\"lifecycle.sessionTimeout\" : 300", "\"lifecycle.sessionTimeout\" : 0",
            "lifecycle.sessionTimeout is \"0\"; use a whole number from 1 to 604800."
        ),
        (
            "\"lifecycle.sessionTimeout\" : 300", "\"lifecycle.sessionTimeout\" : \"300\"",
            "lifecycle.sessionTimeout is a string; use a whole number from 1 to 604800"
        ),
        (
            "\"appname\" : \"Player\"", "\"appname\" : 1",
            "appname is a number; use a text that is not empty"
        ),
    ])
    func aSettingThatWasChangedInTheFileIsCheckedByTheBuild(
        _ old: String,
        _ new: String,
        _ says: String
    ) throws {
        try edit([(old, new)])
        #expect(message(.value) { try build() } == says)
        #expect(!FileManager.default.fileExists(atPath: temporary.file("player/.property/builds").path))
    }

    // MARK: - Folders

    @Test func thePropertiesOfAFolderAreInOrderAndAMissingOneIsNamed() throws {
        for name in ["zebra", "app"] {
            try PropertyFolder(root: temporary.url, name: name).create(
                try Property(name: name, key: "EN-1")
            )
        }
        try temporary.write("{}", to: "other/launch.json")
        #expect(PropertyFolder.names(in: temporary.url) == ["app", "player", "zebra"])
        #expect(PropertyFolder.names(in: temporary.file("none")) == [])
        let missing = PropertyFolder(root: temporary.url, name: "somewhere-else")
        let says = "there is no property \"somewhere-else\"; there are app, player, zebra."
        #expect(
            message(.unknown) { try missing.change { (_) throws(PropertyError) in ([], ()) } } == says
        )
        #expect(
            message(.unknown) { try missing.addForm(Data(Self.form.utf8), path: "form.json") } == says
        )
        #expect(
            message(.name) { try folder.create(try Property.sample()) }
                == "there is a property \"player\" in \(temporary.url.path) already; use another name"
        )
    }

    private static let form = """
        {"schema": "launch-hub.extension-form", "version": 1, "name": "mine",
         "settings": [{"key": "mine.a", "type": "text"}]}
        """

    /// A form is added under the same lock and after the same tidying as any other change.
    @Test func addingAFormIsAChangeLikeOthers() throws {
        let left = try temporary.write("{}", to: "player/.property/property.json.10-0.new")
        let form = try folder.addForm(Data(Self.form.utf8), path: "form.json")
        #expect(form.name == "mine" && form.help == "mine")
        #expect(!FileManager.default.fileExists(atPath: left.path))
        #expect(try folder.read().forms.map(\.name) == ["mine"])
        let other = Self.form.replacingOccurrences(
            of: "\"name\"",
            with: "\"help\": \"another\", \"name\""
        )
        try folder.addForm(Data(other.utf8), path: "form.json")
        #expect(try folder.read().forms.map(\.help) == ["another"])
        let lock = FolderLock(temporary.file("player/.property"))
        defer { lock.release() }
        let impatient = PropertyFolder(root: temporary.url, name: "player", patience: 0)
        #expect(
            message(.busy) { try impatient.addForm(Data(Self.form.utf8), path: "form.json") }
                == "another process is changing \(temporary.file("player").path); try again when it has ended"
        )
    }

    /// Other files beside the forms, as editors leave them, are none.
    @Test func onlyFilesThatAreFormsAreRead() throws {
        try folder.addForm(Data(Self.form.utf8), path: "form.json")
        try temporary.write("no form", to: "player/.property/forms/notes.txt")
        try temporary.write("no form", to: "player/.property/forms/.mine.json")
        #expect(try folder.read().forms.map(\.name) == ["mine"])
        let other = Self.form.replacingOccurrences(of: "mine", with: "apart")
        try folder.addForm(Data(other.utf8), path: "form.json")
        #expect(try folder.read().forms.map(\.name) == ["apart", "mine"])
        let renamed = folder.form(named: "wrong")
        try FileManager.default.moveItem(at: folder.form(named: "mine"), to: renamed)
        #expect(
            message(.file) { try folder.read() }
                == "\(renamed.path) is the form of \"mine\"; rename it to mine.json"
        )
    }
}
