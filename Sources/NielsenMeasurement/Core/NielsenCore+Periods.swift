// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// The boundaries between the periods of two pings, because a reported value changes.
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

    /// Notes whether the player is in picture in picture: what was earned before is reported without the mark.
    package mutating func note(isInPicture: Bool, at time: NielsenTime) {
        guard isInPicture != playback.isInPicture else { return }
        for lane in [NielsenLane.ad, .content] where playback[lane].asset?.metadata["pipmode"] != "true" {
            closePeriod(lane, at: time)
        }
        playback.isInPicture = isInPicture
    }

    /// Closes what goes on at each midnight that has passed.
    mutating func closeDay(at time: NielsenTime) {
        guard hasOpenViews else { return day.forget() }
        while let midnight = day.passMidnight(until: time) { closePeriods(at: midnight) }
    }

    /// Works out when the day ends, once something goes on.
    mutating func beginDay(at time: NielsenTime) {
        if hasOpenViews { day.begin(at: time) }
    }

    /// Returns the end of a record's last credited second, which pings report as their time.
    func creditTime(of view: AssetView, at time: NielsenTime) -> Int64 {
        let isPage = view.lane == .static
        let last = isPage ? pageBegan.adding(nanoseconds: view.account.total) : view.account.lastCredited
        guard let last else { return day.time(ofEnd: time.unixMilliseconds) }
        let slept = Duration.nanoseconds(isPage ? 0 : max(0, time.asleep &- view.asleep))
        return day.time(ofEnd: time.earlier(by: max(.zero, time.instant - last) + slept).unixMilliseconds)
    }
}
