// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubProperty
import Testing

/// A build as a whole: its bytes, its values with their origins, its remarks and its limits.
struct PropertyBuildTests {
    private static let ios = SettingScope(platform: .ios)

    private func message<Result>(_ code: PropertyError.Code, _ body: () throws -> Result) -> String? {
        let error = #expect(throws: PropertyError.self) { try body() }
        #expect(error?.code == code)
        return error?.description
    }

    private static let rule: JSONValue = [
        "condition": [
            "type": "matcher", "definition": ["key": "action", "matcher": "eq", "values": ["x"]],
        ],
        "consequences": [["id": "a", "type": "add", "detail": ["eventdata": ["k": 1]]]],
    ]

    private static let configuration: JSONObject = [
        "build.environment": "dev", "build.library": "first", "build.revision": 1,
        "property.id": "PR-player",
        "global.privacy": "optedin", "global.ssl": false, "lifecycle.sessionTimeout": 300,
        "__dev__lifecycle.sessionTimeout": 10,
        "nielsen.ios": ["appid": .string(Property.iosID), "appname": "Player", "sfcode": "dcr"],
        "__dev__nielsen.ios": [
            "appid": .string(Property.iosID), "appname": "Player", "sfcode": "dcr",
            "nol_devDebug": "DEBUG",
        ],
        "nielsen.android": ["appid": .string(Property.androidID)],
        "rules": ["version": 1, "rules": [rule]],
    ]

    private static func withRule() throws -> Property {
        var property = try Property.sample()
        _ = try property.addRules(json: Data(sampleRule.utf8), named: "video")
        try property.addChanges(to: "first")
        return property
    }

    @Test func aBuildIsThisFile() throws {
        var property = try Self.withRule()
        let build = try property.build("first").build
        #expect(try build.configuration == Self.configuration)
        // People read it, too: a member a line.
        let text = String(decoding: build.data, as: UTF8.self)
        #expect(text.hasPrefix("{\n  \"__dev__lifecycle.sessionTimeout\" : 10,\n"))
        #expect(text.hasSuffix("\n}\n"))
        #expect(build.record.size == build.data.count)
        #expect(build.record.digest == HashAlgorithm.sha256.hex(of: text))
        #expect(build.record.library == "first" && build.environment == "development")
        #expect(build.remarks == [])
    }

