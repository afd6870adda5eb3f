// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.Date
package import HubServices

/// What the scheduler asks of the storage in one step; it happens in one transaction.
package struct HitStepPlan: Sendable {
    /// What became of hits.
    package var settlements: [HitSettlement] = []
    /// Streams that the scheduler is done with: their leases end, unless they are claimed again.
    package var finished: Set<String> = []
    /// Which hits the scheduler wants, or nil where it wants no more.
    package var claim: Claim?

    /// Which streams may be claimed.
    package struct Claim: Sendable {
        /// The streams that the scheduler works on.
        let except: Set<String>
        /// What is known of their receivers; what is claimed is noted here too.
        var receivers: HitReceivers
        /// The time.
        let now: Instant
    }

    /// Makes an empty plan, which only looks after the age of hits and after a storage that failed.
    package init() {}
}

/// What came out of a step.
package struct HitStepResult: Sendable {
    /// False where the storage failed: nothing of the plan has happened.
    package var isDone: Bool
    /// False where the storage does not work, or where hits wait in memory until it takes them.
    package var isStorageWorking: Bool
    /// The streams that were claimed.
    package var runs: [HitRun] = []
    /// True where there was no stream left to claim.
    package var isEverythingClaimed = false
    /// True where hits were added after streams were claimed.
    package var hasNewHits = false
    /// When the next stream that waits may be claimed, or nil where none waits.
    package var nextDue: Instant?
    /// When the oldest hit is too old, or nil where no hit ages.
    package var nextExpiry: Date?

    /// Makes a result.
    package init(isDone: Bool, isStorageWorking: Bool) {
        self.isDone = isDone
        self.isStorageWorking = isStorageWorking
    }
}
