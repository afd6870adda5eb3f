// SPDX-License-Identifier: Apache-2.0

/// An event that a queue reports to its owner.
///
/// Each incident is reported once.
package enum HitQueueEvent: Sendable, Hashable {
    /// The reason why hits were dropped without being sent.
    package enum DropReason: Sendable, Hashable {
        /// More hits waited than ``HitQueueLimits/count``.
        case count
        /// Nobody could be reached and as many hits waited as ``HitQueueLimits/offlineCount`` allows; these were new.
        case offlineCount
        /// The hits that waited had more bytes than ``HitQueueLimits/bytes``.
        case bytes
        /// They had waited longer than ``HitQueueLimits/age``.
        case age
        /// The storage did not work and more hits waited in memory than the limits allow.
        case memory
        /// More hits were set aside than ``HitQueueLimits/setAsideCount``.
        case setAsideCount
        /// The user opted out.
        case optedOut
        /// The processor said so, for this reason.
        case processor(String)
    }

    /// A hit failed too often. It is kept apart and delays no other, see `HitQueue.setAsideHits()`.
    case setAside(HitQueue.Hit, reason: String)
    /// Hits were dropped without being sent; the streams say how many of each, as far as that is known.
    case dropped(count: Int, reason: DropReason, streams: [String: Int] = [:])
    /// The database was not what had been written. It was moved to the path and a new one begun.
    ///
    /// What can still be read was carried over: so many hits. So many others were seen and are lost; a damage may also
    /// hide hits of which nothing is left. The path is nil where there was no file left to move.
    case damaged(path: String?, detail: String, carriedOver: Int, lost: Int)
    /// The storage does not work. Hits are kept in memory from here to ``storageRecovered(written:)``.
    case storageFailed(SQLiteError)
    /// The storage works again, and this many hits were written to it that had been kept in memory.
    case storageRecovered(written: Int)
    /// The file could never be opened and is abandoned, see ``HitQueue/Configuration/memoryFallback``. From here on
    /// hits are sent from memory, and end with the process.
    case continuesInMemory
}

extension [HitQueueEvent] {
    /// Adds an event, or adds its drops to the last event if that has the same reason: many dropped hits make few events.
    mutating func tell(_ event: HitQueueEvent) {
        if case .dropped(let count, let reason, let streams) = event,
            case .dropped(let earlier, reason, let before) = last
        {
            self[endIndex - 1] = .dropped(
                count: earlier + count,
                reason: reason,
                streams: before.merging(streams, uniquingKeysWith: +)
            )
        } else {
            append(event)
        }
    }
}