    @Test func eachValueHasItsOrigin() throws {
        var property = try Self.withRule()
        let build = try property.build("first").build
        let found = build.values.map { $0.path.joined(separator: "/") + ": \($0.origin)" }
        #expect(
            found.sorted() == [
                "__dev__lifecycle.sessionTimeout: core revision 1, all@development",
                "__dev__nielsen.ios/appid: nielsen revision 1, ios",
                "__dev__nielsen.ios/appname: nielsen revision 1, ios",
                "__dev__nielsen.ios/nol_devDebug: nielsen revision 1, ios@development",
                "__dev__nielsen.ios/sfcode: nielsen revision 1, ios",
                "global.privacy: core revision 1, all", "global.ssl: core revision 1, all",
                "lifecycle.sessionTimeout: core revision 1, all",
                "nielsen.android/appid: nielsen revision 1, android",
                "nielsen.ios/appid: nielsen revision 1, ios",
                "nielsen.ios/appname: nielsen revision 1, ios",
                "nielsen.ios/sfcode: nielsen revision 1, ios",
                "rules/video: video revision 1",
            ]
        )
        #expect(build.values.last?.origin.scope == nil && build.values.last?.value == Self.rule)
    }

    /// The rows of an app of the development environment: what is for others is not among them.
    @Test func aViewIsTheWholeConfigurationOfItsEnvironment() throws {
        var property = try Self.withRule()
        let build = try property.build("first").build
        let rows = PropertyView(try build.configuration, origins: build.values).rows
        let found = rows.map { row in
            "\(row.path) = \(row.value.jsonText) from \(row.spelling): \(row.origin?.description ?? "the property")"
        }
        let development = "from __dev__nielsen.ios: nielsen revision 1, ios"
        #expect(
            found.sorted() == [
                "build.environment = \"dev\" from build.environment: the property",
                "build.library = \"first\" from build.library: the property",
                "build.revision = 1 from build.revision: the property",
                "global.privacy = \"optedin\" from global.privacy: core revision 1, all",
                "global.ssl = false from global.ssl: core revision 1, all",
                "lifecycle.sessionTimeout = 10 from __dev__lifecycle.sessionTimeout: core revision 1, all@development",
                "nielsen.android/appid = \"\(Property.androidID)\" from nielsen.android: nielsen revision 1, android",
                "nielsen.ios/appid = \"\(Property.iosID)\" \(development)",
                "nielsen.ios/appname = \"Player\" \(development)",
                "nielsen.ios/nol_devDebug = \"DEBUG\" \(development)@development",
                "nielsen.ios/sfcode = \"dcr\" \(development)",
                "property.id = \"PR-player\" from property.id: the property",
                "rules/video = \(Self.rule.jsonText) from rules: video revision 1",
            ]
        )
    }

    /// A configuration of another origin has its members as they are; an object of the SDK is taken apart.
    @Test func aViewOfAConfigurationThatNoPropertyHasBuilt() {
        let configuration: JSONObject = [
            "build.environment": "prod", "nielsen.ios": ["appid": "P1"], "nielsen.android": [:],
            "other": ["a": 1],
            "rules": ["version": 1, "rules": []],
        ]
        let rows = PropertyView(configuration, origins: []).rows
        #expect(
            rows.map { "\($0.path) = \($0.value.jsonText)" }.sorted()
                == [
                    "build.environment = \"prod\"", "nielsen.android = {}", "nielsen.ios/appid = \"P1\"",
                    "other = {\"a\":1}", "rules = {\"rules\":[],\"version\":1}",
                ].sorted()
        )
        #expect(rows.allSatisfy { $0.origin == nil })
    }

    @Test func aBuildThatThisVersionWouldNotMakeHasNoOrigins() throws {
        var property = try Property.sample()
        let build = try property.build("first").build
        let environment = try property.environment("development")
        #expect(property.values(of: build.record, in: environment) == build.values)
        let other = try Property(name: "player", key: "EN-player")
        #expect(other.values(of: build.record, in: environment) == [])
    }

    // MARK: - Limits

    /// A hub reads a mebibyte.
    @Test func aConfigurationHasAMebibyteAtMost() throws {
        func build(_ count: Int) throws -> Int {
            var property = try Property(name: "player", key: "EN-1")
            let name = String(repeating: "x", count: count)
            try property.set([("global.timezone", name)], of: "core", in: SettingScope())
            try property.addLibrary(named: "first")
            try property.addChanges(to: "first")
            return try property.build("first").build.data.count
        }
        let most = 1 + (1 << 20) - (try build(1))
        #expect(try build(most) == 1 << 20)
        #expect(
            message(.value) { try build(most + 1) }
                == "the configuration has 1048577 bytes; a hub reads at most 1048576"
        )
    }

    // MARK: - What is missing

    @Test func whatIsMissingIsSaidWithTheCommandThatAddsIt() throws {
        var property = try Property(name: "player", key: "EN-1")
        try property.addLibrary(named: "empty")
        #expect(
            message(.incomplete) { try property.build("empty") }
                == "library empty has no settings; add an extension with library add empty NAME"
        )
        try property.set([("sfcode", "dcr")], of: "nielsen", in: Self.ios)
        try property.set(
            [("appid", Property.iosID)],
            of: "nielsen",
            in: SettingScope(platform: .ios, environment: .development)
        )
        try property.addChanges(to: "empty")
        #expect(
            try property.build("empty").build.remarks == [
                "nielsen has no settings on android in development"
            ]
        )
        #expect(
            message(.incomplete) { try property.publish("empty") }
                == "nielsen has no appid on ios in staging; set the id that was assigned to the app with extension set "
                + "nielsen --platform ios appid=…"
        )
    }

    @Test func aLibraryPassesThroughTheEnvironmentsInTheirOrder() throws {
        var property = try Property.sample()
        #expect(
            message(.incomplete) { try property.publish("first") }
                == "library first was not built for development, so nobody has tried it; build it first"
        )
        _ = try property.build("first")
        #expect(try property.publish("first").build.environment == "staging")
        #expect(try property.library("first").environment == "staging")
        let production = try property.publish("first")
        #expect(production.build.environment == "production" && production.isNew)
        #expect(
            message(.incomplete) { try property.publish("first") }
                == "library first is in production already; make another library for what comes next"
        )
        #expect(property.environments.map { $0.builds.count } == [1, 1, 1])
        #expect(property.environments.map(\.current) == [1, 1, 1])
    }

    /// The same revisions of another library are a build of their own: it has the library's name in it.
    @Test func anotherLibraryIsAnotherBuild() throws {
        var property = try Property.sample()
        _ = try property.build("first")
        try property.addLibrary(named: "second")
        try property.addChanges(to: "second")
        let second = try property.build("second")
        #expect(second.isNew && second.build.record.number == 2)
        #expect(try second.build.configuration["build.library"] == "second")
        let again = try property.build("first")
        #expect(again.isNew && again.build.record.number == 3)
    }

    @Test func rollingBackSaysWhichBuildsThereAre() throws {
        var property = try Property.sample()
        #expect(
            message(.unknown) { try property.rollBack("development") }
                == "development has no build yet; build a library for it first"
        )
        for name in ["One", "Two", "Three"] {
            try property.rename(to: name)
            _ = try property.build("first")
        }
        #expect(
            message(.unknown) { try property.rollBack("development", to: 4) }
                == "development has no build 4; it has 1, 2, 3"
        )
        #expect(try property.rollBack("development", to: 1).number == 1)
        #expect(
            message(.unknown) { try property.rollBack("development") }
                == "development is at build 1, its first; there is nothing before it"
        )
        #expect(property.environments.map(\.current) == [1, nil, nil])
    }

    /// A library may have the name that a draft has.
    @Test func aDraftHasANameOfItsOwn() throws {
        var property = try Property.sample()
        #expect(try property.draft(for: "staging").record.library == "draft")
        try property.addLibrary(named: "draft")
        try property.addLibrary(named: "draft-")
        let draft = try property.draft(for: "staging")
        #expect(draft.record.library == "draft--" && draft.environment == "staging")
        #expect(try draft.configuration["nielsen.ios"]?["appname"] == "Player")
        #expect(property.libraries.map(\.name) == ["first", "draft", "draft-"])
    }

    // MARK: - Differences

    @Test func differencesAreFoundAtEveryDepth() {
        let before: JSONObject = [
            "build.revision": 1, "build.library": "a", "build.environment": "dev", "same": 1, "gone": [1],
            "object": ["a": 1, "build.revision": 1, "deep": ["x": 1, "y": 2]], "kind": ["a": 1],
        ]
        let after: JSONObject = [
            "build.revision": 2, "build.library": "b", "build.environment": "stage", "same": 1,
            "new": nil,
            "object": ["a": 1, "build.revision": 2, "deep": ["x": 1, "y": 3, "z": true]], "kind": 1,
        ]
        #expect(
            ConfigurationDifference.all(from: before, to: after).map { difference in
                "\(difference.path): \(difference.before?.jsonText ?? "none") "
                    + "\(difference.after?.jsonText ?? "none")"
            } == [
                "gone: [1] none", "kind: {\"a\":1} 1", "new: none null", "object/build.revision: 1 2",
                "object/deep/y: 2 3", "object/deep/z: none true",
            ]
        )
        #expect(ConfigurationDifference.all(from: before, to: before) == [])
    }

    // MARK: - Environments

    @Test func anEnvironmentHasItsNamesAndTheOneBehindIt() {
        let kinds = PropertyEnvironment.Kind.allCases
        #expect(kinds.map(\.shortName) == ["dev", "stage", "prod"])
        #expect(kinds.map(\.next) == [.staging, .production, nil])
        #expect(kinds.map(\.environment) == [.development, .staging, .production])
    }

    @Test func theInstructionsAreTheseLines() throws {
        let environment = try Property.sample().environment("prod")
        let plain = InstallationInstructions(for: environment)
        #expect(
            plain.manifest == [
                ".package(path: \"../launch-hub\"),  // a clone of the repository", "",
                ".product(name: \"ACPCore\", package: \"launch-hub\"),",
                ".product(name: \"NielsenAppSDKExtension\", package: \"launch-hub\"),",
            ]
        )
        #expect(
            plain.code == [
                "import ACPCore", "import NielsenAppSDKExtension", "",
                "try ACPCore.registerExtension(NielsenAppSDKExtension.self)",
                "ACPCore.configure(withAppId: \"player/launch-EN-player-production\")", "ACPCore.start {}",
            ]
        )
        let base = InstallationInstructions(for: environment, base: URL(string: "https://a.example/c/"))
        #expect(
            base.manifest.dropFirst(2) == [
                ".product(name: \"ACPCore\", package: \"launch-hub\"),",
                ".product(name: \"LaunchHub\", package: \"launch-hub\"),",
                ".product(name: \"NielsenAppSDKExtension\", package: \"launch-hub\"),",
            ]
        )
        #expect(
            base.code == [
                "import ACPCore", "import Foundation", "import LaunchHub", "import NielsenAppSDKExtension",
                "",
                "try ACPCore.registerExtension(NielsenAppSDKExtension.self)",
                "let base = URL(string: \"https://a.example/c/\")!",
                "EventHub.shared.configuration.use(try ConfigurationSource(baseURL: base))",
                "ACPCore.configure(withAppId: \"player/launch-EN-player-production\")", "ACPCore.start {}",
            ]
        )
        #expect(base.appID == "player/launch-EN-player-production")
    }
}
