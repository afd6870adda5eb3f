// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// A device is connected, changed and disconnected.
struct UpdateOTTTests {
    /// A template with every field.
    private static let configuration = """
        {"schema": "launch-hub.sdk-configuration", "version": 1,
         "templates": {"t": {"url": "http://127.0.0.1:1/", "parameters": [
            "ottStatus=[nol_ottStatus]", "ottType=[(nol_ottType)]", "ottDevice=[(nol_ottDevice)]",
            "ottDeviceName=[(nol_ottDeviceName)]", "ottDeviceID=[(nol_ottDeviceID)]",
            "ottDeviceManufacturer=[(nol_ottDeviceManufacturer)]", "ottDeviceModel=[(nol_ottDeviceModel)]",
            "ottDeviceVersion=[(nol_ottDeviceVersion)]"
         ]}},
         "products": [{"product": "dcrStatic", "processors": [{"cadence": "impression", "template": "t"}]}]}
        """

    /// What a ping says about the device that is connected now.
    private func told(_ bench: PrivacyBench, _ api: NielsenAppApi) throws -> [String: String] {
        bench.pings.removeAll()
        api.loadMetadata(["type": "static", "section": "Home"])
        api.staticEnd()
        return try #require(bench.takePings().first).values.filter { !$0.value.isEmpty }
    }

    @Test func everyDocumentedKeyReachesThePingAndAChangeReplacesTheWholeDevice() throws {
        let bench = PrivacyBench(.noAd)
        bench.configuration = try NielsenConfiguration(jsonData: Data(Self.configuration.utf8))
        let api = try bench.makeApi()
        #expect(try told(bench, api) == ["ottStatus": "0"])
        api.updateOTT(PrivacyBench.connected)
        #expect(PrivacyBench.connected.count == 8)
        #expect(try told(bench, api) == PrivacyBench.connected)
        let other = ["ottStatus": "1", "ottDevice": "chromecast", "ottType": "casting"]
        api.updateOTT(other)
        #expect(try told(bench, api) == other)
    }
}
