// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubProperty
import TestSupport
import Testing

/// Extensions of one's own: a form in a file, and settings that it checks.
struct ExtensionFormTests {
    private static let flat = """
        {"schema": "launch-hub.extension-form", "version": 1, "name": "com.example.greeter", "help": "greetings",
         "settings": [
           {"key": "com.example.greeter.mood", "type": "choice", "choices": ["calm", "merry"], "default": "calm"},
           {"key": "com.example.greeter.most", "type": "number", "minimum": 1, "maximum": 9, "required": true},
           {"key": "com.example.greeter.loud", "type": "flag"},
           {"key": "com.example.greeter.text", "type": "text", "help": "the first words"}]}
        """
    private static let perPlatform = """
        {"schema": "launch-hub.extension-form", "version": 1, "name": "player", "platforms": ["ios", "android"],
         "settings": [
           {"key": "engine", "type": "choice", "choices": ["a", "b"], "platforms": ["ios"], "default": "a"},
           {"key": "engine", "type": "text", "platforms": ["android"]},
           {"key": "buffer", "type": "number", "default": 30}]}
        """

    private let files: TemporaryFolder
    private let folder: PropertyFolder

    init() throws {
        files = try TemporaryFolder()
        folder = PropertyFolder(root: files.url, name: "app")
        try folder.create(try Property(name: "app", key: "EN-app"))
    }

    private func add(_ text: String) throws(PropertyError) {
        try folder.addForm(Data(text.utf8), path: "form.json")
    }

    private func set(_ name: String, _ scope: SettingScope, _ key: String, _ value: String) throws(PropertyError) {
        try folder.change { (property) throws(PropertyError) in
            try property.set([(key, value)], of: name, in: scope)
            return ([], ())
        }
    }

    private func build() throws -> JSONObject {
        try folder.change { (property) throws(PropertyError) in
            if !property.libraries.contains(where: { $0.name == "first" }) { try property.addLibrary(named: "first") }
            try property.addChanges(to: "first")
            return ([try property.build("first").build], ())
        }
        let environment = try folder.read().environment("development")
        return try JSONObject(jsonData: try Data(contentsOf: folder.published(environment)))
    }

