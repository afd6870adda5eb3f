// SPDX-License-Identifier: Apache-2.0

import HubServices
package import LaunchHub

/// An executor that runs a hub's jobs on demand, on the thread of the test.
///
/// Without a seed, jobs run in the order in which they became ready. With a seed, the next job is drawn from all that
/// are ready: a test that passes for many seeds does not depend on an order that the hub does not guarantee. The same
/// seed gives the same order.
package final class ManualExecutor: HubExecutor {
    private struct State {
        var ready: [any HubJob] = []
        var random: SeededGenerator?
    }

    private let state: Locked<State>

    /// Makes an executor without jobs.
    ///
    /// - Parameter seed: The seed for the order; nil for the order in which jobs become ready.
    package init(seed: UInt64? = nil) {
        state = Locked(State(random: seed.map(SeededGenerator.init)))
    }

    package var isManual: Bool { true }

    package func submit(_ job: any HubJob) {
        state.withLock { $0.ready.append(job) }
    }

    package func runWaiting() {
        runUntilIdle(limit: 1_000_000)
    }

    /// Whether no job is ready.
    package var isIdle: Bool { state.withLock { $0.ready.isEmpty } }

    /// Runs jobs until none is ready.
    ///
    /// May be called inside a job; the rest of that job is not awaited.
    ///
    /// - Parameter limit: The largest number of jobs to run.
    /// - Returns: The number of jobs that were run.
    @discardableResult
    package func runUntilIdle(limit: Int = .max) -> Int {
        var count = 0
        while count < limit, let job = nextJob() {
            count += 1
            if let follower = job.run() { submit(follower) }
        }
        return count
    }

    private func nextJob() -> (any HubJob)? {
        state.withLock { state in
            guard !state.ready.isEmpty else { return nil }
            let drawn = state.random?.next() ?? 0
            let place = Int(drawn % UInt64(state.ready.count))
            return state.ready.remove(at: place)
        }
    }
}
