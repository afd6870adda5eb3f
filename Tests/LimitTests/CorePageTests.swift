// SPDX-License-Identifier: Apache-2.0

import NielsenModel
import Testing

@testable import NielsenMeasurement

/// Pages, and what goes on while nobody calls.
struct CorePageTests {
    private var bench = CoreBench()

    private static let second: Int64 = 1_000_000_000
    private let page = CoreBench.page

    // MARK: - Pages

    @Test mutating func aPageIsLookedAtAfterEachPeriod() {
        #expect(bench.deadline() == nil)
        #expect(bench.call(.loadMetadata(page)) == ["view #1 at - @0 [] 0/0"])
        #expect(bench.deadline() == 300 * Self.second)
        bench.wait(nanoseconds: 300 * Self.second - 1)
        #expect(bench.advance() == [])
        #expect(bench.deadline() == 300 * Self.second)
        bench.wait(nanoseconds: 1)
        #expect(bench.advance() == ["duration #1 at - @300000 [0, 1, 2, 3, 4] 300/300"])
        #expect(bench.deadline() == 600 * Self.second)
        #expect(bench.core.state == .idle)
        #expect(bench.core.outlook().hasOpenViews == true)
        #expect(bench.core.outlook().isPlaying == false)
        #expect(bench.call(.staticEnd) == ["end #1 at - @300000 [] 0/300"])
        #expect(bench.deadline() == nil)
        #expect(bench.core.outlook().hasOpenViews == false)
    }

    /// Midnight is twelve hours away.
    @Test(arguments: [(599, 43_200), (600, 600), (601, 600), (0, 43_200)] as [(Int, Int64)])
    func thePeriodThatEndsWithTheLimitIsLookedAt(_ limit: Int, _ next: Int64) {
        var bench = CoreBench { $0.staticMaximumSeconds = limit }
        _ = bench.call(.loadMetadata(page))
        bench.wait(300)
        _ = bench.advance()
        #expect(bench.deadline() == next * Self.second)
        bench.wait(400)
        let played = min(limit, 700)
        #expect(bench.call(.staticEnd).last?.hasSuffix("/\(played)") == true)
    }

