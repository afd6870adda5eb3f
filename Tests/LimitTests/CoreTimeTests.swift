// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// What was due before a call that comes late, and what a day and an identifier that are over change.
struct CoreTimeTests {
    private var bench = CoreBench()

    /// The end of a stream of which nobody told anything for longer than the pause.
    private let silence = [
        "note: no call came for 1800 s, so what was open is over; what is loaded next is a new view",
        "end a#1 at 0 @1001 [] 1/1", "end #- at - @1800001",
    ]

    @Test(arguments: [false, true])
    mutating func aStreamThatWasOverBeforeTheEndIsToldSo(_ isShutdown: Bool) {
        _ = bench.call(.play([:]), .loadMetadata(CoreBench.content), .playheadPosition(0))
        bench.wait(2_000)
        if isShutdown { bench.core.shutdown(at: bench.now) } else { bench.core.setDisabled(true, at: bench.now) }
        let stop = "note: a stop was missing before disable and was inserted"
        let end = "end #- at - @2000000"
        #expect(bench.heard() == silence + (isShutdown ? [end, "event 2002 @2000000"] : [stop, end]))
    }

    @Test mutating func whatIsOverIsNotPlayedWhileSwitchedOff() {
        bench.core.setDisabled(true, at: bench.now)
        _ = bench.heard()
        bench.wait(200_000)
        #expect(bench.advance() == [])
        #expect(bench.deadline() == nil)
        #expect(bench.call(.play([:])) == ["note: play is not expected in the disabled state and was ignored"])
    }

    // MARK: - Days

    @Test mutating func aDayOfWhichNothingIsOpenEndsNothing() {
        _ = bench.call(.loadMetadata(CoreBench.page))
        bench.wait(1)
        _ = bench.call(.staticEnd)
        bench.wait(86_400)
        #expect(
            bench.call(.loadMetadata(CoreBench.page)) == [
                "end #- at - @86401000", "session @86401000", "view #2 at - @86401000 [] 0/0",
            ]
        )
        // The next midnight is that of the day on which it was loaded.
        bench.wait(60)
        #expect(bench.advance() == [])
    }

    @Test mutating func anotherPlaceHasAnotherMidnight() throws {
        bench.wait(42_200)
        _ = bench.call(.loadMetadata(CoreBench.page))
        #expect(bench.deadline() == 42_500_000_000_000)
        bench.core.day.move(to: LocalTime(try #require(TimeZone(secondsFromGMT: 900))))
        #expect(bench.deadline() == 42_500_000_000_000)
        #expect(bench.advance() == [])
        #expect(bench.deadline() == 42_300_000_000_000)
        bench.wait(100)
        #expect(bench.advance() == ["duration #1 at - @42299999 [0, 1] 100/100", "change #- at - @42300000"])
    }

    @Test mutating func aViewThatBeginsAtMidnightIsOfTheNewDay() {
        bench.wait(43_200)
        _ = bench.call(.play([:]))
        #expect(bench.call(.loadMetadata(CoreBench.page)) == ["view #1 at - @43200000 [] 0/0"])
        #expect(bench.deadline() == 43_500_000_000_000)
    }

    // MARK: - The identifier of the first party

    @Test mutating func anIdentifierIsRenewedWhenItIsDue() {
        bench.core.firstPartyDue = bench.now.instant.adding(nanoseconds: 100_000_000_000)
        #expect(bench.deadline() == nil)
        bench.wait(milliseconds: 99_999)
        #expect(bench.call(.play([:]), .stop) == ["stop #- at - @99999"])
        bench.wait(milliseconds: 1)
        #expect(bench.call(.updateOTT(["ottStatus": "0"])) == [])
        #expect(bench.call(.play([:])) == ["end #- at - @100000", "identify false true @100000", "session @100000"])
        #expect(bench.core.firstPartyDue == nil)
        #expect(bench.call(.stop, .play([:])) == ["stop #- at - @100000"])
    }

    @Test mutating func anIdentifierIsRenewedWhileSomethingIsOpen() {
        _ = bench.call(.loadMetadata(CoreBench.page))
        bench.core.firstPartyDue = bench.now.instant.adding(nanoseconds: 100_000_000_000)
        #expect(bench.deadline() == 100_000_000_000)
        bench.wait(130)
        #expect(
            bench.advance() == [
                "end #- at - @100000", "end #1 at - @100000 [0, 1] 100/100", "identify false true @100000",
                "session @100000", "view #2 at - @100000 [] 0/0",
            ]
        )
        #expect(bench.call(.staticEnd) == ["end #2 at - @130000 [0] 30/30"])
    }

    /// Before the start nothing is over.
    @Test func nothingIsOverBeforeTheStart() {
        var bench = CoreBench(starts: false)
        bench.core.firstPartyDue = bench.now.instant
        bench.wait(100_000)
        #expect(bench.call(.play([:])) == ["note: play is not expected in the initial state and was ignored"])
    }
}
