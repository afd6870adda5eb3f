// SPDX-License-Identifier: Apache-2.0

/// The cost of one call for the calling thread.
struct CallCost {
    /// The time of a call.
    let nanoseconds: Double
    /// The number of allocations; zero if they are not counted.
    let allocations: Double

    var microseconds: Double { nanoseconds / 1_000 }

    /// Makes a call again and again.
    ///
    /// The calls are made in batches, and the median of the batches is reported: another program that takes the
    /// processor for a while spoils a batch and not the figure.
    ///
    /// - Parameters:
    ///   - count: How often altogether.
    ///   - call: Makes the call; gets its number.
    init(_ count: Int, _ call: (Int) -> Void) {
        let batch = max(1, count / 20)
        var next = 0
        var times: [Double] = []
        // What this allocates itself is not counted.
        times.reserveCapacity(count / batch + 1)
        let allocated = Heap.allocations
        while next < count {
            let end = min(count, next + batch)
            times.append(timed { for number in next..<end { call(number) } } / Double(end - next))
            next = end
        }
        allocations = (Heap.allocations - allocated) / Double(max(1, count))
        nanoseconds = Percentiles(times).p50
    }
}
