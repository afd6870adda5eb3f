// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date
import HubServices

/// What the scheduler asks of the storage in one step; it happens in one transaction.
///
/// An empty plan only looks after the age of hits and after a storage that failed.
struct HitStepPlan: Sendable {
    var settlements: [HitSettlement] = []
    /// Streams that the scheduler is done with: their leases end, unless they are claimed again.
    var finished: Set<String> = []
    /// Which hits the scheduler wants, or nil where it wants no more.
    var claim: Claim?

    /// Which streams may be claimed.
    struct Claim: Sendable {
        /// The streams that the scheduler works on.
        let except: Set<String>
        /// What is known of their receivers; what is claimed is noted here too.
        var receivers: HitReceivers
    }
}

/// What came out of a step.
struct HitStepResult: Sendable {
    /// False where the storage failed: nothing of the plan has happened.
    var isDone: Bool
    /// False where the storage does not work, or where hits wait in memory until it takes them.
    var isStorageWorking: Bool
    var runs: [HitRun] = []
    /// True where there was no stream left to claim.
    var isEverythingClaimed = false
    /// True where hits were added after streams were claimed.
    var hasNewHits = false
    /// When the next stream that waits may be claimed, or nil where none waits.
    var nextDue: Instant?
    /// When the oldest hit is too old, or nil where no hit ages.
    var nextExpiry: Date?
}
