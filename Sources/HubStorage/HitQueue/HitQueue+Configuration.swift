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
