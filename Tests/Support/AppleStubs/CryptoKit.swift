// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the package uses,
// and nothing else. Nothing but `.ci/apple` is ever checked against it.

/// The result of a hash function.
public protocol Digest: Sequence, Hashable, Sendable where Element == UInt8 {}

/// A hash function.
public protocol HashFunction: Sendable {
    /// The result.
    associatedtype Digest: CryptoKit.Digest
    /// Makes a function.
    init()
    /// Adds bytes.
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    /// Returns the result.
    func finalize() -> Digest
}

/// A result of some bytes.
public struct StandInDigest: Digest {
    /// Makes an iterator.
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

/// A hash function.
public struct SHA256: HashFunction {
    /// Makes a function.
    public init() {}
    /// Adds bytes.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    /// Returns the result.
    public func finalize() -> StandInDigest { StandInDigest() }
}

/// Functions that are not secure any more.
public enum Insecure {
    /// A hash function.
    public struct MD5: HashFunction {
        /// Makes a function.
        public init() {}
        /// Adds bytes.
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
        /// Returns the result.
        public func finalize() -> StandInDigest { StandInDigest() }
    }

    /// A hash function.
    public struct SHA1: HashFunction {
        /// Makes a function.
        public init() {}
        /// Adds bytes.
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
        /// Returns the result.
        public func finalize() -> StandInDigest { StandInDigest() }
    }
}
