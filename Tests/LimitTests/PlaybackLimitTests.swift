// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// The bounds of sessions, days, completed assets and watermarks, from both sides.
struct PlaybackLimitTests {
    private static let second: Int64 = 1_000_000_000

    private func time(_ nanoseconds: Int64, unix milliseconds: Int64 = 0) -> NielsenTime {
        var time = NielsenTime.never
        time.instant = Instant(nanoseconds: nanoseconds)
        time.unixMilliseconds = milliseconds
        return time
    }

    // MARK: - Sessions

    /// Times since the last call: on the monotonic clock and by the time of day, and whether the session is over.
    @Test(
        arguments: [
            (1_800 * second, 1_800_000, false), (1_800 * second + 1, 1_800_000, true),
            (1_800 * second, 1_800_001, true), (0, 1_800_000, false), (0, 1_800_001, true),
        ] as [(Int64, Int64, Bool)]
    )
    func aSessionIsSilentAfterMoreThanThePauseOnEitherClock(_ passed: Int64, _ unix: Int64, _ isSilent: Bool) {
        let session = NielsenSession(at: time(0), { 7 })
        let silent = session.isSilent(since: time(0), for: 1_800 * Self.second, at: time(passed, unix: unix))
        #expect(silent == isSilent)
    }

    @Test func aPageThatIsSeenKeepsASessionAlive() {
        var session = NielsenSession(at: time(0), { 7 })
        let pause = 1_800 * Self.second
        session.pageSeen = time(Self.second, unix: 1_000)
        let now = time(pause + Self.second, unix: 1_801_000)
        #expect(!session.isSilent(since: time(0), for: pause, at: now))
        session.pageSeen = time(0)
        #expect(session.isSilent(since: time(0), for: pause, at: now))
        #expect(!session.isSilent(since: time(Self.second, unix: 1_000), for: pause, at: now))
    }

    @Test func theNameOfASessionIsTwentyNineLettersAndItsSecond() {
        let session = NielsenSession(at: time(0, unix: 1_700_000_000_999), { 61 })
        #expect(session.id == String(repeating: "z", count: 29) + "1700000000")
        #expect(NielsenSession(at: time(0), { 62 }).id == String(repeating: "0", count: 29) + "0")
    }

    // MARK: - The completed asset

    @Test(
        arguments: [
            (30, 5 * second, true), (30, 5 * second + 1, false), (31, 0, true), (29, 0, false),
        ] as [(Int64, Int64, Bool)]
    )
    func aLatePlayheadBelongsToTheCompletedAssetForFiveSeconds(_ position: Int64, _ late: Int64, _ isOwned: Bool) {
        var issues: [NielsenValidationIssue] = []
        let asset = NielsenAsset(["type": "content", "assetid": "a"], readsFoldedKeys: false, issues: &issues)
        let completed = CompletedAsset(asset: asset, position: 30, time: time(Self.second))
        #expect(completed.owns(position, at: time(Self.second + late)) == isOwned)
    }

    // MARK: - Days

    private static let midnight: Int64 = 86_400_000

