// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import SegmentNielsenDCR
import Testing

@testable import LaunchHubTool

struct RuleCatalogueTests {
    @Test func everyRuleSaysWhyAndHow() {
        for rule in RuleCatalogue.all {
            #expect(!rule.why.isEmpty, "\(rule.name) does not say why it matters")
            #expect(!rule.cure.isEmpty, "\(rule.name) has no cure")
        }
        #expect(Set(RuleCatalogue.all.map(\.name)).count == RuleCatalogue.all.count)
        #expect(RuleCatalogue.all.count >= NielsenRule.all.count + SegmentRule.all.count)
    }

    @Test func noReasonIsOfARuleThatIsGone() {
        let names = Set(NielsenRule.all.map(\.name))
        #expect(RuleReasons.byRule.keys.filter { !names.contains($0) }.isEmpty)
    }

    @Test func everyPingRuleIsInTheCatalogue() {
        for rule in NielsenPingCheck.Rule.allCases { #expect(RuleCatalogue.text(of: rule.rawValue) != nil, "\(rule)") }
        for rule in NielsenPingLint.Rule.allCases { #expect(RuleCatalogue.text(of: rule.rawValue) != nil, "\(rule)") }
        #expect(RuleCatalogue.text(of: "META_MISSING_AIRDATE")?.name == "META_MISSING_x")
        #expect(RuleCatalogue.text(of: "NO_SUCH_RULE") == nil)
    }

    static let keys: [(kind: NielsenValidator.Kind, key: String, right: String?)] = [
        (.content, "assetID", "assetid"), (.content, "asset_id", "assetid"), (.content, "titel", "title"),
        (.content, "isFullEpisode", "isfullepisode"), (.content, "ad_load_type", "adloadtype"),
        (.content, "programme", "program"), (.content, "air-date", "airdate"), (.content, "stars", nil),
        (.content, "", nil), (.static, "secton", "section"), (.ad, "ocrTag", "ocrtag"),
        (.appinfo, "appID", "appid"), (.appinfo, "appName", "appname"), (.appinfo, "sfCode", "sfcode"),
        (.ott, "ottstatus", "ottStatus"), (.event, "playheadposition", "playheadPosition"),
        (.event, "metadata.content.titel", "title"), (.event, "metadata.contents", "content"), (.id3, "x", nil),
        (.content, String(repeating: "title", count: 100), nil),
    ]

    @Test(arguments: keys)
    func aMistypedKeyHasADocumentedOne(kind: NielsenValidator.Kind, key: String, right: String?) {
        #expect(NielsenValidator.documentedKey(nearest: key, in: kind) == right)
    }
}
