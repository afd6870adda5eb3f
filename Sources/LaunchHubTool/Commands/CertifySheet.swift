// SPDX-License-Identifier: Apache-2.0

import LaunchHubCertification

/// What `launchhub certify` writes: the findings of each file as they come, and behind those of all files the cases and
/// the verdicts.
struct CertifySheet {
    private var writer: CheckWriter
    private let console: Console
    private var cases: [CheckCase] = []
    private var files: [(name: String, verdict: CheckCase.Verdict)] = []
    private var isEmpty = false
    private var isUnread = false
    /// The findings of this file that are errors, which only some of the rules may be wanted of.
    private var hasErrors = false

    init(_ writer: CheckWriter, _ console: Console) {
        self.writer = writer
        self.console = console
    }

    /// Adds a finding.
    mutating func add(_ finding: CheckFinding) {
        if finding.severity == .error { hasErrors = true }
        writer.add(finding)
    }

    /// Ends a file.
    mutating func add(_ result: CertifyRun.Result, of name: String) {
        cases += result.cases
        end(name, hasErrors ? .fail : result.verdict == .undecidable || result.lines == 0 ? .undecidable : .pass)
        guard result.lines == 0 else { return }
        isEmpty = true
        console.remark("\(name) is empty: there is nothing to certify.")
    }

    /// Ends a file that could not be read.
    mutating func add(failure: String, of name: String) {
        isUnread = true
        end(name, hasErrors ? .fail : .undecidable)
        console.fail(failure)
    }

    private mutating func end(_ name: String, _ verdict: CheckCase.Verdict) {
        files.append((name, verdict))
        hasErrors = false
    }

    /// Writes the cases and the verdicts.
    mutating func finish() -> ExitCode {
        for result in cases { writer.add(result) }
        if files.count > 1 { for file in files { writer.add(file.verdict, on: file.name) } }
        let isUndecidable = isEmpty || isUnread || files.allSatisfy { $0.verdict == .undecidable }
        writer.finish(writer.hasErrors ? .fail : isUndecidable ? .undecidable : .pass)
        if isUnread { return .usage }
        return writer.hasErrors ? .findings : isEmpty ? .usage : .success
    }
}
