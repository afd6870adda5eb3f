// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

struct RuleTableTests {
    @Test func eachRuleHasANameOfItsOwnAndSaysWhatItChecks() {
        #expect(Set(NielsenRule.all.map(\.name)).count == NielsenRule.all.count)
        for rule in NielsenRule.all {
            #expect(!rule.kinds.isEmpty && !rule.checks.isEmpty && !rule.message.isEmpty, "\(rule.name)")
            #expect(rule.checks.hasSuffix("."), "\(rule.name)")
            #expect(rule.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }, "\(rule.name)")
            #expect(rule.code == nil || rule.severity == .error, "\(rule.name)")
        }
    }

    @Test func theNamesOfTheKnownMistakesAreAmongTheRules() {
        for name in [
            "META_NOT_STRING", "META_MISSING_AIRDATE", "META_EMPTY_TITLE", "OPTIONAL_EMPTY", "AIRDATE_FORMAT",
            "AIRDATE_Z_SUFFIX_NOT_LISTED", "TITLE_NO_SxxEyy", "TITLE_TOO_LONG_40", "CROSSID1_NOT_TMS",
            "LENGTH_NOT_NUMERIC", "APPINFO_NOT_JSON_OBJECT", "APPID_NOT_GUID", "APPID_T_PREFIX", "APPID_PREFIX_MISSING",
            "APPID_EMPTY", "ADMODEL_INVALID_DEFAULTED", "CHANNELNAME_EMPTY_DEFAULTED", "KEY_CASE",
            "KEY_LEGACY_VCID_USE_SUBBRAND", "ID3_LENGTH", "ID3_PREFIX", "ID3_SEGMENT_COUNT", "ID3_WHITESPACE",
            "DEBUG_LEFT_ON", "PLAYHEAD_NOT_INTEGER", "PLAYHEAD_MILLISECONDS", "PLAYHEAD_NEGATIVE", "UNDOCUMENTED_EVENT",
            "KEY_PASSTHROUGH_NOL", "OVERRIDE_EMPTY_IGNORED",
        ] {
            #expect(NielsenRule.named(name) != nil, "\(name)")
        }
        #expect(NielsenRule.named("META_MISSING_AIRDATE")?.name(for: "airdate") == "META_MISSING_AIRDATE")
        #expect(NielsenRule.named("NO_SUCH_RULE") == nil)
    }

    /// The article's table, as it follows from the rules.
    static var table: String {
        let rows = NielsenRule.all.map { rule in
            let kinds = rule.kinds.map(\.rawValue).joined(separator: ", ")
            return
                "| `\(rule.name)` | \(rule.severity.rawValue) | \(rule.code.map(String.init) ?? "") | \(kinds) | \(rule.checks) |"
        }
        return (["| Rule | Severity | Error | Input | What it checks |", "|---|---|---|---|---|"] + rows)
            .joined(separator: "\n")
    }

    @Test func theArticleListsTheRules() throws {
        let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/NielsenAppApi/NielsenAppApi.docc/ValidationRules.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        #expect(
            text.contains(Self.table),
            "the table of the article is not that of the rules; it should be:\n\(Self.table)"
        )
    }
}
