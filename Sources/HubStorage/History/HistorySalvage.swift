// SPDX-License-Identifier: Apache-2.0

/// The part of a damaged file of an event history that can still be read.
///
/// Every page is looked at on its own, so that a fault costs what stands on it and not what is behind it.
struct HistorySalvage {
    private var found: [Int64: HistoryRecord] = [:]
    /// The number of records that were seen and could not be read; there may have been others.
    private(set) var lost = 0

    /// The records, in the order in which they were added.
    var records: [HistoryRecord] { found.sorted { $0.key < $1.key }.map(\.value) }

    /// Reads a file and its log.
    init(_ path: String) {
        let pages = SQLitePages(path)
        let free = pages.free
        for number in stride(from: 1, through: pages.count, by: 1) where !free.contains(number) {
            guard let page = pages.page(number), let type = page.dropFirst(number == 1 ? 100 : 0).first,
                SQLiteCell.Kind(rawValue: type) == .table
            else { continue }
            for cell in SQLiteCell.cells(number, page, as: .table, of: pages) { add(cell) }
        }
    }

    private mutating func add(_ cell: SQLiteCell) {
        guard let row = cell.row, let values = cell.values else {
            lost += 1
            return
        }
        // Other rows are the tables' own descriptions, and the note of the last sweep.
        guard values.count == 4, values[0] == .null else { return }
        guard case .int(let key) = values[1], case .int(let time) = values[2], case .int(let mark) = values[3] else {
            lost += 1
            return
        }
        let record = HistoryRecord(key: UInt64(bitPattern: key), time: time)
        if record.mark == mark { found[row] = record } else { lost += 1 }
    }
}
