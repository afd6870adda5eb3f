// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import LaunchHubCertification
import NielsenAppApi

/// What `launchhub certify` writes: the findings of each file as they come, and behind those of all files the cases and
/// the verdicts.
struct CertifySheet {
    private var writer: CheckWriter
    private let allowsEmpty: Bool
    private let console: Console
    private var cases: [CheckCase] = []
    private var files: [(name: String, verdict: CheckVerdict)] = []
    private var isEmpty = false
    private var isUnread = false
    /// Whether a finding of this file is an error.
    private var hasErrors = false

    init(_ writer: CheckWriter, allowsEmpty: Bool, _ console: Console) {
        self.writer = writer
        self.allowsEmpty = allowsEmpty
        self.console = console
    }

    /// Adds a finding.
    mutating func add(_ finding: Finding) {
        if finding.severity == .error { hasErrors = true }
        writer.add(finding)
    }

    /// Ends a file.
    mutating func add(_ result: CertifyRun.Result, of name: String) {
        cases += result.cases
        end(name, isUndecidable: !result.isDecidable || result.lines == 0, result.cases)
        guard result.lines == 0 else { return }
        isEmpty = true
        console.remark(UsageError.empty(name == "standard input" ? nil : name, "no call to certify").description)
    }

    /// Ends a file that could not be read.
    mutating func add(failure: String, of name: String) {
        isUnread = true
        end(name, isUndecidable: true, [])
        console.fail(failure)
    }

    private mutating func end(_ name: String, isUndecidable: Bool, _ cases: [CheckCase]) {
        let verdicts = cases.map(\.verdict)
        files.append((name, CheckVerdict(hasErrors: hasErrors, isUndecidable: isUndecidable, cases: verdicts)))
        hasErrors = false
    }

    /// Writes the cases and the verdicts.
    mutating func finish() -> ExitCode {
        for result in cases { writer.add(result) }
        if files.count > 1 { for file in files { writer.add(file.verdict, on: file.name) } }
        let isUndecidable = isEmpty || isUnread || files.allSatisfy { $0.verdict.rules == .undecidable }
        let verdict = writer.finish(isUndecidable: isUndecidable)
        if isUnread { return .usage }
        return verdict.total == .fail ? .findings : isEmpty && !allowsEmpty ? .usage : .success
    }
}
