// SPDX-License-Identifier: Apache-2.0

package import struct Foundation.Date

/// A hit and its row.
///
/// Rows order hits; they are used again once they are empty, and start anew in a new file. So whoever changes a row
/// names the hit's id too.
package struct StoredHit: Sendable, Hashable {
    /// The row.
    package let row: Int64
    /// The hit.
    package var hit: HitQueue.Hit

    /// Puts a hit and its row together.
    package init(row: Int64, hit: HitQueue.Hit) {
        self.row = row
        self.hit = hit
    }
}

/// The first hits of a stream, in order, and until when this process has the stream for itself.
package struct HitRun: Sendable, Hashable {
    /// The stream.
    package let stream: String
    /// Its first hits.
    package var hits: ArraySlice<StoredHit>
    /// When another process may take the stream over.
    package let leaseEnd: Date

    /// Puts a run together.
    package init(stream: String, hits: ArraySlice<StoredHit>, leaseEnd: Date) {
        self.stream = stream
        self.hits = hits
        self.leaseEnd = leaseEnd
    }
}

/// What is to be written about a hit after it was tried.
package enum HitSettlement: Sendable, Hashable {
    /// It arrived.
    case sent(StoredHit)
    /// It is dropped because the processor said so.
    case discarded(StoredHit, reason: String)
    /// It is tried again, with its number of tries as it is here.
    case postponed(StoredHit)
    /// It is set aside.
    case setAside(StoredHit, reason: String)

    /// The hit.
    package var stored: StoredHit {
        switch self {
        case .sent(let stored), .discarded(let stored, _), .postponed(let stored), .setAside(let stored, _): stored
        }
    }
}
