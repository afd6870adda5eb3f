// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Something that a thread of the pool runs: the routing stage, or the drain of one lane.
package protocol HubJob: AnyObject, Sendable {
    /// Runs until there is nothing left to do or it is time to let others have the thread.
    ///
    /// - Returns: A job that the same thread should run next, without a hand-over to another thread.
    func run() -> (any HubJob)?

    /// A number that changes whenever the job gets on; read by the watchdog from another thread.
    var progress: UInt64 { get }

    /// True where the job is known to hold a thread for long, so that it must not count against the pool's width.
    var needsOwnThread: Bool { get }

    /// Tells that the job has not got on for a while. Called on the watchdog's thread, at every tick.
    ///
    /// - Parameters:
    ///   - duration: How long, at least.
    ///   - progress: Where it stands.
    func heldUp(for duration: Duration, at progress: UInt64)
}

/// Where jobs run.
package protocol HubExecutor: AnyObject, Sendable {
    /// Runs jobs soon, on threads of the executor's choosing, in no particular order.
    func submit(_ jobs: [any HubJob])

    /// Runs a job soon.
    func submit(_ job: any HubJob)

    /// True where jobs run only when somebody asks, on that somebody's thread.
    ///
    /// Nothing may wait for such an executor; and the budget is then kept by the hub's clock alone.
    var isManual: Bool { get }

    /// Runs on the calling thread what waits for somebody to ask; nothing where ``isManual`` is false.
    func runWaiting()
}

extension HubExecutor {
    /// Does nothing.
    package func runWaiting() {}
}
