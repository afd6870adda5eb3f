// SPDX-License-Identifier: Apache-2.0

package import HubServices

extension HitQueue {
    /// What a hit outlives that is reported as stored.
    package enum Durability: String, Sendable, Hashable, CaseIterable {
        /// The end of the process, however it comes. A loss of power, or a crash of the whole system, may take the hits
        /// since the last checkpoint.
        case process
        /// A loss of power too: each add waits for the disk.
        case power
    }

    /// The parameters of a queue.
    package struct Configuration: Sendable, Hashable {
        package let limits: HitQueueLimits
        /// How long a stream waits after a failure.
        package let backoff: RetryBackoff
        /// After how many failed tries a hit is set aside; at least 1.
        package let maximumAttempts: Int
        /// For how long a hit must have been refused, besides ``maximumAttempts``, before it is set aside.
        package let setAsideAge: Duration
        /// How long a processor may take for one hit; a millisecond to a day.
        ///
        /// After it the hit waits as after ``HitAnswer/unreachable(after:reason:)``. Processes that share a file should have
        /// the same deadline: a process that hangs keeps the others from its streams for up to twice this long.
        package let deadline: Duration
        /// How many streams to one receiver may have a hit at the processor at the same time; at least 1.
        ///
        /// One that has not answered yet, or failed last, gets one hit at a time.
        package let concurrentStreams: Int
        /// How long a round of ``concurrentStreams`` hits to one receiver is at least.
        package let roundPause: Duration
        /// How long a call waits for another process that holds the file; after it the storage counts as failed.
        package let busyTimeout: Duration
        /// How long the queue waits before it tries a storage again that failed.
        package let storageRetryInterval: Duration
        /// The largest size of the file in bytes, or nil for none.
        ///
        /// A full file counts as a full disk.
        package let maximumFileBytes: Int?
        /// After how long a file that could not be opened even once is given up, or nil for never.
        ///
        /// From then on, and until the process ends, the queue works in memory, as with `.inMemory`.
        package let memoryFallback: Duration?
        /// What a stored hit outlives.
        ///
        /// It holds from when the file is next opened.
        package let durability: Durability

        /// Makes parameters.
        ///
        /// Values out of range count as the nearest one in range.
        package init(
            limits: HitQueueLimits = HitQueueLimits(),
            backoff: RetryBackoff = .fullJitter(),
            maximumAttempts: Int = 10,
            setAsideAge: Duration = .seconds(6 * 3_600),
            deadline: Duration = .seconds(30),
            concurrentStreams: Int = 4,
            roundPause: Duration = .zero,
            busyTimeout: Duration = .seconds(1),
            storageRetryInterval: Duration = .seconds(1),
            maximumFileBytes: Int? = nil,
            memoryFallback: Duration? = nil,
            durability: Durability = .process
        ) {
            self.limits = limits
            self.backoff = backoff
            self.maximumAttempts = max(1, maximumAttempts)
            self.deadline = min(max(.milliseconds(1), deadline), .seconds(86_400))
            self.setAsideAge = max(.zero, setAsideAge)
            self.concurrentStreams = max(1, concurrentStreams)
            self.roundPause = max(.zero, roundPause)
            self.busyTimeout = max(.zero, busyTimeout)
            self.storageRetryInterval = max(.milliseconds(1), storageRetryInterval)
            self.maximumFileBytes = maximumFileBytes.map { max(0, $0) }
            self.memoryFallback = memoryFallback.map { max(.zero, $0) }
            self.durability = durability
        }

        /// How long a process has a stream for itself before another one may take it over.
        var lease: Duration { deadline * 2 }
    }
}

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
