// SPDX-License-Identifier: Apache-2.0

public import CAtomics

#if canImport(Darwin)
    public import Darwin
#elseif canImport(Glibc)
    public import Glibc
#elseif canImport(Musl)
    public import Musl
#endif

/// The lock of a ``Locked`` and its value, in one block of memory.
///
/// The class is the same for all types of values: the run-time makes the metadata of a generic class when a process first
/// uses it with a type, which takes longer than all else that is done to make a lock.
@usableFromInline
final class LockedBlock: ManagedBuffer<LockedBlock.Header, LockedBlock.Unit> {
    #if canImport(Darwin)
        @usableFromInline
        typealias Primitive = os_unfair_lock_s
    #else
        @usableFromInline
        typealias Primitive = pthread_mutex_t
    #endif

    /// What the place of the value is made of, which decides its alignment.
    @usableFromInline
    typealias Unit = SIMD2<UInt64>

    /// Ends a value.
    @usableFromInline
    typealias Destroyer = @Sendable (UnsafeMutableRawPointer) -> Void

    /// What the block begins with.
    ///
    /// Threads that wait for the lock write to its first word again and again. The value lies so far behind that it is on
    /// another cache line, which the holder then has to itself.
    @usableFromInline
    struct Header {
        @usableFromInline var primitive = Primitive()
        @usableFromInline var distance: UInt64 = 0
        @usableFromInline let destroy: Destroyer

        @usableFromInline
        init(destroy: @escaping Destroyer) {
            self.destroy = destroy
        }
    }

    /// Makes a lock with room for a value, which the caller fills.
    ///
    /// - Parameters:
    ///   - bytes: The size of the value.
    ///   - alignment: The alignment of the value, at most 16 bytes.
    ///   - destroy: Ends the value.
    /// - Returns: A block whose lock is open.
    @usableFromInline
    static func make(ofBytes bytes: Int, alignment: Int, destroy: @escaping Destroyer) -> LockedBlock {
        // No type needs more: Swift aligns its own to 16 bytes at most, and imports none of C that needs more.
        precondition(alignment <= MemoryLayout<Unit>.alignment, "the value needs an alignment of \(alignment) bytes")
        let units = (bytes + MemoryLayout<Unit>.size - 1) / MemoryLayout<Unit>.size
        let block = create(minimumCapacity: max(1, units)) { _ in Header(destroy: destroy) }
        block.withUnsafeMutablePointerToHeader { setUp(&$0.pointee.primitive) }
        // `create` returns an object of the class that it is called on.
        return unsafeDowncast(block, to: LockedBlock.self)
    }

    deinit {
        withUnsafeMutablePointerToHeader { header in
            #if !canImport(Darwin)
                pthread_mutex_destroy(&header.pointee.primitive)
            #endif
            header.pointee.destroy(place)
        }
    }

    /// The place of the value.
    @inlinable
    @inline(__always)
    var place: UnsafeMutableRawPointer {
        launchhub_opaque(UnsafeMutableRawPointer(withUnsafeMutablePointerToElements { $0 }))
    }

    private static func setUp(_ primitive: UnsafeMutablePointer<Primitive>) {
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
