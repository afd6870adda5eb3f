// SPDX-License-Identifier: Apache-2.0
//
// How much memory is allocated, for the benchmarks. `mallinfo2` is in no module that Swift can import.

#ifndef LAUNCHHUB_CHEAP_H
#define LAUNCHHUB_CHEAP_H

#include <stdint.h>

#if defined(__APPLE__)
#include <malloc/malloc.h>
#elif defined(__GLIBC__)
#include <malloc.h>
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

#endif
