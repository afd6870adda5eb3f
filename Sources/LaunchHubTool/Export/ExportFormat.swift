// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubRecording

/// The form of the files of an export.
enum ExportFormat: String, CaseIterable, Sendable {
    case jsonl
    case csv
    case har

    /// The largest number of bytes of a file; nil for no limit.
    ///
    /// An archive is read as a whole, so there are more of them instead of a large one.
    var maximumBytes: Int? { self == .har ? 32 << 20 : nil }

    /// The tables that there are in this form.
    var tables: [ExportTable] { self == .har ? [.pings] : ExportTable.allCases }

    /// The ending of a file's name.
    var ending: String { rawValue }

    /// Returns what a file begins with.
    func head(of table: ExportTable) -> [UInt8] {
        switch self {
        case .jsonl: return []
        case .csv:
            var bytes: [UInt8] = []
            CSVText.appendHeader(table.columns, to: &bytes)
            return bytes
        case .har: return HARText.head
        }
    }

    /// What a file ends with.
    var tail: [UInt8] { self == .har ? HARText.tail : [] }

    /// Returns a row as bytes.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - isFirst: Whether it is the first one of its file.
    /// - Returns: The bytes; empty if the form has no rows of this table.
    func bytes(of row: ExportRow, isFirst: Bool) -> [UInt8] {
        switch self {
        case .jsonl:
            return Self.line(row)
        case .csv:
            var bytes: [UInt8] = []
            bytes.reserveCapacity(4_096)
            CSVText.append(row.values, to: &bytes)
            return bytes
        case .har:
            guard let ping = row.ping else { return [] }
            return Array((isFirst ? "\n" : ",\n").utf8) + HARText.entry(ping)
        }
    }

    private static func line(_ row: ExportRow) -> [UInt8] {
        var line = LineText()
        for (place, (column, value)) in zip(row.partition.table.columns, row.values).enumerated() {
            switch value {
            // The day comes first, and needs no escaping.
            case .text(let text) where place == 0: line.begin(column.name, text)
            case .none: line.add(column.name, JSONValue.null)
            case .text(let text): line.add(column.name, text)
            case .integer(let number): line.add(column.name, number)
            case .boolean(let value): line.add(column.name, value)
            case .map(let object): line.add(column.name, object)
            }
        }
        line.end()
        return line.bytes
    }
}
