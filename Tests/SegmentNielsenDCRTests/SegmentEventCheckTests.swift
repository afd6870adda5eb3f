// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import SegmentNielsenDCR
import Testing

/// What is said of single events, and what is kept between events.
struct SegmentEventCheckTests {
    private static let content: JSONObject = [
        "asset_id": "c", "program": "P", "title": "T", "total_length": 100, "airdate": "2026-03-02", "position": 0,
    ]
    private static let ad: JSONObject = ["asset_id": "a", "type": "mid-roll"]

    /// Checks events one after the other; the findings of the last one, as severity, rule and key.
    private func found(_ events: (name: String, properties: JSONObject)...) -> [String] {
        var check = SegmentEventCheck(NielsenDCRSettings())
        var findings: [Finding] = []
        for event in events {
            findings = check.check(SegmentTrackEvent(event: event.name, properties: event.properties))
        }
        return findings.map { "\($0.severity.rawValue) \($0.rule) \($0.key ?? "-")" }
    }

    private func isClean(_ name: String, _ properties: JSONObject) -> Bool { found((name, properties)).isEmpty }

    // MARK: - Positions

    @Test(
        arguments: [
            (0, true), (-1, false), (100_000_000_000, true), (100_000_000_001, false), (.min, false), (.max, false),
        ] as [(Int64, Bool)]
    )
    func aPositionHasARange(_ position: Int64, _ isInRange: Bool) {
        let expected = isInRange ? [] : ["error \(Rule.positionRange.name) position"]
        #expect(found(("Video Playback Paused", ["position": .int(position)])) == expected)
        #expect(found(("Video Ad Started", Self.ad), ("Video Ad Playing", ["position": .int(position)])) == expected)
    }

    @Test func aPositionIsANumber() {
        let rule = "\(Rule.positionNotNumber.severity.rawValue) \(Rule.positionNotNumber.name) position"
        #expect(found(("Video Playback Paused", ["position": "soon"])) == [rule])
        #expect(isClean("Video Playback Paused", ["position": "30"]))
        #expect(isClean("Video Playback Paused", ["position": nil]))
    }

    @Test func aLivePositionIsNotPositive() {
        let rule = ["warning \(Rule.positionRange.name) position"]
        #expect(found(("Video Playback Paused", ["livestream": true, "position": 1])) == rule)
        #expect(isClean("Video Playback Paused", ["livestream": true, "position": 0]))
        #expect(isClean("Video Playback Paused", ["livestream": true, "position": -200_000]))
        // What is live is known for the events of content that do not say it, and of an ad only by its own event.
        let live = ("Video Content Started", Self.content.merging(["livestream": true]))
        #expect(found(live, ("Video Playback Paused", ["position": 1])) == rule)
        #expect(found(live, ("Video Ad Started", Self.ad.merging(["position": 1]))).isEmpty)
        #expect(found(live, ("Video Ad Started", Self.ad.merging(["position": 1, "livestream": true]))) == rule)
        #expect(found(live, ("Video Playback Paused", ["livestream": false, "position": 1])).isEmpty)
    }

    /// Positions of content of a hundred seconds: what is found, and whether milliseconds are suspected.
    @Test(
        arguments: [
            (105, nil, false), (106, "warning", false), (999, "warning", false), (1_000, "warning", true),
            (1_009, "warning", true), (1_010, "error", true), (100_999, "error", true), (101_000, "warning", false),
        ] as [(Int64, String?, Bool)]
    )
    func aPositionLiesWithinTheLength(_ position: Int64, _ severity: String?, _ areMilliseconds: Bool) {
        var check = SegmentEventCheck(NielsenDCRSettings())
        #expect(check.check(SegmentTrackEvent(event: "Video Content Started", properties: Self.content)).isEmpty)
        let paused = SegmentTrackEvent(event: "Video Playback Paused", properties: ["position": .int(position)])
        let findings = check.check(paused)
        #expect(findings.map(\.severity.rawValue) == [severity].compactMap { $0 })
        #expect(findings.allSatisfy { $0.rule == Rule.positionBeyondLength.name && $0.key == "position" })
        #expect(findings.allSatisfy { $0.message.contains("looks like milliseconds") == areMilliseconds })
    }

