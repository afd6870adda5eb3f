// SPDX-License-Identifier: Apache-2.0

/// Hits and wills that wait in memory until the storage works.
struct HitOverflow: Sendable {
    /// The hits, from the oldest on.
    private(set) var hits: ArraySlice<HitQueue.Hit> = []
    /// The last will of each key that changed; the file has an earlier one, or none.
    private(set) var wills: [String: HitQueue.Will] = [:]
    private var bytes = 0
    private var willBytes = 0

    init() {}

    /// Adds a hit, and drops the oldest ones where there are too many.
    ///
    /// The added one always stays.
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

    /// Adds a will in the place of the one with its key.
    ///
    /// Where there is no room for its hits, it takes that back and leaves nothing.
    mutating func append(_ will: HitQueue.Will, limits: HitQueueLimits) {
        willBytes -= wills[will.key]?.bytes ?? 0
        let kept = willBytes + will.bytes <= limits.memoryBytes ? will : will.takenBack
        willBytes += kept.bytes
        wills[will.key] = kept
    }

    /// Forgets the wills.
    mutating func removeWills() {
        wills = [:]
        willBytes = 0
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
