// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Dispatch
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Everything at once, from everywhere, at the edge of every range.
struct HostileThreadTests {
    private static let positions: [Int64] = [.min, .min + 1, -1, 0, 1, 29, 30, 3_600, 100_000_000_000, .max - 1, .max]

    @Test func playheadsAtTheEndsOfTheirRangeAreError15() throws {
        let bench = HostileBench()
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(HostileBench.content("edge"))
        let wrong: [Int64] = [.min, .min + 1, -1, 100_000_000_001, .max - 1, .max]
        for position in wrong { api.playheadPosition(position) }
        #expect(bench.hearing.errors == Array(repeating: 15, count: wrong.count))
        let tracker = try bench.makeTracker()
        for position in wrong {
            for form in [position, String(position), Double(position), NSNumber(value: position)] as [Any] {
                let before = bench.hearing.errors.count
                var event = HostileBench.event(0, content: HostileBench.content("edge"))
                event["playheadPosition"] = form
                tracker.trackEvent(event)
                #expect(bench.hearing.errors.dropFirst(before) == [15], "\(position) \(type(of: form))")
            }
        }
        #expect(bench.measures(api))
        #expect(bench.measures(tracker))
    }

    @Test func aHundredThousandCallsFromEightThreads() throws {
        let bench = HostileBench()
        let api = try bench.makeApi()
        let tracker = try bench.makeTracker()
        let handler = NielsenAppSDKJSHandler(apiType: "ggPM", environment: bench.environment)
        let clock = bench.clock
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var dice = SeededGenerator(seed: UInt64(thread))
            for _ in 0..<12_500 {
                Self.call(api, tracker, handler, clock, &dice)
            }
        }
        #expect(Self.isConsistent(api.creditSummary) && Self.isConsistent(tracker.creditSummary))
        api.appDisableApi = false
        api.userOptOut("nielsenappsdk://0")
        tracker.trackEvent(["event": "complete"] as [String: Any])
        api.end()
        #expect(bench.measures(api))
        #expect(bench.measures(tracker))
        api.shutdown()
        tracker.shutdown()
        #expect(api.creditSummary.allSatisfy { $0.ended })
        // Each instance tells its records in an order that makes sense, whichever thread made them.
        for records in Dictionary(grouping: bench.sink.records.filter { $0.view > 0 && $0.kind != .id3 }, by: \.key)
            .values
        {
            #expect(records.first?.kind == .view)
            #expect(records.count { $0.kind == .view } == 1 && records.count { $0.kind == .end } <= 1)
            #expect(Set(records.flatMap(\.segments)).count == records.flatMap(\.segments).count)
        }
    }

    private static func isConsistent(_ credit: [NielsenCredit]) -> Bool {
        credit.allSatisfy {
            $0.seconds >= 0 && $0.segments.count * 30 <= $0.seconds && $0.segments.allSatisfy { $0 >= 0 }
        }
    }

    private static func call(
        _ api: NielsenAppApi,
        _ tracker: NielsenEventTracker,
        _ handler: NielsenAppSDKJSHandler,
        _ clock: JumpingClock,
        _ dice: inout SeededGenerator
    ) {
        let asset = "a\(dice.below(3))"
        switch dice.below(24) {
        case 0: api.play(["channelName": asset])
        case 1: api.loadMetadata(HostileBench.content(asset))
        case 2: api.loadMetadata(["type": "preroll", "assetid": asset])
        case 3: api.loadMetadata(["type": "static", "section": "Home"])
        case 4: api.stop()
        case 5: api.end()
        case 6: api.staticEnd()
        case 7: api.sendID3(HostileBench.id3)
        case 8: api.updateOTT(["ottStatus": dice.one(of: ["0", "1", "2"])])
        case 9: api.userOptOut(dice.one(of: ["nielsenappsdk://1", "nielsenappsdk://0", ""]))
        case 10: api.appDisableApi = dice.below(4) == 0
        case 11: _ = (api.state, api.optOutStatus, api.lastErrorDict, api.optOutURL)
        case 12: clock.move(Int64(dice.below(120)) - 20)
        case 13: tracker.trackEvent(["event": dice.one(of: ["pause", "complete", "adStop", "x"])] as [String: Any])
        case 14: handler.receive("{\"event\":\"\(dice.one(of: ["play", "stop", "end", "x"]))\"}")
        case 15: api.loadMetadata(dice.one(of: [nil, 5, "x", "{}", ["type": Double.nan]] as [Any?]))
        case 16, 17, 18: tracker.trackEvent(HostileBench.event(dice.below(4_000), content: HostileBench.content(asset)))
        case 19: api.playheadPosition(dice.one(of: positions))
        default: api.playheadPosition(Int64(dice.below(4_000)))
        }
    }
}

extension NielsenMeasurementRecord {
    /// What tells a view from those of other instances.
    fileprivate var key: String { "\(session)#\(view)" }
}
