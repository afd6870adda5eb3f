// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi
import SegmentNielsenDCR

/// Every rule of the checks, in words.
enum RuleCatalogue {
    /// A rule: what it means, why it matters, and the cure.
    struct Text: Sendable {
        let name: String
        let severity: String
        let means: String
        let why: String
        let cure: String
    }

    /// Every rule, each name once.
    static let all: [Text] = {
        var seen: Set<String> = []
        let input = NielsenRule.all.map(text)
        let segment = SegmentRule.all.map {
            Text(name: $0.name, severity: $0.severity.rawValue, means: $0.checks, why: $0.why, cure: $0.cure)
        }
        let sequence = CertificationRule.all.map {
            Text(name: $0.name, severity: $0.severity.rawValue, means: "", why: $0.reason, cure: $0.cure)
        }
        return (input + ToolRules.all + segment + sequence).filter { seen.insert($0.name).inserted }
    }()

    private static func text(_ rule: NielsenRule) -> Text {
        let reasons = RuleReasons.byRule[rule.name]
        return Text(
            name: rule.name,
            severity: rule.severity.rawValue,
            means: rule.checks,
            why: reasons?.why ?? "",
            cure: reasons?.cure ?? ""
        )
    }

    /// Finds a rule by its name, or by the name that it has for one key.
    static func text(of name: String) -> Text? {
        if let text = all.first(where: { $0.name == name }) { return text }
        guard let rule = NielsenRule.named(name) else { return nil }
        return all.first { $0.name == rule.name }
    }

    // MARK: - Commands

    /// Writes what a rule means, why it matters, and the cure.
    ///
    /// - Throws: `UsageError` for an unknown rule, with the one that was probably meant.
    static func explain(_ word: String, _ isJSON: Bool, _ console: Console) throws(UsageError) {
        let folded = String(word.prefix(64)).uppercased().replacing("-", with: "_")
        let bare = folded.replacing("_", with: "")
        let known =
            text(of: word) ?? text(of: folded)
            ?? all.first { $0.name.uppercased().replacing("_", with: "") == bare }
        guard let text = known else {
            let keys = ["ASSETID", "TITLE", "PROGRAM", "AIRDATE", "LENGTH", "TYPE", "SECTION", "EVENT"]
            let family = all.filter { $0.name.hasSuffix("_x") }.flatMap { rule in
                keys.map { String(rule.name.dropLast()) + $0 }
            }
            let names = all.map(\.name) + family
            throw UsageError(
                description: "there is no rule \"\(word.prefix(64))\"." + Suggestion.text(folded, among: names)
            )
        }
        if isJSON {
            console.write([
                "kind": "rule", "rule": .string(text.name), "severity": .string(text.severity),
                "means": .string(text.means),
                "why": .string(text.why), "cure": .string(text.cure),
            ])
            return
        }
        let style = console.style
        console.write("\(style.bold(text.name)) (\(text.severity))")
        let parts = [("What it checks", text.means), ("Why it matters", text.why), ("The cure", text.cure)]
        for (name, part) in parts where !part.isEmpty {
            console.write(style.lines("  \(name):", style.dim, " " + part, indent: 4))
        }
    }

    /// Lists the rules of a kind of input.
    ///
    /// - Throws: `UsageError` for a kind without rules of its own.
    static func list(_ subject: ValidationSubject, _ isJSON: Bool, _ console: Console) throws(UsageError) {
        let rules: [Text]
        switch subject {
        case .input(let kind): rules = NielsenRule.all.filter { $0.kinds.contains(kind) }.map(text)
        case .sequence: rules = CertificationRule.all.compactMap { text(of: $0.name) }
        case .ping: rules = ToolRules.all.filter { $0.name.hasPrefix("PING_") }
        case .template: rules = ToolRules.all.filter { $0.name.hasPrefix("TEMPLATE_") }
        case .configuration, .configurationFile:
            throw UsageError(
                description: "the kind config has no rules of its own; its members are in SDKConfiguration."
            )
        }
        for rule in rules {
            let checks = rule.means.isEmpty ? rule.why : rule.means
            if isJSON {
                console.write([
                    "kind": "rule", "rule": .string(rule.name), "severity": .string(rule.severity),
                    "checks": .string(checks),
                ])
            } else {
                let style = console.style
                console.write("\(style.bold(rule.name)) (\(rule.severity))")
                console.write(style.lines("  ", { $0 }, checks, indent: 2))
            }
        }
    }
}
