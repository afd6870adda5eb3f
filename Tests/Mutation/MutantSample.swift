// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Draws mutants from all that can be changed in the modules of a package.
enum MutantSample {
    static let modules = [
        "HubServices", "LaunchHub", "ACPCore", "NielsenAppApi", "NielsenAppSDKExtension", "SegmentNielsenDCR",
        "LaunchHubSession", "LaunchHubServer", "LaunchHubTool",
    ]

    /// The fewest of a module: a share of the smallest would be one or two.
    private static let fewest = 6

    /// Draws from each module as many as its share of all is, one of a line.
    static func draw(_ count: Int, from package: URL, _ dice: inout Dice) throws -> [Mutant] {
        var all: [String: [Mutant]] = [:]
        for module in modules {
            for file in files(package, module) {
                let source = try String(contentsOf: package.appending(path: file), encoding: .utf8)
                all[module, default: []] += MutantFinder(module: module, file: file, source: source).mutants
            }
        }
        let total = all.values.map(\.count).reduce(0, +)
        var chosen: [Mutant] = []
        for module in modules {
            let found = (all[module] ?? []).shuffled(using: &dice)
            var places: Set<String> = []
            let own = found.filter { places.insert($0.place).inserted }
            chosen += own.prefix(max(fewest, count * found.count / max(1, total)))
        }
        return chosen
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
