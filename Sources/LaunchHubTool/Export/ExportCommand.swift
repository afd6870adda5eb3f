// SPDX-License-Identifier: Apache-2.0

#if canImport(LaunchHubServer)

    import Foundation
    import HubCommandLine
    import HubServices
    import LaunchHubRecording

    /// The command `launchhub export`.
    struct ExportCommand: Command {
        static let syntax = CommandSyntax(
            name: "export",
            summary: "write pings and sessions as tables that DuckDB, Spark and others read",
            discussion: [
                "Reads collectors' databases (launchhub serve --database), session files and apps' folders, and writes",
                "tables into a folder: FOLDER/TABLE/day=2026-11-23/app=ID/part-0.jsonl. The article \"Export to a data",
                "engine\" has the columns, and queries for DuckDB and Spark. Identifiers of devices and users are",
                "replaced. Files appear when all of them are written; those that exist are kept, unless --replace. Of a",
                "folder of sessions, a file that cannot be read is a finding, and the others are exported.",
            ],
            examples: [
                "launchhub export session.jsonl -o lake",
                "launchhub export session.jsonl -o tables --format csv --table credit",
            ],
            for: ExportCommand.init
        ) {
            $0.arguments(\.sources, .text("SOURCE"), "databases, session files, apps' folders, folders of sessions")
            $0.option("--output", short: "-o", \.output, .text("FOLDER"), "the folder of the tables")
            $0.option("--format", \.format, .choice("FORM"), "jsonl (default), csv, or har for the pings")
            $0.option("--table", \.tables, tableNames, "these tables alone, comma-separated (default: all)")
            $0.option("--since", \.since, .exportDay, "the first day, in UTC")
            $0.option("--until", \.until, .exportDay, "the last day, in UTC")
            $0.option("--app", \.app, .text("ID"), "the pings of this app alone")
            $0.option("--part", \.part, .exportPart, "the word in the names of the files (default: 0)")
            $0.flag("--replace", \.replaces, "replace files of these names")
            $0.option("--redact", \.keys, .text("KEYS"), "replace the values of these members too, comma-separated")
            $0.flag("--no-redaction", \.keepsIdentifiers, "replace nothing: the rows then say who watched what")
            $0.option("--salt", \.salt, .text("FILE"), "a secret by which exports replace equal values by equal words")
            $0.flag("--schema", \.showsSchema, "write the JSON Schema of the rows instead")
        }

        private static let tableNames = ValueForm<[ExportTable]>(
            "TABLES",
            expected: "names of tables, comma-separated: "
                + ExportTable.allCases.map(\.rawValue).joined(separator: ", "),
            choices: ExportTable.allCases.map(\.rawValue)
        ) { text in
            let tables = text.split(separator: ",").map { ExportTable(rawValue: String($0)) }
            return tables.isEmpty || tables.contains(nil) ? nil : tables.compactMap(\.self)
        }

        var common = CommonOptions()
        private var sources: [String] = []
        private var output: String?
        private var format = ExportFormat.jsonl
        private var tables: [ExportTable]?
        private var since: Int64?
        private var until: Int64?
        private var app: String?
        private var part = "0"
        private var replaces = false
        private var keys = ""
        private var keepsIdentifiers = false
        private var salt: String?
        private var showsSchema = false

        func run(_ console: Console) async throws -> ExitCode {
            if showsSchema {
                console.write(ExportSchema.text)
                return .success
            }
            guard !sources.isEmpty else {
                throw UsageError("export needs a SOURCE: a collector's database, a session file, or an app's folder.")
            }
            guard let output, output != "-" else {
                throw UsageError("export needs --output FOLDER, in which it makes a folder for each table.")
            }
            if let table = tables?.first(where: { !format.tables.contains($0) }) {
                throw UsageError("there is no table \(table.rawValue) as \(format.rawValue); use jsonl or csv.")
            }
            let first = since ?? 0
            let end = until.map(Timestamp.end(ofDayAt:)) ?? .max
            guard first < end else {
                throw UsageError("--until is before --since; no day is in both.")
            }
            let options = RecordingOptions(
                replacesIdentifiers: !keepsIdentifiers,
                redactedKeys: Set(keys.split(separator: ",").map(String.init))
            )
            let found = try sources.flatMap(ExportSource.all)
            let redactor = Redactor(options, salt: try ExportSalt.value(salt), digits: 16)
            let folder = try ExportFolder(output, format, part: part, replaces: replaces)
            let wanted = Set(tables ?? format.tables)
            let rows = PingRows(redactor, tables: wanted)
            let run = ExportRun(folder: folder, tables: wanted, rows: rows, range: first..<end, app: app)
            return try run.write(found, named: Set(sources), console, to: output)
        }
    }

    extension ValueForm where Value == Int64 {
        /// A day such as `2026-11-23`.
        fileprivate static var exportDay: ValueForm {
            ValueForm("DAY", expected: "a day such as 2026-11-23") { Timestamp.start(of: $0) }
        }
    }

    extension ValueForm where Value == String {
        /// A word of a file's name.
        fileprivate static var exportPart: ValueForm {
            ValueForm("NAME", expected: "up to 64 letters, digits, \"-\" and \"_\"") { text in
                let isWord = text.utf8.allSatisfy { byte in
                    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                }
                return isWord && text.utf8.count <= 64 ? text : nil
            }
        }
    }

    /// The chance by which the words in the place of identifiers differ from those of other exports.
    enum ExportSalt {
        /// The fewest bytes of a secret.
        private static let shortest = 16

        /// Returns the salt of an export.
        ///
        /// - Parameter path: A file with a secret; nil for chance.
        /// - Returns: Equal numbers for equal secrets.
        /// - Throws: ``FileFailure`` if the file cannot be read, or is too short for a secret.
        static func value(_ path: String?) throws -> UInt64 {
            guard let path else { return .random(in: .min ... .max) }
            let secret = try InputLines.all(path)
            guard secret.count >= shortest else {
                throw FileFailure(
                    "use",
                    path,
                    reason:
                        "it has \(secret.count) bytes; a secret of at least \(shortest) was expected, such as that of "
                        + "\"openssl rand -hex 32\""
                )
            }
            let hash = HashAlgorithm.sha256.hash(secret) ?? []
            return hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

#endif
