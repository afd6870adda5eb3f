// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubProperty
import Testing

/// Values at the limits of what is accepted: names, settings, secrets, forms.
struct PropertyValueTests {
    private static let ios = SettingScope(platform: .ios)

    private func message<Result>(_ code: PropertyError.Code, _ body: () throws -> Result) -> String? {
        let error = #expect(throws: PropertyError.self) { try body() }
        #expect(error?.code == code)
        return error?.description
    }

    // MARK: - Names

    @Test func aNameHasSixtyFourCharactersAtMost() throws {
        var property = try Property.sample()
        let longest = String(repeating: "a", count: 64)
        try property.addLibrary(named: longest)
        #expect(
            message(.name) { try property.addLibrary(named: longest + "b") }
                == "\"\(longest)\" is not a name of a library; use 1 to 64 ASCII letters, digits, \"-\", \"_\" and "
                + "\".\", and begin with a letter or a digit"
        )
        try property.addLibrary(named: "9.x_y-Z")
        #expect(
            message(.name) { try property.addLibrary(named: "sdk") }
                == "\"sdk\" is the folder of the SDK's configurations; use another name"
        )
        #expect(
            message(.name) { try property.addLibrary(named: "first") }
                == "there is a library \"first\" already; use another name"
        )
        #expect(
            message(.name) { try property.addEnvironment(named: "staging") }
                == "there is an environment \"staging\" already; use another name"
        )
        #expect(property.libraries.map(\.name) == ["first", longest, "9.x_y-Z"])
    }

    @Test func anIdIsTheOneThatIsGiven() throws {
        #expect(try Property(name: "player", key: "EN-1").id == "PR-player")
        #expect(try Property(name: "player", key: "EN-1", id: "PR7").id == "PR7")
        #expect(
            message(.name) { try Property(name: "player", key: "EN-1", id: "a/b") }?
                .hasPrefix("\"a/b\" is not a name of a property's id; ") == true
        )
    }

    /// A control character in a message would reach a terminal.
    @Test func messagesShowControlCharactersByTheirCodes() throws {
        var property = try Property.sample()
        let says = message(.unknown) { try property.build("a\u{1b}[2J") }
        #expect(says?.unicodeScalars.contains { $0.value < 0x20 } == false)
        #expect(says?.contains("there are first.") == true)
    }

    // MARK: - Settings

    @Test(
        arguments: [
            ("1", 1), ("604800", 604_800), ("0", nil), ("604801", nil), ("-1", nil), ("", nil),
            ("1 ", nil),
            ("9223372036854775808", nil),
        ] as [(String, Int64?)]
    )
    func aNumberIsWithinItsBounds(_ text: String, _ value: Int64?) throws {
        var property = try Property.sample()
        let key = "lifecycle.sessionTimeout"
        let scope = SettingScope(environment: .production)
        guard value != nil || text.isEmpty else {
            #expect(
                message(.value) { try property.set([(key, text)], of: "core", in: scope) }
                    == "\(key) is \"\(text)\"; use a whole number from 1 to 604800."
            )
            return
        }
        try property.set([(key, text)], of: "core", in: scope)
        #expect(property.settings(of: "core")[scope][key] == value.map(JSONValue.int))
    }

    @Test(arguments: [
        ("P0A1B2C3D-0000-4000-8000-00000000abCD", true),
        ("TFFFFFFFF-ffff-AAAA-aaaa-999999999999", true),
        ("R0A1B2C3D-0000-4000-8000-000000000001", false),
        ("P0A1B2C3G-0000-4000-8000-000000000001", false),
        ("P0A1B2C3D-0000-4000-8000-00000000000g", false),
        ("P0A1B2C3D-0000-4000-8000-00000000000", false),
        ("P0A1B2C3D-0000-4000-8000-0000000000011", false),
        ("P0A1B2C3D-0000-4000-8000-000000000001-", false),
        ("P0A1B2C3-D0000-4000-8000-000000000001", false), ("P0A1B2C3D00004000800000000000001", false),
        ("P0A1B2C3/-0000-4000-8000-000000000001", false),
        ("P0A1B2C3:-0000-4000-8000-000000000001", false),
        ("P0A1B2C3@-0000-4000-8000-000000000001", false),
        ("P0A1B2C3`-0000-4000-8000-000000000001", false),
    ])
    func anAppIDIsALetterAndAGUID(_ text: String, _ isOne: Bool) throws {
        var property = try Property.sample()
        guard !isOne else { return try property.set([("appid", text)], of: "nielsen", in: Self.ios) }
        #expect(
            message(.value) { try property.set([("appid", text)], of: "nielsen", in: Self.ios) }
                == "appid is \"\(text)\"; use the id that was assigned to the app, P and a GUID."
        )
    }

    @Test func aLongValueIsShownInPart() throws {
        var property = try Property.sample()
        let key = String(repeating: "k", count: 81)
        #expect(
            message(.value) { try property.set([("global.ssl", key)], of: "core", in: SettingScope()) }
                == "global.ssl is \"\(key.dropLast())\"; use true or false."
        )
        let unknown = message(.key) { try property.set([(key, "1")], of: "core", in: SettingScope()) }
        #expect(
            unknown
                == "core has no setting \"\(key.dropLast())\"; it has global.privacy, global.timezone, global.ssl, "
                + "experienceCloud.org, experienceCloud.server, lifecycle.sessionTimeout."
        )
    }

    @Test func whatIsWrongWithAPlatformIsSaid() throws {
        var property = try Property.sample()
        #expect(
            message(.value) { try property.set([("appname", "A")], of: "nielsen", in: SettingScope()) }
                == "nielsen has settings for each platform; name one with --platform ios or android"
        )
        #expect(
            message(.value) {
                try property.set([("global.ssl", "true")], of: "core", in: SettingScope(platform: .android))
            } == "core has the same settings on all platforms; leave --platform android out"
        )
    }

    /// Those for all environments come first.
    @Test func thePlacesOfSettingsAreInOrder() throws {
        var property = try Property.sample()
        for scope in [
            SettingScope(platform: .ios, environment: .staging),
            SettingScope(platform: .android, environment: .production),
            SettingScope(platform: .android, environment: .development),
        ] {
            try property.set([("appname", "Elsewhere")], of: "nielsen", in: scope)
        }
        let settings = property.settings(of: "nielsen")
        #expect(
            settings.places.map(\.description) == [
                "android", "ios", "android@development", "android@production", "ios@development",
                "ios@staging",
            ]
        )
        #expect(property.settings(of: "core").places.map(\.description) == ["all", "all@development"])
        #expect(property.settings(of: "none").places == [])
        try property.set(
            [("nol_devDebug", "")],
            of: "nielsen",
            in: SettingScope(platform: .ios, environment: .development)
        )
        #expect(!property.settings(of: "nielsen").places.map(\.description).contains("ios@development"))
    }

    // MARK: - Secrets

    @Test(
        arguments: [
            "apiKey", "api_key", "API-KEY", "client-secret", "dbPassword", "passwd", "passPhrase",
            "oauth_token",
            "private.key", "accessKey", "signing key", "credentials", "Authorization", "bearer",
        ]
    )
    func aKeyOfASecretIsKnownHoweverItIsSpelt(_ key: String) {
        #expect(Secrets.isSecret(key: key))
    }

    @Test(arguments: ["appname", "key", "api", "api2key", "pass", "sfcode", ""])
    func aKeyOfNoSecretIsNone(_ key: String) {
        #expect(!Secrets.isSecret(key: key))
    }

    /// A mark and eight characters may be a word; one more is a secret.
    @Test(arguments: [
        ("ghp_12345678", false), ("ghp_123456789", true), ("xghp_123456789", false),
        ("eyJ12345678", false),
        ("eyJ123456789", true), ("Bearer 12345678", false), ("Bearer 123456789", true),
        ("-----BEGIN PRIVATE KEY", true), ("https://a:b@c/", true), ("https://a:@c/", false),
        ("https://a@c/", false),
        ("https://c/", false), ("a:b@c", false), ("", false),
    ])
    func aValueThatLooksLikeASecretIsOne(_ value: String, _ isOne: Bool) {
        #expect(Secrets.isSecret(value: value) == isOne)
    }

    /// The place is that in the file of rules.
    @Test func aSecretInARuleIsNamedByItsPlace() throws {
        var property = try Property.sample()
        let values = sampleRule.replacingOccurrences(
            of: "[\"x\"]",
            with: "[\"x\", \"Bearer abcdefghijkl\"]"
        )
        #expect(
            message(.secret) { try property.addRules(json: Data(values.utf8), named: "r") }
                == "the value of rules[0].condition.definition.values[1] looks like a secret, and everybody can read a "
                + "published configuration; keep it on a server"
        )
        let key = sampleRule.replacingOccurrences(of: "\"k\": 1", with: "\"authorization\": 1")
        #expect(
            message(.secret) { try property.addRules(json: Data(key.utf8), named: "r") }
                == "authorization looks like a secret, and everybody can read a published configuration; keep it on a "
                + "server, or name it with --public authorization if it is none"
        )
    }

    // MARK: - Rules

    @Test func severalRulesAreNumberedAndReplacedInTheirPlaces() throws {
        let one = try #require(try JSONObject(jsonText: sampleRule)["rules"]?[0])
        func file(_ count: Int) -> Data {
            JSONValue.object([
                "version": 1, "rules": .array(JSONArray(Array(repeating: one, count: count))),
            ]).jsonData()
        }
        var property = try Property.sample()
        #expect(try property.addRules(json: file(3), named: "r").names == ["r", "r-2", "r-3"])
        #expect(try property.addRules(json: file(1), named: "s").names == ["s"])
        #expect(try property.addRules(json: file(2), named: "r").names == ["r", "r-2"])
        #expect(property.rules.map(\.name) == ["r", "r-2", "r-3", "s"])
        #expect(property.ruleFile == ["version": 1, "rules": [one, one, one, one]])
        try property.remove("r-2")
        #expect(property.rules.map(\.name) == ["r", "r-3", "s"])
        #expect(
            message(.name) { try property.addRules(json: file(1), named: "nielsen") }
                == "\"nielsen\" is the name of an extension; use another name"
        )
        #expect(
            message(.rule) { try property.addRules(json: file(0), named: "r") }
                == "the file has no rule; write at least one"
        )
    }

    // MARK: - Libraries

    @Test func onlyWhatIsNewIsAddedToALibrary() throws {
        var property = try Property(name: "player", key: "EN-1")
        try property.addLibrary(named: "a")
        try property.addLibrary(named: "b", for: "staging")
        try property.set([("global.ssl", "true")], of: "core", in: SettingScope())
        _ = try property.addRules(json: Data(sampleRule.utf8), named: "r")
        let (core, rule) = (LibraryItem(name: "core", revision: 1), LibraryItem(name: "r", revision: 1))
        #expect(try property.addChanges(to: "a", only: .rule) == [rule])
        #expect(try property.addChanges(to: "a", only: .extension) == [core])
        #expect(try property.addChanges(to: "a") == [])
        #expect(try property.add(["core", "r"], to: "b") == [core, rule])
        #expect(try property.library("a").items == [rule, core])
        #expect(try property.library("b").environment == "staging")
        #expect(property.resources.map(\.hasChanges) == [false, false])
        try property.remove("core")
        #expect(property.resources.map(\.hasChanges) == [true, false])
        #expect(try property.addChanges(to: "a") == [LibraryItem(name: "core", revision: 2)])
        #expect(property.resources.map { $0.content(ofRevision: 1) != nil } == [true, true])
        #expect(property.resources.map { $0.content(ofRevision: 2) != nil } == [false, false])
        #expect(property.resources.map { $0.content(ofRevision: 0) != nil } == [false, false])
        #expect(
            message(.unknown) { try property.add(["x"], to: "a") }
                == "there is no extension or rule \"x\"; there are core, r. Did you mean \"r\"?"
        )
        #expect(
            message(.unknown) { try property.library("zz") }
                == "there is no library \"zz\"; there are a, b."
        )
    }

    /// What was removed before its first revision is in no library.
    @Test func aResourceThatNeverHadARevisionIsNotAdded() throws {
        var property = try Property(name: "player", key: "EN-1")
        try property.addLibrary(named: "a")
        try property.set([("global.ssl", "true")], of: "core", in: SettingScope())
        try property.remove("core")
        #expect(try property.addChanges(to: "a") == [])
        #expect(try property.library("a").revision(of: "core") == nil)
        #expect(
            message(.unknown) { try property.remove("core") }
                == "there is no extension or rule \"core\"; there is none yet."
        )
    }
}
