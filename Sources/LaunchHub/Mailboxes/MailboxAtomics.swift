// SPDX-License-Identifier: Apache-2.0

import HubServices

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The atomic words of a mailbox, which other threads read while it runs.
struct MailboxAtomics: Sendable {
    private let words = AtomicWords(4)

    private static let progress = 0
    private static let owner = 1
    private static let signal = 2
    private static let overrun = 3

    func deallocate() { words.deallocate() }

    /// How many calls the mailbox has begun.
    @inline(__always)
    var progress: UInt64 { words[Self.progress] }

    /// Counts a call that is about to begin; only the thread that runs the mailbox does so.
    @inline(__always)
    func beginCall() { words[Self.progress] &+= 1 }

    /// The signal that the thread at work reads before each call; written under the mailbox's lock only.
    @inline(__always)
    var signal: MailboxSignal {
        get { MailboxSignal(word: words[Self.signal]) }
        nonmutating set { words[Self.signal] = newValue.word }
    }

    /// The call that was reported as too long, or zero.
    @inline(__always)
    var overrun: UInt64 {
        get { words[Self.overrun] }
        nonmutating set { words[Self.overrun] = newValue }
    }

    /// The thread that runs the mailbox at the moment, or zero.
    var owner: UInt64 {
        get { words[Self.owner] }
        nonmutating set { words[Self.owner] = newValue }
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
