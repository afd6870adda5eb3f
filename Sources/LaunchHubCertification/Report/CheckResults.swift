// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The results of a check: counts of all of them, and those that are kept.
struct CheckResults: Sendable {
    private(set) var findings = 0
    private(set) var errors = 0
    private(set) var warnings = 0
    private(set) var verdicts: [CheckCase.Verdict: Int] = [:]
    /// The seconds that all findings cost.
    private(set) var cost = 0.0
    private(set) var kept: [Finding] = []
    var cases: [CheckCase] = []

    /// The number of findings that were not kept.
    var leftOut: Int { findings - kept.count }

    mutating func count(_ finding: Finding) {
        findings += 1
        if finding.severity == .error { errors += 1 }
        if finding.severity == .warning { warnings += 1 }
        cost += finding.cost ?? 0
    }

    mutating func count(_ result: CheckCase) {
        verdicts[result.verdict, default: 0] += 1
    }

    mutating func keep(_ finding: Finding, limit: Int) {
        if kept.count < limit { kept.append(finding) }
    }
}
