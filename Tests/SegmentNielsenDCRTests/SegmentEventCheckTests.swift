// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import SegmentNielsenDCR
import Testing

/// What is said of single events: each bound from both sides, and what is kept between events.
struct SegmentEventCheckTests {
    private static let content: JSONObject = [
        "asset_id": "c", "program": "P", "title": "T", "total_length": 100, "airdate": "2026-03-02", "position": 0,
    ]
    private static let ad: JSONObject = ["asset_id": "a", "type": "mid-roll"]

    /// Checks events one after the other; the findings of the last one, as severity, rule and key.
    private func found(_ events: (name: String, properties: JSONObject)...) -> [String] {
        var check = SegmentEventCheck(NielsenDCRSettings())
        var findings: [SegmentFinding] = []
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
        let expected = isInRange ? [] : ["error \(SegmentRule.positionRange.name) position"]
        #expect(found(("Video Playback Paused", ["position": .int(position)])) == expected)
        #expect(found(("Video Ad Started", Self.ad), ("Video Ad Playing", ["position": .int(position)])) == expected)
    }

    @Test func aPositionIsANumber() {
        let rule = "\(SegmentRule.positionNotNumber.severity.rawValue) \(SegmentRule.positionNotNumber.name) position"
        #expect(found(("Video Playback Paused", ["position": "soon"])) == [rule])
        #expect(isClean("Video Playback Paused", ["position": "30"]))
        #expect(isClean("Video Playback Paused", ["position": nil]))
    }

    @Test func aLivePositionIsNotPositive() {
        let rule = ["warning \(SegmentRule.positionRange.name) position"]
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
        #expect(findings.allSatisfy { $0.rule == SegmentRule.positionBeyondLength.name && $0.key == "position" })
        #expect(findings.allSatisfy { $0.message.contains("looks like milliseconds") == areMilliseconds })
    }

    @Test func aThousandOfAShortContentAreMilliseconds() {
        for (position, severity) in [(999, "warning"), (1_000, "error")] {
            let rule = "\(severity) \(SegmentRule.positionBeyondLength.name) position"
            let properties: JSONObject = ["total_length": 10, "position": .int(Int64(position))]
            #expect(found(("Video Playback Paused", properties)) == [rule])
        }
    }

    @Test func anEventsOwnLengthComesFirst() {
        let rule = ["warning \(SegmentRule.positionBeyondLength.name) position"]
        let started = ("Video Content Started", Self.content)
        #expect(found(started, ("Video Playback Paused", ["position": 56, "total_length": 50])) == rule)
        #expect(found(started, ("Video Playback Paused", ["position": 56, "content_length": 50])) == rule)
        #expect(found(started, ("Video Playback Paused", ["position": 200, "total_length": 300])).isEmpty)
        // A length of nothing is that of a live stream, or none.
        #expect(found(started, ("Video Playback Paused", ["position": 106, "total_length": 0])) == rule)
        #expect(found(("Video Playback Paused", ["position": 7, "total_length": 1])) == rule)
        #expect(isClean("Video Playback Paused", ["position": 7, "total_length": 0]))
        let short = ("Video Content Started", Self.content.merging(["total_length": 1]))
        #expect(found(short, ("Video Playback Paused", ["position": 7])) == rule)
        let none = ("Video Content Started", Self.content.merging(["total_length": 0]))
        #expect(found(none, ("Video Playback Paused", ["position": 7])).isEmpty)
    }

    @Test func positionsDuringAnAdMayBeThoseOfTheAd() {
        let started = ("Video Content Started", Self.content)
        let rule = ["warning \(SegmentRule.positionBeyondLength.name) position"]
        let paused = ("Video Playback Paused", ["position": 106] as JSONObject)
        #expect(found(started, ("Video Ad Started", Self.ad), paused).isEmpty)
        #expect(found(started, ("Video Ad Started", Self.ad), ("Video Ad Completed", [:]), paused) == rule)
        #expect(found(started, ("Video Ad Started", Self.ad), ("Video Ad Completed", ["position": 500])).isEmpty)
    }

    // MARK: - Order

