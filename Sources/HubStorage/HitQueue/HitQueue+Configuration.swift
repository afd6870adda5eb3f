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
        /// How much is kept.
        package var limits: HitQueueLimits
        /// How long a stream waits after a failure.
        package var backoff: RetryBackoff
        /// After how many failed tries a hit is set aside; at least 1.
        package var maximumAttempts: Int
        /// How long a processor may take for one hit; a millisecond to a day.
        ///
        /// After it the hit waits as for a retry, and ``countsUnanswered`` says whether that counts as a failed try.
        ///
        /// Processes that share a file should have the same deadline: a process that ends with a hit in hand keeps the
        /// others, and its own next run, from that hit's stream for up to twice this long.
        package var deadline: Duration
        /// Whether a hit that was not answered within ``deadline`` counts as a failed try.
        ///
        /// It should where a processor that hangs is the hit's fault, so that the hit is set aside in the end. With false
        /// only answers count, as after ``HitAnswer/unreachable(after:)``: for processors that say by themselves when they
        /// have waited long enough, and then miss the deadline only where the whole process was suspended.
        package var countsUnanswered: Bool
        /// How many streams may have a hit at the processor at the same time; at least 1.
        package var concurrentStreams: Int
        /// How long a call waits for another process that holds the file; after it the storage counts as failed.
        package var busyTimeout: Duration
        /// How long the queue waits before it tries a storage again that failed.
        package var storageRetryInterval: Duration
        /// The largest size of the file in bytes, or nil for none.
        ///
        /// A full file counts as a full disk.
        package var maximumFileBytes: Int?
        /// After how long a file that could not be opened even once is given up, or nil for never.
        ///
        /// From then on, and until the process ends, the queue works in memory, as with `.inMemory`.
        package var memoryFallback: Duration?
        /// What a stored hit outlives.
        ///
        /// It holds from when the file is next opened.
        package var durability: Durability

        /// Makes parameters.
        ///
        /// Values out of range count as the nearest one in range.
        ///
        /// - Parameters:
        ///   - limits: How much is kept.
        ///   - backoff: How long a stream waits after a failure.
        ///   - maximumAttempts: After how many failed tries a hit is set aside.
        ///   - deadline: How long a processor may take for one hit.
        ///   - countsUnanswered: Whether a hit that was not answered in time counts as a failed try.
        ///   - concurrentStreams: How many streams may have a hit at the processor at the same time.
        ///   - busyTimeout: How long a call waits for another process that holds the file.
        ///   - storageRetryInterval: How long the queue waits before it tries a storage again that failed.
        ///   - maximumFileBytes: The largest size of the file in bytes, or nil for none.
        ///   - memoryFallback: After how long a file that could not be opened even once is given up, or nil for never.
        ///   - durability: What a stored hit outlives.
        package init(
            limits: HitQueueLimits = HitQueueLimits(),
            backoff: RetryBackoff = .fullJitter(),
            maximumAttempts: Int = 10,
            deadline: Duration = .seconds(30),
            countsUnanswered: Bool = true,
            concurrentStreams: Int = 4,
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
            self.countsUnanswered = countsUnanswered
            self.concurrentStreams = max(1, concurrentStreams)
            self.busyTimeout = max(.zero, busyTimeout)
            self.storageRetryInterval = max(.milliseconds(1), storageRetryInterval)
            self.maximumFileBytes = maximumFileBytes.map { max(0, $0) }
            self.memoryFallback = memoryFallback.map { max(.zero, $0) }
            self.durability = durability
        }

        /// How long a process has a stream for itself before another one may take it over.
        var lease: Duration { deadline * 2 }

        /// The same with every value in its range, since each can be set on its own.
        var inRange: Configuration {
            Configuration(
                limits: limits.inRange,
                backoff: backoff,
                maximumAttempts: maximumAttempts,
                deadline: deadline,
                countsUnanswered: countsUnanswered,
                concurrentStreams: concurrentStreams,
                busyTimeout: busyTimeout,
                storageRetryInterval: storageRetryInterval,
                maximumFileBytes: maximumFileBytes,
                memoryFallback: memoryFallback,
                durability: durability
            )
        }
    }
}
