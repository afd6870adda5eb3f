// SPDX-License-Identifier: Apache-2.0

/// Decides whether a worker without a job looks for one a little longer before it falls asleep.
///
/// A value without a clock: its input is how the worker's waits ended. To wake a sleeping thread takes more processor time
/// than to look for some microseconds, but only where the next job comes that soon. A worker lingers after a wait that
/// lingering would have bridged; each time that it lingers in vain, it takes twice as many such waits in a row before it
/// does so again. The same holds where work comes so fast that the worker would take every piece alone: in the time that a
/// thread takes to wake, pieces gather that are handled together. An event now and then never finds a worker lingering.
package struct LingerPolicy {
    /// The longest time for which a worker lingers.
    package static let longest = Duration.microseconds(30)
    /// The longest sleep, the time that the thread takes to wake included, that lingering would have bridged.
    package static let shortSleep = Duration.microseconds(60)
    /// The shortest time in which a job must not come, because more gather behind it.
    package static let flood = Duration.microseconds(2)
    /// The largest number of short sleeps in a row that a worker has to have behind it.
    package static let mostShortSleeps = 64

    private var shortSleeps = 0
    private var needed = 1

    package init() {}

    /// Whether the worker should linger the next time that it finds no job.
    package var allowsLingering: Bool { shortSleeps >= needed }

    /// Notes that a job came while the worker lingered.
    ///
    /// - Parameter time: How long it had lingered by then.
    package mutating func foundJob(after time: Duration) {
        if time < Self.flood { discourage() } else { needed = 1 }
    }

    /// Notes that the worker slept.
    ///
    /// - Parameters:
    ///   - time: How long.
    ///   - hasLingered: Whether it lingered before that.
    package mutating func slept(for time: Duration, hasLingered: Bool) {
        if hasLingered {
            discourage()
        } else if time <= Self.shortSleep {
            shortSleeps = min(shortSleeps + 1, Self.mostShortSleeps)
        } else {
            shortSleeps = 0
        }
    }

    private mutating func discourage() {
        needed = min(needed * 2, Self.mostShortSleeps)
        shortSleeps = 0
    }
}
