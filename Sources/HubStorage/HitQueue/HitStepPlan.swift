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

/// A hit and its row.
///
/// Rows order hits; they are used again once they are empty, and start anew in a new file. So whoever changes a row
/// names the hit's id too.
struct StoredHit: Sendable, Hashable {
    let row: Int64
    var hit: HitQueue.Hit
}

/// The first hits of a stream, in order, and until when this process has the stream for itself.
struct HitRun: Sendable, Hashable {
    let stream: String
    var hits: ArraySlice<StoredHit>
    /// When another process may take the stream over.
    let leaseEnd: Date
}

/// What is to be written about a hit after it was tried.
enum HitSettlement: Sendable, Hashable {
    /// It arrived.
    case sent(StoredHit)
    /// It is dropped because the processor said so.
    case discarded(StoredHit, reason: String)
    /// It is tried again, with its number of tries as it is here.
    case postponed(StoredHit)
    /// It is set aside.
    case setAside(StoredHit, reason: String)

    var stored: StoredHit {
        switch self {
        case .sent(let stored), .discarded(let stored, _), .postponed(let stored), .setAside(let stored, _): stored
        }
    }
}
