// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import NielsenAppApi

/// What a certification says of one input.
struct Certification: Sendable {
    private(set) var findings: [Finding]
    let cases: [CheckCase]
    /// Whether the rules could be judged.
    let isDecidable: Bool

    /// Ends the judgement of an input, whose last line was read.
    init(_ input: consuming CheckedInput) {
        let (cases, verdict) = input.finish()
        findings = input.removeFindings()
        self.cases = cases
        isDecidable = verdict != .undecidable
        Self.sort(&findings)
    }

    /// Puts findings into the order of their lines: those of a view are known at its end, and those of an app at the end
    /// of the input.
    static func sort(_ findings: inout [Finding]) {
        findings = findings.enumerated().sorted {
            ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
        }.map(\.element)
    }

    /// Returns the certification as a report shows it.
    ///
    /// - Parameter time: Returns the time of a finding in milliseconds of the session; nil if it has none.
    /// - Returns: The verdict in words, the findings and the cases.
    func shown(at time: (Finding) -> Int64?) -> JSONObject {
        var summary = ""
        let write = { (line: String) in summary = line }
        var writer = CheckWriter(.text, command: "report", write: write)
        for finding in findings { writer.add(finding) }
        for result in cases { writer.add(result) }
        let verdict = writer.finish(isUndecidable: !isDecidable)
        let findings = findings.map { finding -> JSONValue in
            var line: JSONObject = [
                "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
                "message": .string(finding.message),
                "advice": .string([finding.why, finding.cure].filter { !$0.isEmpty }.joined(separator: " ")),
            ]
            line["line"] = finding.line.map(JSONValue.number)
            line["t"] = time(finding).map(JSONValue.int)
            return .object(line)
        }
        let cases = cases.map { result -> JSONValue in
            var line: JSONObject = [
                "id": .string(result.id), "verdict": .string(result.verdict.rawValue), "reason": .string(result.reason),
            ]
            line["next"] = result.next.map(JSONValue.string)
            return .object(line)
        }
        return [
            "verdict": .string(summary), "failed": .bool(verdict.total == .fail), "findings": .array(findings),
            "cases": .array(cases),
        ]
    }
}
