// SPDX-License-Identifier: Apache-2.0

/// Hits that wait in memory until the storage works.
struct HitOverflow: Sendable {
    /// The hits, from the oldest on.
    private(set) var hits: ArraySlice<HitQueue.Hit> = []
    private var bytes = 0

    /// Makes an empty overflow.
    init() {}

    /// Adds a hit, and drops the oldest ones where there are too many. The added one always stays.
    ///
    /// - Returns: How many were dropped.
    mutating func append(_ hit: HitQueue.Hit, limits: HitQueueLimits) -> Int {
        hits.append(hit)
        bytes += hit.payload.count
        var dropped = 0
        while hits.count > 1, hits.count > limits.memoryCount || bytes > limits.memoryBytes {
            removeFirst(1)
            dropped += 1
        }
        return dropped
    }

    /// Forgets the oldest hits.
    ///
    /// - Parameter count: How many; no more than there are.
    mutating func removeFirst(_ count: Int) {
        for hit in hits.prefix(count) {
            bytes -= hit.payload.count
        }
        hits = hits.dropFirst(count)
        // A slice keeps what it was cut from alive.
        if hits.isEmpty { hits = [] }
    }
}
