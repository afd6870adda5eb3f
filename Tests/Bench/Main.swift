// SPDX-License-Identifier: Apache-2.0

import Foundation

/// `Bench THRESHOLDS [--short] [GROUP ...]` measures groups of figures, all where none is named, and compares each with the
/// ratio that the file allows.
///
/// It ends with 1 where a ratio is exceeded, and with 2 where a word or the file is wrong.
@main
enum Main {
    static func main() {
        var words = Array(CommandLine.arguments.dropFirst())
        if let way = BootGroup.childWay(words) { return BootGroup.printOneStart(way) }
        let isShort = words.contains("--short")
        words.removeAll { $0 == "--short" }
        guard let path = words.first else { fail("name the file of thresholds") }
        let names = words.dropFirst()
        for name in names where !BenchGroup.all.contains(where: { $0.name == name }) {
            fail("there is no group \(name); the groups are \(BenchGroup.all.map(\.name).joined(separator: ", "))")
        }
        let groups = BenchGroup.all.filter { names.isEmpty || names.contains($0.name) }
        do {
            let thresholds = try Thresholds(file: URL(filePath: path), groups: groups)
            exit(run(groups, Effort(isShort: isShort), thresholds) ? 0 : 1)
        } catch {
            fail("\(path): \(error)")
        }
    }

    /// Prints the table.
    ///
    /// - Returns: Whether no threshold is broken.
    private static func run(_ groups: [BenchGroup], _ effort: Effort, _ thresholds: Thresholds) -> Bool {
        var isGood = true
        Table.printHead()
        for group in groups {
            var figures = group.measure(effort)
            // What another program did in that moment is not repeated.
            if !thresholds.areMet(by: figures, of: group) {
                figures = zip(figures, group.measure(effort)).map { $0.ratio < $1.ratio ? $0 : $1 }
            }
            for figure in figures { Table.print(figure, of: group, allowed: thresholds[group.name, figure.name]) }
            isGood = thresholds.areMet(by: figures, of: group) && isGood
        }
        return isGood
    }

    private static func fail(_ text: String) -> Never {
        FileHandle.standardError.write(Data("Bench: \(text)\n".utf8))
        exit(2)
    }
}
