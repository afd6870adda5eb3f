// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubProperty
import TestSupport
import Testing

/// Forms at the limits of what they may say.
struct ExtensionFormLimitTests {
    private let files: TemporaryFolder
    private let folder: PropertyFolder

    init() throws {
        files = try TemporaryFolder()
        folder = PropertyFolder(root: files.url, name: "app")
        try folder.create(try Property(name: "app", key: "EN-app"))
    }

    private static func form(_ settings: String, _ more: String = "") -> Data {
        Data(
            """
            {"schema": "launch-hub.extension-form", "version": 1, "name": "mine", \(more)"settings": [\(settings)]}
            """.utf8
        )
    }

    private func refusal(_ form: Data) -> String? {
        let error = #expect(throws: PropertyError.self) { try folder.addForm(form, path: "form.json") }
        #expect(error?.code == .file)
        return error?.description
    }

    @Test(arguments: [
        (
            #"{"key": "mine.a", "type": "number", "minimum": 3, "maximum": 3}"#,
            "a whole number from 3 to 3"
        ),
        (
            #"{"key": "mine.a", "type": "number", "minimum": -1}"#,
            "a whole number, -1 or more"
        ),
        (#"{"key": "mine.a", "type": "number"}"#, "a whole number"),
        (
            #"{"key": "mine.a", "type": "number", "maximum": 0}"#,
            "a whole number, 0 or less"
        ),
        (
            #"{"key": "mine.a", "type": "number", "minimum": 1, "maximum": 9, "default": 9}"#,
            "a whole number from 1 to 9"
        ),
        (#"{"key": "mine.a", "type": "choice", "choices": ["b"]}"#, "b"),
        (#"{"key": "mine.a", "type": "flag", "default": false}"#, "true or false"),
        (#"{"key": "mine.a", "type": "text", "help": "words"}"#, "a text that is not empty"),
    ])
    func aFormMayGoToItsLimits(_ setting: String, _ expected: String) throws {
        let form = try folder.addForm(Self.form(setting), path: "form.json")
        let found = try #require(form.settings(on: nil).first)
        #expect(found.expected == expected && found.key == "mine.a" && !found.isRequired)
        #expect(found.help == (setting.contains("words") ? "words" : "mine.a"))
        #expect(form.platforms == [])
        #expect(try folder.read().forms == [form])
    }

    @Test(arguments: [
        (
            #"{"key": "mine.a", "type": "number", "minimum": 3, "maximum": 2}"#,
            "settings[0].minimum is 3, which is more than the maximum 2"
        ),
        (
            #"{"key": "mine.a", "type": "number", "minimum": 1.5}"#,
            "settings[0].minimum is 1.5; use a whole number"
        ),
        (
            #"{"key": "mine.a", "type": "choice", "choices": []}"#,
            "settings[0].choices is []; use an array of texts"
        ),
        (
            #"{"key": "mine.a", "type": "choice", "choices": ["a", ""]}"#,
            #"settings[0].choices is ["a",""]; use an array of texts"#
        ),
        (
            #"{"key": "mine.a", "type": "number", "minimum": 1, "default": 0}"#,
            "settings[0].default: mine.a is \"0\"; use a whole number, 1 or more."
        ),
        (
            #"{"key": "mine.a", "type": "text", "default": "Bearer abcdefghijkl"}"#,
            "settings[0].default: the value of mine.a looks like a secret, and everybody can read a published "
                + "configuration; keep it on a server"
        ),
        (#"{"key": "", "type": "text"}"#, "settings[0].key is \"\"; use a text"),
        (#"{"type": "text"}"#, "settings[0].key is missing; use a text"),
        (#"7"#, "settings[0] is 7; use an object"),
        (
            #"{"key": "mine.a", "type": "text"}, {"key": "mine.b", "type": "fla"}"#,
            "settings[1].type is \"fla\"; use text, flag, number, choice. Did you mean \"flag\"?"
        ),
        (
            #"{"key": "mine.a", "type": "text"}, {"key": "other.a", "type": "text"}"#,
            "settings[1].key is \"other.a\"; keys of an extension begin with its name: \"mine.other.a\""
        ),
        (
            #"{"key": "mine.a", "type": "text", "maximum": 1}"#,
            "settings[0].maximum is not a member here; there are key, type, help, required, default, platforms."
        ),
        (
            #"{"key": "mine.a", "type": "number", "choices": []}"#,
            "settings[0].choices is not a member here; there are key, type, help, required, default, platforms, "
                + "minimum, maximum."
        ),
    ])
    func aFormThatIsWrongIsRefusedWithItsPlace(_ settings: String, _ says: String) throws {
        #expect(refusal(Self.form(settings)) == "form.json is not a form: \(says)")
    }

    @Test(arguments: [
        (
            #""platforms": ["ios", "ios"], "#,
            #"platforms is ["ios","ios"]; use an array of ios and android"#
        ),
        (#""platforms": [], "#, "platforms is []; use an array of ios and android"),
        (#""platforms": "ios", "#, #"platforms is "ios"; use an array of ios and android"#),
        (
            #""colour": 1, "#,
            "colour is not a member here; there are schema, version, name, help, platforms, settings."
        ),
    ])
    func membersBesideTheSettingsAreChecked(_ member: String, _ says: String) {
        #expect(
            refusal(Self.form(#"{"key": "mine.a", "type": "text"}"#, member))
                == "form.json is not a form: \(says)"
        )
    }

    /// Parts of a message that come from the file are cut.
    @Test func aLongNameOrValueIsShownInPart() {
        let long = String(repeating: "x", count: 81)
        #expect(
            refusal(Self.form(#"{"key": "mine.a", "type": "text"}"#, "\"\(long)\": 1, "))
                == "form.json is not a form: \(long.dropLast()) is not a member here; there are schema, version, name, "
                + "help, platforms, settings."
        )
        #expect(
            refusal(Self.form(#"{"key": "mine.a", "type": "text", "required": "\#(long)"}"#))
                == "form.json is not a form: settings[0].required is \"\(long.dropLast(2)); use true or false"
        )
    }

    @Test func aPlatformThatTheExtensionHasNotIsRefused() throws {
        let setting = #"{"key": "a", "type": "text", "platforms": ["android"]}"#
        #expect(
            refusal(Self.form(setting, #""platforms": ["ios"], "#))
                == "form.json is not a form: settings[0].platforms has one that the extension has not; use ios"
        )
        #expect(
            refusal(Self.form(#"{"key": "mine.a", "type": "text", "platforms": ["android"]}"#))
                == "form.json is not a form: settings[0].platforms has one that the extension has not; use platforms "
                + "beside name, for all settings"
        )
        let form = try folder.addForm(
            Self.form(setting, #""platforms": ["android", "ios"], "#),
            path: "form.json"
        )
        #expect(form.platforms == [.ios, .android])
        #expect(form.settings(on: .ios) == [] && form.settings(on: .android).map(\.key) == ["a"])
        #expect(form.settings(on: nil).map(\.key) == ["a"])
    }

    /// What an extension of one platform needs is asked for there alone.
    @Test func whatIsRequiredOnAPlatformIsAskedForThere() throws {
        let settings = #"{"key": "a", "type": "text", "required": true}, {"key": "b", "type": "text"}"#
        try folder.addForm(Self.form(settings, #""platforms": ["ios"], "#), path: "form.json")
        var property = try folder.read()
        try property.set([("b", "1")], of: "mine", in: SettingScope(platform: .ios))
        try property.addLibrary(named: "first")
        try property.addChanges(to: "first")
        let error = #expect(throws: PropertyError.self) { try property.build("first") }
        #expect(
            error?.description
                == "mine has no a on ios in development; set a with extension set mine --platform ios a=…"
        )
        let other = #expect(throws: PropertyError.self) {
            try property.set([("b", "1")], of: "mine", in: SettingScope(platform: .android))
        }
        #expect(other?.description == "mine has no settings on android; use --platform ios")
    }
}
