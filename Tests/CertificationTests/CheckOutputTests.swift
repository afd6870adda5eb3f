// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

@testable import LaunchHubCertification

/// The smallest outputs that have a part of their own: one finding, one second, the first line.
struct CheckOutputTests {
    private func lines(_ form: CheckForm, _ fill: (inout CheckWriter) -> Void) -> [String] {
        var lines: [String] = []
        withoutActuallyEscaping({ lines.append($0) }) { write in
            var writer = CheckWriter(form, command: "certify", write: write)
            fill(&writer)
        }
        return lines
    }

    @Test func oneFindingIsApartFromTheCases() {
        let found = lines(.text) { writer in
            writer.add(CheckFinding(rule: "RULE", severity: .info, message: "So.", cost: 1))
            writer.add(CheckCase(id: "one", verdict: .pass, reason: "Yes."))
            writer.finish(.pass)
        }
        #expect(found.prefix(4) == ["info RULE", "    So.", "    Cost: 1 s not measured.", ""])
        #expect(found.dropFirst(4).first == "Published cases")
        #expect(
            found.last
                == "Verdict: pass. 0 errors, 0 warnings, 1 s not measured; cases: 1 pass, 0 fail, 0 undecidable."
        )
    }

    /// A file is named above what is about it, each time that it changes.
    @Test func aFileIsNamedWhereItChanges() {
        let found = lines(.text) { writer in
            for file in ["a", "a", "b", nil, "b", "a"] {
                writer.add(CheckFinding(rule: "RULE", severity: .info, file: file, message: "So."))
            }
        }
        #expect(found.filter { !$0.hasPrefix(" ") && !$0.hasPrefix("info") } == ["a", "b", "a"])
    }

    @Test func verdictsOnFilesAreLines() throws {
        let found = lines(.text) { writer in
            for file in ["a", "b", "c"] { writer.add(.fail, on: file) }
        }
        #expect(found == ["", "Files", "  fail         a", "  fail         b", "  fail         c"])
        let objects = try lines(.json) { $0.add(.pass, on: "a") }.map { try JSONObject(jsonText: $0) }
        let expected: JSONObject = ["schema": "launchhub/1", "kind": "verdict", "verdict": "pass", "file": "a"]
        #expect(objects == [expected])
        #expect(lines(.junit) { $0.add(.pass, on: "a") } == [])
    }

    @Test func theFirstLineOfAFileIsARegion() throws {
        let found = lines(.sarif) { writer in
            writer.add(CheckFinding(rule: "RULE", severity: .info, file: "a", line: 1, message: "So."))
            writer.finish(.pass)
        }
        let log = try JSONObject(jsonText: try #require(found.first))
        let place = log["runs"]?[0]?["results"]?[0]?["locations"]?[0]?["physicalLocation"]
        #expect(place?["region"]?["startLine"] == 1)
    }

    // MARK: - Sentences

    private func finding(_ kind: NielsenValidator.Kind, _ value: JSONValue, _ rule: String) -> CheckFinding? {
        var log = FindingLog()
        let issues = NielsenValidator(mode: .strict).validate(kind, value).filter { $0.rule == rule }
        log.add(issues, at: LogPlace(line: 1, time: 0))
        return log.findings.first
    }

    /// The name of a key keeps its capitals, and stands where the message does not say what it is about.
    @Test func issuesAreSentencesAboutTheirKey() {
        let empty = finding(.metadata, .object(Log.content.with(["segB": ""])), "OPTIONAL_EMPTY")
        #expect(empty?.message == "segB is empty.")
        #expect(empty?.cure == "Leave it out where there is no value.")
        #expect(empty?.reason == "An optional key that is there has a value.")
        #expect(empty?.severity == .warning)
        let alone = finding(.id3, "nielsen/1", "ID3_PREFIX")
        #expect(alone?.message == "The ID3 payload cannot be read: it does not begin with www.nielsen.com.")
        #expect(alone?.cure == "Correct the value: A payload begins with www.nielsen.com.")
        #expect(alone?.severity == .error)
        let event: JSONValue = ["event": "playhead", "type": "content", "id3Data": "nielsen/1"]
        let within = finding(.event, event, "ID3_PREFIX")
        #expect(
            within?.message == "id3Data: the ID3 payload cannot be read: it does not begin with www.nielsen.com."
        )
    }
}
