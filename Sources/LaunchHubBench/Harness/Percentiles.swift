// SPDX-License-Identifier: Apache-2.0

/// Samples in order, and what lies at a share of them.
struct Percentiles {
    private let sorted: [Double]

    init(_ samples: [Double]) {
        sorted = samples.sorted()
    }

    /// The sample that a share of all samples does not exceed.
    ///
    /// - Parameter share: Between 0 and 1; 0.5 is the median.
    /// - Returns: Not a number where there are no samples.
    subscript(share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let place = Int((share * Double(sorted.count)).rounded(.up)) - 1
        return sorted[min(max(place, 0), sorted.count - 1)]
    }

    var p50: Double { self[0.5] }
    var p99: Double { self[0.99] }
    var p999: Double { self[0.999] }
}
