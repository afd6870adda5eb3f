// SPDX-License-Identifier: Apache-2.0

/// The limits of a queue.
///
/// Beyond them the oldest hits are dropped; whatever is dropped is counted and reported.
///
/// Hits that are being sent are never dropped, and an add does not drop what it adds; only where those that are being sent
/// fill a limit alone does it go at the queue's next step, counted and reported like all others. Where a count of 1,024 or
/// more, or a mebibyte or more, is exceeded, a 128th of it goes at once, so that the adds after it find room.
package struct HitQueueLimits: Sendable, Hashable {
    /// The largest number of hits that may wait; at least 1.
    package private(set) var count: Int
    /// The largest number of hits that may wait while nobody can be reached; at least 1.
    ///
    /// Beyond it new hits are not taken; none that waits is deleted.
    package let offlineCount: Int
    /// The largest number of bytes of payload that may wait; at least 1.
    package private(set) var bytes: Int
    /// How long a hit may wait, or nil for ever.
    package let age: Duration?
    /// The largest number of hits to keep that were set aside; beyond it the oldest is deleted and reported.
    package let setAsideCount: Int
    /// How many hits may wait in memory while the storage does not work; at least 1.
    package let memoryCount: Int
    /// How many bytes of payload may wait in memory while the storage does not work; at least 1.
    package let memoryBytes: Int

    package init(
        count: Int = 10_000,
        offlineCount: Int = 300,
        bytes: Int = 16 << 20,
        age: Duration? = .seconds(7 * 86_400),
        setAsideCount: Int = 100,
        memoryCount: Int = 300,
        memoryBytes: Int = 1 << 20
    ) {
        self.count = max(1, count)
        self.offlineCount = max(1, offlineCount)
        self.bytes = max(1, bytes)
        self.age = age
        self.setAsideCount = max(0, setAsideCount)
        self.memoryCount = max(1, memoryCount)
        self.memoryBytes = max(1, memoryBytes)
    }

    /// The limits down to which hits are dropped once one was breached.
    func lowered(after breach: HitQueueEvent.DropReason) -> HitQueueLimits {
        func lower(_ limit: Int, from threshold: Int) -> Int { limit < threshold ? limit : limit - limit / 128 }
        var lowered = self
        if breach == .count { lowered.count = lower(count, from: 1_024) }
        if breach == .bytes { lowered.bytes = lower(bytes, from: 1 << 20) }
        return lowered
    }

    /// The first limit that an amount is over; nil where all may stay.
    func breach(count: Int, bytes: Int) -> HitQueueEvent.DropReason? {
        count > self.count ? .count : bytes > self.bytes ? .bytes : nil
    }
}
