// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import NielsenAppApi

/// Judges one file.
struct CertifyRun: Sendable {
    /// The result of a file.
    struct Result: Sendable {
        var cases: [CheckCase] = []
        /// Whether the rules could be judged.
        var isDecidable = false
        /// The number of lines, or of pings, that were read.
        var lines = 0
    }

    /// What is judged.
    struct Scope: Sendable {
        /// The rules to report; empty for all of them.
        var rules: Set<String> = []
        /// Whether the published cases are judged.
        var hasCases = true
        /// Whether the app is a released one.
        var isForProduction = false
    }

    /// The number of findings that wait for those of earlier lines, which are known later.
    private static let limit = 10_000
    private let file: String?
    private let scope: Scope
    /// The file's name, for messages.
    let name: String

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - file: The file; nil or `-` for standard input.
    ///   - scope: What is judged.
    init(_ file: String?, _ scope: Scope) {
        self.file = file
        self.scope = scope
        name = file.flatMap { $0 == "-" ? nil : $0 } ?? "standard input"
    }

    /// Reads the file line by line, and judges it; no line is kept.
    ///
    /// - Parameters:
    ///   - progress: Receives the number of lines now and then.
    ///   - report: Receives each finding, in the order of their lines.
    /// - Returns: The cases and the verdict.
    /// - Throws: ``FileFailure`` if the file cannot be read.
    func judge(progress: (Int) -> Void = { _ in }, _ report: (Finding) -> Void) throws -> Result {
        var input = CheckedInput(isForProduction: scope.isForProduction)
        var found: [Finding] = []
        if let file, file != "-", PingsInput.isDatabase(file) {
            var number = 0
            try PingsInput.forEachPing(ofDatabase: file) {
                (input, number) = (CheckedInput(isForProduction: scope.isForProduction), 0)
            } visit: { ping in
                number += 1
                input.read(ping: ping.url, number)
            }
        } else {
            try InputLines(file).forEachLine { number, line, _ in
                input.read(line, number)
                drain(&input, to: &found, report)
                if number % 10_000 == 0 { progress(number) }
            }
        }
        let lines = input.lines
        let (cases, verdict) = input.finish()
        drain(&input, to: &found, report)
        Certification.sort(&found)
        found.forEach(report)
        guard scope.hasCases else { return Result(isDecidable: verdict != .undecidable, lines: lines) }
        let named = cases.map { result in
            var result = result
            result.file = name
            return result
        }
        return Result(cases: named, isDecidable: verdict != .undecidable, lines: lines)
    }

    private func drain(
        _ input: inout CheckedInput,
        to found: inout [Finding],
        _ report: (Finding) -> Void
    ) {
        guard input.hasFindings else { return }
        for var finding in input.removeFindings() where isWanted(finding.rule) {
            finding.file = name
            found.append(finding)
        }
        guard found.count > Self.limit else { return }
        Certification.sort(&found)
        found.prefix(Self.limit / 2).forEach(report)
        found.removeFirst(Self.limit / 2)
    }

    /// A family such as `META_MISSING_x` is wanted by its own name and by that for each key.
    private func isWanted(_ rule: String) -> Bool {
        scope.rules.isEmpty || scope.rules.contains(rule)
            || scope.rules.contains { $0.hasSuffix("_X") && rule.hasPrefix($0.dropLast()) }
    }
}
