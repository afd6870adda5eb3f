// SPDX-License-Identifier: Apache-2.0

/// How thoroughly is measured.
struct Effort: Sendable {
    let isShort: Bool

    /// How often each figure is measured.
    var runs: Int { isShort ? 3 : 5 }

    /// A number of events or calls, smaller for a short measurement.
    func count(_ usual: Int) -> Int { isShort ? max(20, usual / 5) : usual }

    /// Measures a figure and its floor in turns.
    func measure(
        _ name: String,
        _ unit: String,
        to floor: String,
        _ cost: () -> Double,
        floor floorCost: () -> Double
    ) -> Figure {
        let runs = (0..<runs).map { _ in Figure.Pair(cost: cost(), floor: floorCost()) }
        return Figure(name: name, unit: unit, floor: floor, runs: runs)
    }
}
