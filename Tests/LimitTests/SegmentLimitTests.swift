// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import SegmentNielsenDCR

/// The bounds of heartbeats, their clock and the dates of Segment events, from both sides.
struct SegmentLimitTests {
    private func instant(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    // MARK: - Names

    /// Where hashes differ no names are compared, so that they must be equal exactly where the folded names are.
    @Test func aHashStandsForTheFoldedName() {
        let names = [
            "content_asset_id", "contentAssetId", "Content Asset-ID", "CONTENT-ASSET-ID", "content.asset.id", "", "_- ",
            "a",
            "A", "z", "Z", "@", "`", "[", "{", "^", "~", "é", "É", "_É-", "\u{212a}", "k", "position", "Position ",
        ]
        for name in names {
            #expect(SegmentKey.hash(name) == FNV1a(SegmentKey.folded(name)).value, "\(name)")
            #expect(SegmentKey(name).hash == SegmentKey.hash(name))
            #expect(SegmentKey(name).folded == SegmentKey.folded(name))
            for other in names {
                let isSame = SegmentKey.folded(name) == SegmentKey.folded(other)
                #expect((SegmentKey.hash(name) == SegmentKey.hash(other)) == isSame, "\(name), \(other)")
            }
        }
        #expect(SegmentKey.folded("Content_Asset-Id 2") == "contentassetid2")
        #expect(SegmentKey.folded("content.asset") == "content.asset")
    }

    // MARK: - Dates

    @Test(
        arguments: [
            (0, "19700101 00:00:00"), (86_399, "19700101 23:59:59"), (86_400, "19700102 00:00:00"),
            (-1, "19691231 23:59:59"), (-86_400, "19691231 00:00:00"), (-86_401, "19691230 23:59:59"),
            (951_782_400, "20000229 00:00:00"), (1_772_481_599, "20260302 19:59:59"), (59.999, "19700101 00:00:59"),
            (-0.001, "19691231 23:59:59"), (253_402_300_799, "99991231 23:59:59"), (253_402_300_800, nil),
            (-62_167_219_200, "00000101 00:00:00"), (-62_167_219_201, nil), (1e12, nil), (.infinity, nil), (.nan, nil),
        ] as [(Double, String?)]
    )
    func secondsBecomeDates(_ seconds: Double, _ text: String?) {
        #expect(CivilDate(unixSeconds: seconds)?.text == text)
    }

    @Test(arguments: [
        (60, "20251231 23:00:00"), (-60, "20260101 01:00:00"), (1, "20251231 23:59:00"), (-1_439, "20260101 23:59:00"),
        (-1_440, "20260102 00:00:00"), (0, "20260101 00:00:00"),
    ])
    func localTimesBecomeUTC(_ minutes: Int, _ text: String) {
        #expect(CivilDate(2026, 1, 1)?.fromLocal(offset: minutes)?.text == text)
    }

    // MARK: - Untyped values

    /// Lists count as levels like objects do; what lies deeper than any JSON is null.
    @Test(arguments: [(62, false), (63, true)])
    func deepListsEndInNull(_ lists: Int, _ isNull: Bool) {
        var list: Any = 1
        for _ in 0..<lists { list = [list] }
        var found = SegmentTrackEvent("x", properties: ["list": list]).properties["list"]
        for _ in 0..<lists { found = found?[0] }
        #expect(found == (isNull ? .null : 1))
    }

    /// Of several spellings of one destination the exact one counts, then the first in the alphabet.
    @Test func theExactSpellingOfTheDestinationComesFirst() {
        func channel(_ names: String...) -> String? {
            var integrations: JSONObject = [:]
            for name in names { integrations[name] = ["channelName": .string(name)] }
            return SegmentOptions(integrations)?.channelInfo["channelName"]
        }
        #expect(channel("Nielsen DCR", "nielsen-dcr", "NIELSEN-DCR") == "nielsen-dcr")
        #expect(channel("nielsen-dcr", "Nielsen DCR") == "nielsen-dcr")
        #expect(channel("Nielsen_DCR", "Nielsen DCR") == "Nielsen DCR")
        #expect(channel("other") == "defaultChannelName")
    }

    // MARK: - Heartbeats

    @Test func aBeatIsDueAPeriodAfterTheStartAndNotBefore() {
        var heartbeat = Heartbeat()
        #expect(heartbeat.beat(now: instant(9_000)) == nil)
        heartbeat.start(at: 5, now: instant(1_000))
        #expect(heartbeat.due == instant(2_000))
        #expect(heartbeat.beat(now: instant(1_999)) == nil)
        #expect(heartbeat.beat(now: instant(2_000)) == 5)
        #expect(heartbeat.due == instant(3_000))
        #expect(heartbeat.beat(now: instant(3_500)) == 6)
        // It does not drift.
        #expect(heartbeat.due == instant(4_000))
        heartbeat.stop()
        #expect(heartbeat.beat(now: instant(9_000)) == nil)
        #expect(heartbeat.due == nil)
    }

    /// How late the clock is, and when the next beat is due then.
    @Test(arguments: [(5_000, 2_000), (5_001, 7_001), (4_999, 2_000), (0, 2_000)] as [(Int64, Int64)])
    func fiveBeatsAreMadeUpFor(_ late: Int64, _ due: Int64) {
        var heartbeat = Heartbeat()
        heartbeat.start(at: 0, now: instant(0))
        #expect(heartbeat.beat(now: instant(1_000 + late)) == 0)
        #expect(heartbeat.due == instant(due))
    }

    @Test func aClockThatGoesBackTakesTheBeatAlong() {
        var heartbeat = Heartbeat()
        heartbeat.start(at: 0, now: instant(10_000))
        heartbeat.see(instant(10_400))
        heartbeat.see(instant(10_400))
        #expect(heartbeat.due == instant(11_000))
        heartbeat.see(instant(5_400))
        #expect(heartbeat.due == instant(6_000))
        heartbeat.see(instant(6_500))
        #expect(heartbeat.due == instant(6_000))
        // Never later than a period from now.
        heartbeat.start(at: 0, now: instant(6_500))
        heartbeat.see(instant(5_000))
        #expect(heartbeat.due == instant(6_000))
    }

    @Test func positionsEndWhereNumbersDo() {
        var heartbeat = Heartbeat()
        let last = Int64.max
        heartbeat.start(at: last - 1, now: instant(0))
        #expect(heartbeat.beat(now: instant(1_000)) == last - 1)
        #expect(heartbeat.beat(now: instant(2_000)) == last)
        #expect(heartbeat.beat(now: instant(3_000)) == last)
        heartbeat.start(at: 0, now: Instant(nanoseconds: .max))
        #expect(heartbeat.due == .distantFuture)
        #expect(heartbeat.beat(now: .distantFuture) == 0)
        #expect(heartbeat.due == nil)
    }

    // MARK: - The clock

    /// A delay, and the time at which work with a grain of 20 ms runs.
    @Test(arguments: [(0, 0), (1, 20), (19, 20), (20, 20), (21, 40), (-5, 0)] as [(Int64, Int64)])
    func workRunsAtTheEndOfItsGrain(_ delay: Int64, _ time: Int64) {
        let base = ManualClock()
        let clock = CoalescingClock(base)
        let times = Locked<[Instant]>([])
        _ = clock.schedule(after: .milliseconds(delay)) { times.withLock { $0.append(base.now) } }
        if time > 0 {
            base.advance(by: .milliseconds(time) + .nanoseconds(-1))
            #expect(times.withLock { $0.isEmpty })
            base.advance(by: .nanoseconds(1))
        } else {
            base.advance(by: .zero)
        }
        #expect(times.withLock { $0 } == [instant(time)])
    }

    @Test func workThatIsCalledOffDoesNotRunAndItsNeighboursDo() {
        let base = ManualClock()
        let clock = CoalescingClock(base)
        let ran = Locked<[Int]>([])
        let works = (0..<3).map { number in
            clock.schedule(after: .milliseconds(5)) { ran.withLock { $0.append(number) } }
        }
        works[1].cancel()
        works[1].cancel()
        base.advance(by: .milliseconds(20))
        #expect(ran.withLock { $0 } == [0, 2])
        works[0].cancel()
        #expect(clock.now == base.now)
        #expect(clock.date == base.date)
    }
}
