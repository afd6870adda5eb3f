// SPDX-License-Identifier: Apache-2.0

/// A hash of bytes by the FNV-1a rule: the same in every process, and no protection against an attacker.
@usableFromInline package struct FNV1a: Sendable, Hashable {
    /// The hash of the bytes so far.
    @usableFromInline package var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Makes the hash of no bytes.
    @inlinable
    package init() {}

    /// Makes the hash of a text in UTF-8.
    @inlinable
    package init(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// Adds a byte.
    @inlinable
    package mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}
