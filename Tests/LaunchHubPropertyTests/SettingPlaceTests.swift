// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

@testable import LaunchHubProperty

/// For which platform and environment a setting is, and where a build of an environment is kept.
struct SettingPlaceTests {
    @Test(
        arguments: [
            ("all", .init()), ("ios", .init(platform: .ios)), ("android", .init(platform: .android)),
            ("all@production", .init(environment: .production)),
            ("ios@development", .init(platform: .ios, environment: .development)),
            ("android@staging", .init(platform: .android, environment: .staging)), ("", nil), ("@", nil), ("ios@", nil),
            ("@ios", nil), ("@development", nil), ("ios@dev", nil), ("tvos", nil), ("IOS", nil),
            ("tvos@development", nil), ("ios@staging@", nil), ("ios@staging@production", nil), ("development", nil),
        ] as [(String, SettingScope?)]
    )
    func aPlaceIsAPlatformAndAnEnvironment(_ text: String, _ scope: SettingScope?) {
        #expect(SettingScope(text) == scope)
        if let scope { #expect(scope.description == text) }
    }

    /// Those for all environments come first; each kind is in the order of its names.
    @Test func allPlacesAreInOrder() throws {
        let scopes = [nil, .development, .staging, .production].flatMap { environment in
            [nil, .ios, .android].map { SettingScope(platform: $0, environment: environment) }
        }
        var settings = ExtensionSettings()
        for scope in scopes.reversed() { settings[scope]["a"] = 1 }
        #expect(
            settings.places.map(\.description) == [
                "all", "android", "ios", "all@development", "all@production", "all@staging", "android@development",
                "android@production", "android@staging", "ios@development", "ios@production", "ios@staging",
            ]
        )
    }

    // MARK: - Builds that are kept

    /// Each environment numbers its builds from 1, and keeps its own.
    @Test func aBuildIsKeptForItsEnvironmentAndWrittenOnce() throws {
        let temporary = try TemporaryFolder()
        let folder = PropertyFolder(root: temporary.url, name: "player")
        try folder.create(try Property.sample())
        func build() throws -> PropertyBuild {
            try folder.change { (property) throws(PropertyError) in
                let build = try property.build("first").build
                return ([build], build)
            }
        }
        func fileNumber(_ url: URL) throws -> NSNumber? {
            try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber] as? NSNumber
        }
        let development = try build()
        let archive = temporary.file("player/.property/builds/development/1.json")
        let number = try fileNumber(archive)
        let staging = try folder.change { (property) throws(PropertyError) in
            let build = try property.publish("first").build
            return ([build], build)
        }
        #expect(development.record.number == 1 && staging.record.number == 1)
        let property = try folder.read()
        #expect(try folder.data(ofBuild: 1, of: property.environment("development")) == development.data)
        #expect(try folder.data(ofBuild: 1, of: property.environment("staging")) == staging.data)
        let another = try folder.change { (property) throws(PropertyError) in
            try property.addLibrary(named: "second")
            try property.addChanges(to: "second")
            let build = try property.build("second").build
            return ([build], build)
        }
        #expect(another.record.number == 2)
        let second = temporary.file("player/.property/builds/development/2.json")
        #expect(try Data(contentsOf: second) == another.data)
        let before = try fileNumber(second)
        let again = try folder.change { (property) throws(PropertyError) in
            let made = try property.build("second")
            return ([made.build], made)
        }
        #expect(!again.isNew && again.build.data == another.data)
        #expect(try fileNumber(second) == before)
        #expect(try fileNumber(archive) == number)
    }
}
