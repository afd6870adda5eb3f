// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// A flavor and what the user said, as the columns of the article have them.
struct PrivacyState: Sendable, CustomStringConvertible {
    let description: String
    let flavor: NielsenFlavor
    var authorization = NielsenTrackingAuthorization.authorized
    var optedOut = false
    var isForKids = false
    var sendsUserIds = false

    static let all = [
        PrivacyState(description: "`ad`", flavor: .ad, sendsUserIds: true),
        PrivacyState(description: "`ad`, not asked", flavor: .ad, authorization: .notDetermined),
        PrivacyState(description: "`noAd`", flavor: .noAd, sendsUserIds: true),
        PrivacyState(description: "`noID`", flavor: .noID),
        PrivacyState(description: "opted out", flavor: .ad, optedOut: true),
    ]

    /// Every way to be opted out; the article has one column for all of them.
    static let optedOut = [
        PrivacyState(description: "`ad`, opted out", flavor: .ad, optedOut: true),
        PrivacyState(description: "`ad`, denied", flavor: .ad, authorization: .denied),
        PrivacyState(description: "`noAd`, opted out", flavor: .noAd, optedOut: true),
        PrivacyState(description: "`noID`, opted out", flavor: .noID, optedOut: true),
        PrivacyState(description: "for children", flavor: .ad, isForKids: true),
    ]
}

/// Every parameter of every template, and what a collector gets of it in each state.
struct LeavingTable {
    private static let everything = [
        "segA": "a", "segB": "b", "segC": "c", "crossId1": "EP009311820061", "crossId2": "o", "cref3": "r",
        "progen": "CV", "adobeId": "visitor", "reportSuite": "suite", "dataSrc": "cms",
        "mediaURL": "https://anna:secret@a.example/m?user=anna#t",
        "pageURL": "https://anna:secret@a.example/p?user=anna#t",
        "adModel": "1", "hasAds": "1",
    ]

    private static let scene = NielsenViewabilityScene(
        screen: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800),
        window: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800),
        views: [NielsenViewabilityView(tag: "7", frame: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 200))]
    )

    /// What arrived, taken apart, by product.
    private static func pings(_ state: PrivacyState) throws -> [String: [NielsenPingTable]] {
        let bench = PrivacyBench(state.flavor)
        bench.isForKids = state.isForKids
        bench.device = PrivacyBench.device(state.authorization)
        bench.device.bundleId = "com.example.app"
        (bench.device.latitude, bench.device.longitude) = ("52.5", "13.4")
        (bench.device.marketArea, bench.device.accessMethod) = ("501", "wifi")
        try bench.store.set(.bool(state.optedOut), forKey: "nielsen.optOut")
        let collector = RecordingCollector()
        let lane = DispatchQueue(label: "leaving")
        let delivery = collector.makeDelivery(bench.clock, on: lane)
        var environment = bench.environment
        environment.pings = delivery
        environment.configuration = RecordingCollector.configuration
        let appInfo = PrivacyBench.userInfo.merging(["nol_playerid": "player-of-anna", "appversion": "1.0"]) { $1 }
        let api = try NielsenAppApi.make(appInfo: appInfo, environment: environment)
        api.trackViewability(["viewTag": "7", "viewContainer": scene])
        api.play(["channelName": "News"])
        api.updateOTT(PrivacyBench.connected)
        api.loadMetadata(PrivacyBench.content.merging(everything) { $1 })
        api.sendID3(PrivacyBench.userTag)
        bench.play(api, 0..<40)
        // Five minutes of watermarks, for the ping of a quarter of an hour.
        for offset in stride(from: 0, through: 280, by: 10) {
            api.sendID3(PingBench.tag(offset))
            bench.clock.advance(by: .seconds(10))
        }
        api.stop()
        api.loadMetadata(["type": "preroll", "assetid": "ad", "ocrtag": "https://ads.example/t?c=1#f"])
        bench.play(api, 0..<2)
        api.end()
        api.loadMetadata(
            PrivacyBench.content.merging(everything.merging(["type": "static", "section": "Home"]) { $1 }) { $1 }
        )
        api.staticEnd()
        let tables = collector.requests(of: delivery, on: lane, bench.clock).map {
            NielsenPingTable($0.url.absoluteString)
        }
        return Dictionary(grouping: tables, by: \.product)
    }

    /// The rows: product and parameter.
    static var names: [String] {
        NielsenPingTable.parameters(in: NielsenConfiguration()).flatMap { product, names in
            names.map { "| \(product.rawValue) | `\($0)` |" }
        }
    }

    /// The column of a state, from top to bottom.
    static func column(_ state: PrivacyState) throws -> [String] {
        let pings = try pings(state)
        return NielsenPingTable.parameters(in: NielsenConfiguration()).flatMap { product, names in
            names.map { cell($0, pings[product.rawValue] ?? []) }
        }
    }

    static func text() throws -> String {
        let columns = try PrivacyState.all.map(column)
        let heads = PrivacyState.all.map(\.description)
        var lines = ["| Ping | Parameter | " + heads.joined(separator: " | ") + " |"]
        lines.append("|---|---|" + heads.map { _ in "---" }.joined(separator: "|") + "|")
        for (index, row) in names.enumerated() {
            lines.append(row + columns.map { " \($0[index]) |" }.joined())
        }
        return lines.joined(separator: "\n")
    }

    /// What one of the pings has behind the fixed part of a parameter.
    private static func cell(_ name: String, _ pings: [NielsenPingTable]) -> String {
        let values = pings.compactMap { $0[name] }.filter { !$0.isEmpty }
        guard !values.isEmpty else { return "empty" }
        switch name {
        case "uoo": return Set(values).sorted().joined(separator: ", ")
        case "c74": return values.contains(PrivacyBench.deviceName) ? "name" : "model"
        case "c66", "si": return values.contains { $0.contains("anna") } ? "sent" : "bare"
        default: return "sent"
        }
    }
}
