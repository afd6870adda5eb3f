// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubRecording
import LaunchHubSession
import NielsenAppApi

/// The command `launchhub record`.
struct RecordCommand: Command {
    static let syntax = CommandSyntax(
        name: "record",
        summary: "make a session file of the pings that a collector or a proxy has seen",
        discussion: [
            "Reads the database of a collector (launchhub serve --database) or of an app's queue, or a HAR file, as",
            "browsers and proxies save them, and writes a session file with the pings at their times, each parameter",
            "decoded. Identifiers of the device and its user are replaced. An app records everything else itself,",
            "with one line: see the module LaunchHubRecording.",
        ],
        examples: ["launchhub record --schema > session.schema.json"],
        for: RecordCommand.init
    ) {
        $0.option("--from", \.source, .text("FILE"), "the database or the HAR file")
        $0.option("--output", short: "-o", \.output, .text("FILE"), "where the session goes (default: standard output)")
        $0.force(\.force)
        $0.allowEmpty(\.allowsEmpty)
        $0.option("--redact", \.keys, .text("KEYS"), "replace the values of these members too, comma-separated")
        $0.flag("--no-redaction", \.keepsIdentifiers, "replace nothing: the file then says who watched what")
        $0.flag("--schema", \.showsSchema, "write the JSON Schema of session files instead")
    }

    var common = CommonOptions()
    private var source: String?
    private var output: String?
    private var force = false
    private var allowsEmpty = false
    private var keys = ""
    private var keepsIdentifiers = false
    private var showsSchema = false

    func run(_ console: Console) async throws -> ExitCode {
        if showsSchema {
            console.write(SessionFile.jsonSchema)
            return .success
        }
        guard let source else {
            throw UsageError("record needs --from FILE, a collector's database or a HAR file.")
        }
        let output = output.flatMap { $0 == "-" ? nil : $0 }
        if console.isJSON, output == nil {
            throw UsageError("--json prints what was written; name a file with -o.")
        }
        let file = try output.map { path in
            try OutputFile(path, .session(recorder: "launchhub record"), force: force, inputs: [source])
        }
        let pings = try SeenPings(source, remark: console.remark)
        if pings.pings.isEmpty, !allowsEmpty { throw UsageError.empty(source, "no ping") }
        let options = RecordingOptions(
            replacesIdentifiers: !keepsIdentifiers,
            redactedKeys: Set(keys.split(separator: ",").map(String.init))
        )
        let text = PingRecording.text(of: pings, options: options, salt: .random(in: .min ... .max))
        guard let file else {
            console.write(String(text.dropLast()))
            return .success
        }
        try file.write(text)
        console.write(
            [
                "kind": "summary", "session": .string(file.path), "pings": .number(pings.pings.count),
                "other": .number(pings.others),
            ],
            or: "\(file.path): \(CheckText.counted(pings.pings.count, "ping"))"
        )
        return .success
    }
}

/// The session file of pings that others have seen.
enum PingRecording {
    /// Returns the text of the file.
    ///
    /// - Parameters:
    ///   - seen: The pings, in order of time.
    ///   - options: The options that say which values are replaced.
    ///   - salt: Chance, for the words in their place.
    /// - Returns: JSON Lines: a step for each moment at which pings came.
    static func text(of seen: SeenPings, options: RecordingOptions, salt: UInt64) -> String {
        var redactor = Redactor(options, salt: salt)
        let start = max(0, min(seen.pings.first?.time ?? 0, 253_402_300_799_000))
        var header = SessionFile.line(
            for: SessionHeader(title: "Pings of a \(seen.source)", start: start, seed: nil)
        )
        header["revision"] = .int(SessionFile.revision)
        header["recorder"] = .string("launchhub record \(HubPackage.version)")
        header["source"] = .string(seen.source)
        if redactor.isActive { header["redacted"] = true }
        var lines = [header]
        let configuration = NielsenConfiguration()
        var step: Int64 = 0
        var time: Int64 = -1
        for ping in seen.pings {
            // Sessions are no longer than ten years.
            let created = ping.time ?? start
            let (elapsed, overflows) = created.subtractingReportingOverflow(start)
            let now = overflows ? 0 : max(0, min(elapsed, 315_360_000_000))
            if now != time {
                step += 1
                time = now
                lines.append(["kind": "advance", "n": .int(step), "t": .int(now)])
            }
            let table = NielsenPingTable(ping.address, configuration)
            let json = Self.json(of: ping, created)
            let shown = RedactedPing(table, of: ping.address, body: ping.body, json, &redactor)
            var line: JSONObject = ["kind": "ping", "n": .int(step), "t": .int(now)]
            line["template"] = .string(shown.template)
            line["parameters"] = shown.parameters
            line["ping"] = .object(shown.json)
            lines.append(line)
        }
        lines.append(SessionFile.endLine(time: max(0, time), steps: Int(clamping: step)))
        return lines.map { $0.jsonText + "\n" }.joined()
    }

    private static func json(of ping: CaptureEntry, _ created: Int64) -> JSONObject {
        var json: JSONObject = ["method": .string(ping.method), "created": .int(created)]
        json["id"] = ping.key.map(JSONValue.string)
        let product = NielsenPingTable(ping.address).product
        if !product.isEmpty { json["product"] = .string(product) }
        return json
    }
}
