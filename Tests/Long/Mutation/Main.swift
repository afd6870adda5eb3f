// SPDX-License-Identifier: Apache-2.0

import Foundation

/// `Mutator PACKAGE COPY COUNT SEED EXCLUDED [MODULE ...]`: makes a copy of a package with random changes, each behind a switch.
///
/// Standard input has the names of the files to copy. A file that is as it should be is left alone, so that it is not built
/// again. `COPY/mutants.tsv` gets the number, the module, the place and the change of each. EXCLUDED names a file with lines
/// `FILE:LINE` that stay as they are, because a change there does not compile. Where modules are named, only those are changed.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { String($0) }
        guard arguments.count >= 5, let count = Int(arguments[2]), let seed = UInt64(arguments[3]) else {
            print("usage: Mutator PACKAGE COPY COUNT SEED EXCLUDED [MODULE ...]")
            exit(2)
        }
        let package = URL(fileURLWithPath: arguments[0])
        let copy = URL(fileURLWithPath: arguments[1])
        let excluded = Set(try String(contentsOfFile: arguments[4], encoding: .utf8).components(separatedBy: "\n"))
        var dice = Dice(state: seed)
        let sample = try MutantSample(count, from: package, only: Set(arguments.dropFirst(5)), &dice) { mutant in
            !excluded.contains(mutant.place)
        }
        for name in arguments.dropFirst(5) where !sample.modules.contains(name) {
            print("mutator: there is no module \(name); use one of: \(sample.modules.joined(separator: " "))")
            exit(2)
        }
        let chosen = sample.chosen
        while let file = readLine() {
            let data = try Data(contentsOf: package.appending(path: file))
            try put(changed(data, chosen.filter { $0.mutant.file == file }), copy.appending(path: file))
        }
        for module in sample.modules {
            let own = chosen.filter { $0.mutant.module == module }
            let declarations = own.compactMap { $0.mutant.rewrite($0.id).declaration }
            let text = ([MutantSwitch.source] + declarations).joined(separator: "\n\n") + "\n"
            try put(Data(text.utf8), copy.appending(path: "Sources/\(module)/MutantSwitch.swift"))
        }
        let list = chosen.map { "\($0.id)\t\($0.mutant.module)\t\($0.mutant.place)\t\($0.mutant.change)\n" }
        try Data(list.joined().utf8).write(to: copy.appending(path: "mutants.tsv"))
    }

    /// A file with the changes that are in it.
    private static func changed(_ data: Data, _ chosen: [(id: Int, mutant: Mutant)]) -> Data {
        guard !chosen.isEmpty else { return data }
        var lines = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
        for (id, mutant) in chosen { lines[mutant.line] = mutant.rewrite(id).line }
        return Data(lines.joined(separator: "\n").utf8)
    }

    private static func put(_ data: Data, _ file: URL) throws {
        guard FileManager.default.contents(atPath: file.path) != data else { return }
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: file)
    }
}
