// SPDX-License-Identifier: Apache-2.0

import HubServices

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
