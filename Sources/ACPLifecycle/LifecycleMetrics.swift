// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The documented metrics of a session, all of them text.
struct LifecycleMetrics {
    /// The longest session whose length is believed, in seconds: a week.
    static let longestSession: Int64 = 7 * 86_400
    private static let millisecondsOfDay: Int64 = 86_400_000

    private(set) var context: JSONObject

    /// Returns what is known before the first session of this process.
    init(of app: LifecycleApp, after record: LifecycleRecord?) {
        context = [
            "appid": .string(app.identifier), "osversion": .string(app.system), "locale": .string(app.locale),
            "runmode": app.isExtension ? "Extension" : "Application",
        ]
        if let record { context["launches"] = .string("\(record.launches)") }
    }

    /// Returns the metrics of a session that begins.
    ///
    /// - Parameters:
    ///   - launch: The session.
    ///   - app: The app that starts.
    ///   - calendar: The calendar of the user.
    init(_ launch: LifecycleLaunch, of app: LifecycleApp, in calendar: Calendar) {
        self.init(of: app, after: launch.after)
        let now = launch.after.session.start
        let day = calendar.dateComponents([.weekday, .hour], from: now.date)
        set("launchevent", "LaunchEvent")
        set("dayofweek", day.weekday)
        set("hourofday", day.hour)
        if let before = launch.before {
            addDays(since: before, until: now, calendar)
            if launch.isUpgrade {
                set("upgradeevent", "UpgradeEvent")
            } else if let upgrade = launch.after.upgrade {
                set("dayssincelastupgrade", upgrade.elapsed(until: now) / Self.millisecondsOfDay)
                set("launchessinceupgrade", launch.after.launchesSinceUpgrade)
            }
            addLastSession(of: before, launch)
        } else {
            set("installevent", "InstallEvent")
            set("installdate", Self.installDate(now, calendar))
            set("dailyenguserevent", "DailyEngUserEvent")
            set("monthlyenguserevent", "MonthlyEngUserEvent")
        }
    }

    private mutating func addDays(since before: LifecycleRecord, until now: LifecycleTime, _ calendar: Calendar) {
        set("dayssincefirstuse", before.install.elapsed(until: now) / Self.millisecondsOfDay)
        set("dayssincelastuse", before.lastUse.elapsed(until: now) / Self.millisecondsOfDay)
        let parts: Set<Calendar.Component> = [.year, .month, .day]
        let last = calendar.dateComponents(parts, from: before.lastUse.date)
        let today = calendar.dateComponents(parts, from: now.date)
        if last != today { set("dailyenguserevent", "DailyEngUserEvent") }
        if last.year != today.year || last.month != today.month { set("monthlyenguserevent", "MonthlyEngUserEvent") }
    }

    private mutating func addLastSession(of before: LifecycleRecord, _ launch: LifecycleLaunch) {
        if launch.isAfterCrash {
            set("crashevent", "CrashEvent")
        }
        if let length = launch.previousLength.map({ $0 / 1000 }) {
            set(length <= Self.longestSession ? "prevsessionlength" : "ignoredsessionlength", length)
        }
        if before.session.app != launch.after.session.app { set("previousappid", before.session.app) }
        if before.session.system != launch.after.session.system { set("previousosversion", before.session.system) }
    }

    /// Returns a date as the metric `installdate` has it: month, day and year.
    private static func installDate(_ time: LifecycleTime, _ calendar: Calendar) -> String {
        let day = calendar.dateComponents([.year, .month, .day], from: time.date)
        return [day.month, day.day, day.year].map { "\($0 ?? 0)" }.joined(separator: "/")
    }

    private mutating func set(_ key: String, _ value: String) {
        context[key] = .string(value)
    }

    private mutating func set(_ key: String, _ value: (some BinaryInteger)?) {
        if let value { set(key, "\(value)") }
    }
}
