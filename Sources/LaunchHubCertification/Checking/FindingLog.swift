// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// A place in a log.
struct LogPlace: Sendable, Hashable {
    var line: Int
    var time: Double
}

/// The findings of one view, one for each rule and key: what is wrong again counts, and is not listed again.
struct FindingLog: Sendable {
    private struct Key: Sendable, Hashable {
        let rule: String
        let key: String
    }

    private struct Entry: Sendable {
        var finding: Finding
        var count = 1
    }

    /// No view has nearly as many; a log that breaks rules without end uses no more memory.
    private static let limit = 500
    private var entries: [Key: Entry] = [:]

    /// Adds a finding, or counts it if the rule is broken already.
    mutating func add(_ rule: Rule, at place: LogPlace, key: String = "", cost: Double? = nil, _ message: String) {
        let key = Key(rule: rule.name, key: key)
        guard entries[key] == nil else { return again(key, cost) }
        guard entries.count < Self.limit else { return }
        entries[key] = Entry(finding: Finding(rule, line: place.line, time: place.time, cost: cost, message))
    }

    /// Adds issues of input; information is left out.
    mutating func add(_ issues: [NielsenValidationIssue], at place: LogPlace) {
        for issue in issues where issue.severity > .info {
            let key = Key(rule: issue.rule, key: issue.key ?? "")
            guard entries[key] == nil else {
                again(key, nil)
                continue
            }
            guard entries.count < Self.limit else { return }
            entries[key] = Entry(finding: Finding(issue, at: place))
        }
    }

    private mutating func again(_ key: Key, _ cost: Double?) {
        guard var entry = entries[key] else { return }
        entry.count += 1
        if let cost { entry.finding.cost = (entry.finding.cost ?? 0) + cost }
        entries[key] = entry
    }

    /// Removes the findings of rules, because another one explains them.
    mutating func remove(_ rules: [Rule]) {
        for rule in rules {
            for key in entries.keys where key.rule == rule.name { entries[key] = nil }
        }
    }

    /// Makes the findings of a rule warnings.
    mutating func soften(_ rule: String) {
        for (key, entry) in entries where key.rule == rule {
            var entry = entry
            entry.finding.severity = .warning
            entries[key] = entry
        }
    }

    func contains(_ rule: Rule) -> Bool { entries.keys.contains { $0.rule == rule.name } }

    /// The findings in the order of their lines.
    var findings: [Finding] {
        entries.values.map { entry in
            var finding = entry.finding
            if entry.count > 1 { finding.message += " This happens \(entry.count) times here." }
            return finding
        }.sorted { ($0.line ?? 0, $0.rule, $0.message) < ($1.line ?? 0, $1.rule, $1.message) }
    }

    /// The first error, for the reason of a case.
    var firstError: Finding? { findings.first { $0.severity == .error } }

    /// The first finding about watermarks, however severe.
    var firstWatermarkFinding: Finding? { findings.first { $0.rule.hasPrefix("ID3_") } }
}

extension Finding {
    /// A finding about a value.
    init(_ issue: NielsenValidationIssue, at place: LogPlace) {
        var message = issue.message
        let rule = issue.definition.explained
        let name = issue.key?.split(separator: ".").last.map(String.init) ?? ""
        if !message.contains(name), let key = issue.key { message = "\(key): \(message)" }
        self.init(
            rule: issue.rule,
            severity: issue.severity,
            line: place.line,
            time: place.time,
            message: Self.sentence(message, about: name),
            why: rule.why.isEmpty ? rule.checks : rule.why,
            cure: rule.cure
        )
    }

    /// Returns a clause as a sentence; the name of a key keeps its capitals.
    private static func sentence(_ text: String, about key: String) -> String {
        guard let first = text.first else { return text }
        let isName = !key.isEmpty && text.hasPrefix(key)
        return (isName ? String(first) : first.uppercased()) + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }
}
