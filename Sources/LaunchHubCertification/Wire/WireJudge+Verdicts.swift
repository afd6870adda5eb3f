// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// A part of a capture that has a place in it.
protocol WireEntry {
    /// The place, from 0.
    var entry: Int { get }
}

/// The verdicts on the statements so far: what fails once fails, and what holds once holds if nothing fails.
extension WireJudge {
    /// The failures of a statement, of which the first ones are shown.
    struct Failure: Sendable {
        fileprivate var entries: [Int] = []
        fileprivate var messages: [String] = []
        fileprivate var count = 0
        fileprivate var severity: Rule.Severity
    }

    private static let entryLimit = 100
    private static let messageLimit = 3

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

    mutating func fail(
        _ id: String,
        _ shown: [some WireEntry],
        as severity: Rule.Severity? = nil,
        _ message: @autoclosure () -> String
    ) {
        fail(id, shown.map(\.entry), as: severity, message())
    }

    mutating func pass(_ id: String, _ message: @autoclosure () -> String) { pass(id, [Int](), message()) }

    mutating func pass(_ id: String, _ entries: @autoclosure () -> [Int], _ message: @autoclosure () -> String) {
        if passes[id] == nil { passes[id] = (Array(entries().prefix(Self.entryLimit)), message()) }
    }

    mutating func pass<Entry: WireEntry>(
        _ id: String,
        _ shown: @autoclosure () -> [Entry],
        _ message: @autoclosure () -> String
    ) {
        pass(id, shown().map(\.entry), message())
    }

    /// Passes a statement if it holds, and fails it otherwise.
    mutating func decide(
        _ id: String,
        _ shown: [some WireEntry],
        _ holds: Bool,
        _ message: @autoclosure () -> String,
        else failure: @autoclosure () -> String
    ) {
        if holds { pass(id, shown, message()) } else { fail(id, shown, failure()) }
    }

    /// Passes a statement that all of a capture shows, and fails it with what does not hold.
    mutating func decide(
        _ id: String,
        _ holds: Bool,
        _ message: @autoclosure () -> String,
        else shown: some WireEntry,
        _ failure: @autoclosure () -> String
    ) {
        if holds { pass(id, message()) } else { fail(id, [shown], failure()) }
    }

    /// Says why a statement is not decided, unless something decides it.
    mutating func doubt(_ id: String, _ message: @autoclosure () -> String) {
        if doubts[id] == nil { doubts[id] = message() }
    }

    func hasFailed(_ id: String) -> Bool { failures[id] != nil }

    func hasPassed(_ id: String) -> Bool { failures[id] == nil && passes[id] != nil }

    /// Returns the result of a statement.
    func check(_ id: String, otherwise: String) -> CheckCase {
        if let failure = failures[id] {
            let rest = failure.count - failure.messages.count
            let reason = (failure.messages + (rest > 0 ? ["\(rest) more."] : [])).joined(separator: " ")
            var check = CheckCase(id: id, verdict: .fail, reason: reason)
            check.severity = failure.severity
            check.entries = Array(Set(failure.entries)).sorted()
            return check
        }
        guard let pass = passes[id] else {
            return CheckCase(id: id, verdict: .undecidable, reason: doubts[id] ?? otherwise)
        }
        var check = CheckCase(id: id, verdict: .pass, reason: pass.message)
        check.entries = pass.entries.sorted()
        return check
    }
}

/// The result of a statement in the forms of output.
extension CheckCase {
    /// The line of JSON.
    package var json: JSONObject {
        let rule = WireStatement.named[id]?.rule
        var line: JSONObject = [
            "kind": "check", "id": .string(id), "statement": .string(rule?.checks ?? ""),
            "verdict": .string(verdict.rawValue), "message": .string(reason),
            "entries": .array(entries.map { .int(Int64($0)) }),
        ]
        guard verdict == .fail else { return line }
        line["severity"] = .string(severity.rawValue)
        line["cost"] = .string(rule?.why ?? "")
        line["cure"] = .string(rule?.cure ?? "")
        return line
    }

    /// The case for the forms that list cases; what is required and not decided fails.
    package func result(_ file: String, isRequired: Bool) -> CheckCase {
        var result = self
        result.file = file
        guard isRequired, verdict == .undecidable else { return result }
        result.verdict = .fail
        result.reason = "Undecided, and --strict is given: \(reason)"
        return result
    }

    /// The finding for the forms that list findings; nil where nothing is wrong.
    package func finding(_ file: String) -> Finding? {
        guard verdict == .fail, let rule = WireStatement.named[id]?.rule else { return nil }
        let places = entries.prefix(12).map(String.init).joined(separator: ", ")
        let more = entries.count > 12 ? " and more" : ""
        let place = entries.isEmpty ? "" : " (entr\(entries.count == 1 ? "y" : "ies") \(places)\(more))"
        var finding = Finding(rule, severity: severity, reason + place)
        finding.file = file
        return finding
    }
}
