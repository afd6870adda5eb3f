// SPDX-License-Identifier: Apache-2.0

/// A cost, with that of the least that could do the same: a bare queue, lock or dictionary, or a bare hop to a queue and back.
struct Figure {
    /// What costs so much.
    let name: String
    /// What is counted.
    let unit: String
    /// What it is compared with.
    let floor: String
    /// Both costs of each run, which are measured right behind each other.
    let runs: [Pair]

    /// A cost and that of the floor.
    struct Pair {
        let cost: Double
        let floor: Double
    }

    /// The median of the costs.
    var cost: Double { runs.map(\.cost).median }

    /// The median of the ratios, run by run, so that it holds where the speed of the machine drifts between runs.
    var ratio: Double { runs.map { $0.cost / $0.floor }.median }
}

extension [Double] {
    /// Not a number where there is none.
    var median: Double {
        isEmpty ? .nan : sorted()[(count - 1) / 2]
    }
}
