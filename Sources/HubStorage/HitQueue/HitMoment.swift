// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.Date
import HubServices

/// One reading of both faces of a clock: what happens at a moment sees one time only.
struct HitMoment: Sendable {
    /// For waits within the process.
    let now: Instant
    /// For everything that is written to the file, since another process has another origin.
    let date: Date

    /// When a date comes, on the clock that never jumps.
    func instant(of other: Date) -> Instant {
        // In range: each of the two lies between -1e18 and 1e18.
        now + .microseconds(other.microseconds - date.microseconds)
    }

    /// Reads a clock.
    init(_ clock: any HubClock) {
        (now, date) = (clock.now, clock.date)
    }
}

extension Date {
    /// Whole microseconds since 1970, held within a range of many thousand years; what is no time at all is 1970.
    package var microseconds: Int64 {
        let value = (timeIntervalSince1970 * 1e6).rounded()
        guard !value.isNaN else { return 0 }
        return Int64(min(max(value, -1e18), 1e18))
    }

    /// The time that ``microseconds`` stands for.
    package init(microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1e6)
    }

    /// The date that lies a duration later.
    package func adding(_ duration: Duration) -> Date {
        addingTimeInterval(duration.inSeconds)
    }
}
