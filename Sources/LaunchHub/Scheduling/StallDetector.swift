// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Tells for how long one worker has stood at one place.
///
/// It is shown, tick by tick, which job a worker runs and how far the job has got.
struct StallDetector {
    private var job: ObjectIdentifier?
    private var progress: UInt64 = 0
    private var since = Instant.zero

    /// Takes what a tick sees.
    ///
    /// - Parameters:
    ///   - job: The job that the worker runs, or nil.
    ///   - progress: How far it has got.
    ///   - now: The time of the tick.
    /// - Returns: How long the job has stood there, or nil where it got on since the tick before.
    mutating func observe(job: ObjectIdentifier?, progress: UInt64, at now: Instant) -> Duration? {
        guard let job, job == self.job, progress == self.progress else {
            self.job = job
            self.progress = progress
            since = now
            return nil
        }
        return now - since
    }
}
