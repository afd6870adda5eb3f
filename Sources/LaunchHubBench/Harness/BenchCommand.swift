// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubCommandLine

/// The command `launchhub-bench`.
struct BenchCommand: Sendable {
    /// One group, and the sizes that were named behind it.
    struct Call {
        let group: BenchGroup
        var sizes: [Int]
    }

    static let syntax = CommandSyntax(
        "launchhub-bench",
        summary: "measure the hub and the extension, and compare with the targets",
        discussion: [
            "Measures groups of figures, in order, and says of each that has a target whether it is met.",
            "\"all\" names every group; numbers behind a group are sizes instead of the usual ones.",
            "",
            "The groups:",
        ] + Catalogue.groups.map { HelpText.row($0.name, $0.summary) },
        for: BenchCommand.init
    ) {
        $0.arguments(\.words, .text("GROUP [SIZE ...]"), "what to measure, in order")
        $0.flag("--quick", \.isQuick, "measure once and little, to see that everything works")
        $0.flag("--list", \.isList, "list the groups and measure nothing")
    }

    private var words: [String] = []
    private(set) var isQuick = false
    private(set) var isList = false

    /// Returns what to measure, in order.
    ///
    /// - Throws: `UsageError` that names the word that is wrong.
    func calls() throws(UsageError) -> [Call] {
        var calls: [Call] = []
        for word in words {
            if word == "all" {
                calls += Catalogue.groups.map { Call(group: $0, sizes: []) }
            } else if let size = Int(word), let last = calls.indices.last {
                guard calls[last].group.takesSizes, size > 0 else {
                    throw UsageError(description: "the group \(calls[last].group.name) has no size \(size).")
                }
                calls[last].sizes.append(size)
            } else if let group = (Catalogue.groups + Catalogue.hidden).first(where: { $0.name == word }) {
                calls.append(Call(group: group, sizes: []))
            } else {
                let meant = Suggestion.text(word, among: Catalogue.groups.map(\.name))
                throw UsageError(description: "there is no group \"\(word)\"." + meant)
            }
        }
        guard !calls.isEmpty else { throw UsageError(description: "name at least one group, or all.") }
        return calls
    }
}
