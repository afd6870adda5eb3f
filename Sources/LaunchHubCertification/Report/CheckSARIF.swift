// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// The results of a check as a SARIF 2.1.0 log.
enum CheckSARIF {
    static func log(_ results: CheckResults, command: String, _ verdict: CheckVerdict) -> JSONObject {
        var rules: [JSONValue] = []
        var places: [String: Int] = [:]
        // A code host knows results alone, so a failed case is one.
        let found = results.kept + results.cases.filter { $0.verdict == .fail }.map(Finding.init)
        for finding in found where places[finding.rule] == nil {
            places[finding.rule] = rules.count
            rules.append(rule(finding))
        }
        let driver: JSONObject = [
            "name": .string("launchhub \(command)"), "version": .string(HubPackage.version),
            "rules": .array(rules),
        ]
        let properties: JSONObject = [
            "verdict": .string(verdict.total.rawValue), "verdicts": .object(verdict.members),
            "findingsLeftOut": .int(Int64(results.leftOut)),
            "cases": .array(results.cases.map { .object(CheckJSON.object($0, showsFile: true)) }),
        ]
        let run: JSONObject = [
            "tool": ["driver": .object(driver)],
            "results": .array(found.map { .object(result($0, places[$0.rule] ?? 0)) }),
            "properties": .object(properties),
        ]
        return ["$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [.object(run)]]
    }

    private static func rule(_ finding: Finding) -> JSONValue {
        var rule: JSONObject = ["id": .string(finding.rule)]
        if !finding.why.isEmpty { rule["shortDescription"] = ["text": .string(finding.why)] }
        if !finding.cure.isEmpty { rule["help"] = ["text": .string(finding.cure)] }
        return .object(rule)
    }

    private static func result(_ finding: Finding, _ rule: Int) -> JSONObject {
        let level =
            switch finding.severity {
            case .error: "error"
            case .warning: "warning"
            case .info: "note"
            }
        var result: JSONObject = [
            "ruleId": .string(finding.rule), "ruleIndex": .int(Int64(rule)), "level": .string(level),
            "message": ["text": .string(finding.messageWithCure)],
        ]
        var physical: JSONObject = [:]
        if let file = finding.file { physical["artifactLocation"] = ["uri": .string(address(file))] }
        if let line = finding.line, line > 0 { physical["region"] = ["startLine": .int(Int64(line))] }
        if finding.file != nil { result["locations"] = [["physicalLocation": .object(physical)]] }
        return result
    }

    /// A path as a reference that is a URI.
    private static func address(_ path: String) -> String {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        let allowed = CharacterSet(charactersIn: letters + "0123456789-._~/")
        return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    }
}

extension Finding {
    /// Makes the finding of a failed case.
    fileprivate init(_ result: CheckCase) {
        self.init(rule: result.id, severity: .error, file: result.file, message: result.reason)
    }
}
