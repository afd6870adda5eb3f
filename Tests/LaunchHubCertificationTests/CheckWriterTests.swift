// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import NielsenAppApi
import Testing

/// The forms in which a certification is written.
struct CheckWriterTests {
    private static let finding = Finding(
        rule: "PAUSE_WITHOUT_STOP",
        severity: .warning,
        file: "evening.jsonl",
        line: 7,
        time: 61,
        message: "No stop & no <end>.",
        why: "It matters.",
        cure: "Call stop.",
        cost: 2.5
    )
    private static let result = CheckCase(
        id: "dcr-video-5-pause",
        verdict: .fail,
        reason: "It is 5 s.",
        file: "evening.jsonl"
    )

    private func lines(_ form: CheckForm) -> [String] {
        var lines: [String] = []
        withoutActuallyEscaping({ lines.append($0) }) { write in
            var writer = CheckWriter(form, command: "certify", write: write)
            writer.add(Self.finding)
            writer.add(Self.result)
            writer.finish()
        }
        return lines
    }

    @Test func textHasThePlaceTheCostAndTheCureOfAFinding() {
        let text = lines(.text).joined(separator: "\n")
        for part in [
            "PAUSE_WITHOUT_STOP", "line 7", "2.5 s", "Call stop.", "dcr-video-5-pause",
            "Verdict: fail. Rules pass: 0 errors, 1 warning, 2.5 s not measured. Cases fail: ",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test func undecidedCasesOfOneReasonAreOneLineOfText() {
        var lines: [String] = []
        withoutActuallyEscaping({ lines.append($0) }) { write in
            var writer = CheckWriter(.text, command: "certify", write: write)
            for (id, file) in [("A1", "a"), ("B1", "a"), ("A2", "a"), ("A3", "b")] {
                let reason = id.hasPrefix("A") ? "No list." : "No view."
                writer.add(CheckCase(id: id, verdict: .undecidable, reason: reason, file: file))
            }
            writer.add(CheckCase(id: "C1", verdict: .undecidable, reason: "No list.", next: "Play it.", file: "b"))
            writer.finish()
        }
        let alone = "  undecidable  \("C1".padding(toLength: 31, withPad: " ", startingAt: 0))  No list."
        #expect(
            lines.dropLast(2) == [
                "Published cases", "a", "  undecidable  No list. (A1, A2)", "  undecidable  No view. (B1)", "b", alone,
                "               Next: Play it.", "  undecidable  No list. (A3)",
            ]
        )
    }

    @Test func jsonIsAnObjectALine() throws {
        let objects = try lines(.json).map { try JSONObject(jsonText: $0) }
        #expect(objects.compactMap { $0["kind"]?.stringValue } == ["finding", "case", "verdict"])
        #expect(objects[0]["rule"] == "PAUSE_WITHOUT_STOP" && objects[0]["line"] == 7 && objects[0]["t"] == 61)
        #expect(objects[1]["verdict"] == "fail" && objects[2]["verdict"] == "fail")
        #expect(objects[2]["rules"] == "pass" && objects[2]["cases"] == "fail")
        #expect(objects[2]["counts"]?["warnings"] == 1 && objects[2]["counts"]?["fail"] == 1)
    }

    @Test func sarifHasTheRuleAndThePlaceOfAFinding() throws {
        let log = try JSONObject(jsonText: lines(.sarif).joined(separator: "\n"))
        let result = log["runs"]?[0]?["results"]?[0]
        #expect(log["version"] == "2.1.0")
        #expect(result?["ruleId"] == "PAUSE_WITHOUT_STOP" && result?["level"] == "warning")
        #expect(result?["locations"]?[0]?["physicalLocation"]?["region"]?["startLine"] == 7)
    }

    @Test func junitHasATestForEachCaseAndEscapesWhatIsSaid() {
        let text = lines(.junit).joined(separator: "\n")
        #expect(text.contains("dcr-video-5-pause") && text.contains("<failure"))
        #expect(text.contains("No stop &amp; no &lt;end&gt;."))
    }
}
