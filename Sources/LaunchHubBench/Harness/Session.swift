// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One call of the program: how thoroughly it measures, and where figures go.
struct Session: Sendable {
    /// Whether the figures only have to show that everything works.
    let isQuick: Bool

    /// The number of measurements of each figure.
    var runs: Int { isQuick ? 1 : 5 }

    /// A number of events, calls or samples, smaller for a quick session.
    func count(_ usual: Int) -> Int { isQuick ? max(20, usual / 50) : usual }

    /// Measures one figure.
    func measure(_ run: () -> Double) -> Measurement {
        measureTogether { [run()] }[0]
    }

    /// Measures two figures in turns, so that their ratio is of one time.
    func measure(_ figure: () -> Double, against yardstick: () -> Double) -> (Measurement, Measurement) {
        let both = measureTogether { [figure(), yardstick()] }
        return (both[0], both[1])
    }

    /// Measures several figures that one run yields together.
    func measureTogether(_ run: () -> [Double]) -> [Measurement] {
        let runs = (0..<runs).map { _ in run() }
        return runs[0].indices.map { place in Measurement(runs: runs.map { $0[place] }) }
    }

    /// Writes a figure down.
    func report(_ metric: String, _ measurement: Measurement, _ unit: String, _ target: Target? = nil) {
        var line = "\(metric) \(Figure.text(measurement.median)) \(unit)"
        if let target {
            line += "  \(target.description)  \(target.isMet(by: measurement.median) ? "met" : "missed")"
        }
        print(line)
        fflush(nil)
    }
}
