// SPDX-License-Identifier: Apache-2.0
//
// The few atomic operations that the hub needs, on plain 64-bit words, for every platform that the package supports.
// `Synchronization.Atomic` would need iOS 18. Objects are never handed over with these: a lock does that, for which the last
// function keeps Swift's optimizer from what lies behind it.

#ifndef LAUNCHHUB_CATOMICS_H
#define LAUNCHHUB_CATOMICS_H

#include <stdint.h>

static inline uint64_t launchhub_load_relaxed(const uint64_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void launchhub_store_relaxed(uint64_t *_Nonnull word, uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static inline uint64_t launchhub_add_relaxed(uint64_t *_Nonnull word, uint64_t value) {
    return __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
}

/// Returns a pointer whose origin Swift's optimizer does not see.
///
/// Where it sees that memory lies within an object, and that memory is used as another type than it was made for, it does not
/// notice that what is stored there outlives the function that stores it: it puts objects on the stack that others still use.
static inline void *_Nonnull launchhub_opaque(void *_Nonnull pointer) {
    return pointer;
}

#endif
