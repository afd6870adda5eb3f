// SPDX-License-Identifier: Apache-2.0

/// A value that is accessible only while its lock is held.
///
/// The lock is `os_unfair_lock` on Apple systems and a pthread mutex elsewhere. `Synchronization.Mutex` is not used
/// because ThreadSanitizer reports races under it on Linux that are none, and because it needs iOS 18. With glibc the mutex
/// tries for some hundred cycles before it sleeps: what it guards takes less than that, and a sleep takes twenty times as
/// long.
///
/// Unchecked: the value is accessed only while the lock is held.
///
/// The lock does not recurse: never call out of `withLock` into code that could come back.
///
/// What is made when an app starts guards a struct and not a dictionary: the metadata of a dictionary is made together with
/// its lock, and on Linux the run-time then searches every loaded module for how the key conforms to `Hashable`.
public struct Locked<Value: ~Copyable>: @unchecked Sendable {
    // Unchecked: the compiler cannot see that the value is touched only between lock and unlock. It lies behind the lock
    // and not in a stored property because the lock excludes what the run-time check of one would look for at every
    // access.
    @usableFromInline
    let block: LockedBlock

    /// Makes a lock around a value.
    ///
    /// Copies share both.
    ///
    /// - Parameter value: The value to guard; no other code may keep a reference into it.
    @inlinable
    public init(_ value: consuming sending Value) {
        block = LockedBlock.make(ofBytes: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment) { place in
            place.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
        // The block is alive: it is a property.
        block.place.bindMemory(to: Value.self, capacity: 1).initialize(to: value)
    }

    /// Runs a closure while the lock is held.
    ///
    /// - Parameter body: Receives the value to read and change. It must be short and must not call foreign code.
    /// - Returns: The result of `body`.
    /// - Throws: Any error of `body`.
    @inlinable
    @inline(__always)
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try block.withUnsafeMutablePointerToHeader { header throws(Failure) -> Result in
            LockedBlock.lock(&header.pointee.primitive)
            defer { LockedBlock.unlock(&header.pointee.primitive) }
            return try body(&block.place.assumingMemoryBound(to: Value.self).pointee)
        }
    }
}
