// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import NielsenAppApi

/// The certification of the pings of an app version, or of a session.
struct ExportJudgement {
    private var input = CheckedInput()
    private var findings: [Finding] = []
    private var pings: Int64 = 0

    /// Judges a ping that a collector has seen.
    mutating func read(_ address: String, _ number: Int) {
        pings += 1
        input.read(ping: address, number)
        findings += input.removeFindings()
    }

    /// Judges a line of a session.
    mutating func read(line: Data, _ number: Int, isPing: Bool) {
        if isPing { pings += 1 }
        input.read(line, number)
        findings += input.removeFindings()
    }

    /// Ends the judgement.
    ///
    /// - Parameters:
    ///   - group: The day, app and version.
    ///   - source: The name of the file.
    /// - Returns: The rows of the verdict, of the cases and of the findings.
    consuming func rows(_ group: ExportJudges.Group, source: String) -> [ExportRow] {
        let (cases, verdict) = input.finish()
        findings += input.removeFindings()
        Certification.sort(&findings)
        let errors = findings.count { $0.severity == .error }
        let isUndecidable = verdict == .undecidable
        let whole = CheckVerdict(hasErrors: errors > 0, isUndecidable: isUndecidable, cases: cases.map(\.verdict))
        let count = { (verdict: CheckCase.Verdict) in ExportValue.integer(Int64(cases.count { $0.verdict == verdict }))
        }
        let row = { (table: ExportTable, values: [ExportValue]) in
            ExportRow(
                partition: ExportPartition(table: table, day: group.day, app: group.app),
                values: [.text(group.day), .optional(group.app), .optional(group.version), .text(source)] + values
            )
        }
        let values: [ExportValue] = [
            .text(whole.total.rawValue), .integer(pings), .integer(Int64(errors)),
            .integer(Int64(findings.count - errors)), count(.pass), count(.fail), count(.undecidable),
        ]
        return [row(.verdicts, values)]
            + cases.map { row(.cases, [.text($0.id), .text($0.verdict.rawValue), .text($0.reason)]) }
            + findings.map { row(.findings, $0.values) }
    }
}

extension Finding {
    /// The values of the finding's own columns.
    fileprivate var values: [ExportValue] {
        [
            .text(rule), .text(severity.rawValue), .optional(line.map(Int64.init)), .optional(Self.milliseconds(time)),
            .text(message), .optional(cure), .optional(Self.milliseconds(cost)),
        ]
    }

    private static func milliseconds(_ seconds: Double?) -> Int64? {
        seconds.flatMap { Int64(exactly: ($0 * 1_000).rounded()) }
    }
}
