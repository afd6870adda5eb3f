// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import ACPLifecycle

/// The bounds of what a start of the app means, and of the metrics that say so.
struct LifecycleMetricsTests {
    private static let app = LifecycleApp(name: "Player", version: "1.0", system: "iOS 17", locale: "en-GB")

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private func time(_ milliseconds: Int64) throws -> LifecycleTime {
        try #require(LifecycleTime(milliseconds: milliseconds))
    }

    /// Midnight of a day, with milliseconds behind it.
    private func time(_ year: Int, _ month: Int, _ day: Int, plus milliseconds: Int64 = 0) throws -> LifecycleTime {
        let parts = DateComponents(year: year, month: month, day: day)
        return LifecycleTime(try #require(Self.calendar.date(from: parts))).later(by: milliseconds)
    }

    // MARK: - Times

    @Test func aTimeIsRoundedToMillisecondsAndNeverOutOfRange() {
        let last: Int64 = 253_402_300_799_999
        let cases: [(Double, Int64)] = [
            (-5, 0), (0, 0), (0.0004, 0), (0.0006, 1), (1.5, 1_500), (253_402_300_799.999, last), (1e15, last),
            (.infinity, last),
        ]
        for (seconds, milliseconds) in cases {
            #expect(LifecycleTime(Date(timeIntervalSince1970: seconds)).milliseconds == milliseconds, "\(seconds)")
        }
        #expect(LifecycleTime(milliseconds: 0)?.milliseconds == 0)
        #expect(LifecycleTime(milliseconds: last)?.milliseconds == last)
        for wrong in [-1, last + 1, nil] { #expect(LifecycleTime(milliseconds: wrong) == nil) }
        #expect(LifecycleTime(Date(timeIntervalSince1970: 1.5)).date == Date(timeIntervalSince1970: 1.5))
    }

    @Test func timePassesForwardsAndEndsWithTheRange() throws {
        let last: Int64 = 253_402_300_799_999
        #expect(try time(5).elapsed(until: time(7)) == 2)
        #expect(try time(7).elapsed(until: time(5)) == 0)
        #expect(try time(5).later(by: 2) == time(7))
        #expect(try time(last - 1).later(by: 1) == time(last))
        #expect(try time(last).later(by: 1) == time(last))
        #expect(try time(5).later(by: .max) == time(last))
    }

    // MARK: - Starts

    @Test(arguments: [(299, true), (300, false), (301, false)] as [(Int64, Bool)])
    func aPauseEndsASessionFromTheTimeoutOn(_ pause: Int64, _ isContinued: Bool) throws {
        var record = LifecycleRecord(first: try time(1_000), of: Self.app)
        record.context = ["a": 1]
        record.session.pause = try time(2_000)
        let start = LifecycleRecord.start(
            at: try time(2_000 + pause),
            of: Self.app,
            after: record,
            timeout: 300
        )
        switch start {
        case .continued(let after):
            #expect(isContinued)
            var expected = record
            expected.session.start = try time(1_000 + pause)
            expected.session.pause = nil
            #expect(after == expected)
        case .began(let launch):
            #expect(!isContinued)
            var expected = record
            (expected.launches, expected.context) = (2, [:])
            expected.lastUse = try time(2_000 + pause)
            expected.session = .init(start: try time(2_000 + pause), app: "Player 1.0", system: "iOS 17")
            #expect(launch.after == expected)
            #expect(!launch.isUpgrade && !launch.isAfterCrash && launch.previousLength == 1_000)
        }
    }

    @Test func anotherVersionIsAnUpgradeAndAFirstOneIsNot() throws {
        func next(_ version: String?, after record: LifecycleRecord, at now: Int64) throws -> LifecycleLaunch {
            var app = Self.app
            app.version = version
            let start = LifecycleRecord.start(at: try time(now), of: app, after: record, timeout: 0)
            guard case .began(let launch) = start else { throw CocoaError(.featureUnsupported) }
            return launch
        }
        var unnamed = Self.app
        unnamed.version = nil
        let first = LifecycleRecord(first: try time(0), of: unnamed)
        let named = try next("1.0", after: first, at: 10)
        #expect(!named.isUpgrade && named.after.version == "1.0" && named.after.upgrade == nil)
        #expect(named.after.launches == 2 && named.after.launchesSinceUpgrade == 0)
        let upgraded = try next("2.0", after: named.after, at: 20)
        #expect(try upgraded.isUpgrade && upgraded.after.upgrade == time(20))
        #expect(upgraded.after.launches == 3 && upgraded.after.launchesSinceUpgrade == 0)
        let same = try next("2.0", after: upgraded.after, at: 30)
        #expect(try !same.isUpgrade && same.after.upgrade == time(20) && same.after.launchesSinceUpgrade == 1)
        let without = try next(nil, after: same.after, at: 40)
        #expect(!without.isUpgrade && without.after.version == "2.0" && without.after.launchesSinceUpgrade == 2)
        let again = try next("3.0", after: without.after, at: 50)
        #expect(again.isUpgrade && again.after.launchesSinceUpgrade == 0 && again.after.launches == 6)
        #expect(again.isAfterCrash && again.previousLength == nil)
    }

    @Test func aFirstStartFollowsNothing() throws {
        let launch = LifecycleLaunch(before: nil, after: LifecycleRecord(first: try time(5), of: Self.app))
        #expect(!launch.isUpgrade && !launch.isAfterCrash && launch.previousLength == nil)
    }

    @Test func countsStayWhereTheyCannotGrow() throws {
        var record = LifecycleRecord(first: try time(0), of: Self.app)
        (record.launches, record.launchesSinceUpgrade, record.upgrade) = (.max, .max, try time(0))
        let start = LifecycleRecord.start(at: try time(9), of: Self.app, after: record, timeout: 0)
        guard case .began(let launch) = start else {
            Issue.record("\(start)")
            return
        }
        #expect(launch.after.launches == .max && launch.after.launchesSinceUpgrade == .max)
    }

    // MARK: - Metrics

    /// The metrics of a session after one that began at a time and lasted for some milliseconds.
    private func metrics(_ last: LifecycleTime, lasting length: Int64, at now: LifecycleTime) -> JSONObject {
        var before = LifecycleRecord(first: last, of: Self.app)
        before.session.pause = last.later(by: length)
        var after = before
        after.launches = 2
        after.session = .init(start: now, app: "Player 1.0", system: "iOS 17")
        return LifecycleMetrics(LifecycleLaunch(before: before, after: after), of: Self.app, in: Self.calendar).context
    }

    @Test(
        arguments: [
            (0, "prevsessionlength", "0"), (1_999, "prevsessionlength", "1"),
            (604_800_999, "prevsessionlength", "604800"), (604_801_000, "ignoredsessionlength", "604801"),
        ] as [(Int64, String, String)]
    )
    func aSessionOfMoreThanAWeekIsNotBelieved(_ length: Int64, _ key: String, _ seconds: String) throws {
        let found = metrics(try time(2023, 3, 1), lasting: length, at: try time(2023, 3, 20))
        let lengths = found.filter { $0.key.hasSuffix("sessionlength") }
        #expect(lengths.map { "\($0.key) \($0.value.stringValue ?? "")" } == ["\(key) \(seconds)"])
    }

    @Test func daysAndMonthsAreThoseOfTheCalendar() throws {
        let cases: [(LifecycleTime, LifecycleTime, days: String, isDaily: Bool, isMonthly: Bool)] = [
            (try time(2023, 3, 1), try time(2023, 3, 1, plus: 86_399_999), "0", false, false),
            (try time(2023, 3, 1), try time(2023, 3, 2), "1", true, false),
            (try time(2023, 3, 1, plus: 1), try time(2023, 3, 2), "0", true, false),
            (try time(2023, 3, 31), try time(2023, 4, 1), "1", true, true),
            (try time(2023, 3, 1), try time(2023, 4, 1), "31", true, true),
            (try time(2022, 3, 1), try time(2023, 3, 1), "365", true, true),
        ]
        for (last, now, days, isDaily, isMonthly) in cases {
            let found = metrics(last, lasting: 0, at: now)
            #expect(found["dayssincelastuse"]?.stringValue == days)
            #expect(found["dayssincefirstuse"]?.stringValue == days)
            #expect(found["dailyenguserevent"]?.stringValue == (isDaily ? "DailyEngUserEvent" : nil))
            #expect(found["monthlyenguserevent"]?.stringValue == (isMonthly ? "MonthlyEngUserEvent" : nil))
        }
    }

    @Test func theAppIsNamedWithWhatItHas() {
        func identifier(_ version: String?, _ build: String?) -> String {
            LifecycleApp(name: "Player", version: version, build: build, system: "s", locale: "l").identifier
        }
        #expect(identifier("1.2", "7") == "Player 1.2 (7)")
        #expect(identifier(nil, "7") == "Player (7)")
        #expect(identifier("1.2", nil) == "Player 1.2")
        #expect(identifier(nil, nil) == "Player")
    }
}
