// SPDX-License-Identifier: Apache-2.0

/// A table that an export writes.
enum ExportTable: String, CaseIterable, Sendable {
    case pings
    case credit

    /// A description of what a row is.
    var meaning: String {
        switch self {
        case .pings: "A ping: each id once."
        case .credit: "What a ping credits to an asset; pings that credit nothing and played nothing have no row."
        }
    }

    /// The columns in their order; all tables begin with the day and the app.
    var columns: [ExportColumn] {
        switch self {
        case .pings: ExportColumn.partition + ExportColumn.ping
        case .credit: ExportColumn.partition + ExportColumn.credit
        }
    }
}
