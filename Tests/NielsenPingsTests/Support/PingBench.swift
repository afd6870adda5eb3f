// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Instances in virtual time whose pings are kept.
class PingBench {
    let clock = ManualClock()
    let pings = NielsenRecordingPingSink()
    let records = NielsenRecordingMeasurementSink()
    let lines = RecordingSink()
    let feed = NielsenDeviceFeed()
    var store: any KeyValueStore = InMemoryKeyValueStore()
    let hearing = Hearing()
    var device = NielsenDevice(osName: "iOS", osVersion: "16.1", model: "Phone", country: "us")
    var configuration = NielsenConfiguration()
    var source: NielsenConfigurationSource?
    var flavor = NielsenEnvironment().flavor
    var isForKids = false

    init() {
        device.osGroup = "IOS"
        device.deviceGroup = "PHN"
        device.platform = "MBL"
        device.timeZone = .gmt
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
            configurationSource: source,
            random: makeRepeatableRandom()
        )
        environment.flavor = flavor
        environment.isForKids = isForKids
        environment.deviceFeed = feed
        return environment
    }

    func makeApi(_ appInfo: Any = PingBench.appInfo) throws -> NielsenAppApi {
        try NielsenAppApi.make(appInfo: appInfo, delegate: hearing, environment: environment)
    }

    func makeTracker(_ appInfo: Any = PingBench.appInfo) throws -> NielsenEventTracker {
        try NielsenEventTracker.make(appInfo: appInfo, delegate: hearing, environment: environment)
    }

    /// Plays second by second, the clock going along.
    func play(_ api: NielsenAppApi, _ positions: some Sequence<Int64>) {
        for position in positions {
            api.playheadPosition(position)
            clock.advance(by: .seconds(1))
        }
    }

    // MARK: - What came out

    /// The pings of a product, read.
    func read(_ product: NielsenProduct) -> [PingReading] {
        pings.pings.filter { $0.product == product }.map(PingReading.init)
    }

    /// The pings of views in short: asset, `cr`, `at`, `davty`.
    func dcr() -> [String] {
        pings.pings.filter { $0.product == .dcrVideo || $0.product == .dcrStatic }.map(PingReading.init).map { ping in
            "\(ping["ai"]) \(ping["cr"]) \(ping["at"]) \(ping["davty"])"
        }
    }

    /// Credited minutes by asset, in the order in which assets first appear.
    func minutes(_ product: NielsenProduct) -> [String] {
        var order: [String] = []
        var minutes: [String: Int] = [:]
        for ping in pings.pings where ping.product == product {
            if minutes[ping.assetid] == nil { order.append(ping.assetid) }
            minutes[ping.assetid, default: 0] += ping.creditedSegments
        }
        return order.map { "\($0) \(minutes[$0] ?? 0)" }
    }

    static let appInfo = [
        "appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX", "appname": "Player & Co", "appversion": "2.1",
        "sfcode": "dcr",
    ]

    static let content = SampleAssets.content.merging(["segB": "Comedy"]) { $1 }

    static func ad(_ type: String, _ assetid: String) -> [String: String] {
        ["type": type, "assetid": assetid]
    }

    static let firstCID = "_EMc37zfVgq_8KB7baUYfg=="
    static let programmeCID = "065H2g6E7ZyQ5UdmMAbbpg=="
    static let otherCID = "AAAAAAAAAAAAAAAAAAAAAA=="
    static let nullCID = "X100zdCIGeIlgZnkYj6UvQ=="

    /// A watermark of two identifiers at two offsets.
    static func tag(
        _ offset: Int,
        fd: String = "_EMc37zfVgq_8KB7baUYfg==",
        pc: String = "065H2g6E7ZyQ5UdmMAbbpg==",
        pcOffset: Int? = nil,
        watermark: Int = 0
    ) -> String {
        func digits(_ value: Int) -> String { String(String(100_000 + value).dropFirst()) }
        return "www.nielsen.com/\(pc)/\(fd)/" + String(repeating: "A", count: 163) + digits(watermark)
            + "/\(digits(pcOffset ?? offset))/\(digits(offset))/00"
    }
}
