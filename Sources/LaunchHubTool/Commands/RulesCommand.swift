// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubSession
import LaunchRules

/// The command `launchhub rules`.
struct RulesCommand: Command {
    private enum Action: String, CaseIterable {
        case check, play, `try`
    }

    static let syntax = CommandSyntax(
        name: "rules",
        summary: "check a file of rules, try it on a recorded session, or play cases",
        discussion: [
            "\"check\" reads a file of rules, JSON or the ZIP archive that is published, and writes what is refused and",
            "what never has an effect, with line and column; it exits with 1 where a rule is refused. \"play\" reads cases, one a line, and writes for each",
            "{\"id\", \"load\": {\"rules\", \"refused\"}, \"rows\"} with one row an event: data_after, consequences,",
            "dispatched, recorded. A line that is not a case is reported, and the lines after it are played.",
            "\"try\" plays a recorded session, or that of the demo, without the rules and with them: where rules apply,",
            "what they change and cause, which never apply and what was missing, and what is credited either way.",
        ],
        examples: [
            "launchhub rules check rules.json",
            "launchhub rules try rules.json session.jsonl",
        ],
        for: RulesCommand.init
    ) {
        $0.argument(\.action, .choice("ACTION"), "check, try or play")
        $0.argument(
            \.file,
            .text("FILE"),
            "rules (JSON or ZIP), or cases as JSON Lines; \"-\" or nothing for standard input"
        )
        $0.allowEmpty(\.allowsEmpty)
        $0.argument(\.session, .text("SESSION"), "try: a session file (default: the demo's session)")
    }

    var common = CommonOptions()
    private var action = Action.check
    private var file: String?
    private var session: String?
    private var allowsEmpty = false

    func run(_ console: Console) async throws -> ExitCode {
        if action != .try, let session {
            throw UsageError("unexpected argument \"\(session)\"; \(action.rawValue) takes one file.")
        }
        return switch action {
        case .check: try check(console)
        case .play: try play(console)
        case .try: try await `try`(console)
        }
    }

    /// Reads the file of rules.
    private func rules() throws -> LaunchRuleSet {
        let data = try InputLines.all(file ?? "-")
        do throws(LaunchRuleError) {
            return try LaunchRuleSet(published: data)
        } catch {
            throw FileFailure("read", InputLines.name(of: file), reason: error.description)
        }
    }

    private func `try`(_ console: Console) async throws -> ExitCode {
        if file == nil || file == "-", session == "-" {
            throw UsageError("only one of the two files can come from standard input.")
        }
        let rules = try rules()
        return try await Self.run(rules, onSession: session, allowsEmpty: allowsEmpty, console)
    }

    /// Plays a session, or the demo's, without rules and with them, and writes what they do.
    static func run(
        _ rules: LaunchRuleSet,
        onSession session: String?,
        allowsEmpty: Bool,
        _ console: Console
    ) async throws -> ExitCode {
        for finding in rules.findings { console.finding(finding.description, json(finding)) }
        let (plan, header, lines) = try plan(session, allowsEmpty, console)
        let trial = try await RulesTrial(plan, header, rules)
        let text = RulesTrialText(trial: trial, rules: rules, lines: lines)
        if console.isJSON { text.writeJSON(to: console) } else { text.write(to: console) }
        return rules.refusedCount == 0 ? .success : .findings
    }

    /// Returns the steps to try rules on, with the lines that they stand on.
    private static func plan(
        _ session: String?,
        _ allowsEmpty: Bool,
        _ console: Console
    ) throws -> ([SessionRunner.Planned], SessionHeader, [Int]) {
        guard let session else {
            let demo = try ChannelFile.demo()
            let header = SessionHeader(title: demo.title, configuration: demo.configuration)
            return (ScriptedPlayer.plan(try demo.channel(named: nil), of: demo, start: header.start), header, [])
        }
        let input = try SessionInput.open(session, remark: console.remark)
        try SessionInput.check(input.source.outline, session, isPlayed: true, allowsEmpty: allowsEmpty)
        let (recording, lines) = try input.load()
        if recording.header.flow == SessionFlow.api.rawValue {
            console.remark(
                "the session was recorded with static calls, which rules never see; it is played with events."
            )
        }
        return (SessionReplay.plan(of: recording), recording.header, lines)
    }

    private func check(_ console: Console) throws -> ExitCode {
        let rules = try rules()
        let style = console.style
        for finding in rules.findings {
            let head = "\(finding.effect.rawValue):"
            let rest = String(finding.description.dropFirst(head.count))
            console.write(
                JSONObject([("kind", "finding")]).merging(Self.json(finding)),
                or: style.lines(head, finding.isRefusal ? style.bad : style.bold, rest, indent: 4)
            )
        }
        console.write(
            ["kind": "rules", "count": .number(rules.count), "refused": .number(rules.refusedCount)],
            or: style.bold("Rules in force: \(rules.count). Refused: \(rules.refusedCount).")
        )
        return rules.refusedCount == 0 ? .success : .findings
    }

    private static func json(_ finding: LaunchRuleFinding) -> JSONObject {
        [
            "effect": .string(finding.effect.rawValue), "rule": finding.rule.map(JSONValue.number) ?? .null,
            "path": .string(finding.path), "line": finding.line.map(JSONValue.number) ?? .null,
            "column": finding.column.map(JSONValue.number) ?? .null, "reason": .string(finding.reason),
        ]
    }

    private func play(_ console: Console) throws -> ExitCode {
        var isRefused = false
        var isEmpty = true
        let lines = try InputLines(file)
        try lines.forEach { number, line in
            isEmpty = false
            do throws(LaunchRuleError) {
                var played = try RuleCase(try RuleCase.line([UInt8](line)))
                console.write(played.play().jsonText)
            } catch {
                isRefused = true
                console.finding(
                    "\(lines.name), line \(number): \(error)",
                    ["file": .string(lines.name), "line": .number(number)]
                )
            }
        }
        if isEmpty, !allowsEmpty { throw UsageError.empty(file, "no case to play") }
        return isRefused ? .findings : .success
    }
}
