// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Tells for how long one worker has stood at one place.
///
/// It is shown, look by look, which run of a job a worker is at and how far the job has got.
struct StallDetector {
    /// The result of one look at a worker.
    struct Sight {
        /// Counts the jobs that the worker has begun.
        let run: UInt64
        /// When this one was begun.
        let startedAt: Instant
        /// How many calls the job has begun in this run.
        let calls: UInt64
    }

    private var run: UInt64 = 0
    private var calls: UInt64 = 0
    private var since = Instant.zero

    /// Records the result of a look.
    ///
    /// The first call of a run began with the run; of a later one it is only known when it was seen first, so that a
    /// stall is never reported too early.
    ///
    /// - Parameters:
    ///   - sight: What the look has shown.
    ///   - now: The time of the look.
    ///   - resumedAt: When the process ran again after it had been stopped; no job has stood still for longer than since then.
    /// - Returns: How long the job has stood at its place, zero where that was not seen before.
    mutating func observe(_ sight: Sight, at now: Instant, resumedAt: Instant = .zero) -> Duration {
        if sight.calls <= 1 { return max(.zero, now - max(sight.startedAt, resumedAt)) }
        guard sight.run == run, sight.calls == calls else {
            run = sight.run
            calls = sight.calls
            since = now
            return .zero
        }
        return now - max(since, resumedAt)
    }
}
