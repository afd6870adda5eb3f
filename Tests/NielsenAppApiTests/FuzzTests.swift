// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Calls in any order with any input: nothing crashes, and what is measured stays consistent.
struct FuzzTests {
    private static let metadata: [[String: String]] = [
        Bench.content, Bench.content("b"), Bench.preroll, Bench.midroll, Bench.postroll, Bench.page, [:],
        ["type": "content"], ["type": "static", "section": "News"], ["type": "ad", "assetid": ""],
    ]

    private func junk(_ dice: inout SeededGenerator, depth: Int = 0) -> Any {
        switch Int.random(in: 0..<14, using: &dice) {
        case 0: return Int.random(in: .min ... .max, using: &dice)
        case 1: return Double.nan
        case 2: return -Double.infinity
        case 3: return true
        case 4: return NSNull()
        case 5: return Optional<String>.none as Any
        case 6: return "1"
        case 7: return "nielsenappsdk://1"
        case 8: return String(repeating: "/", count: 6)
        case 9: return Date(timeIntervalSince1970: 0)
        case 10 where depth < 4: return [junk(&dice, depth: depth + 1)]
        case 11 where depth < 4:
            return ["assetid": junk(&dice, depth: depth + 1), "type": junk(&dice, depth: depth + 1)]
        case 12: return Self.metadata.randomElement(using: &dice) ?? [:]
        default: return ""
        }
    }

    private func event(_ dice: inout SeededGenerator) -> [String: Any] {
        var event: [String: Any] = [
            "event": ["playhead", "playhead", "playhead", "pause", "complete", "adStop"].randomElement(using: &dice)
                ?? "",
            "type": ["content", "ad", "static"].randomElement(using: &dice) ?? "",
            "playheadPosition": Int.random(in: 0..<200, using: &dice),
            "metadata": [
                "content": [Bench.content, Bench.content("b")].randomElement(using: &dice) ?? [:],
                "ad": [Bench.preroll, Bench.midroll, Bench.postroll].randomElement(using: &dice) ?? [:],
                "static": Bench.page,
            ],
        ]
        let keys = [
            "event", "type", "playheadPosition", "metadata", "id3Data", "ottData", "optout", "buffering", "buttonEvent",
        ]
        if Int.random(in: 0..<3, using: &dice) == 0 {
            event[keys.randomElement(using: &dice) ?? ""] = junk(&dice)
        }
        return event
    }

    private func call(_ api: NielsenAppApi, _ dice: inout SeededGenerator) {
        switch Int.random(in: 0..<30, using: &dice) {
        case 0: api.play(junk(&dice))
        case 1: api.play()
        case 2, 3, 4: api.loadMetadata(Self.metadata.randomElement(using: &dice))
        case 5: api.loadMetadata(junk(&dice))
        case 6: api.sendID3([Bench.id3, "", "x"].randomElement(using: &dice) ?? "")
        case 7: api.stop()
        case 8: api.end()
        case 9: api.staticEnd()
        case 10: api.updateOTT(junk(&dice))
        case 11: api.userOptOut(["nielsenappsdk://1", "nielsenappsdk://0", "x"].randomElement(using: &dice) ?? "")
        case 12: api.appDisableApi = Bool.random(using: &dice)
        case 13: api.playheadPosition(Int64.random(in: .min ... .max, using: &dice))
        default:
            let start = Int64.random(in: 0..<300, using: &dice)
            for position in start..<start + Int64.random(in: 1..<40, using: &dice) { api.playheadPosition(position) }
        }
    }

    /// Every view begins with its view record, ends at most once and with its end, and credits no segment twice.
    private func check(_ records: [NielsenMeasurementRecord], _ summary: [NielsenCredit]) {
        for (view, records) in Dictionary(grouping: records.filter { $0.view > 0 && $0.kind != .id3 }, by: \.view) {
            #expect(records.map(\.kind).first == .view, "view \(view)")
            #expect(records.filter { $0.kind == .view }.count == 1)
            let ends = records.filter { $0.kind == .end }.count
            #expect(ends == 0 || (ends == 1 && records.last?.kind == .end))
            let segments = records.flatMap(\.segments)
            #expect(Set(segments).count == segments.count)
            #expect(Set(records.map(\.lane)).count == 1)
            #expect(records.map(\.seconds).reduce(0, +) == records.last?.totalSeconds || ends == 0)
            let credit = summary.first { $0.view == view }
            #expect(credit?.ended == (ends == 1))
            #expect(credit.map { Set($0.segments).isSuperset(of: segments) } == true)
            if ends == 1 { #expect(credit?.segments == segments.sorted()) }
        }
    }

    @Test(arguments: UInt64(1)...4)
    func anyClassicCallsStayConsistent(_ seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let bench = Bench()
        let api = try bench.makeApi()
        for _ in 0..<300 {
            call(api, &dice)
            bench.clock.advance(by: .seconds(Int.random(in: 0..<40, using: &dice)))
        }
        check(bench.sink.records, api.creditSummary)
        api.shutdown()
        #expect(api.creditSummary.map(\.ended).contains(false) == false)
        check(bench.sink.records, api.creditSummary)
    }

    @Test(arguments: UInt64(1)...4)
    func anyEventsStayConsistent(_ seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let bench = Bench()
        let tracker = try bench.makeTracker()
        for _ in 0..<300 {
            tracker.trackEvent(event(&dice))
            bench.clock.advance(by: .seconds(Int.random(in: 0..<60, using: &dice)))
        }
        check(bench.sink.records, tracker.creditSummary)
        // The translator and the table agree: whatever it makes of events, the table expects.
        #expect(!bench.logged("a stop was missing"))
        tracker.shutdown()
        #expect(bench.hearing.events == [2001, 2002])
    }

    @Test(arguments: UInt64(1)...4)
    func anyAppInfoIsTakenOrRefused(_ seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let bench = Bench()
        for _ in 0..<50 {
            let info = ["appid": junk(&dice), "sfcode": junk(&dice), "optout": junk(&dice)]
            let api = NielsenAppApi(appInfo: info, delegate: nil, environment: bench.environment())
            #expect((api == nil) == !(info["appid"] is String && info["appid"] as? String != ""))
        }
    }
}
