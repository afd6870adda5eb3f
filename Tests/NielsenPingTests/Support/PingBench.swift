// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Instances in virtual time whose pings are kept.
final class PingBench {
    let clock = ManualClock()
    let pings = RecordingPingSink()
    let records = RecordingMeasurementSink()
    let lines = RecordingSink()
    let store = InMemoryKeyValueStore()
    let hearing = Hearing()
    var device = NielsenDevice(osName: "iOS", osVersion: "16.1", model: "Phone", country: "us")
    var configuration = NielsenConfiguration()
    var source: NielsenConfigurationSource?

    init() {
        device.osGroup = "IOS"
        device.deviceGroup = "PHN"
        device.platform = "MBL"
    }

    var environment: NielsenEnvironment {
        let counter = Locked<UInt64>(0)
        return NielsenEnvironment(
            clock: clock,
            log: Log(level: .verbose, sink: lines),
            store: store,
            sink: records,
            pings: pings,
            device: device,
            configuration: configuration,
            configurationSource: source,
            random: {
                counter.withLock { counter in
                    counter += 1
                    return counter &* 0x9e37_79b9_7f4a_7c15
                }
            }
        )
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

    static let content = [
        "type": "content", "assetid": "vid345-67483", "program": "The Big Bang Theory",
        "title": "The Pants Alternative S03E18", "airdate": "2022-03-21T10:05:00", "isfullepisode": "Yes",
        "adloadtype": "2", "length": "3600", "segB": "Comedy",
    ]

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

/// A ping with its parameters taken apart.
struct PingReading {
    let ping: NielsenPing
    let names: [String]
    let address: String
    private let values: [String: String]

    init(_ ping: NielsenPing) {
        self.ping = ping
        let parts = ping.url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        address = String(parts[0])
        var names: [String] = []
        var values: [String: String] = [:]
        for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            names.append(String(sides[0]))
            values[String(sides[0])] = sides.count > 1 ? String(sides[1]) : "no ="
        }
        self.names = names
        self.values = values
    }

    /// A parameter's value, decoded; "absent" where there is none.
    subscript(name: String) -> String {
        guard let value = values[name] else { return "absent" }
        return value.removingPercentEncoding ?? "undecodable"
    }
}

/// A delegate that keeps what it hears.
final class Hearing: NielsenAppApiDelegate, NielsenEventTrackerDelegate, Sendable {
    private let heard = Locked<(errors: [Int], texts: [String], events: [Int])>(([], [], []))

    var errors: [Int] { heard.withLock { $0.errors } }
    var texts: [String] { heard.withLock { $0.texts } }
    var events: [Int] { heard.withLock { $0.events } }

    func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) { hear(event) }
    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) { hear(error) }
    func nielsenEventTracker(_ tracker: NielsenEventTracker, eventOccurred event: [AnyHashable: Any]) { hear(event) }
    func nielsenEventTracker(_ tracker: NielsenEventTracker, errorOccurred error: [AnyHashable: Any]) { hear(error) }

    private func hear(_ dictionary: [AnyHashable: Any]) {
        let event = dictionary["eventCode"] as? Int
        let error = dictionary["errorCode"] as? Int
        let text = dictionary["errorDescription"] as? String
        heard.withLock { heard in
            if let event { heard.events.append(event) }
            if let error { heard.errors.append(error) }
            if let text { heard.texts.append(text) }
        }
    }
}
