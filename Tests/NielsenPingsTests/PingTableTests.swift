// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// Explaining a ping, and finding what should not be in a series of them.
struct PingTableTests {
    private let bench = PingBench()

    @Test func everyParameterOfEveryPingHasAMeaningAndAnOrigin() throws {
        let api = try bench.makeApi()
        api.play(["channelName": "One"])
        api.loadMetadata(PingBench.content)
        api.sendID3(PingBench.tag(10))
        api.loadMetadata(["type": "preroll", "assetid": "ad", "ocrtag": "https://ads.example/t?c=1"])
        bench.play(api, 0..<2)
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<2)
        api.loadMetadata(["type": "static", "section": "Home"])
        api.end()
        let products = Set(bench.pings.pings.map(\.product))
        #expect(products == [.session, .tsv, .dtvr, .dar, .dcrVideo, .dcrStatic])
        for ping in bench.pings.pings {
            let table = NielsenPingTable(ping.url)
            #expect(table.product == ping.product.rawValue)
            #expect(table.rows.map(\.name) == PingReading(ping).names)
            // The tag of an ad server has parameters of its own.
            for row in table.rows where !(ping.product == .dar && row.name == "c") {
                #expect(!row.meaning.isEmpty, "\(row.name) of \(table.product)")
                #expect(!row.origin.isEmpty, "\(row.name) of \(table.product)")
            }
        }
        let view = try #require(bench.pings.pings.first { $0.product == .dcrVideo })
        let table = NielsenPingTable(view.url)
        #expect(table["c27"] == "0")
        #expect(table["c13"] == PingBench.appInfo["appid"])
        #expect(table.rows.first { $0.name == "tl" }?.origin == "metadata: title")
        #expect(table.rows.first { $0.name == "c14" }?.origin == "device: osVersion")
        #expect(table.rows.first { $0.name == "c26" }?.origin == "configuration: nol_dataMap")
        #expect(table.rows.first { $0.name == "c62" }?.origin == "delivery")
    }

    // MARK: - Checking

    /// What is known of an address says which template it has, also where most of it is missing.
    @Test func anIncompleteAddressHasTheTemplateOfItsProduct() {
        #expect(NielsenPingTable("https://h.example/cgi-bin/gn?prd=dcr&ci=us&c6=c00&rt=video").product == "dcrVideo")
        #expect(NielsenPingTable("https://h.example/cgi-bin/gn?prd=dcr&rt=text&ci=us").product == "dcrStatic")
        #expect(NielsenPingTable("https://h.example/cgi-bin/gn?prd=dcr").template.hasPrefix("dcr"))
    }

    private func rules(_ urls: [String]) -> [String] {
        var lint = NielsenPingLint()
        for url in urls { lint.read(url) }
        return lint.finish().map(\.rule)
    }

    private func evening() throws -> [String] {
        let api = try bench.makeApi()
        api.play(["channelName": "One"])
        api.loadMetadata(PingBench.content)
        api.sendID3(PingBench.tag(10))
        bench.play(api, 0..<40)
        api.loadMetadata(PingBench.ad("midroll", "ad"))
        bench.play(api, 0..<10)
        api.loadMetadata(PingBench.content)
        bench.play(api, 40..<50)
        api.userOptOut("nielsenappsdk://1")
        bench.play(api, 50..<60)
        api.end()
        return bench.pings.pings.map(\.url)
    }

    @Test func whatTheLibraryMakesHasNoFindings() throws {
        #expect(try rules(evening()) == [])
    }

    @Test func eachFaultIsFound() throws {
        let urls = try evening()
        func changed(_ change: (inout [String]) -> Void) -> [String] {
            var urls = urls
            change(&urls)
            return Array(Set(rules(urls)))
        }
        let content = try #require(urls.firstIndex { $0.contains("davty=2") && $0.contains("ty=content") })
        let after = try #require(urls.firstIndex { $0.contains("prd=dcr") && $0.contains("uoo=true") })
        let before = try #require(urls.firstIndex { $0.contains("prd=dcr") && $0.contains("uoo=false") })
        let tag = try #require(urls.firstIndex { $0.contains("st=mtvr") })
        #expect(changed { $0.append($0[0]) } == ["PING_EQUAL"])
        #expect(changed { $0[0] += "&x=" + String(repeating: "a", count: 2_000) } == ["PING_TOO_LONG"])
        #expect(
            changed { $0[after] = $0[after].replacing("c29=plid%2C", with: "c29=plid%2Canna") } == [
                "PING_IDENTIFIER_AFTER_OPT_OUT"
            ]
        )
        let session = try #require(NielsenPingTable(urls[before])["sessionId"])
        let later = try #require(NielsenPingTable(urls[after])["sessionId"])
        #expect(
            changed { $0[after] = $0[after].replacing("sessionId=" + later, with: "sessionId=" + session) }.contains(
                "PING_JOINED_OVER_A_CHOICE"
            )
        )
        #expect(
            changed {
                $0.insert(
                    $0[tag].replacing("c6=mtvr%2Cc00", with: "c6=mtvr%2Cc01").replacing("rnd=", with: "rnd=1"),
                    at: tag + 1
                )
            }
                == ["PING_CHANNEL_OF_ANOTHER_WATERMARK"]
        )
        #expect(changed { $0[content] = $0[content].replacing("c52=noad%2C1", with: "c52=noad%2C3") } == ["PING_SUM"])
        #expect(changed { $0[content] = $0[content].replacing("cln%2C", with: "cln%2C9") } == ["PING_SUM"])
        // A view begins once.
        #expect(changed { $0.insert($0[before].replacing("rnd=", with: "rnd=1"), at: before + 1) } == ["PING_SUM"])
    }
}
