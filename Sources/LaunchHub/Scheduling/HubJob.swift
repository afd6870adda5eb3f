// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Something that an executor runs: the routing stage, or the drain of one mailbox.
package protocol HubJob: AnyObject, Sendable {
    /// Runs until there is nothing left to do.
    ///
    /// - Returns: A job that the same thread should run next, without a hand-over to another thread.
    func run() -> (any HubJob)?

    /// A number that changes whenever the job gets on; read by the watch from another thread.
    var progress: UInt64 { get }

    /// Reports that the job has not got on for a while. Called on the thread of the watch.
    ///
    /// - Parameters:
    ///   - duration: How long it has stood at one place.
    ///   - progress: The place.
    /// - Returns: After how long at that place the job should be looked at again; nil for not before
    ///   ``HubExecutor/watchAgain(_:)``.
    func heldUp(for duration: Duration, at progress: UInt64) -> Duration?

    /// Reports that the job is ready and that no thread could be had for it.
    func waitsForThread(_ shortage: ThreadShortage)
}

extension HubJob {
    package func heldUp(for duration: Duration, at progress: UInt64) -> Duration? { nil }
    package func waitsForThread(_ shortage: ThreadShortage) {}
}

/// Why work that is ready cannot run.
package struct ThreadShortage: Sendable, CustomStringConvertible {
    package enum Cause: Sendable {
        /// As many threads as there may be are held by calls that do not return.
        case limitReached
        /// The system did not make another thread.
        case threadNotMade
    }

    package let cause: Cause
    /// How many threads there are.
    package let threads: Int
    /// Counts the shortages of the process, so that each is reported once.
    package let serial: UInt64

    /// A sentence that says what is wrong and what to do.
    package var description: String {
        let why =
            switch cause {
            case .limitReached: "all \(threads) threads of the hub are held by calls that do not return"
            case .threadNotMade: "the system made no thread beyond the \(threads) that the hub has"
            }
        return "\(why); events wait until one returns. Hand work that blocks to a queue of its own."
    }
}

/// Where jobs run.
package protocol HubExecutor: AnyObject, Sendable {
    /// Runs a job soon, on a thread of the executor's choosing.
    func submit(_ job: any HubJob)

    /// Looks at a job again that was to be left alone at its place, because it has got on.
    func watchAgain(_ job: any HubJob)

    /// Whether jobs run only on request, on the requesting thread.
    ///
    /// Nothing may wait for such an executor; and the budget is then kept by the hub's clock alone.
    var isManual: Bool { get }

    /// Runs the waiting jobs on the calling thread; does nothing if ``isManual`` is false.
    func runWaiting()
}

extension HubExecutor {
    /// Runs jobs soon, in no particular order.
    func submit(_ jobs: [any HubJob]) {
        for job in jobs { submit(job) }
    }

    /// Does nothing.
    package func watchAgain(_ job: any HubJob) {}

    /// Does nothing.
    package func runWaiting() {}
}