    @Test func aDayIsOverAtMidnightAndNotBefore() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 0))
        var day = NielsenDay(LocalTime(zone))
        #expect(day.passMidnight(until: time(0, unix: Self.midnight)) == nil)
        #expect(day.deadline(from: time(0)) == nil)
        day.begin(at: time(0, unix: Self.midnight - 5_000))
        day.begin(at: time(0, unix: Self.midnight + 5_000))
        #expect(day.deadline(from: time(7, unix: Self.midnight - 5_000)) == Instant(nanoseconds: 5 * Self.second + 7))
        #expect(day.passMidnight(until: time(0, unix: Self.midnight - 1)) == nil)
        let passed = day.passMidnight(until: time(Self.second, unix: Self.midnight + 250))
        #expect(passed?.unixMilliseconds == Self.midnight)
        #expect(passed?.instant == Instant(nanoseconds: Self.second - 250_000_000))
        #expect(day.passMidnight(until: time(0, unix: 2 * Self.midnight - 1)) == nil)
        #expect(day.passMidnight(until: time(0, unix: 2 * Self.midnight))?.unixMilliseconds == 2 * Self.midnight)
        day.forget()
        #expect(day.passMidnight(until: time(0, unix: 9 * Self.midnight)) == nil)
    }

    /// A clock that was set by up to a week passes each midnight, and one that was set by more passes one.
    @Test(arguments: [(0, true), (1, false)] as [(Int64, Bool)])
    func aClockThatWasSetByMoreThanAWeekPassesOneMidnight(_ more: Int64, _ passesAll: Bool) throws {
        let zone = try #require(TimeZone(secondsFromGMT: 0))
        var day = NielsenDay(LocalTime(zone))
        day.begin(at: time(0, unix: 0))
        let now = time(0, unix: 8 * Self.midnight + more)
        #expect(day.passMidnight(until: now) != nil)
        var count = 1
        while day.passMidnight(until: now) != nil { count += 1 }
        #expect(count == (passesAll ? 8 : 1))
    }

    @Test func anotherPlaceForgetsTheDayAndTheSamePlaceDoesNot() throws {
        let zones = try [0, 3_600].map { try #require(TimeZone(secondsFromGMT: $0)) }
        var day = NielsenDay(LocalTime(zones[0]))
        day.begin(at: time(0, unix: 0))
        day.move(to: LocalTime(zones[0]))
        #expect(day.deadline(from: time(0)) != nil)
        day.move(to: LocalTime(zones[1]))
        #expect(day.deadline(from: time(0)) == nil)
        day.begin(at: time(0, unix: 0))
        #expect(day.deadline(from: time(0)) == Instant(nanoseconds: 82_800 * Self.second))
    }

    @Test func whatEndsWithADayBelongsToIt() throws {
        let day = NielsenDay(LocalTime(try #require(TimeZone(secondsFromGMT: 0))))
        #expect(day.time(ofEnd: Self.midnight) == Self.midnight - 1)
        #expect(day.time(ofEnd: Self.midnight + 1) == Self.midnight + 1)
        #expect(day.time(ofEnd: Self.midnight - 900_000) == Self.midnight - 900_000)
    }

    // MARK: - Pages

    @Test func twentyFiveValuesAreReportedAndTheNextIsNot() {
        var limits = NielsenStaticLimits()
        for number in 1...25 {
            #expect(limits.add(["section": "s\(number)", "segA": "a\(number)"]).isEmpty)
        }
        #expect(limits.add(["section": "s1", "segA": "a25", "segB": "a3", "segC": " "]).isEmpty)
        for _ in 0..<2 {
            let issues = limits.add(["section": "s26", "segA": "a1", "segB": "b26", "segC": "c27"])
            #expect(
                issues.map(\.rule) == ["SECTION_VALUES_OVER_25", "SEGMENT_VALUES_OVER_25", "SEGMENT_VALUES_OVER_25"]
            )
            #expect(issues.map(\.key) == ["section", "segB", "segC"])
        }
    }

    // MARK: - Watermarks

    private func tag(_ offset: Int, fd: String = "FD") throws -> NielsenID3Tag {
        let digits = String(100_000 + offset).dropFirst()
        return try NielsenID3Tag("www.nielsen.com/PC/\(fd)/watermark/\(digits)/\(digits)/00")
    }

    /// How far apart watermarks are, in time and in the stream, and whether the third of them is reported.
    @Test(
        arguments: [
            (16, 16, true), (15, 15, false), (16, 18, true), (16, 14, true), (16, 19, false), (16, 13, false),
        ] as [(Int64, Int, Bool)]
    )
    func watermarksThatAreTooFarApartAreReportedOnce(_ apart: Int64, _ distance: Int, _ isReported: Bool) throws {
        var cadence = TagCadence()
        var reports: [Int?] = []
        for number in 0..<6 {
            let now = time(Int64(number) * apart * Self.second)
            reports.append(cadence.note(try tag(100 + number * distance), limit: 15, at: now))
        }
        #expect(reports == [nil, nil, nil, isReported ? Int(apart) : nil, nil, nil])
    }

    @Test func anotherStreamOrOneGoodIntervalBeginsAnew() throws {
        var cadence = TagCadence()
        _ = cadence.note(try tag(0), limit: 15, at: time(0))
        for number in 1...2 {
            _ = cadence.note(try tag(20 * number), limit: 15, at: time(Int64(number) * 20 * Self.second))
        }
        _ = cadence.note(try tag(50), limit: 15, at: time(50 * Self.second))
        var reports: [Int?] = []
        for number in 1...3 {
            reports.append(
                cadence.note(try tag(50 + 20 * number), limit: 15, at: time(Int64(50 + number * 20) * Self.second))
            )
        }
        #expect(reports == [nil, nil, 20])
        var other = TagCadence()
        for number in 0..<3 {
            _ = other.note(try tag(20 * number), limit: 15, at: time(Int64(number) * 20 * Self.second))
        }
        #expect(other.note(try tag(60, fd: "other"), limit: 15, at: time(60 * Self.second)) == nil)
        #expect(other.note(try tag(80, fd: "other"), limit: 15, at: time(80 * Self.second)) == nil)
    }

    /// Watermarks behind one another: seconds on the clock and in the stream, and what the second means to a run.
    @Test(
        arguments: [
            (15, 15, .continued(seconds: 15)), (0, 15, .continued(seconds: 15)), (15, 0, .continued(seconds: 0)),
            (15, 16, .broken(.leap(seconds: 16))), (1, -1, .broken(.leap(seconds: -1))),
            (16, 0, .broken(.gap(seconds: 16))), (16, 15, .broken(.gap(seconds: 16))),
            (16, 31, .broken(.gap(seconds: 16))), (16, 32, .broken(.leap(seconds: 32))),
            (16, -1, .broken(.leap(seconds: -1))), (100, 85, .broken(.gap(seconds: 100))),
            (100, 84, .broken(.leap(seconds: 84))), (100, 115, .broken(.gap(seconds: 100))),
            (100, 116, .broken(.leap(seconds: 116))),
        ] as [(Int64, Int, NielsenID3Run.Step)]
    )
    func aRunIsBrokenByMoreThanItsGap(_ passed: Int64, _ distance: Int, _ step: NielsenID3Run.Step) throws {
        var run = NielsenID3Run()
        #expect(run.gapSeconds == 15)
        #expect(run.add(try tag(1_000), at: .zero) == .began)
        let other = try NielsenID3Tag(try tag(1_000 + distance).payload.replacing("watermark", with: "other"))
        #expect(run.add(other, at: Instant(nanoseconds: passed * Self.second)) == step)
    }

    @Test func aGapIsSilentFromItsLastNanosecondOn() throws {
        var run = NielsenID3Run(gapSeconds: 0)
        #expect(run.gapSeconds == 1)
        _ = run.add(try tag(10), at: .zero)
        #expect(run.add(try tag(11), at: Instant(nanoseconds: Self.second)) == .continued(seconds: 1))
        #expect(run.add(try tag(12), at: Instant(nanoseconds: 2 * Self.second + 1)) == .broken(.gap(seconds: 1)))
    }
}
