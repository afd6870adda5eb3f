// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Runs work and returns how many nanoseconds it took.
func timed(_ work: () -> Void) -> Double {
    let start = SystemClock().now.nanoseconds
    work()
    return Double(SystemClock().now.nanoseconds - start)
}

/// Makes a call again and again.
///
/// The calls are made in batches, of which the median counts: another program that takes the processor for a while spoils a
/// batch and not the figure.
///
/// - Parameters:
///   - count: How often altogether.
///   - call: Makes the call; gets its number.
/// - Returns: Nanoseconds of one call.
func costOfCall(_ count: Int, _ call: (Int) -> Void) -> Double {
    let batch = max(1, count / 20)
    return stride(from: 0, to: count, by: batch).map { first in
        let end = min(count, first + batch)
        return timed { for number in first..<end { call(number) } } / Double(end - first)
    }.median
}

/// The same with arguments that are made shortly before, outside the measured time, as an app makes what it passes on.
func costOfCall<Argument>(_ count: Int, making make: (Int) -> Argument, _ call: (Argument) -> Void) -> Double {
    let batch = min(20, max(1, count))
    return stride(from: 0, to: count, by: batch).map { first in
        let arguments = (0..<batch).map { make(first + $0) }
        return timed { for argument in arguments { call(argument) } } / Double(batch)
    }.median
}
