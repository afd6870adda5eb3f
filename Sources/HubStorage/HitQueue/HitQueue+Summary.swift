// SPDX-License-Identifier: Apache-2.0

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
