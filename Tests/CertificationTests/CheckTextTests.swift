// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHubCertification

/// The forms in which findings are written.
struct CheckTextTests {
    @Test(
        arguments: [
            (0, "0 s"), (0.04, "0 s"), (0.05, "0.1 s"), (1, "1 s"), (1.25, "1.3 s"), (59.9, "59.9 s"),
            (59.94, "59.9 s"),
            (59.95, "1 min"), (60, "1 min"), (60.4, "1 min"), (60.5, "1 min 1 s"), (119.6, "2 min"), (125, "2 min 5 s"),
            (3_600, "60 min"), (1e300, "very long"), (.infinity, "very long"), (.nan, "very long"),
        ] as [(Double, String)]
    )
    func durationsAreForPeople(_ seconds: Double, _ text: String) {
        #expect(CheckText.duration(seconds) == text)
    }

    @Test(
        arguments: [
            (0, "0:00:00"), (9, "0:00:09"), (10, "0:00:10"), (59.99, "0:00:59.9"), (61.5, "0:01:01.5"),
            (3_599, "0:59:59"),
            (3_600, "1:00:00"), (359_999.9, "99:59:59.9"), (360_000, "t=360000"), (-1, "t=-1"), (-0.5, "t=-0.5"),
        ] as [(Double, String)]
    )
    func placesInTimeAreOnAClock(_ seconds: Double, _ text: String) {
        #expect(CheckText.clock(seconds) == text)
    }

    @Test func numbersAreWholeWhereTheyCanBe() {
        #expect(CheckJSON.number(3) == .int(3))
        #expect(CheckJSON.number(3.5) == .double(3.5))
        #expect(CheckJSON.number(.infinity) == .null)
        #expect(CheckText.counted(0, "error") == "0 errors")
        #expect(CheckText.counted(1, "error") == "1 error")
        #expect(CheckText.counted(2, "error") == "2 errors")
    }

    // MARK: - Forms

    private static let finding = CheckFinding(
        rule: "RULE",
        severity: .warning,
        file: "a b/ü.jsonl",
        line: 7,
        time: 61,
        message: "It is so.",
        reason: "It matters.",
        cure: "Do that.",
        cost: 2.5
    )
    private static let bare = CheckFinding(rule: "BARE", severity: .error, message: "So & <so>.")
    private static let cases = CheckCase.Verdict.allCases.map {
        CheckCase(id: "case-\($0.rawValue)", verdict: $0, reason: "Because \"of\" it.", file: "x.jsonl")
    }

    private func lines(_ form: CheckForm, showsFiles: Bool = false, _ fill: (inout CheckWriter) -> Void) -> [String] {
        var lines: [String] = []
        let style = CheckTextStyle(bold: { "*\($0)*" }, dim: { "(\($0))" })
        withoutActuallyEscaping({ lines.append($0) }) { write in
            var writer = CheckWriter(form, command: "certify", style: style, showsFiles: showsFiles, write: write)
            fill(&writer)
        }
        return lines
    }

