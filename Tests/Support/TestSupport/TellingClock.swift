// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HubServices

/// A clock that stands still and tells what is scheduled for the next minute.
package final class TellingClock: HubClock {
    private let clock = ManualClock()
    private let told: @Sendable (String) -> Void

    /// Makes a clock.
    ///
    /// - Parameter told: Receives each delay, in nanoseconds.
    package init(_ told: @escaping @Sendable (String) -> Void) {
        self.told = told
    }

    package var now: Instant { clock.now }
    package var date: Date { clock.date }

    package func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        let scheduled = clock.schedule(after: delay, work)
        // A queue's own upkeep is hours away.
        if delay < .seconds(60) { told("\(delay.nanoseconds)") }
        return scheduled
    }

    package func advance(by delay: Duration) { clock.advance(by: delay) }
}
