// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubProperty
import Testing

/// Properties as values: settings, libraries, builds.
struct PropertyTests {
    // MARK: - Settings

    private struct Refusal: Sendable {
        let words: [(String, String)]
        let name: String
        let scope: SettingScope
        let code: PropertyError.Code
        let says: String

        init(
            _ name: String,
            _ scope: SettingScope,
            _ key: String,
            _ text: String,
            _ code: PropertyError.Code,
            _ says: String
        ) {
            (self.name, self.scope, self.code, self.says) = (name, scope, code, says)
            words = [(key, text)]
        }
    }

    private static let ios = SettingScope(platform: .ios)
    private static let refusals = [
        Refusal("nielsen", ios, "sfcod", "dcr", .key, "no setting \"sfcod\" on ios; it has appid"),
        Refusal("nielsen", ios, "sfcod", "dcr", .key, "Did you mean \"sfcode\"?"),
        Refusal("nielsen", ios, "appid", "P1", .value, "appid is \"P1\"; use the id"),
        Refusal("nielsen", ios, "appid", "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX", .value, "appid is"),
        Refusal("nielsen", ios, "sfcode", "dcx", .value, "Did you mean \"dcr\"?"),
        Refusal("nielsen", ios, "nol_devDebug", "D", .value, "use INFO, WARN, ERROR, DEBUG"),
        Refusal("nielsen", ios, "appname", " ", .value, "appname is \" \""),
        Refusal("nielsen", ios, "uid2", "x", .secret, "does not publish uid2: it belongs to one user"),
        Refusal("nielsen", ios, "apiKey", "x", .secret, "apiKey looks like a secret"),
        Refusal("nielsen", ios, "client_secret", "x", .secret, "--public client_secret"),
        Refusal("nielsen", ios, "appname", "Bearer abcdefghijkl", .secret, "the value of appname looks like a secret"),
        Refusal("nielsen", SettingScope(), "appid", Property.iosID, .value, "name one with --platform"),
        Refusal("core", ios, "global.ssl", "true", .value, "leave --platform ios out"),
        Refusal("core", SettingScope(), "global.ssl", "yes", .value, "use true or false"),
        Refusal("core", SettingScope(), "lifecycle.sessionTimeout", "0", .value, "a whole number from 1 to"),
        Refusal("core", SettingScope(), "lifecycle.sessionTimeout", "1.5", .value, "a whole number"),
        Refusal("core", SettingScope(), "global.privcy", "optedin", .key, "Did you mean \"global.privacy\"?"),
        Refusal("core", SettingScope(), "experienceCloud.server", "https://a:b@c/", .secret, "looks like a secret"),
        Refusal("nielson", ios, "appid", Property.iosID, .unknown, "Did you mean \"nielsen\"?"),
    ]

