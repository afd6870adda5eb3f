// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices

/// The time of a call: on the clock that never jumps, and of day.
package struct NielsenTime: Sendable, Hashable {
    package var instant: Instant
    /// Milliseconds since 1970.
    ///
    /// Unlike ``instant`` they go on while the device sleeps.
    package var unixMilliseconds: Int64

    /// The time of a call that was made a while ago.
    ///
    /// - Parameters:
    ///   - clock: The clock of the instance.
    ///   - age: How long ago; negative counts as now.
    package init(_ clock: borrowing any HubClock, age: Duration) {
        self.init(clock)
        guard age > .zero else { return }
        self = earlier(by: age)
    }

    /// The time of a call that was made at an instant of the clock.
    ///
    /// - Parameters:
    ///   - clock: The clock of the instance.
    ///   - made: When the call was made; nil and what lies ahead count as now.
    package init(_ clock: borrowing any HubClock, at made: Instant?) {
        self.init(clock)
        guard let made, made < instant else { return }
        self = earlier(by: instant - made)
    }

    package init(_ clock: borrowing any HubClock) {
        instant = clock.now
        let milliseconds = (clock.date.timeIntervalSince1970 * 1000).rounded()
        unixMilliseconds = Int64(exactly: min(max(milliseconds, -Self.limit), Self.limit)) ?? 0
    }

    /// A hundred million days: differences of times within it never overflow.
    private static let limit = 8.64e15

    /// Before any call.
    package static let never = NielsenTime(instant: .zero, unixMilliseconds: 0)

    private init(instant: Instant, unixMilliseconds: Int64) {
        self.instant = instant
        self.unixMilliseconds = unixMilliseconds
    }

    /// The time a while before this one, on both clocks.
    package func earlier(by age: Duration) -> NielsenTime {
        var time = self
        let nanoseconds = max(0, age.nanoseconds)
        let (instant, isTooEarly) = instant.nanoseconds.subtractingReportingOverflow(nanoseconds)
        time.instant = Instant(nanoseconds: isTooEarly ? .min : instant)
        time.unixMilliseconds -= nanoseconds / 1_000_000
        return time
    }

    /// The milliseconds since another time, by the time of day.
    package func milliseconds(since other: NielsenTime) -> Int64 { unixMilliseconds - other.unixMilliseconds }
}
