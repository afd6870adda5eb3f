// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The local day in which something is played or shown: no ping reports seconds of two days.
struct NielsenDay: Sendable {
    private var localTime: LocalTime
    /// The end of the day, in milliseconds since 1970; nil while nothing is open.
    private var end: Int64?

    private static let week: Int64 = 604_800_000
    /// Further away than this, about 285 years, nanoseconds overflow.
    private static let horizon: Int64 = 9_000_000_000_000

    init(_ localTime: LocalTime) {
        self.localTime = localTime
    }

    /// The device is somewhere else, where days end at other times.
    mutating func move(to place: LocalTime) {
        guard place != localTime else { return }
        localTime = place
        end = nil
    }

    /// Works out when the day ends, once something goes on.
    mutating func begin(at time: NielsenTime) {
        guard end == nil else { return }
        end = localTime.nextMidnight(after: time.unixMilliseconds)
    }

    /// Forgets the day: nothing goes on any more.
    mutating func forget() { end = nil }

    /// Returns the end of the day on the clock that goes on while the device sleeps.
    func deadline(from now: NielsenTime) -> Instant? {
        guard let end else { return nil }
        let left = min(max(end - now.unixMilliseconds, -Self.horizon), Self.horizon)
        return now.continuous.adding(nanoseconds: left * 1_000_000)
    }

    /// Begins the next day where this one is over.
    ///
    /// - Parameter now: The time.
    /// - Returns: The midnight; nil while the day goes on.
    mutating func passMidnight(until now: NielsenTime) -> NielsenTime? {
        guard let end, now.unixMilliseconds >= end else { return nil }
        let late = now.unixMilliseconds - end
        // A clock that was set by years passes no thousand midnights.
        self.end = localTime.nextMidnight(after: late > Self.week ? now.unixMilliseconds : end)
        return now.earlier(by: .milliseconds(late))
    }

    /// Returns the time that a record reports for its end: what ends with a day belongs to that day.
    func time(ofEnd milliseconds: Int64) -> Int64 {
        guard milliseconds % 900_000 == 0 else { return milliseconds }
        var local = localTime
        return local.civil(milliseconds).date == local.civil(milliseconds - 1).date ? milliseconds : milliseconds - 1
    }
}