    @Test(arguments: refusals.indices)
    func aSettingThatIsNotOneIsRefusedByName(_ index: Int) throws {
        let refusal = Self.refusals[index]
        var property = try Property.sample()
        let before = property
        let error = #expect(throws: PropertyError.self) {
            try property.set(refusal.words, of: refusal.name, in: refusal.scope)
        }
        #expect(error?.code == refusal.code)
        #expect(error?.description.contains(refusal.says) == true, "\(String(describing: error))")
        #expect(property == before)
    }

    @Test func ofSeveralSettingsNoneIsSetIfOneIsWrong() throws {
        var property = try Property.sample()
        let before = property
        #expect(throws: PropertyError.self) {
            try property.set([("appname", "New"), ("sfcode", "dcx")], of: "nielsen", in: Self.ios)
        }
        #expect(property == before)
    }

    @Test func androidHasTheShortLevelsToo() throws {
        var property = try Property.sample()
        try property.set([("nol_devDebug", "D")], of: "nielsen", in: SettingScope(platform: .android))
        let settings = property.settings(of: "nielsen")[SettingScope(platform: .android)]
        #expect(settings["nol_devDebug"] == "D")
    }

    @Test func anEmptyValueRemovesASetting() throws {
        var property = try Property.sample()
        try property.set([("appname", "")], of: "nielsen", in: Self.ios)
        #expect(property.settings(of: "nielsen")[Self.ios]["appname"] == nil)
        #expect(property.settings(of: "nielsen")[Self.ios]["sfcode"] == "dcr")
    }

    @Test(arguments: ["", "a/b", "..", ".hidden", "-x", "sdk", "a b", "ä", String(repeating: "a", count: 65)])
    func aNameThatIsNoneIsRefused(_ name: String) throws {
        #expect(throws: PropertyError.self) { try Property(name: name, key: "EN-1") }
        #expect(throws: PropertyError.self) { try Property(name: "player", key: name) }
        var property = try Property.sample()
        #expect(throws: PropertyError.self) { try property.addLibrary(named: name) }
        #expect(throws: PropertyError.self) { try property.addEnvironment(named: name) }
    }

    @Test func theAppIDsAreValid() throws {
        var property = try Property(name: "player", key: "EN-1")
        try property.addEnvironment(named: "anna")
        let ids = property.environments.map(\.appID)
        #expect(
            ids == [
                "player/launch-EN-1-development", "player/launch-EN-1-staging", "player/launch-EN-1-production",
                "player/launch-EN-1-development-anna",
            ]
        )
        for id in ids { #expect(throws: Never.self) { try AppIdentifier(id) } }
    }

    // MARK: - Builds

    @Test func aBuildHasTheSettingsOfBothPlatformsAndOfEnvironments() throws {
        var property = try Property.sample()
        let (build, isNew) = try property.build("first")
        #expect(isNew)
        let configuration = try build.configuration
        #expect(configuration["build.environment"] == "dev")
        #expect(configuration["build.revision"] == 1)
        #expect(configuration["property.id"] == "PR-player")
        #expect(configuration["global.ssl"] == false)
        #expect(configuration["lifecycle.sessionTimeout"] == 300)
        #expect(configuration["__dev__lifecycle.sessionTimeout"] == 10)
        #expect(
            configuration["nielsen.ios"] == ["appid": .string(Property.iosID), "appname": "Player", "sfcode": "dcr"]
        )
        #expect(configuration["__dev__nielsen.ios"]?["nol_devDebug"] == "DEBUG")
        #expect(configuration["__dev__nielsen.ios"]?["appname"] == "Player")
        #expect(configuration["nielsen.android"] == ["appid": .string(Property.androidID)])
        var layers = ConfigurationLayers(bundled: configuration)
        #expect(layers.value(forKey: "lifecycle.sessionTimeout")?.value == 10)
        #expect(layers.value(forKey: "nielsen.ios")?.value["nol_devDebug"] == "DEBUG")
        let staged = try property.publish("first").build.configuration
        layers = ConfigurationLayers(bundled: staged)
        #expect(layers.value(forKey: "lifecycle.sessionTimeout")?.value == 300)
        #expect(layers.value(forKey: "nielsen.ios")?.value["nol_devDebug"] == nil)
    }

    @Test func environmentsDifferInNothingButTheirName() throws {
        var property = try Property.sample()
        let development = try property.build("first").build.configuration
        let staging = try property.publish("first").build.configuration
        let production = try property.publish("first").build.configuration
        #expect(ConfigurationDifference.all(from: development, to: staging) == [])
        #expect(ConfigurationDifference.all(from: staging, to: production) == [])
        #expect(staging["build.environment"] == "stage")
        #expect(production["build.environment"] == "prod")
    }

    @Test func buildsAreNumberedAndWhatHasNotChangedIsNoBuild() throws {
        var property = try Property.sample()
        let first = try property.build("first")
        let again = try property.build("first")
        #expect(!again.isNew && again.build.data == first.build.data && again.build.record == first.build.record)
        try property.rename(to: "Other")
        let second = try property.build("first")
        #expect(second.isNew && second.build.record.number == 2)
        #expect(try property.environment("dev").builds.map(\.number) == [1, 2])
        #expect(second.build.record.items.first { $0.name == "nielsen" }?.revision == 2)
        #expect(second.build.record.items.first { $0.name == "core" }?.revision == 1)
    }

    @Test func aChangeThatIsInNoLibraryIsNotBuilt() throws {
        var property = try Property.sample()
        _ = try property.build("first")
        try property.set([("appname", "Later")], of: "nielsen", in: Self.ios)
        #expect(try !property.build("first").isNew)
        #expect(try property.add(["core"], to: "first") == [])
        #expect(try property.add(["nielsen"], to: "first") == [LibraryItem(name: "nielsen", revision: 2)])
        #expect(try property.build("first").build.configuration["nielsen.ios"]?["appname"] == "Later")
    }

    @Test func aNewLibraryBeginsWithWhatProductionHas() throws {
        var property = try Property.sample()
        _ = try property.build("first")
        _ = try property.publish("first")
        try property.addLibrary(named: "early")
        #expect(try property.library("early").items == [])
        _ = try property.publish("first")
        try property.addLibrary(named: "second")
        #expect(try property.library("second").items == property.library("first").items)
        #expect(try property.library("second").environment == "development")
    }

    @Test func whatIsMissingIsNamedWhereItIsNeeded() throws {
        var property = try Property(name: "player", key: "EN-1")
        try property.addLibrary(named: "empty")
        #expect(throws: PropertyError.self) { try property.build("empty") }
        try property.set([("sfcode", "dcr")], of: "nielsen", in: Self.ios)
        try property.set(
            [("appid", Property.iosID)],
            of: "nielsen",
            in: SettingScope(platform: .ios, environment: .development)
        )
        try property.addChanges(to: "empty")
        let built = try property.build("empty").build
        #expect(built.remarks.contains { $0.contains("no settings on android") })
        let error = #expect(throws: PropertyError.self) { try property.publish("empty") }
        #expect(error?.code == .incomplete)
        #expect(error?.description.contains("no appid on ios in staging") == true)
        #expect(try property.library("empty").environment == "development")
    }

    @Test func aLibraryThatNobodyHasTriedIsNotPublished() throws {
        var property = try Property.sample()
        let error = #expect(throws: PropertyError.self) { try property.publish("first") }
        #expect(error?.description.contains("was not built for development") == true)
        _ = try property.build("first")
        _ = try property.publish("first", to: "production")
        let last = #expect(throws: PropertyError.self) { try property.publish("first") }
        #expect(last?.description.contains("in production already") == true)
    }

    @Test func debuggingInProductionIsRemarked() throws {
        var property = try Property.sample()
        try property.set([("nol_devDebug", "INFO")], of: "nielsen", in: Self.ios)
        try property.addChanges(to: "first")
        #expect(try !property.build("first").build.remarks.contains { $0.contains("nol_devDebug") })
        #expect(try property.publish("first", to: "production").build.remarks.contains { $0.contains("nol_devDebug") })
    }

    @Test func aRemovedExtensionIsRemovedByTheNextRevision() throws {
        var property = try Property.sample()
        try property.remove("core")
        #expect(try property.build("first").build.configuration["global.privacy"] == "optedin")
        try property.addChanges(to: "first")
        #expect(try property.build("first").build.configuration["global.privacy"] == nil)
        #expect(throws: PropertyError.self) { try property.remove("core") }
    }

    // MARK: - Rolling back

    @Test func rollingBackGoesToTheBuildBeforeAndNoFurtherThanTheFirst() throws {
        var property = try Property.sample()
        #expect(throws: PropertyError.self) { try property.rollBack("development") }
        for name in ["One", "Two", "Three"] {
            try property.rename(to: name)
            _ = try property.build("first")
        }
        #expect(try property.rollBack("development").number == 2)
        #expect(try property.rollBack("dev").number == 1)
        let error = #expect(throws: PropertyError.self) { try property.rollBack("development") }
        #expect(error?.description.contains("its first; there is nothing before it") == true)
        #expect(throws: PropertyError.self) { try property.rollBack("development", to: 4) }
        #expect(throws: PropertyError.self) { try property.rollBack("development", to: 0) }
        #expect(try property.rollBack("development", to: 3).number == 3)
        _ = try property.rollBack("development", to: 1)
        let next = try property.build("first")
        #expect(next.isNew && next.build.record.number == 4)
    }

    // MARK: - Rules

    @Test func rulesAreBuiltInTheirOrderAndRefusedAsAHubRefusesThem() throws {
        var property = try Property.sample()
        let added = try property.addRules(json: Data(sampleRule.utf8), named: "video")
        #expect(added.names == ["video"])
        try property.addChanges(to: "first", only: .rule)
        let build = try property.build("first").build
        #expect(try build.configuration["rules"]?["rules"]?.arrayValue?.count == 1)
        #expect(build.values.last?.path == ["rules", "video"])
        let before = property
        let bad = sampleRule.replacingOccurrences(of: "\"eq\"", with: "\"eqq\"")
        let error = #expect(throws: PropertyError.self) { try property.addRules(json: Data(bad.utf8), named: "bad") }
        #expect(error?.code == .rule && error?.description.contains("line 2") == true)
        let secret = sampleRule.replacingOccurrences(of: "\"k\": 1", with: "\"password\": \"1\"")
        #expect(throws: PropertyError.self) { try property.addRules(json: Data(secret.utf8), named: "s") }
        #expect(throws: PropertyError.self) { try property.addRules(json: Data("{\"rules\":[]}".utf8), named: "s") }
        #expect(throws: PropertyError.self) { try property.addRules(json: Data("{\"rules\":[".utf8), named: "s") }
        #expect(throws: PropertyError.self) { try property.addRules(json: Data(sampleRule.utf8), named: "core") }
        #expect(property == before)
        #expect(throws: Never.self) {
            try property.addRules(json: Data(secret.utf8), named: "s", allowing: ["password"])
        }
    }

    // MARK: - Reading

    @Test func aViewSaysWhereEachValueComesFrom() throws {
        var property = try Property.sample()
        let build = try property.build("first").build
        let rows = PropertyView(try build.configuration, origins: build.values).rows
        let timeout = try #require(rows.first { $0.path == "lifecycle.sessionTimeout" })
        #expect(timeout.value == 10)
        #expect(timeout.origin?.description == "core revision 1, all@development")
        #expect(timeout.spelling == "__dev__lifecycle.sessionTimeout")
        let name = try #require(rows.first { $0.path == "nielsen.ios/appname" })
        #expect(name.origin?.description == "nielsen revision 1, ios")
        #expect(name.spelling == "__dev__nielsen.ios")
        #expect(rows.first { $0.path == "nielsen.ios/nol_devDebug" }?.origin?.scope?.environment == .development)
        #expect(rows.first { $0.path == "property.id" }?.origin == nil)
        let record = try #require(try property.environment("development").published)
        #expect(property.values(of: record, in: try property.environment("development")) == build.values)
    }

    @Test func theWorkingCopyIsComparedWithoutAChangeOfTheProperty() throws {
        var property = try Property.sample()
        let built = try property.build("first").build.configuration
        try property.set([("appname", "Later"), ("sfcode", "")], of: "nielsen", in: Self.ios)
        let before = property
        let draft = try property.draft(for: "development").configuration
        #expect(property == before)
        let found = ConfigurationDifference.all(from: built, to: draft)
        #expect(
            found.map(\.path) == [
                "__dev__nielsen.ios/appname", "__dev__nielsen.ios/sfcode", "nielsen.ios/appname", "nielsen.ios/sfcode",
            ]
        )
        #expect(found.last?.before == "dcr" && found.last?.after == nil)
    }

    @Test func theInstructionsHaveTheKeyOfTheEnvironment() throws {
        let property = try Property.sample()
        let environment = try property.environment("prod")
        let plain = InstallationInstructions(for: environment)
        #expect(plain.code.contains("ACPCore.configure(withAppId: \"player/launch-EN-player-production\")"))
        #expect(plain.manifest.contains(".product(name: \"NielsenAppSDKExtension\", package: \"launch-hub\"),"))
        let base = InstallationInstructions(for: environment, base: URL(string: "https://a.example/c/"))
        #expect(base.code.contains("let base = URL(string: \"https://a.example/c/\")!"))
        #expect(base.code.contains("import LaunchHub"))
    }
}
