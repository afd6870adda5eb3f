// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Draws mutants from all that can be changed in the modules of a package.
struct MutantSample {
    /// The modules, by name: each folder of the sources that has Swift files.
    let modules: [String]
    /// The mutants that were drawn.
    let chosen: [(id: Int, mutant: Mutant)]

    /// The fewest of a module: a share of the smallest would be one or two, and of six a single one that nobody notices is more
    /// than fifteen in a hundred.
    private static let fewest = 7

    /// Draws from each module as many as its share of all is, one of a line.
    ///
    /// What may not be drawn is replaced, and the others keep their numbers, so that little is built again.
    ///
    /// - Parameters:
    ///   - count: The number of mutants, at least.
    ///   - package: The folder of the package.
    ///   - names: The modules to draw from; all where it is empty. The others count for the share.
    ///   - dice: The source of chance.
    ///   - mayDraw: Returns whether a mutant may be drawn.
    /// - Throws: An error if a file cannot be read.
    init(
        _ count: Int,
        from package: URL,
        only names: Set<String>,
        _ dice: inout Dice,
        where mayDraw: (Mutant) -> Bool
    ) throws {
        var all: [(module: String, mutants: [Mutant])] = []
        for module in try Self.folders(package) {
            var mutants: [Mutant] = []
            for file in Self.files(package, module) {
                let source = try String(contentsOf: package.appending(path: file), encoding: .utf8)
                mutants += MutantFinder(module: module, file: file, source: source).mutants
            }
            if !mutants.isEmpty { all.append((module, mutants)) }
        }
        let total = all.map(\.mutants.count).reduce(0, +)
        var chosen: [(id: Int, mutant: Mutant)] = []
        var id = 0
        for (module, mutants) in all {
            var places: Set<String> = []
            let share = (count * mutants.count + total - 1) / max(1, total)
            let own = mutants.shuffled(using: &dice).enumerated()
                .filter { mayDraw($0.element) && places.insert($0.element.place).inserted }
                .prefix(max(Self.fewest, share))
            if names.isEmpty || names.contains(module) { chosen += own.map { (id + 1 + $0.offset, $0.element) } }
            id += mutants.count
        }
        modules = all.map(\.module)
        self.chosen = chosen
    }

    private static func folders(_ package: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: package.appending(path: "Sources").path)
            .filter { !files(package, $0).isEmpty }
            .sorted()
    }

    private static func files(_ package: URL, _ module: String) -> [String] {
        let folder = "Sources/\(module)"
        return FileManager.default.enumerator(atPath: package.appending(path: folder).path)?
            .compactMap { $0 as? String }
            .filter { $0.hasSuffix(".swift") }
            .sorted()
            .map { "\(folder)/\($0)" } ?? []
    }
}
