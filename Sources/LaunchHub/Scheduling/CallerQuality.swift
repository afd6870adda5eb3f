// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#endif

/// The quality of service that a worker adopts from the thread that wakes it.
///
/// On Apple systems a listener of what the main thread has dispatched then runs as soon as the main thread's own work
/// does, and what a background task has dispatched does not take a fast core. Other systems have no such thing.
enum CallerQuality {
    /// The quality of service of the calling thread.
    @inline(__always)
    static var ofThisThread: UInt64 {
        #if canImport(Darwin)
            return UInt64(qos_class_self().rawValue)
        #else
            return 0
        #endif
    }

    /// Gives the calling thread another quality, at least that of a utility, because a worker may have work of others
    /// behind this.
    @inline(__always)
    static func adopt(_ quality: UInt64) {
        #if canImport(Darwin)
            let wanted = max(UInt32(truncatingIfNeeded: quality), QOS_CLASS_UTILITY.rawValue)
            if wanted != qos_class_self().rawValue { pthread_set_qos_class_self_np(qos_class_t(rawValue: wanted), 0) }
        #endif
    }
}
