// SPDX-License-Identifier: Apache-2.0

import CHeap

/// The memory of the process.
enum Heap {
    /// How many bytes are allocated at the moment.
    static var bytesInUse: Double { Double(launchhub_heap_bytes_in_use()) }
    /// How often this thread has allocated so far; zero where nobody counts.
    static var allocations: Double { Double(launchhub_heap_allocations()) }
}
