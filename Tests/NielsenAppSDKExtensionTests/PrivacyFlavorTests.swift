// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// The flavor and the device of the environment reach the instances that the extension keeps, through both flows.
struct PrivacyFlavorTests {
    private static let configuration: JSONObject = ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"]

    @Test(arguments: [
        (NielsenFlavor.ad, "optout.html"), (.noAd, "optout_legacy.html"), (.noID, "optout_legacy.html"),
    ])
    func thePageIsThatOfTheFlavor(_ flavor: NielsenFlavor, _ page: String) async throws {
        let under = try await ServiceUnderTest()
        under.service.settings.environment.flavor = flavor
        let made = try #require(
            try await under.answer("InstantiateSDKWithLocalConfigEvent", ["data": .object(Self.configuration)])
        )
        let identifier = try #require(made["identifier"]?.stringValue)
        let called = under.service.optOutURLForSDK(withIdentifier: identifier)
        #expect((called["optout_url"] as? String)?.contains("/mobile/us/en/\(page)?appid=") == true)
        let asked = try await under.answer("GetOptoutURLEvent", ["identifier": .string(identifier)])
        #expect(asked?["optout_url"]?.stringValue == called["optout_url"] as? String)
        let demographic = under.service.demographicIdForSDK(withIdentifier: identifier)
        #expect((demographic["demographic_id"] as? String)?.isEmpty == (flavor == .noID))
    }

    @Test func aRefusalReachesInstancesThatRun() async throws {
        let under = try await ServiceUnderTest()
        let made = under.service.instantiateSDK(withConfiguration: ["appid": "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"])
        let identifier = try #require(made["identifier"] as? String)
        #expect(under.service.optOutStatusForSDK(withIdentifier: identifier)["optout_status"] as? Int == 0)
        var device = NielsenDevice()
        device.trackingAuthorization = .denied
        under.service.settings.environment.deviceFeed.send(device)
        #expect(under.service.optOutStatusForSDK(withIdentifier: identifier)["optout_status"] as? Int == 1)
        let asked = try await under.answer("GetOptoutStatusEvent", ["identifier": .string(identifier)])
        #expect(asked?["optout_status"]?.intValue == 1)
    }
}
