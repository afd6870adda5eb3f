// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension HitQueue {
    /// One thing that is to be sent.
    package struct Hit: Sendable, Hashable, Identifiable {
        /// The permanent id of the hit, unique among all queues.
        ///
        /// It stays the same however often the hit is tried, also after a crash; a processor may send it, so that a
        /// receiver recognises duplicates. Pings have an id of their own for that, in the payload.
        package let id: String
        /// Which hits it stands in one line with: hits of a stream leave one at a time, in the order they came.
        package let stream: String
        /// The bytes to send; the queue does not read them.
        package let payload: Data
        /// The time at which it was queued, by the queue's clock.
        package let created: Date
        /// The number of tries that have failed, or were interrupted by the end of their process.
        package internal(set) var attempts = 0
    }

    /// A hit that a caller passes to the queue.
    package struct Draft: Sendable, Hashable {
        /// The bytes to send, at most ``HitQueueLimits/bytes``.
        package var payload: Data
        /// Which hits it stands in line with.
        ///
        /// Any text; an SDK would use the identifier of an instance.
        package var stream: String

        package init(payload: Data, stream: String) {
            self.payload = payload
            self.stream = stream
        }
    }

    /// Hits that are queued only where the queue ends before it takes them back: what is open, as it is now.
    ///
    /// The next queue that opens the same file queues them, once, when the process that wrote them is gone.
    package struct Will: Sendable {
        /// What the hits are about; each key has one will.
        package let key: String
        /// The hits, in their order; none takes the will back.
        package let drafts: [Draft]

        package init(key: String, drafts: [Draft]) {
            self.key = key
            self.drafts = drafts
        }

        /// What takes this one back.
        var takenBack: Will { Will(key: key, drafts: []) }

        /// How many bytes its hits have.
        var bytes: Int { drafts.reduce(0) { $0 + $1.payload.count } }
    }

    /// The outcome of queuing a draft.
    package enum Admission: Sendable, Hashable {
        /// The hit is in the database and survives the process, however that ends.
        case stored(id: Hit.ID)
        /// The storage does not work: the hit is in memory and is written as soon as it works again.
        ///
        /// It is lost if the process ends before that.
        case heldInMemory(id: Hit.ID)
        /// The privacy status is `HubPrivacyStatus.optedOut`: the hit was not taken.
        case refused
        /// Nobody can be reached and as many hits wait as may: the hit was not taken, which is counted and reported.
        case dropped

        /// The hit's id, or nil where it was not taken.
        package var id: Hit.ID? {
            switch self {
            case .stored(let id), .heldInMemory(let id): id
            case .refused, .dropped: nil
            }
        }
    }

    /// The location of a queue's hits.
    package enum Location: Sendable, Hashable {
        /// In a SQLite file; it and its folder are made when they are first needed.
        ///
        /// SQLite keeps two more files beside it, under the same name with `-wal` and `-shm` behind it.
        case file(URL)
        /// In memory, for tests and for those who want nothing kept.
        case inMemory
    }
}

/// Why a hit could not be queued although the user's choice allows it.
///
/// Trouble with the storage is not among them: the queue then keeps hits in memory and says so in its answer.
package enum HitQueueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The payload is longer than the whole queue may be.
    case payloadTooLarge(bytes: Int, limit: Int)
    /// The queue was closed.
    case closed

    /// What was wrong, and what would be right.
    package var description: String {
        switch self {
        case .payloadTooLarge(let bytes, let limit):
            "the payload has \(bytes) bytes; the queue keeps at most \(limit) bytes, so send it in smaller hits"
        case .closed:
            "the queue is closed; make a new one on the same location"
        }
    }
}

extension HitQueue {
    /// What a queue holds at a moment.
    package struct Summary: Sendable, Hashable {
        /// What one stream holds.
        package struct Stream: Sendable, Hashable {
            /// How many hits wait or are being sent.
            package var count: Int
            /// How many bytes of payload they have.
            package var bytes: Int

            package init(count: Int = 0, bytes: Int = 0) {
                self.count = count
                self.bytes = bytes
            }
        }

        /// How many hits wait or are being sent, in the storage and in memory.
        package var count = 0
        /// How many bytes of payload they have.
        package var bytes = 0
        /// How long the oldest of them has waited, or nil where none waits.
        package var oldestAge: Duration?
        /// The same by stream; streams with no hits are left out.
        package var streams: [String: Stream] = [:]
        /// How many of them are only in memory, because the storage does not work.
        package var inMemoryCount = 0
        /// Why hits wait, in words, by receiver.
        package var reasons: [String: String] = [:]
        /// How many hits were set aside; they are not among the others.
        package var setAsideCount = 0
        /// False from a failure of the storage until it works again, for ever once it was given up.
        ///
        /// What it holds may then be missing here.
        package var isStorageWorking = true

        /// Makes the summary of an empty queue.
        package init() {}

        mutating func add(_ name: String, count: Int, bytes: Int) {
            self.count += count
            self.bytes += bytes
            streams[name, default: Stream()].count += count
            streams[name, default: Stream()].bytes += bytes
        }
    }

    /// A hit that failed too often, and why the last try failed.
    package struct SetAsideHit: Sendable, Hashable {
        package var hit: Hit
        /// Why it was given up.
        package var reason: String
    }
}
