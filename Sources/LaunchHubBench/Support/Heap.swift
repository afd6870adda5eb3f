// SPDX-License-Identifier: Apache-2.0

import CHeap

/// The memory of the process.
enum Heap {
    /// The number of bytes that are currently allocated.
    static var bytesInUse: Double { Double(launchhub_heap_bytes_in_use()) }
    /// The number of allocations of this thread so far; zero if they are not counted.
    static var allocations: Double { Double(launchhub_heap_allocations()) }
}
