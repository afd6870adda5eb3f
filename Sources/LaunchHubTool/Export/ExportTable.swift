// SPDX-License-Identifier: Apache-2.0

/// A table that an export writes.
enum ExportTable: String, CaseIterable, Sendable {
    case pings
    case credit
    case verdicts
    case cases
    case findings

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
