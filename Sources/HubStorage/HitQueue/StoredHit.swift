// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date

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
