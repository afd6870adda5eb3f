// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The results of one figure, run by run.
struct Measurement {
    let runs: [Double]

    var median: Double { Percentiles(runs).p50 }

    /// Returns the ratio to another figure of the same runs: the median of the ratios, run by run.
    ///
    /// Pairing makes the ratio hold where the speed of the machine drifts between runs.
    func ratio(to other: Measurement) -> Double {
        Percentiles(zip(runs, other.runs).map { $0 / $1 }).p50
    }
}

/// Reads the clock that everything is timed with, in nanoseconds.
func nanoseconds() -> Int64 {
    SystemClock().now.nanoseconds
}

/// Runs work and returns how many nanoseconds it took.
func timed(_ work: () -> Void) -> Double {
    let start = nanoseconds()
    work()
    return Double(nanoseconds() - start)
}

/// Runs work and returns how many things per second it did.
///
/// - Parameters:
///   - count: How many things the work does.
///   - work: The work, which is run once.
/// - Returns: Things per second.
func rate(of count: Int, _ work: () -> Void) -> Double {
    Double(count) * 1e9 / timed(work)
}
