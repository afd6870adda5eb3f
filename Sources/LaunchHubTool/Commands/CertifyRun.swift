// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification

/// Judges one file.
struct CertifyRun {
    private let file: String?
    private let rules: Set<String>
    private var input = CheckedInput()
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

    /// The number of lines, or of pings, that were read.
    var lines: Int { input.lines }

    /// Reads the file line by line.
    ///
    /// - Parameters:
    ///   - console: Receives the progress and remarks.
    ///   - report: Receives each finding as soon as it is known.
    /// - Throws: ``FileFailure`` if the file cannot be read.
    mutating func read(_ console: Console, _ report: (CheckFinding) -> Void) async throws {
        if let file, file != "-", PingsInput.isDatabase(file) {
            let pings = try await PingsInput.read(file, remark: console.remark)
            for (index, ping) in pings.enumerated() { input.read(ping: ping.url, index + 1) }
        } else {
            try InputLines(file).forEachLine { number, line, _ in
                input.read(line, number)
                drain(report)
                if number % 10_000 == 0 { console.progress("\(number) lines") }
            }
            console.progress("")
        }
        drain(report)
    }

    /// Ends the run.
    mutating func finish(_ report: (CheckFinding) -> Void) -> (cases: [CheckCase], verdict: CheckCase.Verdict) {
        let (cases, verdict) = input.finish()
        drain(report)
        let named = cases.map { result in
            var result = result
            result.file = name
            return result
        }
        return (named, verdict)
    }

    private mutating func drain(_ report: (CheckFinding) -> Void) {
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
