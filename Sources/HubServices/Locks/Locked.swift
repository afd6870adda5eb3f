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
public struct Locked<Value: ~Copyable>: @unchecked Sendable {
    #if canImport(Darwin)
        @usableFromInline
        typealias Primitive = os_unfair_lock_s
    #else
        @usableFromInline
        typealias Primitive = pthread_mutex_t
    #endif

    /// What a block begins with that holds a lock and its value.
    ///
    /// Threads that wait for the lock write to its first word again and again. The value lies so far behind that it is on
    /// another cache line, which the holder then has to itself.
    @usableFromInline
    struct Header {
        @usableFromInline var primitive = Primitive()
        @usableFromInline var distance: (UInt64, UInt64, UInt64) = (0, 0, 0)

        @usableFromInline
        init() {}
    }

    /// The lock and its value in one block of memory.
    @usableFromInline
    final class Storage: ManagedBuffer<Header, Value> {
        @inlinable
        deinit {
            withUnsafeMutablePointers { header, value in
                #if !canImport(Darwin)
                    pthread_mutex_destroy(&header.pointee.primitive)
                #endif
                _ = value.deinitialize(count: 1)
            }
        }
    }

    // Unchecked: the compiler cannot see that the value is touched only between lock and unlock. It lies behind the lock
    // and not in a stored property because the lock excludes what the run-time check of one would look for at every
    // access.
    @usableFromInline
    let storage: ManagedBuffer<Header, Value>

    /// Makes a lock around a value.
    ///
    /// Copies share both.
    ///
    /// - Parameter value: The value to guard; no other code may keep a reference into it.
    @inlinable
    public init(_ value: consuming sending Value) {
        storage = Storage.create(minimumCapacity: 1) { _ in Header() }
        storage.withUnsafeMutablePointerToHeader { Self.set(up: &$0.pointee.primitive) }
        let place = storage.withUnsafeMutablePointerToElements { $0 }
        // The storage is alive: it is a property.
        place.initialize(to: value)
    }

    @usableFromInline
    static func set(up primitive: UnsafeMutablePointer<Primitive>) {
        #if !canImport(Darwin)
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            defer { pthread_mutexattr_destroy(&attributes) }
            #if canImport(Glibc)
                pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
            #endif
            pthread_mutex_init(primitive, &attributes)
        #endif
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
        try storage.withUnsafeMutablePointers { header, value throws(Failure) -> Result in
            Self.lock(&header.pointee.primitive)
            defer { Self.unlock(&header.pointee.primitive) }
            return try body(&value.pointee)
        }
    }

    @inlinable
    @inline(__always)
    static func lock(_ primitive: UnsafeMutablePointer<Primitive>) {
        #if canImport(Darwin)
            os_unfair_lock_lock(primitive)
        #else
            pthread_mutex_lock(primitive)
        #endif
    }

    @inlinable
    @inline(__always)
    static func unlock(_ primitive: UnsafeMutablePointer<Primitive>) {
        #if canImport(Darwin)
            os_unfair_lock_unlock(primitive)
        #else
            pthread_mutex_unlock(primitive)
        #endif
    }
}