    @Test func textHasPlaceCostReasonAndCureWhereThereAreAny() {
        let found = lines(.text) { writer in
            #expect(!writer.hasErrors)
            writer.add(Self.finding)
            #expect(!writer.hasErrors)
            writer.add(Self.finding)
            writer.add(Self.bare)
            #expect(writer.hasErrors)
            for result in Self.cases { writer.add(result) }
            writer.finish(.fail)
        }
        let one = [
            "(line 7, 0:01:01  )warning *RULE*", "    It is so.", "    Cost: 2.5 s not measured.",
            "    Why:  It matters.", "    Cure: Do that.",
        ]
        #expect(
            found == ["*a b/ü.jsonl*"] + one + one + [
                "error *BARE*", "    So & <so>.", "", "*Published cases*", "*x.jsonl*",
                "  pass         case-pass                        Because \"of\" it.",
                "  fail         case-fail                        Because \"of\" it.",
                "(  undecidable  case-undecidable                 Because \"of\" it.)", "",
                "*Verdict: fail. 1 error, 2 warnings, 5 s not measured; cases: 1 pass, 1 fail, 1 undecidable.*",
            ]
        )
    }

    @Test func verdictsOnFilesHaveOneHeading() {
        let found = lines(.text) { writer in
            writer.add(.pass, on: "a.jsonl")
            writer.add(.fail, on: "b.jsonl")
            writer.finish(.fail)
        }
        #expect(found.prefix(2) == ["", "*Files*"])
        #expect(found.count { $0 == "*Files*" } == 1)
        #expect(found.count { $0.contains("a.jsonl") } == 1 && found.count { $0.contains("b.jsonl") } == 1)
    }

    @Test func textOfNothingIsOneLine() {
        #expect(lines(.text) { $0.finish(.pass) } == ["*Verdict: pass. 0 errors, 0 warnings.*"])
        #expect(
            lines(.text) { writer in
                writer.add(Self.bare)
                writer.finish(.fail)
            }.suffix(2) == ["", "*Verdict: fail. 1 error, 0 warnings.*"]
        )
        let onlyCases = lines(.text) { writer in
            writer.add(CheckCase(id: "c", verdict: .pass, reason: "Yes."))
            writer.finish(.pass)
        }
        #expect(onlyCases.first == "*Published cases*")
        #expect(
            onlyCases.suffix(2) == ["", "*Verdict: pass. 0 errors, 0 warnings; cases: 1 pass, 0 fail, 0 undecidable.*"]
        )
    }

    @Test func jsonNamesTheFileWhereThereAreSeveral() throws {
        for showsFiles in [false, true] {
            let found = try lines(.json, showsFiles: showsFiles) { writer in
                writer.add(Self.finding)
                writer.add(Self.bare)
                writer.add(Self.cases[0])
                writer.finish(.fail)
            }.map { try JSONObject(jsonText: $0) }
            var finding: JSONObject = [
                "kind": "finding", "rule": "RULE", "severity": "warning", "line": 7, "t": 61,
                "message": "It is so. Cost: 2.5 s not measured. It matters.", "cure": "Do that.",
            ]
            var result: JSONObject = [
                "kind": "case", "id": "case-pass", "verdict": "pass", "reason": "Because \"of\" it.",
            ]
            if showsFiles {
                finding["file"] = "a b/ü.jsonl"
                result["file"] = "x.jsonl"
            }
            let bare: JSONObject = [
                "kind": "finding", "rule": "BARE", "severity": "error", "line": nil, "t": nil,
                "message": "So & <so>.", "cure": "",
            ]
            let expected: [JSONObject] = [finding, bare, result, ["kind": "verdict", "verdict": "fail"]]
            #expect(found == expected.map { $0.merging(["schema": "launchhub/1"]) })
        }
    }

    @Test func junitCountsFailuresAndWhatIsSkipped() {
        let found = lines(.junit) { writer in
            writer.add(Self.finding)
            writer.add(Self.bare)
            for result in Self.cases { writer.add(result) }
            writer.finish(.fail)
        }
        let counts = "name=\"launchhub certify\" tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"1\""
        let reason = "Because &quot;of&quot; it."
        let text = "It is so. Cost: 2.5 s not measured. It matters. Cure: Do that."
        #expect(
            found == [
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>", "  <testsuite \(counts)>",
                "    <testcase classname=\"certify.cases x.jsonl\" name=\"case-pass\"/>",
                "    <testcase classname=\"certify.cases x.jsonl\" name=\"case-fail\">"
                    + "<failure message=\"\(reason)\">\(reason)</failure></testcase>",
                "    <testcase classname=\"certify.cases x.jsonl\" name=\"case-undecidable\">"
                    + "<skipped message=\"\(reason)\"/></testcase>",
                "    <testcase classname=\"certify.findings\" name=\"RULE (a b/ü.jsonl, line 7)\">"
                    + "<system-out>warning: \(text)</system-out></testcase>",
                "    <testcase classname=\"certify.findings\" name=\"BARE\"><failure type=\"BARE\" "
                    + "message=\"So &amp; &lt;so&gt;.\">So &amp; &lt;so&gt;.</failure></testcase>",
                "  </testsuite>", "</testsuites>",
            ]
        )
    }

    /// Text that XML 1.0 cannot hold is replaced.
    @Test(arguments: [
        ("\u{1}", "\u{fffd}"), ("\u{1f}", "\u{fffd}"), (" ", " "), ("\u{20}", " "), ("\u{fffe}", "\u{fffd}"),
        ("\u{ffff}", "\u{fffd}"), ("\u{fffd}", "\u{fffd}"), ("\t\n", "  "), ("é'", "é'"),
    ])
    func junitHoldsNoControlCharacters(_ text: String, _ written: String) {
        let found = lines(.junit) { writer in
            writer.add(CheckFinding(rule: "R", severity: .info, message: "[\(text)]"))
            writer.finish(.pass)
        }
        #expect(found.contains { $0.contains("[\(written)]") })
    }

    /// Not every message ends with a full stop.
    @Test(arguments: [
        ("it is so", "It matters.", "Do that.", "it is so. It matters. Cure: Do that."),
        ("Is it so?", "It matters.", "", "Is it so? It matters."),
        ("It is so!", "", "Do that.", "It is so! Cure: Do that."),
        ("it is so", "", "Do that.", "it is so. Cure: Do that."), ("it is so", "", "", "it is so"),
        ("", "It matters.", "", "It matters."),
    ])
    func oneTextIsOfWholeSentences(_ message: String, _ reason: String, _ cure: String, _ text: String) throws {
        let finding = CheckFinding(rule: "R", severity: .info, message: message, reason: reason, cure: cure)
        let junit = lines(.junit) { writer in
            writer.add(finding)
            writer.finish(.pass)
        }
        #expect(junit.contains { $0.hasSuffix("<system-out>info: \(text)</system-out></testcase>") })
        let sarif = lines(.sarif) { writer in
            writer.add(finding)
            writer.finish(.pass)
        }
        let log = try JSONValue(jsonText: sarif.joined(separator: "\n"))
        #expect(log["runs"]?[0]?["results"]?[0]?["message"]?["text"]?.stringValue == text)
    }

    @Test func sarifHasEachRuleOnce() throws {
        let found = try lines(.sarif) { writer in
            writer.add(Self.finding)
            writer.add(Self.bare)
            writer.add(Self.finding)
            var information = Self.finding
            information.rule = "INFORMATION"
            information.severity = .info
            information.line = 0
            writer.add(information)
            writer.add(Self.cases[1])
            writer.finish(.fail)
        }.map { try JSONObject(jsonText: $0) }
        let run = try #require(found.first?["runs"]?[0])
        let rules = run["tool"]?["driver"]?["rules"]?.arrayValue ?? []
        #expect(rules.map { $0["id"] } == ["RULE", "BARE", "INFORMATION"])
        #expect(rules.map { $0["help"]?["text"] } == ["Do that.", nil, "Do that."])
        #expect(rules.map { $0["shortDescription"]?["text"] } == ["It matters.", nil, "It matters."])
        let results = run["results"]?.arrayValue ?? []
        #expect(results.map { $0["ruleIndex"] } == [0, 1, 0, 2])
        #expect(results.map { $0["level"] } == ["warning", "error", "warning", "note"])
        let place = results.first?["locations"]?[0]?["physicalLocation"]
        #expect(place?["artifactLocation"]?["uri"] == "a%20b/%C3%BC.jsonl")
        #expect(place?["region"]?["startLine"] == 7)
        #expect(results.map { $0["locations"] == nil } == [false, true, false, false])
        // A finding without a line concerns the file as a whole.
        #expect(results.last?["locations"]?[0]?["physicalLocation"]?["region"] == nil)
        #expect(run["properties"]?["verdict"] == "fail")
        #expect(run["properties"]?["findingsLeftOut"] == 0)
        #expect(run["properties"]?["cases"]?[0]?["file"] == "x.jsonl")
    }

    @Test(arguments: [CheckForm.junit, .sarif])
    func tenThousandFindingsAreKeptAndTheOthersCounted(_ form: CheckForm) {
        for count in [10_000, 10_001] {
            let text = lines(form) { writer in
                for _ in 0..<count { writer.add(Self.bare) }
                writer.finish(.fail)
            }.joined(separator: "\n")
            let isCut = count > 10_000
            #expect(text.ranges(of: "BARE (").isEmpty)
            switch form {
            case .junit:
                #expect(text.contains("tests=\"10000\" failures=\"10000\""))
                #expect(text.contains("<system-out>1 more findings left out</system-out>") == isCut)
            case .sarif: #expect(text.contains("\"findingsLeftOut\":\(isCut ? 1 : 0)"))
            case .text, .json: Issue.record("a form that keeps nothing")
            }
        }
    }
}
