// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices

/// The time of day where the device is: what dates on the wire are, and where one day ends.
///
/// Which offset holds is looked up once for a quarter of an hour, at whose ends alone clocks are changed.
package struct LocalTime: Sendable, Hashable {
    package var zone: TimeZone {
        didSet { quarter = .min }
    }
    private var quarter = Int64.min
    private var offset: Int64 = 0

    package init(_ zone: TimeZone) {
        self.zone = zone
    }

    package static func == (left: Self, right: Self) -> Bool { left.zone == right.zone }
    package func hash(into hasher: inout Hasher) { hasher.combine(zone) }

    /// Returns the local date and time that a ping carries.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970.
    /// - Returns: The date and time with the offset from UTC that applied then.
    package mutating func civil(_ milliseconds: Int64) -> CivilTime {
        CivilTime(unixMilliseconds: milliseconds, offset: offset(at: milliseconds))
    }

    /// Returns the beginning of the next day, in milliseconds since 1970; later than the given time.
    ///
    /// Where clocks are set forward at midnight, that is when they are.
    package mutating func nextMidnight(after milliseconds: Int64) -> Int64 {
        let day: Int64 = 86_400_000
        let before = offset(at: milliseconds) * 1000
        let end = (CivilDay.quotient(milliseconds + before, day) + 1) * day
        let after = offset(at: end - before) * 1000
        let today = civil(milliseconds).date
        for candidate in [end - max(before, after), end - min(before, after)]
        where candidate > milliseconds && civil(candidate).date != today {
            return candidate
        }
        return milliseconds + day
    }

    private mutating func offset(at milliseconds: Int64) -> Int64 {
        let asked = CivilDay.quotient(milliseconds, 900_000)
        if asked != quarter {
            quarter = asked
            let date = Date(timeIntervalSince1970: Double(asked) * 900)
            offset = Int64(zone.secondsFromGMT(for: date))
        }
        return offset
    }
}
