// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A table that an export writes.
enum ExportTable: String, CaseIterable, Sendable {
    case pings, credit, verdicts, cases, findings

    /// A description of what a row is.
    var meaning: String {
        switch self {
        case .pings: "A ping: each id once."
        case .credit: "What a ping credits to an asset; pings that credit nothing and played nothing have no row."
        case .verdicts: "The verdict of certify on the pings of an app version on a day, or on a session."
        case .cases: "The result of a published case for one verdict."
        case .findings: "A finding of certify for one verdict."
        }
    }

    /// The columns in their order; all tables begin with the day and the app.
    var columns: [ExportColumn] {
        switch self {
        case .pings: ExportColumn.partition + ExportColumn.ping
        case .credit: ExportColumn.partition + ExportColumn.credit
        case .verdicts: ExportColumn.partition + ExportColumn.verdict
        case .cases: ExportColumn.partition + ExportColumn.publishedCase
        case .findings: ExportColumn.partition + ExportColumn.finding
        }
    }

    /// The tables of what `certify` says.
    static let judged: Set<ExportTable> = [.verdicts, .cases, .findings]
}

/// A column of a table that an export writes.
struct ExportColumn: Sendable {
    /// The type of a column's values.
    enum Kind: String, Sendable {
        case text, integer, boolean
        /// A day such as `2026-11-23`.
        case day
        /// A time in UTC such as `2026-11-23T20:00:00.000Z`.
        case time
        /// Names with texts.
        case map
    }

    let name: StaticString
    let kind: Kind
    /// Whether a row may have no value.
    let isOptional: Bool
    /// A description of one line.
    let meaning: String

    private init(_ name: StaticString, _ kind: Kind, optional isOptional: Bool = false, _ meaning: String) {
        self.name = name
        self.kind = kind
        self.isOptional = isOptional
        self.meaning = meaning
    }

    /// The columns that every table begins with; its files lie in folders that are named after them.
    static let partition = [
        ExportColumn("day", .day, "The day in UTC."),
        ExportColumn("app", .text, optional: true, "The app id; none where a ping does not name it."),
        ExportColumn("app_version", .text, optional: true, "The version of the app."),
        ExportColumn("source", .text, "The name of the file that the row is from."),
    ]

    /// The columns of the view that a ping is about.
    private static let view = [
        ExportColumn("session", .text, optional: true, "The session of the SDK instance."),
        ExportColumn("view", .text, optional: true, "The session of the view."),
        ExportColumn("asset_type", .text, optional: true, "The type of the asset: content, preroll, midroll, …"),
        ExportColumn("asset", .text, optional: true, "The asset id; the content identifier for dtvr."),
        ExportColumn("title", .text, optional: true, "The title."),
    ]

    static let ping =
        [
            ExportColumn("number", .integer, "The place in that file, from 1."),
            ExportColumn("id", .text, optional: true, "The permanent id, by which duplicates are recognized."),
            ExportColumn("time", .time, "When the collector received it first, or the app made it."),
            ExportColumn("last_time", .time, "When the collector received it last."),
            ExportColumn("doubles", .integer, "How often the collector received it again."),
            ExportColumn(
                "state",
                .text,
                "collected, waiting or set_aside (of an app's queue), or recorded (of a session)."
            ),
            ExportColumn(
                "reason",
                .text,
                optional: true,
                "Why it was set aside, which has the answer of the collector."
            ),
            ExportColumn("method", .text, "The HTTP method."),
            ExportColumn("product", .text, "The product, such as dcr-video, dcr-static, dtvr or session."),
            ExportColumn("cadence", .text, optional: true, "The occasion, such as view or duration."),
        ] + view + [
            ExportColumn("segment", .integer, optional: true, "The number of the five-minute window, from 1."),
            ExportColumn("credited_seconds", .integer, optional: true, "The seconds of the segments that it credits."),
            ExportColumn(
                "played_seconds",
                .integer,
                optional: true,
                "The seconds that were played since the ping before."
            ),
            ExportColumn("opted_out", .boolean, optional: true, "Whether the user opted out."),
            ExportColumn("sdk_version", .text, optional: true, "The version of the SDK."),
            ExportColumn("address", .text, "The address; of a collector its path and query."),
            ExportColumn("body", .text, optional: true, "The body."),
            ExportColumn("parameters", .map, "The parameters with a value, decoded; of equal names the first."),
        ]

    static let credit =
        [
            ExportColumn("number", .integer, "The place of the ping in that file, from 1."),
            ExportColumn("id", .text, optional: true, "The id of the ping."),
            ExportColumn("time", .time, "The time of the ping."),
            ExportColumn(
                "product",
                .text,
                "The product; each reports a view in full, so choose one before summing up."
            ),
        ] + view + [
            ExportColumn(
                "minutes",
                .integer,
                "The minutes that the ping credits, without those that one of its view has credited before."
            ),
            ExportColumn("played_seconds", .integer, "The seconds that were played since the ping before."),
        ]

    static let verdict = [
        ExportColumn("verdict", .text, "pass, fail or undecidable."),
        ExportColumn("pings", .integer, "The number of pings that were judged."),
        ExportColumn("errors", .integer, "The number of findings that are errors."),
        ExportColumn("warnings", .integer, "The number of other findings."),
        ExportColumn("cases_passed", .integer, "The number of published cases that pass."),
        ExportColumn("cases_failed", .integer, "The number of published cases that fail."),
        ExportColumn("cases_undecidable", .integer, "The number of published cases that the input does not decide."),
    ]

