// SPDX-License-Identifier: Apache-2.0
//
// How much memory is allocated and how often, for the benchmarks. `mallinfo2` is in no module that Swift can import.

#ifndef LAUNCHHUB_CHEAP_H
#define LAUNCHHUB_CHEAP_H

#include <stdint.h>
#include <stddef.h>

#if defined(__APPLE__)
#include <malloc/malloc.h>
#elif defined(__GLIBC__)
#include <malloc.h>
#endif

// Sanitizers have a `malloc` of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LAUNCHHUB_IS_SANITIZED 1
#endif
#endif
#if defined(__GLIBC__) && !defined(LAUNCHHUB_IS_SANITIZED)
#define LAUNCHHUB_COUNTS_ALLOCATIONS 1
#else
#define LAUNCHHUB_COUNTS_ALLOCATIONS 0
#endif

/// The bytes that are allocated at the moment, or zero where the platform does not say.
static inline uint64_t launchhub_heap_bytes_in_use(void) {
#if defined(__APPLE__)
    malloc_statistics_t statistics;
    malloc_zone_statistics(0, &statistics);
    return statistics.size_in_use;
#elif defined(__GLIBC__)
    struct mallinfo2 statistics = mallinfo2();
    return statistics.uordblks + statistics.hblkhd;
#else
    return 0;
#endif
}

/// How often this thread has allocated, or always zero where nobody counts.
uint64_t launchhub_heap_allocations(void);

#endif
