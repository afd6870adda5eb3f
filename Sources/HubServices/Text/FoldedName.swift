// SPDX-License-Identifier: Apache-2.0

/// A name that compares without regard to case and keeps the spelling it was made with.
///
/// The folded form and its hash are worked out once, when the name is made, so that routing an event compares two
/// words instead of two strings.
public struct FoldedName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    @usableFromInline
    final class Storage: Sendable {
        @usableFromInline let spelling: String
        @usableFromInline let folded: String
        @usableFromInline let hash: UInt64

        init(_ spelling: String) {
            self.spelling = spelling
            let folded = spelling.lowercased()
            self.folded = folded == spelling ? spelling : folded
            hash = FoldedName.hash(self.folded)
        }
    }

    @usableFromInline
    let storage: Storage

    /// Makes a name.
    ///
    /// - Parameter spelling: Any text; its case is kept and is ignored in comparisons.
    public init(_ spelling: String) {
        storage = Storage(spelling)
    }

    /// Makes a name out of a literal.
    ///
    /// - Parameter value: The spelling.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The text as it was given.
    public var spelling: String { storage.spelling }

    /// The text that comparisons use.
    public var folded: String { storage.folded }

    /// A hash of the folded text, the same for equal names within one process.
    @inlinable
    public var precomputedHash: UInt64 { storage.hash }

    /// True where the name has no characters.
    public var isEmpty: Bool { storage.spelling.isEmpty }

    /// The text as it was given.
    public var description: String { storage.spelling }

    /// Compares two names without regard to case.
    @inlinable
    public static func == (left: FoldedName, right: FoldedName) -> Bool {
        left.storage === right.storage
            || (left.storage.hash == right.storage.hash && left.storage.folded == right.storage.folded)
    }

    /// Feeds the hash that was worked out when the name was made.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage.hash)
    }

    /// FNV-1a with a final mix; names are chosen by programmers, so nobody attacks the table.
    private static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        hash ^= hash >> 32
        return hash &* 0x9e37_79b9_7f4a_7c15
    }
}