    @Test func contentAndAdsBeginWithTheirStart() {
        let content = ["\(SegmentRule.contentNotStarted.severity.rawValue) \(SegmentRule.contentNotStarted.name) event"]
        let ad = ["\(SegmentRule.adNotStarted.severity.rawValue) \(SegmentRule.adNotStarted.name) event"]
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

    @Test func aResetForgetsTheStream() {
        var check = SegmentEventCheck(NielsenDCRSettings())
        func findings(_ name: String, _ properties: JSONObject = [:]) -> Int {
            check.check(SegmentTrackEvent(event: name, properties: properties)).count
        }
        let bad = ["type": "content", "assetid": "c", "program": "P", "title": "T", "length": "10", "airdate": "x"]
        _ = findings("Video Content Started", Self.content.merging(["livestream": true]))
        _ = findings("Video Ad Started", Self.ad)
        let count = check.check(loading: bad).count
        #expect(count > 0)
        #expect(check.check(loading: bad).isEmpty)
        check.reset()
        // Neither the stream is live, nor is its length known, nor content or ad.
        #expect(findings("Video Playback Paused", ["position": 1]) == 0)
        #expect(findings("Video Playback Paused", ["position": 900]) == 0)
        #expect(findings("Video Content Playing") == 1)
        #expect(findings("Video Ad Playing") == 1)
        #expect(check.check(loading: bad).count == count)
    }

    @Test func metadataIsJudgedOnceUntilItChangesOrPlaybackCompletes() {
        var check = SegmentEventCheck(NielsenDCRSettings())
        var bad = ["type": "content", "assetid": "c", "program": "P", "title": "T", "length": "10", "airdate": "x"]
        let findings = check.check(loading: bad)
        #expect(findings.allSatisfy { $0.severity == .error } && !findings.isEmpty)
        #expect(findings.allSatisfy { !$0.rule.hasPrefix("META_MISSING") && !$0.rule.hasPrefix("META_EMPTY") })
        #expect(check.check(loading: bad).isEmpty)
        bad["title"] = "U"
        #expect(!check.check(loading: bad).isEmpty)
        _ = check.check(SegmentTrackEvent(event: "Video Playback Paused"))
        #expect(check.check(loading: bad).isEmpty)
        _ = check.check(SegmentTrackEvent(event: "Video Playback Completed"))
        #expect(!check.check(loading: bad).isEmpty)
        // What is missing was found in the event.
        #expect(check.check(loading: ["type": "content", "program": ""]).allSatisfy { $0.severity == .error })
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
            let rule = "\(SegmentRule.propertyValue.severity.rawValue) \(SegmentRule.propertyValue.name) \(name)"
            #expect(found(("Video Playback Paused", [name: value])) == (isFlag ? [] : [rule]))
        }
    }

    @Test func whatAMissingPropertyMayBeIsLookedForInAHundredNames() {
        for (count, isFound) in [(99, true), (100, false)] {
            var properties = JSONObject((0..<count).map { ("filler number \($0)", .int(1)) })
            properties["progam"] = "P"
            for entry in Self.content where entry.key != "program" { properties[entry.key] = entry.value }
            var check = SegmentEventCheck(NielsenDCRSettings())
            let findings = check.check(SegmentTrackEvent(event: "Video Content Started", properties: properties))
            #expect(findings.map(\.key) == ["program"])
            #expect(findings.first?.message.hasSuffix("is \"progam\" meant to be it?") == isFound)
        }
    }

    @Test func contentOfAPrerollIsNamedWithItsPlace() {
        let rule = "\(SegmentRule.propertyMissing.severity.rawValue) \(SegmentRule.propertyMissing.name)"
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

    @Test func anUnknownEventOfVideoIsNamedAsFarAsItIsShown() {
        var check = SegmentEventCheck(NielsenDCRSettings())
        let long = "Video " + String(repeating: "x", count: 80)
        let findings = check.check(SegmentTrackEvent(event: long))
        #expect(findings.map(\.rule) == [SegmentRule.eventUnknown.name])
        #expect(findings.first?.message.hasPrefix("\"\(long.prefix(64))\" is not") == true)
        #expect(check.check(SegmentTrackEvent(event: "Order Completed")).isEmpty)
        let off = SegmentTrackEvent(event: long, properties: [:], integrations: ["nielsen-dcr": false])
        #expect(check.check(off).isEmpty)
    }
}
