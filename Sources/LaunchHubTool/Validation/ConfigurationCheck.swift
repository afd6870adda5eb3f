// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// Checks the file of an SDK configuration, for its author.
///
/// Apps take a file that can be read and leave out what they do not know; the author wants to know of that.
struct ConfigurationCheck {
    private struct Finding {
        let rule: String
        let severity: NielsenRule.Severity
        let message: String
    }

    /// The kind that `launchhub validate` knows it by.
    static let kind = "config"

    private let name: String
    private let findings: [Finding]

    /// Reads a file.
    ///
    /// - Throws: `FileFailure` where there is none.
    init(_ path: String?) throws {
        name = path.flatMap { $0 == "-" ? nil : $0 } ?? "standard input"
        let data = try InputLines.all(path ?? "-")
        do throws(NielsenConfigurationError) {
            let configuration = try NielsenConfiguration(jsonData: data)
            findings = configuration.remarks.map { Finding(rule: "CONFIG_REMARK", severity: .warning, message: $0) }
        } catch {
            findings = [Finding(rule: "CONFIG_UNREADABLE", severity: .error, message: error.description)]
        }
    }

    /// Whether apps take the file.
    var isValid: Bool { !findings.contains { $0.severity == .error } }

    /// The answer as a line of JSON, in the form of every other kind.
    var json: JSONObject {
        [
            "id": .string(name), "valid": .bool(isValid),
            "issues": .array(
                findings.map { finding in
                    [
                        "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue), "key": .null,
                        "message": .string(finding.message),
                    ]
                }
            ),
        ]
    }

    /// The answer for people.
    var text: [String] {
        let lines = findings.map { "  \($0.severity.rawValue) \($0.rule): \($0.message)" }
        let verdict =
            !isValid
            ? "no app accepts this file" : findings.isEmpty ? "valid" : "apps accept this file; see the findings"
        return ["\(name): \(verdict)"] + lines
    }
}
