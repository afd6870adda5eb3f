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
            if spelling == other.spelling { return true }
            // Most names are ASCII, and the text in lower case would be made for every look-up.
            let isEqual = spelling.utf8.withContiguousStorageIfAvailable { own in
                other.spelling.utf8.withContiguousStorageIfAvailable { Storage.isEqual(own, $0) } ?? nil
            }
            return (isEqual ?? nil) ?? (spelling.lowercased() == other.spelling.lowercased())
        }

        /// Compares ASCII regardless of case; nil where one of the texts is not ASCII.
        private static func isEqual(_ own: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool? {
            guard own.count == other.count else { return nil }
            var place = 0
            while place < own.count {
                let (left, right) = (own[place], other[place])
                place &+= 1
                guard left | right < 0x80 else { return nil }
                guard left != right else { continue }
                // Letters differ in one bit from themselves in the other case.
                let letter = left | 0x20
                guard letter == right | 0x20, letter &- UInt8(ascii: "a") < 26 else { return false }
            }
            return true
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

    /// Whether the name is empty.
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
    /// Names are chosen by programmers, so nobody attacks the table. Nearly all are ASCII, which is folded on the way, eight
    /// bytes at a time.
    private static func hash(_ text: String) -> UInt64 {
        let ofASCII = text.utf8.withContiguousStorageIfAvailable { hash(ofASCII: UnsafeRawBufferPointer($0)) }
        if case let hash?? = ofASCII { return hash }
        var folded = text.lowercased()
        return folded.withUTF8 { mixed(UnsafeRawBufferPointer($0)) { $0 } }
    }

    /// - Returns: Nil where a byte is not ASCII.
    private static func hash(ofASCII text: UnsafeRawBufferPointer) -> UInt64? {
        var all: UInt64 = 0
        let hash = mixed(text) { word in
            all |= word
            return lowercased(word)
        }
        return all & 0x8080_8080_8080_8080 == 0 ? hash : nil
    }

    /// Eight ASCII bytes in lower case.
    @inline(__always)
    private static func lowercased(_ word: UInt64) -> UInt64 {
        // The high bit of each byte of the first sum says "at least A", that of the second "beyond Z".
        let isLetter = (word &+ 0x3f3f_3f3f_3f3f_3f3f) & ~(word &+ 0x2525_2525_2525_2525) & 0x8080_8080_8080_8080
        return word | isLetter >> 2
    }

    @inline(__always)
    private static func mixed(_ text: UnsafeRawBufferPointer, _ fold: (UInt64) -> UInt64) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(text.count)
        var place = 0
        while place < text.count {
            var word: UInt64 = 0
            if text.count - place >= 8 {
                word = text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            } else {
                for byte in text[place...] { word = word << 8 | UInt64(byte) }
            }
            hash = (hash ^ fold(word)) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash >> 29
            place += 8
        }
        return hash
    }
}
