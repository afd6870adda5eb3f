// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubSession
import LaunchRules

/// What trying rules has shown, for people and for programs.
struct RulesTrialText {
    let trial: RulesTrial
    let rules: LaunchRuleSet
    /// The line of each step in its file; empty for a session that is not read from one.
    let lines: [Int]

    // MARK: - For people

    private static let applicationLimit = 20

    func write(to console: Console) {
        let style = console.style
        console.write("\(trial.after.header.title): \(trial.after.steps.count) steps; rules in force: \(rules.count).")
        console.write(["", style.bold("Where rules applied")])
        if trial.applied.isEmpty { console.write("  nowhere") }
        for application in trial.applied.prefix(Self.applicationLimit) { console.write(text(application, style)) }
        let left = trial.applied.count - Self.applicationLimit
        if left > 0 { console.write("  … and \(left) more; --json writes them all") }
        if !trial.unused.isEmpty {
            console.write(["", style.bold("Rules that never applied")])
            for unused in trial.unused { console.write(text(unused)) }
        }
        console.write(["", style.bold("Credited by the pings, without the rules and with them")])
        console.write(creditRows.map { "  " + $0 })
    }

    private func text(_ application: RulesTrial.Application, _ style: TextStyle) -> [String] {
        let record = application.record
        var text = ["  \(place(of: application.step)): \(VisibleText.line(record.event.name))"]
        let rules = record.rules.joined(separator: ", ")
        text.append("      " + style.dim(VisibleText.line(rules)))
        if record.isChanged {
            text += RuleChange.all(from: record.event.data, to: record.result.data).map { "      changed: \($0)" }
        }
        for event in record.caused {
            let address = VisibleText.line("\(event.name) (\(event.type) / \(event.source))")
            text.append("      caused:  \(address) \(VisibleText.line(JSONValue.object(event.data).jsonText))")
        }
        return text
    }

    private func text(_ unused: RulesTrial.Unused) -> [String] {
        let name = "  rules[\(unused.rule.rule)] (\(unused.rule.consequences.joined(separator: ", ")))"
        guard let (step, explanation) = unused.nearest, case .condition(let condition) = explanation.obstacle else {
            return [VisibleText.line(name)]
        }
        return [VisibleText.line(name), "      nearest, at \(place(of: step)): \(condition)"]
    }

    private func place(of step: Int?) -> String {
        guard let step, trial.after.steps.indices.contains(step - 1) else { return "at the start" }
        let line = lines.indices.contains(step - 1) ? ", line \(lines[step - 1])" : ""
        return "\(TimeText.clock(trial.after.steps[step - 1].time)), step \(step)\(line)"
    }

    private var creditRows: [String] {
        let rows = trial.credits.map { credit in
            let remarks = [credit.before == credit.after ? nil : "changed", credit.isOpen ? "still open" : nil]
            return [
                credit.product, credit.track, VisibleText.line(credit.asset.isEmpty ? "–" : credit.asset),
                "\(credit.before) min", "\(credit.after) min", remarks.compactMap(\.self).joined(separator: ", "),
            ]
        }
        guard !rows.isEmpty else { return ["nothing, in both cases"] }
        let all = [["product", "track", "asset", "without", "with", ""]] + rows
        let widths = all[0].indices.map { column in all.map(\.[column].count).max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
    }

    // MARK: - For programs

    func writeJSON(to console: Console) {
        for application in trial.applied { console.write(json(application)) }
        for unused in trial.unused {
            var line: JSONObject = [
                "kind": "unused", "rule": .number(unused.rule.rule),
                "consequences": names(unused.rule.consequences),
            ]
            if let (step, explanation) = unused.nearest, case .condition(let condition) = explanation.obstacle {
                line["nearest"] = .object(place(step))
                line["obstacle"] = [
                    "path": .string(condition.path), "key": .string(condition.key),
                    "matcher": .string(condition.matcher), "expected": .array(condition.expected),
                    "found": condition.found ?? .null,
                ]
            }
            console.write(line)
        }
        for credit in trial.credits {
            console.write([
                "kind": "credit", "product": .string(credit.product), "track": .string(credit.track),
                "asset": .string(credit.asset), "minutes_before": .number(credit.before),
                "minutes_after": .number(credit.after), "open": .bool(credit.isOpen),
            ])
        }
        console.write([
            "kind": "summary", "rules": .number(rules.count), "refused": .number(rules.refusedCount),
            "applied": .number(trial.applied.reduce(0) { $0 + $1.record.firings.count }),
            "steps": .number(trial.after.steps.count),
        ])
    }

    private func json(_ application: RulesTrial.Application) -> JSONObject {
        let record = application.record
        var line: JSONObject = ["kind": "applied"]
        for member in place(application.step) { line[member.key] = member.value }
        line["event"] = .object(json(record.event, withData: false))
        line["rules"] = .array(
            record.firings.map { ["rule": .number($0.rule), "consequences": names($0.consequences)] }
        )
        if record.isChanged { line["data_after"] = .object(record.result.data) }
        line["caused"] = .array(record.caused.map { .object(json($0, withData: true)) })
        return line
    }

    private func json(_ event: Event, withData: Bool) -> JSONObject {
        var line: JSONObject = [
            "name": .string(event.name), "type": .string(event.type.description),
            "source": .string(event.source.description),
        ]
        if withData { line["data"] = .object(event.data) }
        return line
    }

    private func place(_ step: Int?) -> JSONObject {
        guard let step, trial.after.steps.indices.contains(step - 1) else { return ["n": nil, "t": 0] }
        var place: JSONObject = ["n": .number(step), "t": .int(trial.after.steps[step - 1].time)]
        if lines.indices.contains(step - 1) { place["line"] = .number(lines[step - 1]) }
        return place
    }

    private func names(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
}

/// The difference between the data of an event as it came and as listeners receive it.
enum RuleChange {
    /// Returns a line for each value that differs, with its path and both values.
    static func all(from old: JSONObject, to new: JSONObject, below path: String = "") -> [String] {
        var lines: [String] = []
        for name in old.keys + new.keys.filter({ old[$0] == nil }) {
            let place = path.isEmpty ? name : "\(path).\(name)"
            let (before, after) = (old[name], new[name])
            guard before != after else { continue }
            if case .object(let before)? = before, case .object(let after)? = after {
                lines += all(from: before, to: after, below: place)
            } else {
                let texts = [before, after].map { $0?.jsonText ?? "missing" }
                lines.append(VisibleText.line("\(place): \(texts[0]) → \(texts[1])"))
            }
        }
        return lines
    }
}
