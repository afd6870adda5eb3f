// SPDX-License-Identifier: Apache-2.0

/// A name that is compared regardless of case and keeps its spelling.
///
/// The folded form and its hash are computed once, when the name is made, so that routing an event compares two words
/// instead of two strings.
@usableFromInline
package struct FoldedName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    @usableFromInline
    final class Storage: Sendable {
        @usableFromInline let spelling: String
        @usableFromInline let hash: UInt64

        init(_ spelling: String) {
            self.spelling = spelling
            hash = FoldedName.hash(spelling)
        }

        /// Compares the texts; the hashes are known to be equal.
        @usableFromInline
        func isEqual(to other: Storage) -> Bool {
            spelling == other.spelling || spelling.lowercased() == other.spelling.lowercased()
        }
    }

    @usableFromInline
    let storage: Storage

    /// Makes a name.
    ///
    /// - Parameter spelling: Any text; its case is kept, and ignored in comparisons.
    package init(_ spelling: String) {
        storage = Storage(spelling)
    }

    /// Makes a name from a literal.
    ///
    /// - Parameter value: The spelling.
    @usableFromInline
    package init(stringLiteral value: String) {
        self.init(value)
    }

    /// The text as it was passed.
    package var spelling: String { storage.spelling }

    /// The text for comparisons.
    package var folded: String { storage.spelling.lowercased() }

    package var isEmpty: Bool { storage.spelling.isEmpty }

    /// The text as it was passed.
    @usableFromInline
    package var description: String { storage.spelling }

    /// Returns whether two names are equal regardless of case.
    @inlinable
    package static func == (left: FoldedName, right: FoldedName) -> Bool {
        left.storage === right.storage
            || (left.storage.hash == right.storage.hash && left.storage.isEqual(to: right.storage))
    }

    /// Feeds the hash that was worked out when the name was made.
    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(storage.hash)
    }

    /// A hash of the text in lower case.
    ///
    /// Names are chosen by programmers, so nobody attacks the table. Nearly all are ASCII, which is folded on the way.
    private static func hash(_ text: String) -> UInt64 {
        var hash = FNV1a()
        for byte in (text.utf8.allSatisfy { $0 < 0x80 } ? text : text.lowercased()).utf8 {
            hash.add(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        }
        return hash.value
    }
}
