// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Changes after which nothing is wrong that anybody could notice, as a limit of memory that is a byte larger.
///
/// They are written down by hand, a line each: file, a part of the line, the change, the reason. Where a file has the line more
/// than once, the one before it stands first, with ` ⏎ ` between them.
struct HarmlessChanges {
    private let all: [(file: String, text: String, change: String)]

    init(of package: URL) throws {
        let list = try String(contentsOf: package.appending(path: "Tests/Mutation/harmless.tsv"), encoding: .utf8)
        all = list.components(separatedBy: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let parts = line.components(separatedBy: "\t")
            return parts.count == 4 ? (parts[0], parts[1], parts[2]) : nil
        }
    }

    func hold(_ mutant: Mutant) -> Bool {
        let both = [mutant.before, mutant.text].map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ⏎ ")
        return all.contains { harmless in
            guard harmless.file == mutant.file, harmless.change == mutant.change else { return false }
            return (harmless.text.contains("⏎") ? both : mutant.text).contains(harmless.text)
        }
    }
}
