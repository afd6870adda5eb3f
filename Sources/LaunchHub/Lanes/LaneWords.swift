// SPDX-License-Identifier: Apache-2.0

import CAtomics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The few words of a lane that other threads look at while the lane runs.
///
/// Unchecked: the words are only touched by atomic operations, and none of them hands an object over.
struct LaneWords: @unchecked Sendable {
    private let words: UnsafeMutablePointer<UInt64>

    private static let progress = 0
    private static let owner = 1
    private static let stopped = 2
    private static let overrun = 3

    init() {
        words = .allocate(capacity: 4)
        words.initialize(repeating: 0, count: 4)
    }

    func deallocate() {
        words.deallocate()
    }

    /// How many calls the lane has begun.
    @inline(__always)
    var progress: UInt64 { launchhub_load_relaxed(words + Self.progress) }

    /// Counts a call that is about to begin; only the thread that runs the lane does so.
    @inline(__always)
    func beginCall() {
        launchhub_store_relaxed(words + Self.progress, launchhub_load_relaxed(words + Self.progress) &+ 1)
    }

    /// True where the lane takes no more events.
    @inline(__always)
    var isStopped: Bool { launchhub_load_relaxed(words + Self.stopped) != 0 }

    func markStopped() {
        launchhub_store_relaxed(words + Self.stopped, 1)
    }

    /// The call that was reported as too long, or zero.
    @inline(__always)
    var overrun: UInt64 { launchhub_load_relaxed(words + Self.overrun) }

    func markOverrun(_ call: UInt64) {
        launchhub_store_relaxed(words + Self.overrun, call)
    }

    /// The thread that runs the lane at the moment, or zero.
    var runner: UInt64 { launchhub_load_relaxed(words + Self.owner) }

    /// True on the thread that runs the lane at the moment.
    var isRunByThisThread: Bool { runner == Self.thisThread }

    func takeOwnership() {
        launchhub_store_relaxed(words + Self.owner, Self.thisThread)
    }

    func giveUpOwnership() {
        launchhub_store_relaxed(words + Self.owner, 0)
    }

    /// The calling thread; never zero.
    static var thisThread: UInt64 {
        #if canImport(Glibc)
            UInt64(pthread_self())
        #else
            UInt64(UInt(bitPattern: pthread_self()))
        #endif
    }
}
