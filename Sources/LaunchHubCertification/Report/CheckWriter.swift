// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// The form in which the results of a check are written.
package enum CheckForm: String, Sendable, Hashable, CaseIterable {
    /// Text for people.
    case text
    /// JSON Lines: findings, cases, and last the verdict.
    case json
    /// The XML of JUnit, which build servers show.
    case junit
    /// SARIF 2.1.0, which code hosts show.
    case sarif
}

/// Writes the results of a check in one of the forms.
///
/// ```swift
/// var writer = CheckWriter(.json, command: "certify") { print($0) }
/// for finding in findings { writer.add(finding) }
/// let verdict = writer.finish()
/// ```
///
/// Text and JSON are written line by line. JUnit and SARIF begin with counts and rules, so what they hold is kept until
/// the end: at most ``CheckWriter/limit`` findings, and the number of those left out is part of the output.
package struct CheckWriter {
    /// The largest number of findings that are kept for the forms that need all of them.
    package static let limit = 10_000

    private let form: CheckForm
    private let command: String
    private let style: CheckTextStyle
    private let showsFiles: Bool
    private let write: (String) -> Void
    private var results = CheckResults()
    private var hasCaseHeading = false
    private var hasFileHeading = false
    private var file: String?
    /// The undecided cases that are not written yet, by their reason.
    private var undecided: [(reason: String, ids: [String])] = []

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - command: The name of the check, such as `certify`.
    ///   - style: The emphasis of text.
    ///   - showsFiles: Whether lines of JSON name the file, which they need if there are several.
    ///   - write: Receives each line, without its end.
    package init(
        _ form: CheckForm,
        command: String,
        style: CheckTextStyle = CheckTextStyle(),
        showsFiles: Bool = false,
        write: @escaping (String) -> Void
    ) {
        self.form = form
        self.command = command
        self.style = style
        self.showsFiles = showsFiles
        self.write = write
    }

    /// Adds a finding.
    package mutating func add(_ finding: Finding) {
        results.count(finding)
        switch form {
        case .text:
            heading(finding.file)
            CheckText.lines(finding, style).forEach(write)
        case .json: writeLine(CheckJSON.object(finding, showsFile: showsFiles))
        case .junit, .sarif: results.keep(finding, limit: Self.limit)
        }
    }

    /// Adds the result of a case.
    package mutating func add(_ result: CheckCase) {
        results.count(result)
        switch form {
        case .text:
            if !hasCaseHeading {
                if results.findings > 0 { write("") }
                write(style.bold("Published cases"))
                hasCaseHeading = true
            }
            heading(result.file)
            if result.verdict == .undecidable, result.next == nil {
                if let place = undecided.firstIndex(where: { $0.reason == result.reason }) {
                    undecided[place].ids.append(result.id)
                } else {
                    undecided.append((result.reason, [result.id]))
                }
            } else {
                CheckText.lines(result, style).forEach(write)
            }
        case .json: writeLine(CheckJSON.object(result, showsFile: showsFiles))
        case .junit, .sarif: results.cases.append(result)
        }
    }

    /// Adds the result of a statement, which is a finding where it fails and a case elsewhere.
    ///
    /// - Parameters:
    ///   - finding: The finding; nil where the statement does not fail.
    ///   - result: The case.
    ///   - line: What stands for both in JSON.
    package mutating func add(_ finding: Finding?, _ result: CheckCase, as line: JSONObject) {
        guard form == .json else {
            if let finding { add(finding) } else { add(result) }
            return
        }
        if let finding { results.count(finding) } else { results.count(result) }
        writeLine(line)
    }

    /// Adds the verdict on one of several files.
    package mutating func add(_ verdict: CheckVerdict, on file: String) {
        switch form {
        case .text:
            flush()
            if !hasFileHeading { ["", style.bold("Files")].forEach(write) }
            hasFileHeading = true
            write(CheckText.line(verdict, on: file))
        case .json:
            var line = CheckJSON.object(verdict)
            line["file"] = .string(file)
            writeLine(line)
        case .junit, .sarif: break
        }
    }

    /// Returns the verdict on what was added.
    ///
    /// - Parameter isUndecidable: Whether the rules could not be judged.
    /// - Returns: The verdict.
    package func verdict(isUndecidable: Bool = false) -> CheckVerdict {
        CheckVerdict(hasErrors: results.errors > 0, isUndecidable: isUndecidable, cases: results.verdicts.keys)
    }

    /// Ends the output with the verdict on all of it.
    ///
    /// - Parameter isUndecidable: Whether the rules could not be judged.
    /// - Returns: The verdict.
    @discardableResult
    package mutating func finish(isUndecidable: Bool = false) -> CheckVerdict {
        let verdict = verdict(isUndecidable: isUndecidable)
        flush()
        switch form {
        case .text: CheckText.summary(results, verdict, style).forEach(write)
        case .json: writeLine(CheckJSON.object(results, verdict))
        case .junit: CheckJUnit.lines(results, command: command).forEach(write)
        case .sarif: write(CheckSARIF.log(results, command: command, verdict).jsonText)
        }
        return verdict
    }

    private func writeLine(_ object: JSONObject) {
        var line = object
        line["schema"] = .string(CheckJSON.schema)
        write(line.jsonText)
    }

    /// Writes the undecided cases, one line for each reason: captures leave many open for the same one.
    private mutating func flush() {
        for group in undecided { write(style.dim(CheckText.undecided(group.reason, group.ids))) }
        undecided = []
    }

    private mutating func heading(_ name: String?) {
        guard let name, name != file else { return }
        flush()
        file = name
        write(style.bold(VisibleText.line(name)))
    }
}

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
