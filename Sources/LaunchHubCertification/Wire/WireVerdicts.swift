// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// The result of one statement.
package struct WireCheck: Sendable, Hashable {
    package var statement: WireStatement
    package var verdict: CheckCase.Verdict
    package var severity: Rule.Severity
    /// The places in the capture, from 0, that show it; at most a hundred.
    package var entries: [Int]
    package var message: String

    /// The line of JSON.
    package var json: JSONObject {
        var line: JSONObject = [
            "kind": "check", "id": .string(statement.id), "statement": .string(statement.rule.checks),
            "verdict": .string(verdict.rawValue), "message": .string(message),
            "entries": .array(entries.map { .int(Int64($0)) }),
        ]
        guard verdict == .fail else { return line }
        line["severity"] = .string(severity.rawValue)
        line["cost"] = .string(statement.rule.why)
        line["cure"] = .string(statement.rule.cure)
        return line
    }

    /// The case for the forms that list cases; what is required and not decided fails.
    package func result(_ file: String, isRequired: Bool) -> CheckCase {
        let isMissed = isRequired && verdict == .undecidable
        return CheckCase(
            id: statement.id,
            verdict: isMissed ? .fail : verdict,
            reason: isMissed ? "Undecided, and --strict is given: \(message)" : message,
            file: file
        )
    }

    /// The finding for the forms that list findings; nil where nothing is wrong.
    package func finding(_ file: String) -> Finding? {
        guard verdict == .fail else { return nil }
        let places = entries.prefix(12).map(String.init).joined(separator: ", ")
        let more = entries.count > 12 ? " and more" : ""
        let place = entries.isEmpty ? "" : " (entr\(entries.count == 1 ? "y" : "ies") \(places)\(more))"
        var finding = Finding(statement.rule, severity: severity, message + place)
        finding.file = file
        return finding
    }
}

/// The verdicts on the statements so far: what fails once fails, and what holds once holds where nothing fails.
struct WireVerdicts: Sendable {
    private struct Failure: Sendable {
        var entries: [Int] = []
        var messages: [String] = []
        var count = 0
        var severity: Rule.Severity
    }

    private static let entryLimit = 100
    private static let messageLimit = 3

    private var failures: [String: Failure] = [:]
    private var passes: [String: (entries: [Int], message: String)] = [:]
    private var doubts: [String: String] = [:]

    mutating func fail(
        _ id: String,
        _ entries: [Int],
        as severity: Rule.Severity? = nil,
        _ message: @autoclosure () -> String
    ) {
        let severity = severity ?? WireStatement.named[id]?.rule.severity ?? .error
        var failure = failures[id] ?? Failure(severity: severity)
        if severity == .error { failure.severity = .error }
        failure.count += 1
        failure.entries += entries.prefix(Self.entryLimit - failure.entries.count)
        if failure.messages.count < Self.messageLimit {
            let message = message()
            if !failure.messages.contains(message) { failure.messages.append(message) }
        }
        failures[id] = failure
    }

    mutating func pass(_ id: String, _ message: @autoclosure () -> String) { pass(id, [], message()) }

    mutating func pass(
        _ id: String,
        _ entries: @autoclosure () -> [Int],
        _ message: @autoclosure () -> String
    ) {
        if passes[id] == nil { passes[id] = (Array(entries().prefix(Self.entryLimit)), message()) }
    }

    /// Says why a statement is not decided, unless something decides it.
    mutating func doubt(_ id: String, _ message: @autoclosure () -> String) {
        if doubts[id] == nil { doubts[id] = message() }
    }

    func hasFailed(_ id: String) -> Bool { failures[id] != nil }
    func hasPassed(_ id: String) -> Bool { failures[id] == nil && passes[id] != nil }

    func check(_ statement: WireStatement, otherwise: String) -> WireCheck {
        if let failure = failures[statement.id] {
            let rest = failure.count - failure.messages.count
            let more = rest > 0 ? ["\(rest) more."] : []
            return WireCheck(
                statement: statement,
                verdict: .fail,
                severity: failure.severity,
                entries: Array(Set(failure.entries)).sorted(),
                message: (failure.messages + more).joined(separator: " ")
            )
        }
        if let pass = passes[statement.id] {
            return WireCheck(
                statement: statement,
                verdict: .pass,
                severity: .info,
                entries: pass.entries.sorted(),
                message: pass.message
            )
        }
        return WireCheck(
            statement: statement,
            verdict: .undecidable,
            severity: .info,
            entries: [],
            message: doubts[statement.id] ?? otherwise
        )
    }
}
