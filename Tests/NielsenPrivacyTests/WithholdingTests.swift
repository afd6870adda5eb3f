// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// What a ping may not carry once the user, or the system for the user, has said so, beside the SDK's own identifiers.
struct WithholdingTests {
    private static let film = SampleAssets.content.merging([
        "adobeId": "visitor-of-anna", "mediaURL": "https://anna:secret@cdn.example/film.m3u8?user=anna#t=1",
        "pageURL": "https://app.example/film?user=anna",
    ]) { $1 }

    private func view(_ state: PrivacyState) throws -> PingReading {
        let bench = PrivacyBench(state.flavor)
        bench.device = PrivacyBench.device(state.authorization)
        try bench.store.set(.bool(state.optedOut), forKey: "nielsen.optOut")
        let api = try bench.makeApi(["nol_playerid": "player-of-anna"])
        api.loadMetadata(Self.film)
        bench.play(api, 0..<2)
        return try #require(bench.takePings().first { $0.ping.product == .dcrVideo })
    }

    @Test(arguments: PrivacyState.all)
    func visitorPlayerAndNameGoWhereTheUserIdsGo(_ state: PrivacyState) throws {
        let view = try view(state)
        let leaves = !view["uid2"].isEmpty
        #expect(leaves == state.sendsUserIds)
        #expect(view["c76"] == (leaves ? "adbsnid,visitor-of-anna" : "adbsnid,"))
        #expect(view["c29"] == (leaves ? "plid,player-of-anna" : "plid,"))
        // The model goes where the name went.
        #expect(view["c74"] == (leaves ? "dvcnm,Anna's phone" : "dvcnm,Phone"))
        let media = "mediaurl,https://cdn.example/film.m3u8"
        #expect(view["c66"] == (leaves ? media + "?user=anna#t=1" : media))
        #expect(view["si"] == (leaves ? "https://app.example/film?user=anna" : "https://app.example/film"))
        #expect(!view.ping.url.contains("secret"))
        #expect(leaves || !view.ping.url.lowercased().contains("anna"))
    }

    @Test func aChoiceTakesThemBackAndGivesThemAgain() throws {
        let bench = PrivacyBench(.noAd)
        let api = try bench.makeApi()
        api.loadMetadata(Self.film)
        bench.play(api, 0..<2)
        api.userOptOut("nielsenappsdk://1")
        bench.play(api, 2..<310)
        api.userOptOut("nielsenappsdk://0")
        api.end()
        let pings = bench.takePings().filter { $0.ping.product == .dcrVideo }
        for ping in pings {
            #expect(ping["c76"] == (ping["uoo"] == "true" ? "adbsnid," : "adbsnid,visitor-of-anna"))
            #expect(ping["c66"].contains("user=anna") == (ping["uoo"] == "false"))
        }
        #expect(Set(pings.map { $0["uoo"] }) == ["true", "false"])
    }

    /// What names a ping says nothing: neither the session nor how many there were.
    @Test func theNameOfAPingHoldsNoSession() throws {
        let bench = PrivacyBench(.ad)
        let api = try bench.session()
        let pings = bench.takePings()
        let names = pings.map(\.ping.id)
        #expect(Set(names).count == names.count)
        for ping in pings {
            #expect(ping.ping.id.count == 32 && ping.ping.id.allSatisfy(\.isHexDigit))
            let session = ping["sessionId"]
            #expect(session == "absent" || !ping.ping.id.contains(session))
        }
        _ = api
    }

    /// The article's table is what leaves: each parameter of each ping, for each flavor and state.
    @Test func theArticleListsWhatLeaves() throws {
        let table = try LeavingTable().text
        let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/NielsenAppApi/NielsenAppApi.docc/Privacy.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        #expect(text.contains(table), "the table of the article should be:\n\(table)")
    }
}

/// A flavor and what the user said, as the columns of the article have them.
struct PrivacyState: Sendable, CustomStringConvertible {
    let description: String
    let flavor: NielsenFlavor
    var authorization = NielsenTrackingAuthorization.authorized
    var optedOut = false
    var sendsUserIds = false

    static let all = [
        PrivacyState(description: "`ad`", flavor: .ad, sendsUserIds: true),
        PrivacyState(description: "`ad`, not asked", flavor: .ad, authorization: .notDetermined),
        PrivacyState(description: "`noAd`", flavor: .noAd, sendsUserIds: true),
        PrivacyState(description: "`noID`", flavor: .noID),
        PrivacyState(description: "opted out", flavor: .ad, optedOut: true),
    ]
}

/// Every parameter of every ping, and in which state it has a value, out of pings of all products.
struct LeavingTable {
    private static let ocrtag = "https://ads.example/t?c=1"

    /// The parameters that hold something in a state, by product.
    private func pings(_ state: PrivacyState) throws -> [NielsenProduct: [PingReading]] {
        let bench = PrivacyBench(state.flavor)
        bench.device = PrivacyBench.device(state.authorization)
        bench.device.bundleId = "com.example.app"
        try bench.store.set(.bool(state.optedOut), forKey: "nielsen.optOut")
        let more = ["nol_playerid": "player-of-anna", "appversion": "1.0"]
        let everything = [
            "segA": "a", "segB": "b", "segC": "c", "crossId1": "EP009311820061", "crossId2": "o", "cref3": "r",
            "progen": "CV", "adobeId": "visitor", "reportSuite": "suite", "mediaURL": "https://a.example/m",
            "pageURL": "https://a.example/p",
        ]
        let api = try bench.makeApi(more)
        api.play(["channelName": "News"])
        api.updateOTT(PrivacyBench.connected)
        api.loadMetadata(PrivacyBench.content.merging(everything) { $1 })
        api.sendID3(PrivacyBench.tag)
        bench.play(api, 0..<40)
        api.stop()
        api.loadMetadata(["type": "preroll", "assetid": "ad", "ocrtag": Self.ocrtag])
        bench.play(api, 0..<2)
        api.end()
        api.loadMetadata(["type": "static", "section": "Home"].merging(everything) { $1 })
        api.staticEnd()
        return Dictionary(grouping: bench.takePings(), by: \.ping.product)
    }

    var text: String {
        get throws {
            let states = PrivacyState.all
            let sessions = try states.map { try pings($0) }
            let heads = states.map(\.description)
            var lines = ["| Ping | Parameter | " + heads.joined(separator: " | ") + " |"]
            lines.append("|---|---|" + heads.map { _ in "---" }.joined(separator: "|") + "|")
            for product in NielsenProduct.allCases {
                let names = sessions.flatMap { $0[product] ?? [] }.flatMap(\.names)
                var seen: Set<String> = []
                for name in names where seen.insert(name).inserted {
                    let cells = sessions.map { Self.cell(name, $0[product] ?? []) }
                    lines.append("| \(product.rawValue) | `\(name)` | \(cells.joined(separator: " | ")) |")
                }
            }
            return lines.joined(separator: "\n")
        }
    }

    /// What is behind the fixed part of a value, in one of the pings.
    private static func cell(_ name: String, _ pings: [PingReading]) -> String {
        let values = pings.compactMap { $0.values[name] }
        let isFilled = values.contains { value in !value.isEmpty && !value.hasSuffix(",") }
        if name == "uoo" { return values.first ?? "" }
        return isFilled ? "sent" : "empty"
    }
}
