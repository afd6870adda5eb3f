// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The table of figures.
enum Table {
    private static func row(_ cells: [String]) {
        let widths = [11, 24, 10, 6, 8, 9, 34]
        let padded = zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: max(0, width - cell.count))
        }
        Swift.print(padded.joined(separator: " ").trimmingCharacters(in: .whitespaces))
        fflush(nil)
    }

    static func printHead() {
        row(["GROUP", "FIGURE", "VALUE", "UNIT", "RATIO", "ALLOWED", "TO"])
    }

    static func print(_ figure: Figure, of group: BenchGroup, allowed: Double?) {
        let isBroken = allowed.map { !(figure.ratio <= $0) } ?? false
        row([
            group.name, figure.name, text(figure.cost), figure.unit, text(figure.ratio), allowed.map(text) ?? "",
            figure.floor + (isBroken ? "  BROKEN" : ""),
        ])
    }

    /// Three digits of a number.
    private static func text(_ value: Double) -> String {
        guard value.isFinite else { return "nan" }
        return String(
            format: abs(value) < 1 ? "%.3f" : abs(value) < 10 ? "%.2f" : abs(value) < 100 ? "%.1f" : "%.0f",
            value
        )
    }
}
