// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
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
        name = InputLines.name(of: file)
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
                input.read(ping: ping.address, number)
            }
        } else {
            try InputLines(file).forEachLine { line in
                input.read(line.bytes, line.number)
                drain(&input, to: &found, report)
                if line.number % 10_000 == 0 { progress(line.number) }
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

/// Judges several files at once, as many as there are cores.
enum CertifiedFiles {
    /// What comes of a file, in order.
    enum Output: Sendable {
        case finding(Finding)
        /// The file could not be read; what was found before stands.
        case failure(String)
        case end(CertifyRun.Result)
    }

    /// Returns the files that arguments name.
    ///
    /// - Parameter arguments: Files and folders; of a folder, the files whose names end in `.jsonl`, in the order of
    ///   their names.
    /// - Returns: The files, in the order of the arguments.
    /// - Throws: `UsageError` where a folder has none, or where standard input is named twice.
    static func all(in arguments: [String]) throws(UsageError) -> [String] {
        guard arguments.count(where: { $0 == "-" }) < 2 else {
            throw UsageError("standard input can be read once; \"-\" is given twice.")
        }
        var files: [String] = []
        for argument in arguments {
            guard FileManager.default.isFolder(argument) == true else {
                files.append(argument)
                continue
            }
            let names = ((try? FileManager.default.names(in: argument)) ?? []).filter { $0.hasSuffix(".jsonl") }
            guard !names.isEmpty else {
                throw UsageError("the folder \(argument) has no file whose name ends in .jsonl; name the files.")
            }
            let start = argument.hasSuffix("/") ? argument : argument + "/"
            files += names.map { start + $0 }
        }
        return files
    }

    /// Judges files.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - scope: What is judged.
    ///   - deliver: Receives the index of a file and one of its results, in the order of the files.
    static func judge(_ files: [String?], _ scope: CertifyRun.Scope, deliver: (Int, Output) -> Void) {
        let width = ProcessInfo.processInfo.activeProcessorCount
        let input = InputLines.standardInput
        OrderedWork.run(files.count, width: width) { (index: Int, deliver: (Output) -> Void) in
            do {
                let end = try InputLines.$standardInput.withValue(input) {
                    try CertifyRun(files[index], scope).judge { deliver(.finding($0)) }
                }
                deliver(.end(end))
            } catch {
                deliver(.failure("\(error)"))
            }
        } deliver: {
            deliver($0, $1)
        }
    }
}

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