    @Test func positionsDuringAnAdMayBeThoseOfTheAd() {
        let started = ("Video Content Started", Self.content)
        let rule = ["warning \(Rule.positionBeyondLength.name) position"]
        let paused = ("Video Playback Paused", ["position": 106] as JSONObject)
        #expect(found(started, ("Video Ad Started", Self.ad), paused).isEmpty)
        #expect(found(started, ("Video Ad Started", Self.ad), ("Video Ad Completed", [:]), paused) == rule)
        #expect(found(started, ("Video Ad Started", Self.ad), ("Video Ad Completed", ["position": 500])).isEmpty)
    }

    // MARK: - Order

    @Test func contentAndAdsBeginWithTheirStart() {
        let content = ["\(Rule.contentNotStarted.severity.rawValue) \(Rule.contentNotStarted.name) event"]
        let ad = ["\(Rule.adNotStarted.severity.rawValue) \(Rule.adNotStarted.name) event"]
        for name in ["Video Content Playing", "Video Content Completed"] {
            #expect(found((name, [:])) == content)
            #expect(found((name, [:]), (name, [:])).isEmpty)
            #expect(found(("Video Content Started", Self.content), (name, [:])).isEmpty)
        }
        #expect(found(("Video Ad Playing", [:])) == ad)
        #expect(found(("Video Ad Playing", [:]), ("Video Ad Playing", [:])).isEmpty)
        #expect(found(("Video Ad Playing", [:]), ("Video Ad Completed", [:])).isEmpty)
        #expect(found(("Video Ad Completed", [:]), ("Video Ad Completed", [:])) == ad)
        #expect(found(("Video Ad Started", Self.ad), ("Video Ad Completed", [:]), ("Video Ad Playing", [:])) == ad)
    }

    // MARK: - Values and names

    @Test(
        arguments: [
            (true, true), (false, true), (0, true), (1, true), (2, false), (-1, false), (1.0, true), (0.0, true),
            (0.5, false), ("TRUE", true), ("no", true), ("", true), ("maybe", false), ([], false), (nil, true),
        ] as [(JSONValue, Bool)]
    )
    func aFlagIsTrueOrFalse(_ value: JSONValue, _ isFlag: Bool) {
        for name in ["full_episode", "livestream"] {
            let rule = "\(Rule.propertyValue.severity.rawValue) \(Rule.propertyValue.name) \(name)"
            #expect(found(("Video Playback Paused", [name: value])) == (isFlag ? [] : [rule]))
        }
    }

    @Test func contentOfAPrerollIsNamedWithItsPlace() {
        let rule = "\(Rule.propertyMissing.severity.rawValue) \(Rule.propertyMissing.name)"
        var content = Self.content
        content["program"] = " "
        let preroll: JSONObject = ["asset_id": "a", "type": "pre-roll", "content": .object(content)]
        #expect(found(("Video Ad Started", preroll)) == ["\(rule) content.program"])
        #expect(found(("Video Ad Started", preroll.merging(["type": "mid-roll"]))).isEmpty)
        #expect(found(("Video Ad Started", ["asset_id": "a"])) == ["\(rule) type"])
        #expect(found(("Video Ad Started", ["type": "mid-roll"])) == ["\(rule) asset_id"])
        #expect(found(("Video Playback Started", [:])) == ["\(rule) content_asset_id"])
        #expect(found(("Video Playback Started", ["ad_asset_id": "a"])).isEmpty)
        #expect(found(("Video Playback Started", ["content_asset_id": "c"])).isEmpty)
    }
}
