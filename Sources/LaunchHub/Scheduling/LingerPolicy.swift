// SPDX-License-Identifier: Apache-2.0

/// Decides whether a worker without a job looks for one a little longer before it falls asleep.
///
/// A value without a clock: its input is how the worker's waits ended. To wake a sleeping thread takes more processor time
/// than to look for some microseconds, but only where the next job comes that soon. Whoever waits for an answer has to wake
/// before it brings the next job, so that what "soon" means depends on how long a thread of this machine takes to wake. A
/// worker lingers after a wait that lingering would have bridged; each time that it lingers in vain, it takes twice as many
/// such waits in a row before it does so again. Where work comes so fast that the worker would take every piece alone, it
/// lets pieces gather for about as long as a thread takes to wake, and handles them together: nobody pays for waking it.
/// An event now and then never finds a worker lingering.
package struct LingerPolicy {
    /// The shortest ``patience``, and that of a worker which has not slept yet.
    package static let shortest = Duration.microseconds(30)
    /// The longest ``patience``, however long a thread takes to wake.
    package static let longest = Duration.microseconds(120)
    /// The time within which a job comes where work comes too fast to be taken piece by piece.
    package static let flood = Duration.microseconds(2)
    /// How long pieces gather in a flood.
    package static let gatheringTime = Duration.microseconds(8)
    /// The number of jobs that a worker takes in a row until it is busy rather than flooded, so that a second one is of use.
    package static let mostInARow = 8
    /// The largest number of short sleeps in a row that a worker has to have behind it.
    package static let mostShortSleeps = 64

    /// How long the thread has taken to wake of late, at most ``longest``.
    private var wakeTime = Duration.zero
    private var shortSleeps = 0
    private var needed = 1
    /// The number of jobs taken since the last wait.
    private var takenInARow = 0
    /// Whether jobs come too fast to be taken one by one.
    package private(set) var isFlooded = false

    package init() {}

    /// The time for which a worker that lingers leaves a job alone, so that more gather; zero unless work comes too fast.
    package var gathering: Duration { isFlooded ? Self.gatheringTime : .zero }

    /// The time for which the worker lingers: twice what a thread takes to wake, within ``shortest`` and ``longest``.
    package var patience: Duration { min(max(Self.shortest, wakeTime * 2), Self.longest) }

    /// Whether the worker should linger the next time that it finds no job.
    package var allowsLingering: Bool { shortSleeps >= needed }

    /// Notes that the worker asked for a job and got one.
    package mutating func tookJob() {
        takenInARow += 1
        if takenInARow >= Self.mostInARow { isFlooded = false }
    }

    /// Notes that a job came while the worker lingered.
    ///
    /// - Parameter time: How long it had lingered by then.
    package mutating func foundJob(after time: Duration) {
        needed = 1
        takenInARow = 0
        isFlooded = time < Self.flood
    }

    /// Notes that the worker slept.
    ///
    /// - Parameters:
    ///   - time: How long it was until somebody woke it.
    ///   - wakeTime: How long the thread took from there until it ran.
    ///   - hasLingered: Whether it lingered before that.
    package mutating func slept(for time: Duration, wokeIn wakeTime: Duration, hasLingered: Bool) {
        takenInARow = 0
        isFlooded = false
        if hasLingered {
            needed = min(needed * 2, Self.mostShortSleeps)
            shortSleeps = 0
        } else if time <= patience {
            shortSleeps = min(shortSleeps + 1, Self.mostShortSleeps)
        } else {
            shortSleeps = 0
        }
        // A single wait for a busy core says little, so that it counts for one in eight.
        self.wakeTime += (min(max(.zero, wakeTime), Self.longest) - self.wakeTime) / 8
    }
}