    @Test mutating func anotherPageEndsTheOneBefore() {
        let other = page.merging(["section": "News"]) { $1 }
        #expect(!bench.core.isAnotherPage(page))
        _ = bench.call(.loadMetadata(page))
        #expect(!bench.core.isAnotherPage(page))
        #expect(bench.core.isAnotherPage(other))
        #expect(!bench.core.isAnotherPage(CoreBench.content))
        bench.wait(3)
        #expect(bench.call(.loadMetadata(page)) == [])
        #expect(
            bench.call(.loadMetadata(other)) == ["end #1 at - @3000 [] 3/3", "view #2 at - @3000 [] 0/0"]
        )
        #expect(bench.call(.staticEnd) == ["end #2 at - @3000 [] 0/0"])
        #expect(!bench.core.isAnotherPage(other))
        #expect(bench.core.playback.page.asset == nil)
    }

    @Test mutating func aPageWithOtherMetadataGoesOn() {
        let first = page.merging(["assetid": "p"]) { $1 }
        _ = bench.call(.loadMetadata(first))
        bench.wait(3)
        #expect(
            bench.call(.loadMetadata(first.merging(["segA": "x"]) { $1 })) == ["duration p#1 at - @3000 [] 3/3"]
        )
        bench.wait(2)
        #expect(bench.call(.staticEnd) == ["end p#1 at - @5000 [] 2/5"])
    }

    @Test mutating func aPageThatIsHeldIsShownLater() {
        #expect(bench.call(.loadMetadata(page), isHeld: true) == [])
        #expect(bench.core.playback.page.view == nil)
        bench.wait(5)
        #expect(bench.call(.loadMetadata(page)) == ["view #1 at - @5000 [] 0/0"])
        bench.wait(1)
        #expect(bench.call(.staticEnd, isHeld: true) == ["end #1 at - @6000 [] 1/1"])
        #expect(bench.core.playback.page.asset != nil)
    }

    // MARK: - Devices

    @Test mutating func anotherDeviceBeginsAPeriod() {
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content), .loadMetadata(page))
        _ = bench.play(0..<3)
        func told(_ heard: [String]) -> [String] {
            heard.filter { !["warning", "error", "note"].contains(where: $0.hasPrefix) }
        }
        let device = ["ottStatus": "1", "ottType": "airplay"]
        #expect(
            told(bench.call(.updateOTT(device))) == [
                "duration a#1 at 2 @3000 [] 3/3", "duration #2 at - @3000 [] 3/3", "change #1 at 2 @3000",
            ]
        )
        #expect(bench.call(.updateOTT(device)) == [])
        #expect(told(bench.call(.updateOTT(["ottStatus": "2"]))) == [])
        #expect(bench.core.playback.ott == device)
        #expect(told(bench.call(.updateOTT(["ottStatus": "0"]))) == ["change #1 at 2 @3000"])
        #expect(bench.core.playback.ott == [:])
    }

    // MARK: - Silence

    @Test mutating func aStreamIsOverAfterMoreThanThePause() {
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content))
        #expect(bench.deadline() == nil)
        _ = bench.call(.playheadPosition(0))
        let pause = 1_800 * Self.second
        #expect(bench.deadline() == pause + 1)
        #expect(bench.core.outlook().isPlaying == true)
        bench.wait(1)
        // What no stream is of keeps none alive.
        _ = bench.call(.loadMetadata(page), .staticEnd, .updateOTT(["ottStatus": "0"]))
        #expect(bench.deadline() == pause + 1)
        // Nor does a stop that nobody called.
        #expect(bench.call(.stop, isHeld: true) == ["stop #1 at 0 @1000"])
        #expect(bench.deadline() == pause + 1)
        bench.wait(1_799)
        #expect(bench.advance() == [])
        bench.wait(nanoseconds: 1)
        #expect(
            bench.advance() == [
                "note: no call came for 1800 s, so what was open is over; what is loaded next is a new view",
                "end a#1 at 0 @1000 [] 1/1", "end #- at - @1800000",
            ]
        )
        #expect(bench.deadline() == nil)
    }

    @Test mutating func whatPlaysGoesOnAsAnotherViewAfterASilence() {
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content), .playheadPosition(0))
        _ = bench.call(.loadMetadata(CoreBench.ad), .playheadPosition(0))
        bench.wait(1_801)
        #expect(
            bench.call(.playheadPosition(1)) == [
                "note: no call came for 1800 s, so what was open is over; what is loaded next is a new view",
                "end ad#2 at 0 @1001 [] 1/1", "end a#1 at 0 @1800001 [] 0/0", "end #- at - @1800001",
                "end #- at - @1801000", "session @1801000", "view ad#6 at 1 @1801000 [] 0/0",
            ]
        )
        #expect(bench.core.playback.content.view?.number == 5)
    }

    // MARK: - Sessions

    @Test(arguments: [(59, 1), (60, 1), (61, 2)] as [(Int, Int64)])
    func aSessionLastsAMinuteAtLeast(_ limit: Int, _ last: Int64) {
        var bench = CoreBench { $0.sessionMaximumSeconds = limit }
        bench.wait(58 + last)
        #expect(bench.call(.play([:]), .stop) == ["stop #- at - @\((58 + last) * 1_000)"])
        // Whoever connects a device uses nothing.
        bench.wait(1)
        _ = bench.call(.updateOTT(["ottStatus": "0"]))
        #expect(bench.advance() == [])
        let now = (59 + last) * 1_000
        #expect(bench.call(.play([:])) == ["end #- at - @\(now)", "session @\(now)"])
        #expect(bench.call(.stop) == ["stop #- at - @\(now)"])
    }

    @Test func aPageGoesOnInTheNextSession() {
        var bench = CoreBench { $0.sessionMaximumSeconds = 60 }
        _ = bench.call(.loadMetadata(page))
        #expect(bench.deadline() == 60 * Self.second)
        let name = bench.core.session
        bench.wait(milliseconds: 59_999)
        #expect(bench.advance() == [])
        bench.wait(milliseconds: 10_001)
        #expect(
            bench.advance() == [
                "end #- at - @60000", "end #1 at - @60000 [0] 60/60", "session @60000", "view #2 at - @60000 [] 0/0",
            ]
        )
        #expect(bench.core.session != name)
        #expect(bench.call(.staticEnd) == ["end #2 at - @70000 [] 10/10"])
    }

    /// A page that was forgotten is over; one that is shown a second longer than a session has a second left.
    @Test(arguments: [30, 60, 61])
    func aForgottenPageDoesNotBeginAnew(_ limit: Int) {
        var bench = CoreBench {
            $0.sessionMaximumSeconds = 60
            $0.staticMaximumSeconds = limit
        }
        _ = bench.call(.loadMetadata(page))
        bench.wait(60)
        let first = min(limit, 60)
        let ended = ["end #- at - @60000", "end #1 at - @\(first)000 [0] \(first)/\(first)", "session @60000"]
        #expect(bench.advance() == ended + (limit > 60 ? ["view #2 at - @60000 [] 0/0"] : []))
        bench.wait(20)
        #expect(bench.call(.staticEnd) == (limit > 60 ? ["end #2 at - @61000 [] 1/1"] : []))
    }

    @Test(
        arguments: [(1_800_000, []), (1_800_001, ["end #- at - @1800001", "session @1800001"])] as [(Int64, [String])]
    )
    mutating func afterASilenceASessionBeginsWithItsCall(_ milliseconds: Int64, _ heard: [String]) {
        bench.wait(milliseconds: milliseconds)
        #expect(bench.call(.updateOTT(["ottStatus": "0"])) == [])
        #expect(bench.call(.play([:])) == heard)
    }

    // MARK: - Days

    @Test mutating func aDayEndsWithWhatWasPlayedOfIt() {
        bench.wait(43_198)
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content))
        _ = bench.play(0..<2)
        #expect(bench.deadline() == 43_200 * Self.second)
        #expect(
            bench.call(.playheadPosition(2)) == ["duration a#1 at 1 @43199999 [] 2/2", "change #1 at 1 @43200000"]
        )
        bench.wait(1)
        #expect(bench.call(.end) == ["end a#1 at 2 @43201000 [] 1/3", "end #- at - @43201000"])
        #expect(bench.deadline() == nil)
    }
}