    static let publishedCase = [
        ExportColumn("case", .text, "The name of the published case."),
        ExportColumn("verdict", .text, "pass, fail or undecidable."),
        ExportColumn("reason", .text, "The reason for the result."),
    ]

    static let finding = [
        ExportColumn("rule", .text, "The name of the rule that is violated."),
        ExportColumn("severity", .text, "error, warning or info."),
        ExportColumn("line", .integer, optional: true, "The line of the session."),
        ExportColumn("milliseconds", .integer, optional: true, "The time since the session began."),
        ExportColumn("message", .text, "What is wrong."),
        ExportColumn("cure", .text, optional: true, "What would be right."),
        ExportColumn("cost_milliseconds", .integer, optional: true, "What is not measured because of it."),
    ]
}

/// The JSON Schema of the rows of an export.
enum ExportSchema {
    /// The name of the schema; another one comes with a column that changes its meaning, or goes.
    static let name = "urn:launch-hub:export:1"

    /// The schema as text, without a line end.
    static var text: String {
        let tables = ExportTable.allCases.map { ($0.rawValue, JSONValue.object(object(of: $0))) }
        let schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": .string(name),
            "title": "A row of an export",
            "description":
                "The files of an export are JSON Lines. The folder that they lie in names the table, whose rows are below $defs.",
            "anyOf": .array(ExportTable.allCases.map { ["$ref": .string("#/$defs/\($0.rawValue)")] }),
            "$defs": .object(JSONObject(tables)),
        ]
        return schema.jsonText
    }

    private static func object(of table: ExportTable) -> JSONObject {
        let properties = table.columns.map { ("\($0.name)", JSONValue.object($0.schema)) }
        return [
            "description": .string(table.meaning), "type": "object",
            "required": .array(table.columns.map { .string("\($0.name)") }),
            "properties": .object(JSONObject(properties)),
        ]
    }
}

extension ExportColumn {
    /// The schema of a value.
    fileprivate var schema: JSONObject {
        var schema: JSONObject = ["description": .string(meaning)]
        let type: String
        switch kind {
        case .text: type = "string"
        case .integer: type = "integer"
        case .boolean: type = "boolean"
        case .day:
            type = "string"
            schema["format"] = "date"
        case .time:
            type = "string"
            schema["format"] = "date-time"
        case .map:
            type = "object"
            schema["additionalProperties"] = ["type": "string"]
        }
        schema["type"] = isOptional ? [.string(type), "null"] : .string(type)
        return schema
    }
}

/// A value in a row of an export.
enum ExportValue: Sendable, Hashable {
    case none
    case text(String)
    case integer(Int64)
    case boolean(Bool)
    case map(JSONObject)

    /// Makes a text; an empty one is no value.
    static func optional(_ text: String?) -> ExportValue {
        text.flatMap { $0.isEmpty ? nil : .text($0) } ?? .none
    }

    /// Makes a number, where there is one.
    static func optional(_ number: Int64?) -> ExportValue { number.map { .integer($0) } ?? .none }
}

/// A row of a table, with a value for each column.
struct ExportRow: Sendable, Hashable {
    let partition: ExportPartition
    let values: [ExportValue]
    /// The ping, without what is replaced, for forms that have requests and no columns.
    var ping: ExportPing?
}

/// A day and an app whose rows of a table lie in a folder of their own.
struct ExportPartition: Sendable, Hashable, Comparable {
    let table: ExportTable
    /// The day in UTC, such as `2026-11-23`.
    let day: String
    /// The app id; empty if it is unknown.
    let app: String

    /// The longest name that a folder gets; file systems allow 255 bytes.
    private static let longestName = 160
    /// What engines take for the absence of a value.
    private static let absent = "__HIVE_DEFAULT_PARTITION__"

    /// The path of the folder below that of the export.
    var path: String { "\(table.rawValue)/day=\(day)/app=\(Self.name(of: app))" }

    static func < (left: ExportPartition, right: ExportPartition) -> Bool {
        (left.table.rawValue, left.day, left.app) < (right.table.rawValue, right.day, right.app)
    }

    /// Returns an app id as a part of the name of a folder.
    ///
    /// Everything but letters, digits and `-._~` is percent-encoded, as engines expect, so that no app id leads out of its
    /// folder. A very long one is cut and gets its hash, so that different ones remain different.
    static func name(of app: String) -> String {
        if app.isEmpty { return absent }
        // A name that is the mark of absence would be read as one.
        let name = app == absent ? "%5F" + app.dropFirst() : PercentEncoding.encode(app)
        guard name.utf8.count > longestName else { return name }
        let hash = (HashAlgorithm.sha256.hex(of: app) ?? "").prefix(32)
        var cut = ""
        // By whole characters of Unicode: engines that decode the name may refuse what is no UTF-8.
        for scalar in app.unicodeScalars {
            let next = PercentEncoding.encode(String(scalar))
            guard cut.utf8.count + next.utf8.count <= longestName - 40 else { break }
            cut += next
        }
        return cut + "~" + hash
    }
}
