// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

/// What the article says is what is measured.
struct ViewabilityArticleTests {
    private let text: String

    init() throws {
        text = try PackageFolder.text("Sources/NielsenAppApi/NielsenAppApi.docc/Viewability.md")
    }

    @Test func theExampleIsPostedAsItStandsThere() throws {
        let bench = ViewabilityBench()
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<10)
        bench.screen.change { $0.views[0].frame.y = -100 }
        bench.play(api, 10..<20)
        bench.screen.show(Screen.scene([NielsenViewabilityView(tag: "8", frame: rect(0, 0, 400, 200))]))
        bench.play(api, 20..<30)
        bench.screen.show(Screen.scene([NielsenViewabilityView(tag: "9", frame: rect(0, 0, 100, 200))]))
        bench.play(api, 30..<40)
        bench.screen.show(Screen.scene([NielsenViewabilityView(tag: "9", frame: rect(0, 0, 116, 200))]))
        bench.play(api, 40..<50)
        api.end()
        let begin = try #require(text.range(of: "```json\n"))
        let end = try #require(text.range(of: "```", range: begin.upperBound..<text.endIndex))
        let example = try JSONObject(jsonText: String(text[begin.upperBound..<end.lowerBound]))
        let posted = try JSONObject(jsonText: try #require(bench.posts.last?.body))
        #expect(JSONValue.object(example) == .object(posted))
    }

    @Test func theSettingsAreThoseOfTheBuiltInConfiguration() throws {
        let settings = NielsenViewabilitySettings()
        for row in [
            "| `dcrContent`, `dcrAd`, `dtvr` | \(settings.measuresContent) |",
            "| `visibilityThreshold` | \(settings.visibilityThreshold) |",
            "| `volumeThreshold` | \(settings.volumeThreshold) |",
            "| `opaquePercent` | \(settings.opaquePercent) |",
            "| `sampleInterval` | \(settings.sampleIntervalMilliseconds) |",
            "| `maximumItems` | \(settings.maximumItems) |",
        ] {
            #expect(text.contains(row), "\(row)")
        }
        #expect(settings.measuresAds == settings.measuresContent)
        #expect(settings.measuresWatermarks == settings.measuresContent)
    }
}
