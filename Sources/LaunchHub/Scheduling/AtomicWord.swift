// SPDX-License-Identifier: Apache-2.0

import CAtomics

/// One word that any number of threads may read and write.
///
/// Unchecked: the word is only touched by atomic operations, and it hands no object over.
final class AtomicWord: @unchecked Sendable {
    private let word: UnsafeMutablePointer<UInt64>

    init(_ value: UInt64 = 0) {
        word = .allocate(capacity: 1)
        word.initialize(to: value)
    }

    deinit {
        word.deallocate()
    }

    @inline(__always)
    func load() -> UInt64 { launchhub_load_relaxed(word) }

    @inline(__always)
    func store(_ value: UInt64) { launchhub_store_relaxed(word, value) }

    /// Adds to the word.
    ///
    /// - Returns: What it was before.
    @inline(__always)
    @discardableResult
    func add(_ value: UInt64) -> UInt64 { launchhub_add_relaxed(word, value) }
}
