// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One row of a table or an index, as it stands in a page.
struct SQLiteCell {
    /// A value of a row.
    enum Value: Equatable {
        case null
        case int(Int64)
        case text(String)
        case blob(Data)
        /// A text that is no UTF-8, or a fraction: nothing that a queue writes.
        case other
    }

    /// The number of the row; nil in an index.
    let row: Int64?
    /// The values, nil where the bytes are none.
    let values: [Value]?

    /// The kinds of pages that hold rows, by their first byte.
    enum Kind: UInt8 {
        case table = 0x0D
        case index = 0x0A
        case indexBranch = 0x02
    }

    /// The most columns of a row that are read; a queue's have fewer.
    private static let maximumColumns = 16

    /// Reads the rows of a page.
    ///
    /// - Parameters:
    ///   - number: The page's number; the first page begins with the header of the file.
    ///   - page: The page's bytes.
    ///   - kind: The kind of page that the bytes are read as.
    ///   - pages: The pages of the file, which hold the rest of long rows.
    ///   - allPointers: Whether pointers are read that the page does not count.
    /// - Returns: The rows in the order of their pointers; one that cannot be read has no values. Empty if the page has
    ///   no head.
    static func cells(
        _ number: Int,
        _ page: [UInt8],
        as kind: Kind,
        of pages: SQLitePages,
        allPointers: Bool = false
    ) -> [SQLiteCell] {
        let head = number == 1 ? 100 : 0
        let array = head + (kind == .indexBranch ? 12 : 8)
        guard let counted = page.number(at: head + 3, bytes: 2) else { return [] }
        let limit = (page.count - array) / 2
        var cells: [SQLiteCell] = []
        var lowest = page.count
        for index in 0..<min(allPointers ? limit : counted, limit) {
            let position = array + 2 * index
            guard position + 2 <= lowest, let start = page.number(at: position, bytes: 2) else { break }
            guard start > position, start < page.count else {
                if allPointers { break }
                cells.append(SQLiteCell(row: nil, values: nil))
                continue
            }
            lowest = min(lowest, start)
            cells.append(SQLiteCell(page, at: start, kind, pages))
        }
        return cells
    }

    private init(row: Int64?, values: [Value]?) {
        self.row = row
        self.values = values
    }

    private init(_ page: [UInt8], at start: Int, _ kind: Kind, _ pages: SQLitePages) {
        var reader = Reader(bytes: page, position: start + (kind == .indexBranch ? 4 : 0))
        guard let length = reader.varint(), length >= 0, length <= 64 << 20 else {
            self.init(row: nil, values: nil)
            return
        }
        var row: Int64?
        if kind == .table {
            row = reader.varint()
            guard row != nil else {
                self.init(row: nil, values: nil)
                return
            }
        }
        let record = Self.record(reader, length: Int(length), isTable: kind == .table, pages)
        self.init(row: row, values: record.flatMap(Self.values))
    }

    /// The bytes of a row, with those that are on other pages.
    private static func record(_ reader: Reader, length: Int, isTable: Bool, _ pages: SQLitePages) -> [UInt8]? {
        let page = reader.bytes
        let most = isTable ? pages.size - 35 : (pages.size - 12) * 64 / 255 - 23
        if length <= most { return reader.slice(length) }
        let least = (pages.size - 12) * 32 / 255 - 23
        let surplus = least + (length - least) % (pages.size - 4)
        let local = surplus <= most ? surplus : least
        guard var record = reader.slice(local),
            var next = page.number(at: reader.position + local, bytes: 4)
        else { return nil }
        record.reserveCapacity(length)
        while record.count < length {
            guard next > 1, let overflow = pages.chainedPage(next) else { return nil }
            record += overflow[4..<min(overflow.count, 4 + length - record.count)]
            next = overflow.number(at: 0, bytes: 4) ?? 0
        }
        return record
    }

    private static func values(_ record: [UInt8]) -> [Value]? {
        var head = Reader(bytes: record, position: 0)
        guard let headLength = head.varint(), headLength >= 1, headLength <= Int64(record.count) else { return nil }
        var body = Reader(bytes: record, position: Int(headLength))
        var values: [Value] = []
        while head.position < Int(headLength) {
            guard let type = head.varint(), values.count < maximumColumns, let value = body.value(type) else {
                return nil
            }
            values.append(value)
        }
        return values
    }

    /// Reads bytes from a position on; everything is nil where they are not there.
    private struct Reader {
        let bytes: [UInt8]
        var position: Int

        mutating func varint() -> Int64? {
            var value: UInt64 = 0
            for index in 0..<9 {
                guard bytes.indices.contains(position) else { return nil }
                let byte = bytes[position]
                position += 1
                if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
                value = value << 7 | UInt64(byte & 0x7F)
                if byte & 0x80 == 0 { break }
            }
            return Int64(bitPattern: value)
        }

        func slice(_ length: Int) -> [UInt8]? {
            guard length >= 0, length <= bytes.count - position else { return nil }
            return Array(bytes[position..<(position + length)])
        }

        mutating func value(_ type: Int64) -> Value? {
            switch type {
            case 0: return .null
            case 8: return .int(0)
            case 9: return .int(1)
            case 1...6: return int([1, 2, 3, 4, 6, 8][Int(type) - 1])
            case 7: return readBytes(8).map { _ in .other }
            case 12...:
                let length = (type - 12) / 2
                guard length <= Int64(bytes.count), let part = readBytes(Int(length)) else { return nil }
                if type % 2 == 0 { return .blob(Data(part)) }
                let text = String(decoding: part, as: UTF8.self)
                return text.utf8.elementsEqual(part) ? .text(text) : .other
            default: return nil
            }
        }

        private mutating func int(_ length: Int) -> Value? {
            guard let part = readBytes(length), let first = part.first else { return nil }
            let start: Int64 = first & 0x80 == 0 ? 0 : -1
            return .int(part.reduce(start) { $0 << 8 | Int64($1) })
        }

        private mutating func readBytes(_ length: Int) -> [UInt8]? {
            guard let part = slice(length) else { return nil }
            position += length
            return part
        }
    }
}
