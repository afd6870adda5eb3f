// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// What stands in the address of a ping: nothing that begins another parameter, and not more than servers take.
struct AddressTests {
    private let bench = PingBench()

    @Test func noValueBeginsAnotherParameter() throws {
        let api = try bench.makeApi(
            PingBench.appInfo.merging(["appid": "P1&uoo=true#x", "clientid": "us&a=1"]) { $1 }
        )
        var content = PingBench.content
        content["hasAds"] = "1&uoo=true"
        content["pipmode"] = "true&uoo=true"
        api.loadMetadata(content)
        bench.play(api, 0..<2)
        let view = try #require(bench.read(.dcrVideo).first)
        #expect(view.names.filter { $0 == "uoo" }.count == 1)
        #expect(view["uoo"] == "false")
        #expect(view["c13"] == "asid,P1&uoo=true#x")
        #expect(view["ci"] == "us&a=1")
        #expect(view["c77"] == "adsuprt,1&uoo=true")
        #expect(bench.read(.session)[0].names.filter { $0 == "uoo" }.count == 1)
    }

    @Test func anAddressIsCutWhereItIsTooLongAndNeverInTheMiddleOfACharacter() throws {
        let api = try bench.makeApi()
        var content = PingBench.content
        content["title"] = String(repeating: "é", count: 3_000)
        content["program"] = String(repeating: "p", count: 900)
        api.loadMetadata(content)
        bench.play(api, 0..<2)
        let view = try #require(bench.read(.dcrVideo).first)
        #expect(view.ping.url.count <= 2_000)
        #expect(view.ping.url.count > 1_900)
        #expect(!view.values.values.contains("undecodable"))
        #expect(view["tl"].allSatisfy { $0 == "é" })
        #expect(view["ai"] == PingBench.content["assetid"])
        #expect(view["uoo"] == "false")
        // The time of sending is still where delivery looks for it.
        let sent = PingReading(
            NielsenPing(
                product: .dcrVideo,
                cadence: .impression,
                url: view.ping.url(sentAt: 1_800_000_000_000),
                stream: "s",
                id: "i",
                createdAt: 0
            )
        )
        #expect(sent["c62"] == "sendTime,1800000000")
        #expect(bench.hearing.errors.filter { $0 == 7 }.count == 1)
        #expect(bench.hearing.texts.contains { $0.contains("more than 2000 characters; cut: tl") })
    }

    @Test func whatAnAdServerGetsIsWhatIsDocumented() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        api.loadMetadata([
            "type": "preroll", "assetid": "ad", "ocrtag": "https://ads.example/a b?c=[CACHEBUSTER]#part",
        ])
        bench.play(api, 0..<2)
        let ping = try #require(bench.read(.dar).first)
        #expect(ping.ping.url.hasPrefix("https://ads.example/a%20b?c=%5BCACHEBUSTER%5D&c7="))
        #expect(ping.ping.url.hasSuffix("#part"))
        #expect(
            ping.names == [
                "c", "c7", "c8", "c10", "c14", "c9", "c29", "c30", "c11", "c12", "c13", "c24", "c26", "uoo", "c61",
                "c62",
                "c68", "c73", "c74", "rnd",
            ]
        )
        #expect(ping["c13"] == "asid,\(PingBench.appInfo["appid"] ?? "")")
        #expect(!ping.ping.url.contains(bench.read(.session)[0]["sessionId"]))
        for tag in ["http://ads.example/t", "https://user:word@ads.example/t", "https://"] {
            api.loadMetadata(["type": "preroll", "assetid": "unsafe", "ocrtag": tag])
            bench.play(api, 0..<2)
        }
        #expect(bench.read(.dar).count == 1)
        #expect(bench.hearing.errors.filter { $0 == 8 }.count == 3)
        let issues = NielsenValidator().validate(.ad, ["type": "ad", "ocrtag": "https://a.example/[CACHEBUSTER]"])
        #expect(issues.map(\.rule) == ["OCRTAG_MACRO"])
    }
}
