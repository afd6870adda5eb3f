// SPDX-License-Identifier: Apache-2.0

import CAtomics

/// The numbers of recorders that are awake and that rest, in one word, and the number of missed reports.
///
/// Whoever makes it deallocates it; it lies in no object of its own, because every call of an app reads it.
///
/// Unchecked: the words are accessed only by atomic operations.
struct ReportActivity: @unchecked Sendable {
    private let words: UnsafeMutablePointer<UInt64>

    init() {
        words = .allocate(capacity: 2)
        words.initialize(repeating: 0, count: 2)
    }

    func deallocate() { words.deallocate() }

    var counts: (awake: UInt32, resting: UInt32) {
        let word = launchhub_load_relaxed(words)
        return (UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word >> 32))
    }

    /// The number of missed reports, at least.
    var missed: UInt64 { launchhub_load_relaxed(words + 1) }

    func set(awake: Int, resting: Int) {
        let counts = (UInt64(UInt32(clamping: resting)) << 32) | UInt64(UInt32(clamping: awake))
        launchhub_store_relaxed(words, counts)
    }

    /// Counts a missed report.
    ///
    /// Of two threads at the same moment one may be lost: an addition that no other thread can interrupt costs a flood of
    /// calls more than the rest of what a recorder at rest costs.
    func countMissed() { launchhub_store_relaxed(words + 1, launchhub_load_relaxed(words + 1) &+ 1) }
}
