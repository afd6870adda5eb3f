// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubRecording

/// The form of the files of an export.
enum ExportFormat: String, CaseIterable, Sendable {
    case jsonl
    case csv

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
        }
    }

    /// Returns a row as bytes.
    func bytes(of row: ExportRow) -> [UInt8] {
        switch self {
        case .jsonl:
            return Self.line(row)
        case .csv:
            var bytes: [UInt8] = []
            bytes.reserveCapacity(4_096)
            CSVText.append(row.values, to: &bytes)
            return bytes
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
