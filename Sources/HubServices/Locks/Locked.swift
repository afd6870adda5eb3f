// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    public import Darwin
#elseif canImport(Glibc)
    public import Glibc
#elseif canImport(Musl)
    public import Musl
#endif

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
public final class Locked<Value: ~Copyable>: @unchecked Sendable {
    // Unchecked: the compiler cannot see that the value is touched only between lock and unlock. It lies in memory of
    // its own because the lock excludes what the run-time check of a stored property would look for at every access.
    #if canImport(Darwin)
        @usableFromInline
        typealias Primitive = os_unfair_lock_s
    #else
        @usableFromInline
        typealias Primitive = pthread_mutex_t
    #endif

    @usableFromInline
    let primitive: UnsafeMutablePointer<Primitive>
    @usableFromInline
    let value: UnsafeMutablePointer<Value>

    /// Makes a lock around a value.
    ///
    /// - Parameter value: The value to guard; no other code may keep a reference into it.
    @inlinable
    public init(_ value: consuming sending Value) {
        primitive = .allocate(capacity: 1)
        #if canImport(Darwin)
            primitive.initialize(to: os_unfair_lock_s())
        #else
            primitive.initialize(to: pthread_mutex_t())
            Self.set(up: primitive)
        #endif
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
    }

    @inlinable
    deinit {
        #if !canImport(Darwin)
            pthread_mutex_destroy(primitive)
        #endif
        primitive.deinitialize(count: 1)
        primitive.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    #if !canImport(Darwin)
        @usableFromInline
        static func set(up primitive: UnsafeMutablePointer<Primitive>) {
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            defer { pthread_mutexattr_destroy(&attributes) }
            #if canImport(Glibc)
                pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
            #endif
            pthread_mutex_init(primitive, &attributes)
        }
    #endif

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
        lock()
        defer { unlock() }
        return try body(&value.pointee)
    }

    @inlinable
    @inline(__always)
    func lock() {
        #if canImport(Darwin)
            os_unfair_lock_lock(primitive)
        #else
            pthread_mutex_lock(primitive)
        #endif
    }

    @inlinable
    @inline(__always)
    func unlock() {
        #if canImport(Darwin)
            os_unfair_lock_unlock(primitive)
        #else
            pthread_mutex_unlock(primitive)
        #endif
    }
}
