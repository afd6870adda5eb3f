// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenTestSupport
import Testing

@testable import NielsenAppApi

/// The SDK and the validator read `trackEvent` with one reader: what one says of an event, the other says too.
struct OneReaderTests {
    private static let parts: [JSONValue] = [
        json(Bench.content), json(Bench.content("b")), json(Bench.preroll), json(Bench.page), [:], "", " ", .null, 5,
        ["type": "radio", "assetid": "r"], ["type": "bogus", "assetid": "x"], ["length": 60, "assetid": "n"],
        ["adModel": "1", "channelname": "c"], ["assetId": "a", "title": "318"], [1], "{}", true,
        ["type": "ad", "assetid": "a", "ocrtag": "https://ads.example/a b"],
    ]
    private static let names: [JSONValue] = [
        "playhead", "playhead", "playhead", "playhead", "pause", "complete", "adStop", "bogus", "", .null, 5,
    ]
    private static let kinds: [JSONValue] = [
        "content", "content", "ad", "static", "bogus", "pre-roll", "Content", "radio", "", .null, true, 7,
    ]
    private static let positions: [JSONValue] = [
        "0", "10", 10, 10.0, 1.5, "1501225191747", 1_501_225_191_747, "99999999999999", "-1", "", " ", "x", .null, true,
        [:], "1542797780", "+7", "99999999999999999999999",
    ]
    private static let odd: [JSONValue] = [.null, "", "x", 5, true, "true", "nielsenappsdk://1", [1], [:], 1.5]

    private static func json(_ values: [String: String]) -> JSONValue {
        .object(JSONObject(values.mapValues(JSONValue.string)))
    }

    private func mutated(_ dice: inout SeededGenerator) -> JSONObject {
        func pick(_ values: [JSONValue]) -> JSONValue { values.randomElement(using: &dice) ?? .null }
        func happens(_ often: Int) -> Bool { Int.random(in: 0..<often, using: &dice) == 0 }
        var event: JSONObject = [
            "event": pick(Self.names), "type": pick(Self.kinds), "playheadPosition": pick(Self.positions),
            "metadata": ["content": pick(Self.parts), "ad": pick(Self.parts), "static": pick(Self.parts)],
        ]
        for key in ["event", "type", "playheadPosition", "metadata"] where happens(12) { event[key] = nil }
        if happens(10) { event["metadata"] = happens(2) ? pick(Self.odd) : Self.json(Bench.content) }
        if happens(10) { event["metadata"] = ["content": Self.json(Bench.content), "Content": [:], "other": 1] }
        if happens(6) { event["id3Data"] = happens(2) ? .string(Bench.id3) : pick(Self.odd) }
        if happens(8) { event["id3Data"] = .string(" " + Bench.id3) }
        if happens(6) { event["ottData"] = happens(2) ? ["ottStatus": 1, "ottType": "casting"] : pick(Self.odd) }
        for key in ["optout", "buffering", "buttonEvent", "colour", "Event", "adModel", "channelName"] where happens(8)
        {
            event[key] = pick(Self.odd)
        }
        return event
    }

    /// What a new instance says about an event: the texts of its errors.
    private func told(_ event: JSONObject) throws -> [String] {
        let bench = Bench()
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event.anyDictionary)
        return bench.hearing.texts
    }

    private func read(_ source: NielsenTrackEvent.Source) -> (NielsenTrackEvent?, [NielsenValidationIssue]) {
        var reader = NielsenTrackEventReader(mode: .strict, maximumPlayhead: 100_000_000_000)
        let event = reader.read(source)
        return (event, reader.findings)
    }

    @Test(arguments: UInt64(1)...10)
    func aThousandEventsAreReadTheSameByAll(_ seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var measured = 0
        for _ in 0..<1_000 {
            let object = mutated(&dice)
            let (event, findings) = read(.init(object))
            let plain = read(.init(object.anyDictionary))
            let bridged = read(.init(object.anyDictionary as [AnyHashable: Any]))
            #expect(plain == (event, findings) && bridged == (event, findings), "\(object.jsonText)")

            let issues = NielsenValidator.validate(.event, .object(object))
            let fromText = NielsenValidator.validate(.event, .string(object.jsonText))
            #expect(issues == fromText, "\(object.jsonText)")
            #expect(issues.starts(with: findings))
            let errors = Set(issues.filter { NielsenError($0) != nil }.map(\.message))
            let texts = Set(try told(object))
            // Without the metadata that it credits, an event is measured with what was reported before, which is
            // nothing here.
            let isEmpty = issues.contains {
                $0.rule == "METADATA_EMPTY_FOR_TYPE" || $0.rule == "META_NOT_JSON_OBJECT" && $0.key != "ottData"
            }
            let unreadKeys = issues.filter { $0.rule == "META_NOT_STRING" }.compactMap {
                $0.key?.split(separator: ".").last
            }
            let surplus = texts.subtracting(errors).filter { text in
                !isEmpty && !unreadKeys.contains { text.contains("has no \($0), which is required") }
            }
            #expect(surplus.isEmpty, "\(object.jsonText)")
            // What the reader finds the instance says always, and what is wrong with metadata where it is used.
            let needed = findings.filter { NielsenError($0) != nil }.map(\.message)
            #expect(texts.isSuperset(of: needed), "\(object.jsonText)")
            guard let event, event.name == .playhead, !event.isBuffering, !isEmpty else { continue }
            let used = "metadata." + event.kind.rawValue
            let ofUsed = issues.filter { $0.key?.hasPrefix(used) == true && NielsenError($0) != nil }.map(\.message)
            #expect(texts.isSuperset(of: ofUsed), "\(object.jsonText)")
            measured += 1
        }
        #expect(measured > 100)
    }

    /// The type of the event itself is read as content by both; it was called "not measured" by one of them.
    @Test func anUnknownTypeIsTakenAsContentByBoth() throws {
        let event: JSONObject = [
            "event": "playhead", "type": "bogus", "playheadPosition": "0",
            "metadata": ["content": Self.json(Bench.content)],
        ]
        let text = "trackEvent has the unknown type \"bogus\" and is read as content; use content, ad or static"
        #expect(NielsenValidator.validate(.event, .object(event)).map(\.message) == [text])
        let bench = Bench()
        let tracker = try bench.makeTracker()
        tracker.trackEvent(event.anyDictionary)
        #expect(bench.hearing.texts == [text])
        #expect(bench.records == ["view content vid345-67483#1 []"])
    }

    /// The example of a position in "DCR & DTVR iOS Adobe Launch Extension" is a time in milliseconds.
    @Test func aTimeInMillisecondsIsTakenAsSecondsWithARemark() throws {
        let bench = Bench()
        let tracker = try bench.makeTracker()
        for second in 0..<3 {
            tracker.trackEvent([
                "event": "playhead", "playheadPosition": "\(1_501_225_191_747 + second * 1_000)",
                "metadata": ["content": Bench.content],
            ])
            bench.clock.advance(by: .seconds(1))
        }
        #expect(bench.hearing.errors.isEmpty)
        #expect(bench.sink.records.last?.playhead == 1_501_225_191)
        let remarks = bench.lines.records.filter { $0.message.contains("PLAYHEAD_MILLISECONDS") }
        #expect(remarks.count == 1)
        #expect(remarks.first?.level == .warning)
        #expect(bench.logged("was read as 1501225191 s"))
        tracker.trackEvent(["event": "playhead", "playheadPosition": "99999999999999"])
        #expect(bench.hearing.errors.contains(15))
    }
}
