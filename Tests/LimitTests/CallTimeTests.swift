// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import NielsenModel

/// The time of a call on both clocks, and what it is where the device is.
struct CallTimeTests {
    // MARK: - Times of calls

    private func clock(_ seconds: Double, after uptime: Duration = .seconds(10)) -> ManualClock {
        let clock = ManualClock(date: Date(timeIntervalSince1970: seconds))
        clock.advance(by: uptime)
        return clock
    }

    @Test(arguments: [(1_000.0, Int64(1_010_000)), (1_000.0004, 1_010_000), (1_000.0006, 1_010_001), (-11, -1_000)])
    func aTimeOfDayIsInWholeMilliseconds(_ seconds: Double, _ milliseconds: Int64) {
        let clock = clock(seconds)
        let time = NielsenTime(clock)
        #expect(time.instant == clock.now)
        #expect(time.unixMilliseconds == milliseconds)
    }

    @Test func aTimeOfDayIsWithinAHundredMillionDays() {
        #expect(NielsenTime(clock(1e20)).unixMilliseconds == 8_640_000_000_000_000)
        #expect(NielsenTime(clock(-1e20)).unixMilliseconds == -8_640_000_000_000_000)
    }

    /// Nanoseconds, and the milliseconds that the time of day is earlier.
    @Test(arguments: [
        (Int64(0), Int64(0)), (1, 0), (999_999, 0), (1_000_000, 1), (1_999_999, 1), (2_000_000, 2), (-1, 0),
        (-5_000_000, 0), (3_000_000_000, 3_000),
    ])
    func aTimeAWhileBeforeIsEarlierOnBothClocks(_ nanoseconds: Int64, _ milliseconds: Int64) {
        let clock = clock(1_000)
        let now = NielsenTime(clock)
        let earlier = now.earlier(by: .nanoseconds(nanoseconds))
        #expect(earlier.instant.nanoseconds == now.instant.nanoseconds - max(0, nanoseconds))
        #expect(earlier.unixMilliseconds == now.unixMilliseconds - milliseconds)
        #expect(now.milliseconds(since: earlier) == milliseconds)
        #expect(earlier.milliseconds(since: now) == -milliseconds)
        #expect(NielsenTime(clock, age: .nanoseconds(nanoseconds)) == earlier)
        #expect(NielsenTime(clock, at: Instant(nanoseconds: now.instant.nanoseconds - nanoseconds)) == earlier)
        #expect(NielsenTime(clock, at: nil) == now)
    }

    @Test func nothingIsEarlierThanAClockCanSay() {
        let first = NielsenTime.never.earlier(by: .nanoseconds(Int64.max))
        #expect(first.instant.nanoseconds == -Int64.max)
        #expect(first.earlier(by: .nanoseconds(1)).instant.nanoseconds == Int64.min)
        #expect(first.earlier(by: .nanoseconds(2)).instant.nanoseconds == Int64.min)
        #expect(first.earlier(by: .nanoseconds(Int64.max)).instant.nanoseconds == Int64.min)
        #expect(NielsenTime.never.instant == .zero)
        #expect(NielsenTime.never.unixMilliseconds == 0)
    }

    // MARK: - Numbers of pings

    private func numbers(_ time: CivilTime) -> [Int64] { [time.seconds, time.date, time.hour, time.weekday] }

    @Test(
        arguments: [
            (0, 0, [0, 19_700_101, 0, 4]), (999, 0, [0, 19_700_101, 0, 4]), (1_000, 0, [1, 19_700_101, 0, 4]),
            (-1, 0, [-1, 19_691_231, 23, 3]), (-1_000, 0, [-1, 19_691_231, 23, 3]),
            (-1_001, 0, [-2, 19_691_231, 23, 3]),
            (3_599_999, 0, [3_599, 19_700_101, 0, 4]), (3_600_000, 0, [3_600, 19_700_101, 1, 4]),
            (0, 3_599, [0, 19_700_101, 0, 4]), (0, 3_600, [0, 19_700_101, 1, 4]), (0, -1, [0, 19_691_231, 23, 3]),
            (0, 86_399, [0, 19_700_101, 23, 4]), (0, 86_400, [0, 19_700_102, 0, 5]),
            (1_709_251_199_999, 0, [1_709_251_199, 20_240_229, 23, 4]),
            (1_709_251_200_000, 0, [1_709_251_200, 20_240_301, 0, 5]),
            (1_735_689_599_000, 0, [1_735_689_599, 20_241_231, 23, 2]),
            (1_735_689_599_000, 1, [1_735_689_599, 20_250_101, 0, 3]),
        ] as [(Int64, Int64, [Int64])]
    )
    func aPingHasTheDateAndTheHourOfThePlace(_ milliseconds: Int64, _ offset: Int64, _ expected: [Int64]) {
        #expect(numbers(CivilTime(unixMilliseconds: milliseconds, offset: offset)) == expected)
    }

