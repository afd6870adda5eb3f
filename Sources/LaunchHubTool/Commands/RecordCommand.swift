// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubRecording
import LaunchHubSession

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
            throw UsageError(description: "record needs --from FILE, a collector's database or a HAR file.")
        }
        let output = output.flatMap { $0 == "-" ? nil : $0 }
        if console.isJSON, output == nil {
            throw UsageError(description: "--json prints what was written; name a file with -o.")
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
        if console.isJSON {
            console.write([
                "kind": "summary", "session": .string(file.path), "pings": .int(Int64(pings.pings.count)),
                "other": .int(Int64(pings.others)),
            ])
        } else {
            console.write("\(file.path): \(pings.pings.count) ping\(pings.pings.count == 1 ? "" : "s")")
        }
        return .success
    }
}
