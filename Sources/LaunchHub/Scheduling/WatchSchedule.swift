// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Decides when the watchdog looks at the workers next.
///
/// A value without a clock: its input is what a look has shown. While jobs wait for a thread it looks once a
/// millisecond. Otherwise the looks become rarer, and after an isolated piece of work there is one, which is cancelled
/// if the work is over by then: a device that receives an event now and then is woken once for it, and never more than
/// twice.
package struct WatchSchedule {
    /// The findings of a look.
    package struct Findings {
        /// Jobs wait for a thread, or one was left to a worker that is still busy.
        package var isShort = false
        /// A worker that no look has found to stand still is at a job.
        package var isBusy = false
        /// Jobs were run since the look before.
        package var hasWorked = false
        /// When the next job that stands still must be looked at, counted from now.
        package var deadline: Duration?

        package init() {}
    }

    /// The time between two looks while jobs wait for a thread.
    package static let finest = Duration.milliseconds(1)
    /// The longest time between two looks while jobs come and go.
    package static let coarsest = Duration.milliseconds(64)
    /// Work that comes again within this time is not isolated: falling asleep would cost more than looking.
    package static let isolation = Duration.milliseconds(50)

    private var tick = finest
    private var isDense = false

    package init() {}

    /// Notes that work has come in after a sleep.
    ///
    /// - Returns: When to look first.
    package mutating func wake(after sleep: Duration) -> Duration {
        isDense = sleep < Self.isolation
        tick = Self.finest
        return tick
    }

    /// Notes that work could not wait for the next look: those that follow come often again, so that the next job that
    /// is left to a busy worker need not ask for one.
    package mutating func hurry() {
        tick = Self.finest
    }

    /// Records the findings of a look.
    ///
    /// - Returns: When to look next, nil to sleep until work comes in.
    package mutating func next(_ findings: Findings) -> Duration? {
        if findings.isShort {
            tick = Self.finest
        } else if findings.isBusy || (isDense && findings.hasWorked) {
            tick = min(tick * 2, Self.coarsest)
        } else {
            tick = Self.finest
            return findings.deadline.map { max($0, Self.finest) }
        }
        return max(Self.finest, min(tick, findings.deadline ?? tick))
    }

    /// Returns whether the next look comes soon enough for a job to be left to a worker that is busy.
    package static func isFine(_ pause: Duration?) -> Bool {
        pause.map { $0 <= finest * 2 } ?? false
    }
}
