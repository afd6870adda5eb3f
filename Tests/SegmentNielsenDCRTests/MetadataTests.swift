// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import SegmentNielsenDCR
import Testing

struct MetadataTests {
    private static func content(_ properties: JSONObject, options: JSONObject = [:]) -> [String: String] {
        NielsenDCRTranslator.metadata("Video Content Started", properties, options: options).first ?? [:]
    }

    @Test func contentAlwaysHasFourteenKeys() {
        let metadata = Self.content([:])
        #expect(
            metadata == [
                "type": "content", "assetid": "", "program": "", "title": "", "length": "", "airdate": "",
                "isfullepisode": "n", "adloadtype": "1", "hasAds": "0", "pipmode": "false", "segB": "", "segC": "",
                "crossId1": "", "crossId2": "",
            ]
        )
    }

    @Test(arguments: ["content_asset_id", "contentAssetId", "Content Asset ID", "CONTENT-ASSET-ID", "contentassetid"])
    func aKeyIsFoundInEverySpelling(_ key: String) {
        #expect(Self.content([key: "c"])["assetid"] == "c")
    }

    @Test func theExactSpellingWinsThenTheAlphabet() {
        #expect(Self.content(["Title": "b", "title": "a"])["title"] == "a")
        #expect(Self.content(["title": nil, "Title": "b"])["title"] == "b")
        #expect(Self.content(["titlE": "c", "TITLE": "a", "Title": "b"])["title"] == "a")
        #expect(Self.content(["ti_tle": "d", "TITLE": nil])["title"] == "d")
    }

    static let texts: [(JSONValue, String)] = [
        ("text", "text"), (true, "true"), (false, "false"), (400, "400"), (400.0, "400"), (0.1, "0.1"), (1e20, "1e+20"),
        (.double(.nan), ""), (.double(.infinity), ""), (.null, ""), (["a", 1], #"["a",1]"#), (["k": 2], #"{"k":2}"#),
        (.int(.min), "-9223372036854775808"),
    ]

    @Test(arguments: texts)
    func valuesBecomeText(_ value: JSONValue, _ text: String) {
        #expect(Self.content(["title": value])["title"] == text)
    }

    static let identifiers: [(JSONValue, String)] = [
        (["first", "second"], "first"), ([], "other"), ([nil], "other"), ([[1]], "other"), (["a": 1], "other"),
        (7, "7"),
        ("", "other"), ([7.0], "7"),
    ]

    @Test(arguments: identifiers)
    func ofAListTheFirstIsTheIdentifier(_ value: JSONValue, _ text: String) {
        #expect(Self.content(["asset_id": value, "content_asset_id": "other"])["assetid"] == text)
    }

    static let truths: [(JSONValue, String)] = [
        (true, "y"), (1, "y"), (1.0, "y"), ("true", "y"), ("1", "y"), ("YES", "y"), ("y", "y"), (false, "n"), (0, "n"),
        (2, "n"), ("false", "n"), ("on", "n"), ([true], "n"), (.null, "n"),
    ]

    @Test(arguments: truths)
    func valuesBecomeTruth(_ value: JSONValue, _ text: String) {
        #expect(Self.content(["full_episode": value])["isfullepisode"] == text)
    }

    static let positions: [(JSONValue, Int64)] = [
        (12, 12), (12.7, 12), (-0.5, 0), ("12", 12), ("12.7", 12), ("1e2", 100), (-1, 0), ("-3", 0), (true, 0), ("", 0),
        ("0x10", 0), ("nan", 0), ("infinity", 0), ([5], 0), (1e300, 0), (.double(.nan), 0), (.int(.max), 0),
        (100_000_000_000, 100_000_000_000), (100_000_000_001, 0),
    ]

    @Test(arguments: positions)
    func positionsAreWholeAndUsableOrMissing(_ value: JSONValue, _ expected: Int64) {
        var translator = NielsenDCRTranslator()
        var effects: [NielsenDCREffect] = []
        translator.track(
            SegmentTrackEvent(event: "Video Ad Playing", properties: ["position": value]),
            at: NielsenDCRTime(now: .zero, unixSeconds: 0),
            into: &effects
        )
        #expect(effects == [.heartbeatStarted(at: expected)])
    }

    @Test func playbackEventsNameTheContentByItsOwnKeys() {
        func id(_ properties: JSONObject) -> String? {
            NielsenDCRTranslator.metadata("Video Playback Started", properties).first?["assetid"]
        }
        #expect(id(["asset_id": "a", "content_asset_id": "c"]) == "c")
        #expect(id(["asset_id": "a", "content_asset_ids": ["c1", "c2"]]) == "c1")
        #expect(id(["asset_id": "a", "content_asset_id": nil]) == "a")
        #expect(Self.content(["asset_id": "a", "content_asset_id": "c"])["assetid"] == "a")
    }

    @Test func lengthIsZeroForLiveStreamsThatHaveNone() {
        #expect(Self.content(["livestream": true])["length"] == "0")
        #expect(Self.content(["livestream": true, "content_length": 60])["length"] == "60")
        #expect(Self.content(["total_length": 400.5])["length"] == "400.5")
    }

    @Test func loadTypeIsTheFirstThatIsSaid() {
        #expect(Self.content(["load_type": "Dynamic"])["adloadtype"] == "2")
        #expect(Self.content(["loadType": "dynamic"], options: ["adLoadType": "linear"])["adloadtype"] == "1")
        #expect(Self.content(["loadType": "dynamic"], options: ["adLoadType": "null"])["adloadtype"] == "2")
        #expect(Self.content(["loadType": "dynamic"], options: ["ad_load_type": ""])["adloadtype"] == "2")
        let preroll = NielsenDCRTranslator.metadata(
            "Video Ad Started",
            ["type": "preroll", "load_type": "dynamic", "content": ["asset_id": "c"]]
        )
        #expect(preroll.first?["adloadtype"] == "2")
    }

    static let hasAds: [(JSONValue, String)] = [
        (true, "1"), (false, "0"), ("0", "0"), ("1", "1"), ("2", "2"), (2, "2"), ("true", "1"), ("odd", "0"),
        (.null, "0"),
    ]

    @Test(arguments: hasAds)
    func hasAdsIsOneOfThreeDigits(_ value: JSONValue, _ text: String) {
        #expect(Self.content([:], options: ["hasAds": value])["hasAds"] == text)
    }

    @Test(arguments: ["nielsen-dcr", "Nielsen DCR", "NielsenDCR", "nielsen_dcr"])
    func optionsAreFoundInBothSpellings(_ key: String) {
        let event = SegmentTrackEvent(
            event: "Video Playback Resumed",
            integrations: ["All": false, key: ["channelName": "News", "media_url": "u"]]
        )
        var translator = NielsenDCRTranslator()
        var effects: [NielsenDCREffect] = []
        translator.track(event, at: NielsenDCRTime(now: .zero, unixSeconds: 0), into: &effects)
        #expect(effects.first == .call(.play(["channelName": "News", "mediaURL": "u"])))
    }

    static let integrations: [(JSONObject, Bool)] = [
        ([:], true), (["nielsen-dcr": true], true), (["nielsen-dcr": nil], true), (["Other": false], true),
        (["All": true], true), (["All": false, "Nielsen DCR": true], true), (["All": false], false),
        (["nielsen-dcr": false], false), (["Nielsen DCR": false, "All": true], false),
        (["Nielsen DCR": false, "nielsen-dcr": ["segB": "b"]], true),
    ]

    @Test(arguments: integrations)
    func anEventThatIsNotForTheDestinationIsSkipped(_ integrations: JSONObject, _ isTaken: Bool) {
        let stage = Stage()
        stage.destination?.track(SegmentTrackEvent(event: "Video Content Started", integrations: integrations))
        stage.destination?.page(SegmentScreenEvent(name: "Home", integrations: integrations))
        #expect(stage.sdk.count == (isTaken ? 2 : 0))
    }

    static let adTypes: [(JSONValue, String)] = [
        ("pre-roll", "preroll"), ("preroll", "preroll"), ("PRE_ROLL", "preroll"), ("Mid Roll", "midroll"),
        ("post-roll", "postroll"), ("over-lay", "overlay"), ("-", "ad"), ("", "ad"), (.null, "ad"),
    ]

    @Test(arguments: adTypes)
    func adsHaveATypeOfTheSDK(_ value: JSONValue, _ type: String) {
        let metadata = NielsenDCRTranslator.metadata("Video Ad Started", ["ad_asset_id": "a", "type": value])
        #expect(metadata == [["assetid": "a", "type": type, "title": ""]])
    }

    @Test func aPrerollWithItsContentLoadsBoth() {
        let properties: JSONObject = ["asset_id": "a", "type": "pre-roll", "content": ["asset_id": "c", "title": "t"]]
        let loaded = NielsenDCRTranslator.metadata("Video Ad Started", properties, options: ["segB": "b"])
        #expect(loaded.map { $0["assetid"] } == ["c", "a"])
        #expect(loaded.first?["segB"] == "b")
        let others = [properties.merging(["type": "mid-roll"]), properties.merging(["content": "c"])]
        for other in others { #expect(NielsenDCRTranslator.metadata("Video Ad Started", other).count == 1) }
    }

    @Test func pagesHaveASection() {
        func section(_ event: SegmentScreenEvent, custom: String? = nil) -> String? {
            var settings = NielsenDCRSettings(appId: "P1")
            settings.customSectionProperty = custom
            let stage = Stage(settings)
            stage.destination?.page(event)
            return stage.sdk.calls.first?.metadata?["section"]
        }
        #expect(section(SegmentScreenEvent(name: "Home")) == "Home")
        #expect(section(SegmentScreenEvent(name: "Home", category: "News")) == "Home")
        #expect(section(SegmentScreenEvent(name: nil)) == "Unknown")
        #expect(section(SegmentScreenEvent(name: "", category: "News")) == "Unknown")
        #expect(section(SegmentScreenEvent(name: "Home", properties: ["my_section": 5]), custom: "mySection") == "5")
        #expect(section(SegmentScreenEvent(name: "Home", properties: ["mySection": ""]), custom: "mySection") == "Home")
    }
}
