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

    /// Makes a call again and again, each with an argument of its own that was made shortly before.
    ///
    /// An app makes what it passes on right before it does, and so finds it in the processor's caches. Arguments are made
    /// for a few calls at a time, outside the measured time.
    ///
    /// - Parameters:
    ///   - count: How often altogether.
    ///   - make: Makes the argument of a call; gets its number.
    ///   - call: Makes the call.
    init<Argument>(_ count: Int, making make: (Int) -> Argument, _ call: (Argument) -> Void) {
        let batch = min(20, max(1, count))
        let batches = max(1, count / batch)
        var times: [Double] = []
        times.reserveCapacity(batches)
        var allocated = 0.0
        for number in 0..<batches {
            let arguments = (0..<batch).map { make(number * batch + $0) }
            let before = Heap.allocations
            times.append(timed { for argument in arguments { call(argument) } } / Double(batch))
            allocated += Heap.allocations - before
        }
        allocations = allocated / Double(batches * batch)
        nanoseconds = Percentiles(times).p50
    }
}
