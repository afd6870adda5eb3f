// SPDX-License-Identifier: Apache-2.0

import HubServices

/// One word that any number of threads may read and write.
final class AtomicWord: Sendable {
    private let word = AtomicWords(1)

    init(_ value: UInt64 = 0) {
        word[0] = value
    }

    deinit {
        word.deallocate()
    }

    @inline(__always)
    func load() -> UInt64 { word[0] }

    @inline(__always)
    func store(_ value: UInt64) { word[0] = value }

    /// Adds to the word.
    ///
    /// - Returns: What it was before.
    @inline(__always)
    @discardableResult
    func add(_ value: UInt64) -> UInt64 { word.add(value, at: 0) }
}
