// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension
import TestSupport
import Testing

/// Why there is no remote configuration, in the words of the result: each reason has another remedy.
struct RemoteConfigurationTests {
    private static let appID = "example/launch-EN-example-development"

    private func description(_ under: ServiceUnderTest) -> String {
        let result = under.service.instantiateSDKWithRemoteConfiguration()
        return result["code"] as? Int == 5003 ? result["description"] as? String ?? "" : ""
    }

    /// A service whose property is published in a folder; nil where it is not published.
    private func published(_ text: String?) async throws -> (ServiceUnderTest, TemporaryFolder) {
        let folder = try TemporaryFolder()
        if let text { try folder.write(text, to: Self.appID + ".json") }
        let under = try await ServiceUnderTest()
        under.hub.configuration.use(try ConfigurationSource(baseURL: folder.url))
        under.hub.configuration.configure(withAppID: Self.appID, completion: nil)
        return (under, folder)
    }

    @Test func aPropertyThatIsNotPublishedIsUnreadableAndNamed() async throws {
        let (under, folder) = try await published(nil)
        defer { withExtendedLifetime(folder) {} }
        #expect(description(under).contains("could not be read"))
        #expect(description(under).contains(Self.appID))
    }

    @Test func aPropertyWithoutTheExtensionIsToldWhatToPublish() async throws {
        let (under, folder) = try await published("{\"global.privacy\": \"optedin\"}")
        defer { withExtendedLifetime(folder) {} }
        #expect(description(under).contains("Publish them under \"nielsen.ios\""))
    }

    @Test func aPropertyWithTheExtensionMakesAnInstance() async throws {
        let (under, folder) = try await published(
            #"{"nielsen.ios": {"appid": "PDA7D5EE6-B1B8-4123-9277-2A788BXXXXXX"}, "nielsen.android": {"sfcode": "dcr"}}"#
        )
        defer { withExtendedLifetime(folder) {} }
        #expect(under.service.instantiateSDKWithRemoteConfiguration()["code"] as? Int == 5001)
        under.service.settings.platform = "android"
        // The other platform's settings have no appid.
        #expect(under.service.instantiateSDKWithRemoteConfiguration()["code"] as? Int == 5005)
    }

    @Test func aPropertyThatIsUnderWayIsNotThereYet() async throws {
        let under = try await ServiceUnderTest()
        under.hub.configuration.use(SilentClient())
        under.hub.configuration.use(try ConfigurationSource(baseURL: try #require(URL(string: "http://127.0.0.1:9/"))))
        under.hub.configuration.configure(withAppID: Self.appID, completion: nil)
        #expect(description(under).contains("\(Self.appID) has not arrived yet"))
    }
}
