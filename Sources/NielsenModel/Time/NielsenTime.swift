// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices

/// The time of a call: on the two clocks that never jump, and of day.
package struct NielsenTime: Sendable, Hashable {
    /// On the clock that stands still while the device sleeps: by it seconds are credited.
    package var instant: Instant
    /// On the clock that goes on: by it a pause and a session end.
    package var continuous: Instant
    /// Milliseconds since 1970.
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
        continuous = clock.continuousNow
        let milliseconds = (clock.date.timeIntervalSince1970 * 1000).rounded()
        unixMilliseconds = Int64(exactly: min(max(milliseconds, -Self.limit), Self.limit)) ?? 0
    }

    /// A hundred million days: differences of times within it never overflow.
    private static let limit = 8.64e15

    /// Before any call.
    package static let never = NielsenTime(instant: .zero, continuous: .zero, unixMilliseconds: 0)

    private init(instant: Instant, continuous: Instant, unixMilliseconds: Int64) {
        self.instant = instant
        self.continuous = continuous
        self.unixMilliseconds = unixMilliseconds
    }

    /// The time a while before this one, on all clocks.
    package func earlier(by age: Duration) -> NielsenTime {
        var time = self
        let nanoseconds = max(0, age.nanoseconds)
        time.instant = instant.subtracting(nanoseconds: nanoseconds)
        time.continuous = continuous.subtracting(nanoseconds: nanoseconds)
        time.unixMilliseconds -= nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 < 500_000 ? 0 : 1)
        return time
    }

    /// The time at which the clock that goes on showed an instant.
    ///
    /// - Parameters:
    ///   - due: The instant, before this time.
    ///   - last: The time of the last call before; where the device slept since, it did so at last.
    /// - Returns: The earlier time.
    package func back(to due: Instant, since last: NielsenTime) -> NielsenTime {
        var time = earlier(by: continuous - due)
        time.instant = min(instant, due.subtracting(nanoseconds: last.asleep))
        return time
    }

    /// Nanoseconds for which the device has slept, from an arbitrary origin: only differences are meaningful.
    package var asleep: Int64 { continuous.nanoseconds(since: instant) }
}