    @Test func aWeekBeginsWithMonday() {
        let days = (-10...10).map { CivilTime(unixMilliseconds: $0 * 86_400_000).weekday }
        #expect(days == [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7])
    }

    // MARK: - Ends of days

    /// A place, a time, and when the next day begins there, in seconds since 1970.
    @Test(
        arguments: [
            ("GMT", 0, 86_400), ("GMT", -1, 0), ("GMT", -86_400, 0), ("GMT", 86_399, 86_400), ("GMT", 86_400, 172_800),
            ("Asia/Kathmandu", 1_709_251_200, 1_709_316_900), ("Asia/Kathmandu", 1_709_316_899, 1_709_316_900),
            ("Asia/Kathmandu", 1_709_316_900, 1_709_403_300),
            // Days of 23 and of 25 hours.
            ("America/New_York", 1_710_046_799, 1_710_046_800), ("America/New_York", 1_710_046_800, 1_710_129_600),
            ("America/New_York", 1_710_129_599, 1_710_129_600), ("America/New_York", 1_730_606_400, 1_730_696_400),
            ("America/New_York", 1_730_696_399, 1_730_696_400),
            // Clocks that are set forward at midnight, and back.
            ("America/Sao_Paulo", 1_541_246_400, 1_541_300_400), ("America/Sao_Paulo", 1_541_300_399, 1_541_300_400),
            ("America/Sao_Paulo", 1_518_868_800, 1_518_922_800), ("America/Sao_Paulo", 1_518_919_260, 1_518_922_800),
            // A day that was left out.
            ("Pacific/Apia", 1_325_196_000, 1_325_239_200),
        ] as [(String, Int64, Int64)]
    )
    func aDayEndsWhereTheNextOneBegins(_ name: String, _ now: Int64, _ midnight: Int64) throws {
        var local = LocalTime(try #require(TimeZone(identifier: name)))
        #expect(local.nextMidnight(after: now * 1_000) == midnight * 1_000)
        #expect(local.nextMidnight(after: midnight * 1_000 - 1) == midnight * 1_000)
        #expect(local.civil(midnight * 1_000 - 1).date < local.civil(midnight * 1_000).date)
    }

    @Test func clocksChangeAtTheMillisecond() throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        var local = LocalTime(zone)
        for (change, before, after) in [
            (Int64(1_710_054_000_000), Int64(1), Int64(3)), (1_730_613_600_000, 1, 1),
        ] {
            #expect(local.civil(change - 3_600_000).hour == before)
            #expect(local.civil(change - 3_600_001).hour == before - 1)
            #expect(local.civil(change - 1).hour == before)
            #expect(local.civil(change).hour == after)
            #expect(local.civil(change - 1).hour == before)
            #expect(local.civil(change + 3_600_000).hour == after + 1)
        }
    }

    @Test func anotherZoneHoldsAtOnce() throws {
        var local = LocalTime(.gmt)
        #expect(local.civil(0).hour == 0)
        local.zone = try #require(TimeZone(secondsFromGMT: 7_200))
        #expect(local.civil(0).hour == 2)
        #expect(local.civil(899_999).hour == 2)
        local.zone = .gmt
        #expect(local.civil(899_999).hour == 0)
    }

    @Test func placesAreEqualByTheirZone() {
        var asked = LocalTime(.gmt)
        _ = asked.civil(1_000_000_000)
        #expect(asked == LocalTime(.gmt))
        #expect(Set([asked, LocalTime(.gmt)]).count == 1)
        #expect(TimeZone(secondsFromGMT: 60).map(LocalTime.init) != asked)
    }
}