    @Test func aSettingIsCheckedAsTheFormSays() throws {
        try add(Self.flat)
        let everywhere = SettingScope()
        let name = "com.example.greeter"
        let wrong: [(key: String, value: String, says: String)] = [
            ("\(name).mod", "calm", "Did you mean \"com.example.greeter.mood\"?"),
            ("\(name).mood", "mery", "Did you mean \"merry\"?"),
            ("\(name).most", "10", "use a whole number from 1 to 9"), ("\(name).loud", "yes", "use true or false"),
            ("\(name).text", " ", "use a text that is not empty"),
            ("\(name).apiKey", "1", "looks like a secret"),
        ]
        for (key, value, says) in wrong {
            let error = #expect(throws: PropertyError.self) { try set(name, everywhere, key, value) }
            #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
        }
        let platform = #expect(throws: PropertyError.self) {
            try set(name, SettingScope(platform: .ios), "\(name).loud", "true")
        }
        #expect(platform?.description.contains("leave --platform ios out") == true)
        let unknown = #expect(throws: PropertyError.self) { try set("greeter", everywhere, "a", "b") }
        #expect(unknown?.description.contains("core, nielsen, com.example.greeter") == true)
    }

    @Test func whatIsBuiltHasTheSettingsAndTheDefaults() throws {
        try add(Self.flat)
        try set("com.example.greeter", SettingScope(), "com.example.greeter.loud", "true")
        let missing = #expect(throws: PropertyError.self) { try build() }
        #expect(missing?.description.contains("has no com.example.greeter.most in development") == true)
        try set("com.example.greeter", SettingScope(), "com.example.greeter.most", "3")
        try set("com.example.greeter", SettingScope(environment: .staging), "com.example.greeter.mood", "merry")
        let built = try build()
        #expect(built["com.example.greeter.loud"] == true && built["com.example.greeter.most"] == 3)
        #expect(built["com.example.greeter.mood"] == "calm")
        #expect(built["__stage__com.example.greeter.mood"] == "merry")
        #expect(built["com.example.greeter.text"] == nil)
    }

    @Test func anExtensionWithPlatformsHasAnObjectForEach() throws {
        try add(Self.perPlatform)
        try set("player", SettingScope(platform: .ios), "engine", "b")
        try set("player", SettingScope(platform: .ios, environment: .development), "buffer", "5")
        try set("player", SettingScope(platform: .android), "engine", "anything")
        let error = #expect(throws: PropertyError.self) {
            try set("player", SettingScope(platform: .ios), "engine", "c")
        }
        #expect(error?.description.contains("use a, b") == true)
        let none = #expect(throws: PropertyError.self) { try set("player", SettingScope(), "buffer", "5") }
        #expect(none?.description.contains("name one with --platform ios or android") == true)
        let built = try build()
        #expect(built["player.ios"] == ["engine": "b", "buffer": 30])
        #expect(built["__dev__player.ios"] == ["engine": "b", "buffer": 5])
        #expect(built["player.android"] == ["engine": "anything", "buffer": 30])

        let property = try folder.read()
        let record = try #require(try property.environment("development").builds.last)
        let values = property.values(of: record, in: try property.environment("development"))
        let rows = PropertyView(built, origins: values).rows
        let buffer = try #require(rows.first { $0.path == "player.ios/buffer" })
        #expect(buffer.value == 5 && buffer.origin?.description.contains("player revision 1") == true)
    }

    private static func form(_ members: String) -> String {
        #"{"schema": "launch-hub.extension-form", "version": 1, "name": "mine", \#(members)}"#
    }

    private static func setting(_ members: String) -> String { form(#""settings": [{\#(members)}]"#) }

    private static let wrong: [(text: String, says: String)] = [
        ("[", "form.json is not a form: "), ("{}", #"schema is missing; use "launch-hub.extension-form""#),
        (#"{"schema": "launch-hub.extension-form", "version": 2}"#, "version is 2; use 1"),
        (form(#""setings": []"#), "Did you mean \"settings\"?"), (form(#""help": "x""#), "settings is missing"),
        (form(#""settings": []"#), "settings is []; use an array of settings"),
        (form(#""platforms": ["tvos"], "settings": []"#), #"platforms is ["tvos"]; use an array of ios and android"#),
        (setting(#""key": "mine.a", "type": "txt""#), "settings[0].type is \"txt\"; use text, flag, number, choice."),
        (setting(#""key": "mine.a", "type": "text", "choices": ["a"]"#), "settings[0].choices is not a member here"),
        (setting(#""key": "mine.a", "type": "choice""#), "settings[0].choices is missing; use an array of texts"),
        (setting(#""key": "mine.a", "type": "choice", "choices": ["a", 1]"#), "use an array of texts"),
        (setting(#""key": "mine.a", "type": "number", "minimum": 2, "maximum": 1"#), "more than the maximum 1"),
        (setting(#""key": "mine.a", "type": "flag", "default": "yes""#), "settings[0].default: mine.a is"),
        (setting(#""key": "mine.a", "type": "number", "maximum": 3, "default": 4"#), "a whole number, 3 or less"),
        (setting(#""key": "mine.a", "type": "text", "required": 1"#), "settings[0].required is 1; use true or false"),
        (setting(#""key": "a", "type": "text""#), "begin with its name: \"mine.a\""),
        (setting(#""key": "mine/a", "type": "text""#), "is not a name of a setting"),
        (setting(#""key": "mine.a", "type": "text", "platforms": ["ios"]"#), "use platforms beside name"),
        (
            form(#""settings": [{"key": "mine.a", "type": "text"}, {"key": "mine.a", "type": "flag"}]"#),
            "settings[1].key is \"mine.a\", which another setting has already"
        ),
        (
            #"{"schema": "launch-hub.extension-form", "version": 1, "name": "nielsen.more", "settings": []}"#,
            "nielsen belongs to the hub"
        ),
        (
            #"{"schema": "launch-hub.extension-form", "version": 1, "name": "../x", "settings": []}"#,
            "is not a name of an extension"
        ),
    ]

    @Test func aFormThatIsWrongIsRefusedByItsMember() throws {
        for (text, says) in Self.wrong {
            let error = #expect(throws: PropertyError.self) { try add(text) }
            #expect(error?.description.contains(says) == true, "\(text): \(error?.description ?? "")")
            #expect(error?.code == .file)
        }
        #expect(try folder.read().forms.isEmpty)
    }

    /// Somebody may have changed a form by hand, or may have put it under another name.
    @Test func aFormInTheFolderIsCheckedWhenThePropertyIsRead() throws {
        try add(Self.flat)
        let url = folder.form(named: "com.example.greeter")
        try FileManager.default.moveItem(at: url, to: folder.form(named: "other"))
        let renamed = #expect(throws: PropertyError.self) { try folder.read() }
        #expect(renamed?.description.contains("rename it to com.example.greeter.json") == true)
        try Data("{".utf8).write(to: folder.form(named: "other"))
        let broken = #expect(throws: PropertyError.self) { try folder.read() }
        #expect(broken?.description.contains("forms/other.json is not a form") == true)
    }
}
