// SPDX-License-Identifier: Apache-2.0

import CAtomics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The atomic words of a mailbox, which other threads read while it runs.
///
/// Unchecked: the words are only touched by atomic operations, and none of them hands an object over.
struct MailboxAtomics: @unchecked Sendable {
    private let words: UnsafeMutablePointer<UInt64>

    private static let progress = 0
    private static let owner = 1
    private static let signal = 2
    private static let overrun = 3

    init() {
        words = .allocate(capacity: 4)
        words.initialize(repeating: 0, count: 4)
    }

    func deallocate() {
        words.deallocate()
    }

    /// How many calls the mailbox has begun.
    @inline(__always)
    var progress: UInt64 { launchhub_load_relaxed(words + Self.progress) }

    /// Counts a call that is about to begin; only the thread that runs the mailbox does so.
    @inline(__always)
    func beginCall() {
        launchhub_store_relaxed(words + Self.progress, launchhub_load_relaxed(words + Self.progress) &+ 1)
    }

    /// The signal that the thread at work reads before each call; written under the mailbox's lock only.
    @inline(__always)
    var signal: MailboxSignal { MailboxSignal(word: launchhub_load_relaxed(words + Self.signal)) }

    func setSignal(_ signal: MailboxSignal) {
        launchhub_store_relaxed(words + Self.signal, signal.word)
    }

    /// The call that was reported as too long, or zero.
    @inline(__always)
    var overrun: UInt64 { launchhub_load_relaxed(words + Self.overrun) }

    func markOverrun(_ call: UInt64) {
        launchhub_store_relaxed(words + Self.overrun, call)
    }

    /// The thread that runs the mailbox at the moment, or zero.
    var runner: UInt64 { launchhub_load_relaxed(words + Self.owner) }

    /// Whether the calling thread runs the mailbox at the moment.
    var isRunByThisThread: Bool { runner == Self.thisThread }

    func acquireOwnership() {
        launchhub_store_relaxed(words + Self.owner, Self.thisThread)
    }

    func releaseOwnership() {
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

/// The wishes of other threads to the thread that runs a mailbox, in one word, so that going on costs one comparison.
struct MailboxSignal: Equatable {
    fileprivate(set) var word: UInt64 = 0

    private static let stopped: UInt64 = 1
    private static let hold: UInt64 = 2
    private static let incarnation: UInt64 = 4

    /// Whether the mailbox delivers nothing more.
    var isStopped: Bool {
        get { word & Self.stopped != 0 }
        set { word = newValue ? word | Self.stopped : word & ~Self.stopped }
    }

    /// Whether events are held from the next one on.
    var isHolding: Bool {
        get { word & Self.hold != 0 }
        set { word = newValue ? word | Self.hold : word & ~Self.hold }
    }

    /// Gives the mailbox to another thread: the one that ran it so far has nothing to do with it any more.
    mutating func beginIncarnation() {
        word = (word & ~Self.hold) &+ Self.incarnation
    }

    /// Returns whether both signals are of one thread's time.
    func hasIncarnation(of other: MailboxSignal) -> Bool {
        word & ~3 == other.word & ~3
    }
}
