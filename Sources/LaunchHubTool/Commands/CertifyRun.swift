// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification

/// Judges one file.
struct CertifyRun: Sendable {
    /// The result of a file.
    struct Result: Sendable {
        var cases: [CheckCase] = []
        var verdict = CheckCase.Verdict.undecidable
        /// The number of lines, or of pings, that were read.
        var lines = 0
    }

    private let file: String?
    private let rules: Set<String>
    /// The file's name, for messages.
    let name: String

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - file: The file; nil or `-` for standard input.
    ///   - rules: The rules to report; empty for all of them.
    init(_ file: String?, rules: Set<String>) {
        self.file = file
        self.rules = rules
        name = file.flatMap { $0 == "-" ? nil : $0 } ?? "standard input"
    }

    /// Reads the file line by line, and judges it; no line is kept.
    ///
    /// - Parameters:
    ///   - progress: Receives the number of lines now and then.
    ///   - report: Receives each finding as soon as it is known.
    /// - Returns: The cases and the verdict.
    /// - Throws: ``FileFailure`` if the file cannot be read.
    func judge(progress: (Int) -> Void = { _ in }, _ report: (CheckFinding) -> Void) throws -> Result {
        var input = CheckedInput()
        if let file, file != "-", PingsInput.isDatabase(file) {
            var number = 0
            try PingsInput.forEachPing(ofDatabase: file) {
                (input, number) = (CheckedInput(), 0)
            } visit: { ping in
                number += 1
                input.read(ping: ping.url, number)
            }
        } else {
            try InputLines(file).forEachLine { number, line, _ in
                input.read(line, number)
                drain(&input, report)
                if number % 10_000 == 0 { progress(number) }
            }
        }
        drain(&input, report)
        let lines = input.lines
        let (cases, verdict) = input.finish()
        drain(&input, report)
        let named = cases.map { result in
            var result = result
            result.file = name
            return result
        }
        return Result(cases: named, verdict: verdict, lines: lines)
    }

    private func drain(_ input: inout CheckedInput, _ report: (CheckFinding) -> Void) {
        guard input.hasFindings else { return }
        for var finding in input.removeFindings() where isWanted(finding.rule) {
            finding.file = name
            report(finding)
        }
    }

    /// A family such as `META_MISSING_x` is wanted by its own name and by that for each key.
    private func isWanted(_ rule: String) -> Bool {
        rules.isEmpty || rules.contains(rule)
            || rules.contains { $0.hasSuffix("_X") && rule.hasPrefix($0.dropLast()) }
    }
}
