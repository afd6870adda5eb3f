// SPDX-License-Identifier: Apache-2.0

public import CAtomics

/// Words that any number of threads may read and write.
///
/// Whoever makes them deallocates them: they lie in no object of their own, because some are read at each call.
///
/// Unchecked: the words are only touched by atomic operations, and they hand no object over.
@usableFromInline
package struct AtomicWords: @unchecked Sendable {
    @usableFromInline let words: UnsafeMutablePointer<UInt64>

    package init(_ count: Int) {
        words = .allocate(capacity: count)
        words.initialize(repeating: 0, count: count)
    }

    package func deallocate() { words.deallocate() }

    /// The word at a place, which is below the number of words.
    @inlinable
    package subscript(place: Int) -> UInt64 {
        get { launchhub_load_relaxed(words + place) }
        nonmutating set { launchhub_store_relaxed(words + place, newValue) }
    }

    /// Adds to a word.
    ///
    /// - Returns: What it was before.
    @inlinable
    package func add(_ value: UInt64, at place: Int) -> UInt64 { launchhub_add_relaxed(words + place, value) }
}
