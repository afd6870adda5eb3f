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
    /// - Returns: How many were dropped of each stream.
    mutating func append(_ hit: HitQueue.Hit, limits: HitQueueLimits) -> [String: Int] {
        hits.append(hit)
        bytes += hit.payload.count
        var dropped: [String: Int] = [:]
        while hits.count > 1, hits.count > limits.memoryCount || bytes > limits.memoryBytes {
            if let first = hits.first { dropped[first.stream, default: 0] += 1 }
            removeFirst(1)
        }
        return dropped
    }

    /// How many hits of each stream there are.
    var streams: [String: Int] {
        hits.reduce(into: [:]) { streams, hit in streams[hit.stream, default: 0] += 1 }
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
