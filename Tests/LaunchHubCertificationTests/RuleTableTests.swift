// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import NielsenAppApi
import TestSupport
import Testing

struct RuleTableTests {
    @Test func eachRuleHasANameOfItsOwnAndSaysWhatItChecks() {
        #expect(Set(Rule.ofInput.map(\.name)).count == Rule.ofInput.count)
        for rule in Rule.ofInput.map(\.explained) {
            #expect(!rule.kinds.isEmpty && !rule.checks.isEmpty && !rule.message.isEmpty, "\(rule.name)")
            #expect(rule.checks.hasSuffix("."), "\(rule.name)")
            #expect(rule.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }, "\(rule.name)")
            #expect(rule.code == nil || rule.severity == .error, "\(rule.name)")
        }
    }

    /// The article's table, as it follows from the rules.
    static var table: String {
        let rows = Rule.ofInput.map(\.explained).map { rule in
            let kinds = rule.kinds.map(\.rawValue).joined(separator: ", ")
            return
                "| `\(rule.name)` | \(rule.severity.rawValue) | \(rule.code.map(String.init) ?? "") | \(kinds) | \(rule.checks) |"
        }
        return (["| Rule | Severity | Error | Input | What it checks |", "|---|---|---|---|---|"] + rows)
            .joined(separator: "\n")
    }

    @Test func theArticleListsTheRules() throws {
        let text = try PackageFolder.text("Sources/NielsenAppApi/NielsenAppApi.docc/ValidationRules.md")
        #expect(
            text.contains(Self.table),
            "the table of the article is not that of the rules; it should be:\n\(Self.table)"
        )
    }
}
