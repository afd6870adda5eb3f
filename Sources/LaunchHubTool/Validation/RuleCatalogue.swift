// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi
import SegmentNielsenDCR

/// Every rule of the checks, in words.
enum RuleCatalogue {
    /// Every rule, each name once.
    static let all: [Rule] = {
        var seen: Set<String> = []
        let rules =
            Rule.ofInput.map(\.explained) + Rule.ofFiles + Rule.ofPings + Rule.ofTemplates + Rule.ofSegment
            + Rule.ofCalls
        return rules.filter { seen.insert($0.name).inserted }
    }()

    /// Finds a rule by its name, or by the name that it has for one key.
    static func rule(named name: String) -> Rule? {
        let family = { Rule.named(name)?.name }
        return all.first { $0.name == name } ?? family().flatMap { name in all.first { $0.name == name } }
    }

    // MARK: - Commands

    /// Writes what a rule means, why it matters, and the cure.
    ///
    /// - Throws: `UsageError` for an unknown rule, with the one that was probably meant.
    static func explain(_ word: String, _ isJSON: Bool, _ console: Console) throws(UsageError) {
        let folded = String(word.prefix(64)).uppercased().replacing("-", with: "_")
        let bare = folded.replacing("_", with: "")
        let known =
            rule(named: word) ?? rule(named: folded)
            ?? all.first { $0.name.uppercased().replacing("_", with: "") == bare }
        guard let rule = known else {
            let keys = ["ASSETID", "TITLE", "PROGRAM", "AIRDATE", "LENGTH", "TYPE", "SECTION", "EVENT"]
            let family = all.filter { $0.name.hasSuffix("_x") }.flatMap { rule in
                keys.map { String(rule.name.dropLast()) + $0 }
            }
            let names = all.map(\.name) + family
            throw UsageError("there is no rule \"\(word.prefix(64))\"." + Suggestion.text(folded, among: names))
        }
        if isJSON {
            console.write([
                "kind": "rule", "rule": .string(rule.name), "severity": .string(rule.severity.rawValue),
                "means": .string(rule.checks), "why": .string(rule.why), "cure": .string(rule.cure),
            ])
            return
        }
        let style = console.style
        console.write("\(style.bold(rule.name)) (\(rule.severity.rawValue))")
        let parts = [("What it checks", rule.checks), ("Why it matters", rule.why), ("The cure", rule.cure)]
        for (name, part) in parts where !part.isEmpty {
            console.write(style.lines("  \(name):", style.dim, " " + part, indent: 4))
        }
    }

    /// Lists the rules of a kind of input.
    ///
    /// - Throws: `UsageError` for a kind without rules of its own.
    static func list(_ subject: ValidationSubject, _ isJSON: Bool, _ console: Console) throws(UsageError) {
        let rules: [Rule]
        switch subject {
        case .input(let kind): rules = Rule.ofInput.map(\.explained).filter { $0.kinds.contains(kind) }
        case .sequence: rules = Rule.ofCalls.compactMap { rule(named: $0.name) }
        case .ping: rules = Rule.ofPings
        case .template: rules = Rule.ofTemplates
        case .configuration, .configurationFile:
            throw UsageError("the kind config has no rules of its own; its members are in SDKConfiguration.")
        }
        for rule in rules {
            let checks = rule.checks.isEmpty ? rule.why : rule.checks
            if isJSON {
                console.write([
                    "kind": "rule", "rule": .string(rule.name), "severity": .string(rule.severity.rawValue),
                    "checks": .string(checks),
                ])
            } else {
                let style = console.style
                console.write("\(style.bold(rule.name)) (\(rule.severity.rawValue))")
                console.write(style.lines("  ", { $0 }, checks, indent: 2))
            }
        }
    }
}

/// Rules for files, and for configurations as a whole.
extension Rule {
    static let arrayWithoutEnd = Rule(
        "ARRAY_WITHOUT_END",
        checks: "An array around the values is closed.",
        why: "The file was probably cut off, and what followed is missing.",
        cure: "Export the file again."
    )
    static let lineWithoutInput = Rule(
        "LINE_WITHOUT_INPUT",
        checks: "A value is an input, or an object with an input.",
        why: "There is nothing to check.",
        cure: "Write {\"id\": ..., \"input\": ...}, or the input alone."
    )
    static let configRemark = Rule(
        "CONFIG_REMARK",
        .warning,
        checks: "Every member of a configuration is read.",
        why: "What is not read has no effect; it is mostly a member that was mistyped.",
        cure: "Correct the name of the member."
    )
    static let configUnreadable = Rule(
        "CONFIG_UNREADABLE",
        checks: "A configuration can be read as a whole.",
        why: "Apps take a configuration as a whole or not at all, and measure with the one before.",
        cure: "Correct what the message names."
    )

    /// The rules for files.
    static let ofFiles = [arrayWithoutEnd, lineWithoutInput, configRemark, configUnreadable]
}
