// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

struct ProductTests {
    private let bench = ViewabilityBench()

    private func configure(_ members: String) throws {
        let text = #"{"schema": "launch-hub.sdk-configuration", "version": 1, "viewability": {\#(members)}}"#
        bench.configuration = try NielsenConfiguration(jsonData: Data(text.utf8))
    }

    /// Content with an ad in it and watermarks; the lanes and kinds of the viewability pings.
    private func playEverything() throws -> [String] {
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<3)
        api.sendID3(ViewabilityBench.tag(100, pcOffset: 200))
        api.stop()
        api.loadMetadata(ViewabilityBench.spot)
        bench.play(api, 0..<3)
        api.end()
        var found: [String] = []
        for ping in bench.posts {
            let name = ping.url.contains("st=mtvr") ? "dtvr" : ping.lane?.rawValue ?? "none"
            if !found.contains(name) { found.append(name) }
        }
        return found.sorted()
    }

    @Test(arguments: [
        ("", ["ad", "content", "dtvr"]),
        (#""dcrContent": false"#, ["ad", "dtvr"]),
        (#""dcrAd": false"#, ["content", "dtvr"]),
        (#""dtvr": false"#, ["ad", "content"]),
        (#""dcrContent": false, "dcrAd": false"#, ["dtvr"]),
        (#""dcrContent": false, "dcrAd": false, "dtvr": false"#, []),
    ])
    func eachProductIsSwitchedByItself(_ members: String, _ expected: [String]) throws {
        try configure(members)
        #expect(try playEverything() == expected)
        // The measurement itself goes on.
        #expect(bench.pings.pings.filter { $0.product == .dcrVideo }.count == 4)
        #expect(bench.pings.pings.contains { $0.product == .dtvr })
    }

    @Test func whereEverythingIsOffNobodyLooksAtTheScreen() throws {
        try configure(#""dcrContent": false, "dcrAd": false, "dtvr": false"#)
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<10)
        #expect(bench.screen.looks == 0)
        // The one timer is that of the pause that nobody may tell.
        #expect(bench.clock.pendingCount == 1)
        #expect(bench.sink.records.allSatisfy { $0.viewability == nil })
    }

    @Test func pagesHaveNoVisibility() throws {
        let api = try bench.makePlayingApi()
        api.loadMetadata(["type": "static", "section": "Home"])
        bench.clock.advance(by: .seconds(100))
        api.staticEnd()
        #expect(bench.posts.isEmpty)
        #expect(bench.sink.records.allSatisfy { $0.viewability == nil })
    }

    @Test func settingsComeFromTheConfigurationFile() throws {
        try configure(#""visibilityThreshold": 10, "volumeThreshold": 2, "opaquePercent": 20, "maximumItems": 5"#)
        var expected = NielsenViewabilitySettings()
        expected.visibilityThreshold = 10
        expected.volumeThreshold = 2
        expected.opaquePercent = 20
        expected.maximumItems = 5
        #expect(bench.configuration.viewability == expected)
        #expect(NielsenViewabilitySettings().visibilityThreshold == 5)
        #expect(NielsenViewabilitySettings().volumeThreshold == 1)
    }

    @Test(arguments: [
        (#""dtvr": 1"#, "dtvr"), (#""visibilityThreshold": 0"#, "1 to 100"),
        (#""sampleInterval": 10"#, "50 to 60000"), (#""volumeThreshold": "1""#, "whole number"),
    ])
    func aWrongSettingNamesItsPlace(_ members: String, _ text: String) {
        let error = #expect(throws: NielsenConfigurationError.self) { try configure(members) }
        #expect(error?.description.contains("viewability") == true)
        #expect(error?.description.contains(text) == true)
    }

    // MARK: - Watermarks

    /// Watermarks each ten seconds for FD at 1000 + p and PC at 200 + p, from a player of which half is seen from 30 on.
    @Test func watermarksHaveSeriesByTheirOwnOffsets() throws {
        let api = try bench.makePlayingApi()
        for step in 0..<6 {
            if step == 3 { bench.screen.change { $0.views[0].frame.y = -100 } }
            bench.clock.advance(by: .seconds(10))
            api.sendID3(ViewabilityBench.tag(1000 + 10 * step, pcOffset: 200 + 10 * step))
        }
        api.end()
        let posts = bench.posts
        #expect(
            posts.map { ViewabilityBench.short("invs", $0.body) } == [
                ["100@1000+0"], ["100@200+0"], ["100@1010+20", "50@1030+20"], ["100@210+20", "50@230+20"],
            ]
        )
        let session = PingReading(posts[0])["sessionId"]
        #expect(
            posts[2].url.replacing(/&rnd=[0-9a-f]{10}$/, with: "")
                == "http://127.0.0.1:8642/cgi-bin/d?prd=viewability&ci=us-000000"
                + "&c13=asid%2CPE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX&sessionId=\(session)&st=mtvr"
                + "&ca=FD__EMc37zfVgq_8KB7baUYfg%3D%3D&cr=D4&at=timer&davty=2&os=1050&c61=createtm%2C1700000060"
                + "&uoo=false"
        )
        let body = try JSONObject(jsonText: try #require(posts[2].body))
        #expect(body["invs"] == [[100, 1010, 1_700_000_020, 20], [50, 1030, 1_700_000_040, 20]])
        #expect(body["inau"] == [[50, 1010, 1_700_000_020, 40]])
        #expect(body["inss"] == [["800x1600", 1010, 1_700_000_020, 40]])
        #expect(body["invp"] == [["800x1600", 1010, 1_700_000_020, 40]])
        #expect(body["ines"] == [["800x400", 1010, 1_700_000_020, 40]])
    }
}
