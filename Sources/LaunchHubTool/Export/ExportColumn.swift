// SPDX-License-Identifier: Apache-2.0

/// A column of a table that an export writes.
struct ExportColumn: Sendable {
    /// The type of a column's values.
    enum Kind: String, Sendable {
        case text
        case integer
        case boolean
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
