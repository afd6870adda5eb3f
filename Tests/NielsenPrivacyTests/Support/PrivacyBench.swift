// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi

/// Instances in virtual time on a device that has every identifier.
final class PrivacyBench {
    let clock = ManualClock()
    let pings = NielsenRecordingPingSink()
    let records = NielsenRecordingMeasurementSink()
    let lines = RecordingSink()
    let feed = NielsenDeviceFeed()
    var store: any KeyValueStore = InMemoryKeyValueStore()
    var device = PrivacyBench.device(.authorized)
    var configuration = NielsenConfiguration()
    var flavor = NielsenFlavor.ad
    var isForKids = false

    init(_ flavor: NielsenFlavor = .ad) {
        self.flavor = flavor
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

    var environment: NielsenEnvironment {
        var environment = NielsenEnvironment(
            clock: clock,
            log: Log(level: .verbose, sink: lines),
            store: store,
            sink: records,
            pings: pings,
            device: device,
            configuration: configuration,
            random: makeRepeatableRandom()
        )
        environment.flavor = flavor
        environment.isForKids = isForKids
        environment.deviceFeed = feed
        return environment
    }

    func makeApi(_ more: [String: String] = [:]) throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: Self.appInfo.merging(more) { $1 }, environment: environment)
    }

    /// Plays second by second, the clock going along.
    func play(_ api: NielsenAppApi, _ positions: some Sequence<Int64>) {
        for position in positions {
            api.playheadPosition(position)
            clock.advance(by: .seconds(1))
        }
    }

    /// A programme with a watermark, and a page.
    func session(_ more: [String: String] = [:]) throws -> NielsenAppApi {
        let api = try makeApi(more)
        api.play(["channelName": "News"])
        api.loadMetadata(Self.content)
        api.updateOTT(Self.connected)
        api.sendID3(Self.tag)
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

    static let appInfo = userIds.merging(
        ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "appname": "Player", "sfcode": "dcr"]
    ) { $1 }

    static let content = SampleAssets.content

    static let connected = [
        "ottStatus": "1", "ottType": "airplay", "ottDevice": "appleTV", "ottDeviceName": "Anna's box",
        "ottDeviceID": "DC:56:E7:53:72:85-airplay", "ottDeviceManufacturer": "Maker", "ottDeviceModel": "Box 4K",
        "ottDeviceVersion": "1.2",
    ]

    static let tag =
        "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_EMc37zfVgq_8KB7baUYfg==/" + String(repeating: "A", count: 168)
        + "/00010/00010/00"
}

func sha256(_ text: String) -> String { HashAlgorithm.sha256.hex(of: text) ?? "" }
