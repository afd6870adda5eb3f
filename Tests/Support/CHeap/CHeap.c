// SPDX-License-Identifier: Apache-2.0

#include "CHeap.h"

#if LAUNCHHUB_COUNTS_ALLOCATIONS

// Initialised at the start of the thread, so that counting costs one addition.
static __thread uint64_t allocations __attribute__((tls_model("initial-exec")));

extern void *__libc_malloc(size_t size);

// The program's own `malloc` comes before the library's, for every library of the process.
void *malloc(size_t size) {
    allocations += 1;
    return __libc_malloc(size);
}

uint64_t launchhub_heap_allocations(void) { return allocations; }

#else

uint64_t launchhub_heap_allocations(void) { return 0; }

#endif
