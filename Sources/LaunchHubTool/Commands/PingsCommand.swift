// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

/// The command `launchhub pings`.
struct PingsCommand: Command {
    static let syntax = CommandSyntax(
        name: "pings",
        summary: "explain pings parameter by parameter, and check them",
        discussion: [
            "Reads addresses of pings, one a line or as JSON Lines with \"url\"; a collector's database or that of",
            "an app's queue; a capture, as HAR; or a session file, which is played again. Writes for each ping what its parameters",
            "are called, mean and hold, and where that comes from. With --lint it writes what should not be:",
            "equal or over-long addresses, identifiers beside uoo=true, sessions that continue after a choice, a",
            "channel beside another one's watermark, sums that do not add up. Each is a finding.",
        ],
        examples: ["launchhub pings session.jsonl", "launchhub pings --lint session.jsonl"],
        for: PingsCommand.init
    ) {
        $0.argument(\.file, .text("FILE"), "what holds the pings; \"-\" or nothing for standard input")
        $0.flag("--lint", \.isLint, "check instead of explaining")
        $0.allowEmpty(\.allowsEmpty)
        $0.flag("--all", \.showsEmpty, "show empty parameters too")
        $0.option(
            "--config",
            \.configuration,
            .text("FILE"),
            "the SDK configuration whose templates hold (default: the built-in one)"
        )
    }

    var common = CommonOptions()
    private var file: String?
    private var isLint = false
    private var allowsEmpty = false
    private var showsEmpty = false
    private var configuration: String?

    func run(_ console: Console) async throws -> ExitCode {
        let configuration = try Self.configuration(configuration)
        let requests = try await PingsInput.read(file, remark: console.remark)
        if requests.isEmpty, !allowsEmpty { throw UsageError.empty(file, "no ping") }
        if isLint { return Self.lint(requests, configuration, console) }
        for (index, request) in requests.enumerated() {
            let table = NielsenPingTable(request.address, configuration)
            console.write(
                Self.json(table, of: request.address, number: index + 1),
                or: Self.text(table, of: request.address, number: index + 1, showsEmpty: showsEmpty, console.style)
            )
        }
        if !console.isJSON { console.write("\(CheckText.counted(requests.count, "ping")).") }
        return .success
    }

    private static func configuration(_ path: String?) throws -> NielsenConfiguration {
        guard let path else { return NielsenConfiguration() }
        do {
            return try NielsenConfiguration(jsonData: try InputLines.all(path))
        } catch let error as NielsenConfigurationError {
            throw FileFailure("read", path, reason: "\(error)")
        }
    }

    // MARK: - Checking

    private static func lint(
        _ requests: [CaptureEntry],
        _ configuration: NielsenConfiguration,
        _ console: Console
    ) -> ExitCode {
        var lint = NielsenPingLint(configuration)
        for request in requests { lint.read(request.address, body: request.body) }
        let findings = lint.finish()
        for finding in findings {
            console.write(
                [
                    "kind": "finding", "rule": .string(finding.rule), "ping": .number(finding.line ?? 0),
                    "message": .string(finding.message),
                ],
                or: "ping \(finding.line ?? 0): \(finding.rule): \(finding.message)"
            )
        }
        console.write(
            [
                "kind": "summary", "pings": .number(requests.count), "findings": .number(findings.count),
            ],
            or: "\(CheckText.counted(requests.count, "ping")), \(CheckText.counted(findings.count, "finding"))."
        )
        return findings.isEmpty ? .success : .findings
    }

    // MARK: - Explaining

    private static func json(_ table: NielsenPingTable, of url: String, number: Int) -> JSONObject {
        var line = SeenPing(url)?.seenJSON ?? ["kind": "ping", "product": .string(table.product)]
        line["ping"] = .number(number)
        line["template"] = .string(table.template)
        line["url"] = .string(url)
        line["parameters"] = .array(
            table.rows.map { row in
                [
                    "name": .string(row.name), "meaning": .string(row.meaning), "value": .string(row.value),
                    "origin": .array(row.origins.map { .string($0.description) }),
                ]
            }
        )
        return line
    }

    static func text(
        _ table: NielsenPingTable,
        of url: String,
        number: Int,
        showsEmpty: Bool,
        _ style: TextStyle
    ) -> [String] {
        let rows = table.rows.filter { showsEmpty || !$0.value.isEmpty }
        let names = min(14, rows.map(\.name.count).max() ?? 0)
        let seen = SeenPing(url).map {
            let words = [$0.product.rawValue, $0.cadence]
            return (words[0] == words[1] ? words.dropLast() : words).filter { !$0.isEmpty }.joined(separator: " ")
        }
        let product = seen ?? (table.product.isEmpty ? "of no template" : table.product)
        let heading = style.bold("ping \(number): \(product), \(CheckText.counted(table.rows.count, "parameter"))")
        let lines = rows.map { row in
            let name = row.name.padding(toLength: max(names, row.name.count), withPad: " ", startingAt: 0)
            let value = row.value.isEmpty ? "empty" : shown(row.value)
            let meaning = row.meaning.isEmpty ? "not of the templates" : row.meaning
            let origin = row.origin.isEmpty ? "" : style.dim("  (\(row.origin))")
            return "  \(name)  \(value)  \(meaning)\(origin)"
        }
        return [heading] + lines + [""]
    }

    /// A value that no terminal takes for a command.
    private static func shown(_ value: String) -> String {
        String(value.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }
}
