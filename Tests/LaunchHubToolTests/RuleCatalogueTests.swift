// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import SegmentNielsenDCR
import Testing

/// What `validate --explain` says of each rule.
struct RuleCatalogueTests {
    private static let rules =
        (Rule.ofInput + Rule.ofSegment + Rule.ofPings + Rule.ofTemplates).map(\.name)

    @Test func everyRuleSaysWhyItMattersAndWhatTheCureIs() async throws {
        #expect(Self.rules.count > 50)
        for rule in Self.rules {
            let lines = try await ToolRun.objects(["validate", "--explain", rule])
            #expect(lines.count == 1 && lines.first?["kind"] == "rule", "\(rule)")
            for member in ["means", "why", "cure"] {
                #expect(lines.first?[member]?.stringValue?.isEmpty == false, "\(rule) has no \(member)")
            }
        }
    }

    @Test(
        arguments: [
            (.content, "assetID", "assetid"), (.content, "titel", "title"), (.content, "air-date", "airdate"),
            (.content, "stars", nil), (.static, "secton", "section"), (.ad, "ocrTag", "ocrtag"),
            (.appinfo, "appID", "appid"), (.ott, "ottstatus", "ottStatus"), (.event, "metadata.content.titel", "title"),
            (.id3, "x", nil),
        ] as [(NielsenValidator.Kind, String, String?)]
    )
    func aMistypedKeyHasADocumentedOne(_ kind: NielsenValidator.Kind, _ key: String, _ right: String?) {
        #expect(NielsenValidator.documentedKey(nearest: key, in: kind) == right)
    }
}
