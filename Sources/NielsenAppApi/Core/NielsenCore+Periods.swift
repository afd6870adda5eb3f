// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Where what one ping tells ends because something that it tells changes.
extension NielsenCore {
    /// Closes the period of every open view, because a value that all their pings carry changes.
    mutating func closePeriods(at time: NielsenTime) {
        closePeriod(.ad, at: time)
        closePeriod(.content, at: time)
        if playback.page.view != nil {
            advancePage(to: time)
            closePeriod(.static, at: time)
        }
        tell(.change, at: time)
    }

    /// Tells what was earned up to now in a lane, where there is anything.
    mutating func closePeriod(_ lane: NielsenLane, at time: NielsenTime) {
        guard let asset = playback[lane].asset, var view = playback[lane].view, view.isSeen else { return }
        view.account.settle(at: time.instant)
        if view.account.secondsSinceRecord > 0 || !view.account.pending.isEmpty {
            let (segments, seconds) = view.account.takeDuration()
            effects.append(.record(record(.duration, view, asset, segments, seconds, at: time)))
            view.viewability?.flush()
        }
        playback[lane].view = view
    }

    /// Closes what goes on at each midnight that has passed.
    mutating func closeDay(at time: NielsenTime) {
        guard var due = midnight else { return }
        guard hasOpenViews else {
            midnight = nil
            return
        }
        while time.unixMilliseconds >= due {
            closePeriods(at: time.earlier(by: .milliseconds(time.unixMilliseconds - due)))
            // A clock that was set by years passes no thousand midnights.
            let isFar = time.unixMilliseconds - due > Self.week
            due = localTime.nextMidnight(after: isFar ? time.unixMilliseconds : due)
        }
        midnight = due
    }

    /// Works out when the day ends, once something goes on.
    mutating func noteDay(at time: NielsenTime) {
        guard midnight == nil, hasOpenViews else { return }
        midnight = localTime.nextMidnight(after: time.unixMilliseconds)
    }

    private static let week: Int64 = 604_800_000

    /// The device is somewhere else.
    mutating func move(to zone: LocalTime) {
        guard zone != localTime else { return }
        localTime = zone
        midnight = nil
    }

    /// When a record's last credited second was over: what pings tell as its time. One that ends with the day is of that day.
    func creditTime(of view: AssetView, at time: NielsenTime) -> Int64 {
        let last = view.lane == .static ? pageBegan + .nanoseconds(view.account.total) : view.account.lastCredited
        guard let last, last < time.instant else { return dayTime(time.unixMilliseconds) }
        return dayTime(time.earlier(by: time.instant - last).unixMilliseconds)
    }

    private func dayTime(_ milliseconds: Int64) -> Int64 {
        guard milliseconds % 900_000 == 0 else { return milliseconds }
        var local = localTime
        return local.civil(milliseconds).date == local.civil(milliseconds - 1).date ? milliseconds : milliseconds - 1
    }
}
