// SPDX-License-Identifier: Apache-2.0

import HubServices
package import LaunchHub

/// Runs a hub's jobs when a test asks for it, on the test's thread.
///
/// Without a seed jobs run in the order in which they became ready. With one the next job is drawn from all that are
/// ready: a test that passes for many seeds does not hang on an order that the hub never promised. The same seed gives
/// the same order.
package final class ManualExecutor: HubExecutor {
    private struct State {
        var ready: [any HubJob] = []
        var random: SplitMix64?
    }

    private let state: Locked<State>

    /// Makes an executor with nothing to do.
    ///
    /// - Parameter seed: What the order is drawn from; nil for the order in which jobs become ready.
    package init(seed: UInt64? = nil) {
        state = Locked(State(random: seed.map(SplitMix64.init)))
    }

    package var isManual: Bool { true }

    package func submit(_ jobs: [any HubJob]) {
        state.withLock { $0.ready.append(contentsOf: jobs) }
    }

    package func submit(_ job: any HubJob) {
        state.withLock { $0.ready.append(job) }
    }

    package func runWaiting() {
        runUntilIdle(limit: 1_000_000)
    }

    /// True where no job waits.
    package var isIdle: Bool { state.withLock { $0.ready.isEmpty } }

    /// Runs jobs until none waits.
    ///
    /// May be called from inside a job; what that job still has to do is not waited for.
    ///
    /// - Parameter limit: How many jobs to run at most.
    /// - Returns: How many were run.
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
            let place = state.random?.next(below: state.ready.count) ?? 0
            return state.ready.remove(at: place)
        }
    }
}

/// A small generator whose numbers depend on its seed alone.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A number from zero up to, and without, a bound above zero.
    mutating func next(below bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        word ^= word >> 31
        // The bias of the remainder is far below anything that a test could see.
        return Int(word % UInt64(bound))
    }
}
