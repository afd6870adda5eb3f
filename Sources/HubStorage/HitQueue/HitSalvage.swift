// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What can still be read of a damaged file of a queue.
///
/// Every page is looked at on its own, so that a fault costs what stands on it and not what is behind it. The table and
/// its index name the same hits on different pages: what one of them names and the other no longer has is lost, and
/// counted.
package struct HitSalvage {
    /// The hits by their rows.
    package private(set) var hits: [Int64: HitQueue.Hit] = [:]
    /// The hits that were set aside, by their rows.
    private(set) var setAside: [Int64: HitQueue.SetAsideHit] = [:]
    /// What is to be queued when its process has ended.
    private(set) var wills: [StoredWill] = []
    /// Who sends a stream.
    private(set) var streams: [String: HitDatabase.StreamState] = [:]

    /// The rows that were seen and cannot be read.
    private var rowsSeen: Set<Int64> = []
    private var otherLosses = 0
    private var bytes = 0
    private let maximumBytes: Int

    /// How many hits were seen and could not be read.
    ///
    /// There may have been others.
    package var lost: Int { rowsSeen.count(where: { hits[$0] == nil }) + otherLosses }

    /// Reads a file and its log.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - maximumBytes: The most bytes of payloads that are taken into memory; hits behind that count as lost.
    package init(_ path: String, maximumBytes: Int = 128 << 20) {
        self.maximumBytes = maximumBytes
        let pages = SQLitePages(path)
        let free = pages.free
        var doubtful: [Int] = []
        for number in stride(from: 1, through: pages.count, by: 1) where !free.contains(number) {
            guard let page = pages.page(number), let type = page.dropFirst(number == 1 ? 100 : 0).first else {
                continue
            }
            guard let kind = SQLiteCell.Kind(rawValue: type) else {
                if type != 0x05 || number == 1 { doubtful.append(number) }
                continue
            }
            for cell in SQLiteCell.cells(number, page, as: kind, of: pages) { readCell(cell, kind) }
            if kind == .table { doubtful.append(number) }
        }
        if lost > 0 { readDoubtful(doubtful, pages) }
    }

    /// Adds a hit that is known from elsewhere; it is not lost then.
    mutating func add(_ stored: StoredHit) {
        hits[stored.row] = stored.hit
    }

    /// Looks for hits that the index names where a page's own head no longer counts them.
    ///
    /// What no index names is left alone: it may have been sent and removed long ago.
    private mutating func readDoubtful(_ numbers: [Int], _ pages: SQLitePages) {
        for number in numbers {
            guard let page = pages.page(number) else { continue }
            for cell in SQLiteCell.cells(number, page, as: .table, of: pages, allPointers: true) {
                guard let row = cell.row, hits[row] == nil, rowsSeen.contains(row), let values = cell.values,
                    let (hit, isSure) = Self.hit(values), isSure
                else { continue }
                keep(hit, at: row)
            }
        }
    }

    private mutating func readCell(_ cell: SQLiteCell, _ kind: SQLiteCell.Kind) {
        guard let values = cell.values else {
            if let row = cell.row {
                rowsSeen.insert(row)
            } else if kind == .table {
                otherLosses += 1
            }
            return
        }
        if kind == .table {
            readRow(values, cell.row)
        } else {
            readEntry(values)
        }
    }

    /// A row of a table with row numbers: a hit, one that was set aside, or a table's own description.
    private mutating func readRow(_ values: [SQLiteCell.Value], _ row: Int64?) {
        guard let row, values.first == .null else { return }
        if let (hit, _) = Self.hit(values) {
            keep(hit, at: row)
        } else if let aside = Self.setAsideHit(values) {
            setAside[row] = aside
        } else if values.count == 7 || values.count == 8 {
            // A hit that was set aside has its payload where a hit has a number.
            if case .blob = values[5] { otherLosses += 1 } else { rowsSeen.insert(row) }
        }
    }

    private mutating func keep(_ hit: HitQueue.Hit, at row: Int64) {
        rowsSeen.insert(row)
        guard bytes + hit.payload.count <= maximumBytes else { return }
        bytes += hit.payload.count
        hits[row] = hit
    }

    /// An entry of an index, or a row of a table that is one.
    private mutating func readEntry(_ values: [SQLiteCell.Value]) {
        switch values.count {
        case 4:
            switch (values[0], values[1], values[2], values[3]) {
            case (.text, .int(let row), .int, .int(let same)) where row == same:
                rowsSeen.insert(row)
            case (.text(let name), .text(let owner), .int(let end), .int):
                streams[name] = .init(owner: owner, leaseEnd: .init(microseconds: end))
            default: break
            }
        case 8, 9:
            if let will = StoredWill(values) {
                wills.append(will)
            } else {
                otherLosses += 1
            }
        default: break
        }
    }

    /// A hit, and whether its checksum says that it is as it was written: hits of the first version have none.
    private static func hit(_ values: [SQLiteCell.Value]) -> (HitQueue.Hit, isSure: Bool)? {
        guard values.count == 7 || values.count == 8, case .text(let id) = values[1],
            case .text(let stream) = values[2],
            case .int(let created) = values[3], case .int(let attempts) = values[4], case .int(let bytes) = values[5],
            case .blob(let payload) = values[6], bytes == payload.count
        else { return nil }
        let hit = HitQueue.Hit(
            id: id,
            stream: stream,
            payload: payload,
            created: Date(microseconds: created),
            attempts: Int(min(max(0, attempts), 1 << 40))
        )
        switch values.count == 8 ? values[7] : .null {
        case .int(HitChecksum(id: id, stream: stream, created: created, payload: payload).column): return (hit, true)
        case .null: return (hit, false)
        default: return nil
        }
    }

    private static func setAsideHit(_ values: [SQLiteCell.Value]) -> HitQueue.SetAsideHit? {
        guard values.count == 7 || values.count == 8, case .text(let id) = values[1],
            case .text(let stream) = values[2],
            case .int(let created) = values[3], case .int(let attempts) = values[4],
            case .blob(let payload) = values[5],
            case .text(let reason) = values[6]
        else { return nil }
        switch values.count == 8 ? values[7] : .null {
        case .int(HitChecksum(id: id, stream: stream, created: created, payload: payload).column), .null: break
        default: return nil
        }
        let hit = HitQueue.Hit(
            id: id,
            stream: stream,
            payload: payload,
            created: Date(microseconds: created),
            attempts: Int(min(max(0, attempts), 1 << 40))
        )
        return HitQueue.SetAsideHit(hit: hit, reason: reason)
    }
}
