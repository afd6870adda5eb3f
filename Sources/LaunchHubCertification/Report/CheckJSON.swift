// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// The results of a check as lines of JSON.
package enum CheckJSON {
    /// The schema of the lines and its version: a member that changes its meaning, or goes, makes a new one.
    package static let schema = "launchhub/1"

    /// Returns the line of a finding.
    package static func object(_ finding: Finding, showsFile: Bool = false) -> JSONObject {
        var object: JSONObject = [
            "kind": "finding", "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
            "line": finding.line.map { .int(Int64($0)) } ?? .null, "t": finding.time.map(number) ?? .null,
            "message": .string(finding.fullMessage), "cure": .string(finding.cure),
        ]
        if showsFile, let file = finding.file { object["file"] = .string(file) }
        return object
    }

    /// Returns the line of a case.
    package static func object(_ result: CheckCase, showsFile: Bool = false) -> JSONObject {
        var object: JSONObject = [
            "kind": "case", "id": .string(result.id), "verdict": .string(result.verdict.rawValue),
            "reason": .string(result.reason),
        ]
        object["next"] = result.next.map(JSONValue.string)
        if showsFile, let file = result.file { object["file"] = .string(file) }
        return object
    }

    /// Returns the line of a verdict.
    static func object(_ verdict: CheckVerdict) -> JSONObject {
        var object = verdict.members
        object["kind"] = "verdict"
        return object
    }

    /// Returns the last line.
    static func object(_ results: CheckResults, _ verdict: CheckVerdict) -> JSONObject {
        var counts: JSONObject = [
            "findings": .int(Int64(results.findings)), "errors": .int(Int64(results.errors)),
            "warnings": .int(Int64(results.warnings)), "seconds": number(results.cost),
        ]
        if verdict.cases != nil {
            for verdict in CheckCase.Verdict.allCases {
                counts[verdict.rawValue] = .int(Int64(results.verdicts[verdict] ?? 0))
            }
        }
        var object = object(verdict)
        object["counts"] = .object(counts)
        return object
    }

    /// A number of seconds, whole where it is.
    static func number(_ seconds: Double) -> JSONValue {
        guard seconds.isFinite else { return .null }
        return Int64(exactly: seconds).map(JSONValue.int) ?? .double(seconds)
    }
}

extension Finding {
    /// The message with what it costs and why it matters, for forms that have one text.
    var fullMessage: String {
        let cost = cost.map { "Cost: \(CheckText.duration($0)) not measured." } ?? ""
        return Self.sentences([message, cost, why])
    }

    /// The full message with the cure.
    var messageWithCure: String {
        Self.sentences([fullMessage, cure.isEmpty ? "" : "Cure: " + cure])
    }

    /// Joins sentences; some messages are without a full stop, because elsewhere nothing follows them.
    private static func sentences(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.reduce("") { text, part in
            guard let last = text.last else { return part }
            return text + (".!?".contains(last) ? " " : ". ") + part
        }
    }
}
