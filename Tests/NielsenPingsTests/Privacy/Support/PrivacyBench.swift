// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi

/// Instances on a device that has every identifier.
final class PrivacyBench: PingBench {
    init(_ flavor: NielsenFlavor = .ad) {
        super.init()
        self.flavor = flavor
        device = PrivacyBench.device(.authorized)
    }

    static let advertisingId = "11111111-AAAA-4AAA-8AAA-AAAAAAAAAAAA"
    static let vendorId = "22222222-BBBB-4BBB-8BBB-BBBBBBBBBBBB"
    static let deviceName = "Anna's phone"

    static func device(_ authorization: NielsenTrackingAuthorization?) -> NielsenDevice {
        var device = NielsenDevice(osName: "iOS", osVersion: "16.1", model: "Phone", vendorId: vendorId)
        device.trackingAuthorization = authorization
        // A system that was not asked tells zeros.
        device.advertisingId = authorization == .notDetermined ? "00000000-0000-0000-0000-000000000000" : advertisingId
        device.name = deviceName
        return device
    }

    func makeApi(_ more: [String: String] = [:]) throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: Self.userInfo.merging(more) { $1 }, environment: environment)
    }

    /// A programme with a watermark, and a page.
    func session(_ more: [String: String] = [:]) throws -> NielsenAppApi {
        let api = try makeApi(more)
        api.play(["channelName": "News"])
        api.loadMetadata(PrivacyBench.content)
        api.updateOTT(Self.connected)
        api.sendID3(Self.userTag)
        play(api, 0..<40)
        api.end()
        api.loadMetadata(["type": "static", "section": "Home"])
        api.staticEnd()
        return api
    }

    /// The pings so far, read; the sink is empty then.
    func takePings() -> [PingReading] {
        defer { pings.removeAll() }
        return pings.pings.map(PingReading.init)
    }

    static let userIds = [
        "uid2": "uid2-of-anna", "uid2_token": "token-of-anna", "hem_sha256": "hem256-of-anna",
        "hem_sha1": "hem1-of-anna", "hem_md5": "hem5-of-anna", "hem_unknown": "hem-of-anna",
    ]

    static let userInfo = userIds.merging(
        ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "appname": "Player", "sfcode": "dcr"]
    ) { $1 }

    static let connected = [
        "ottStatus": "1", "ottType": "airplay", "ottDevice": "appleTV", "ottDeviceName": "Anna's box",
        "ottDeviceID": "DC:56:E7:53:72:85-airplay", "ottDeviceManufacturer": "Maker", "ottDeviceModel": "Box 4K",
        "ottDeviceVersion": "1.2",
    ]

    static let userTag =
        "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_EMc37zfVgq_8KB7baUYfg==/" + String(repeating: "A", count: 168)
        + "/00010/00010/00"
}

func sha256(_ text: String) -> String { HashAlgorithm.sha256.hex(of: text) ?? "" }
