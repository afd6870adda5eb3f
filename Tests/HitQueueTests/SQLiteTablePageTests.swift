// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HubStorage

/// Cells of pages that are written byte by byte, as damage may leave them too.
struct SQLiteTablePageTests {
    /// No file, whose pages have the usual size.
    private static var pages: SQLitePages { SQLitePages("/nonexistent/hits.sqlite") }

    /// A page with pointers, and bytes at places.
    private static func page(
        _ size: Int,
        pointers: [Int],
        counted: Int? = nil,
        head: Int = 0,
        headBytes: Int = 8,
        _ parts: [Int: [UInt8]] = [:]
    ) -> [UInt8] {
        var page = [UInt8](repeating: 0, count: size)
        page[head + 4] = UInt8(counted ?? pointers.count)
        for (index, pointer) in pointers.enumerated() {
            page[head + headBytes + 2 * index] = UInt8(pointer >> 8)
            page[head + headBytes + 2 * index + 1] = UInt8(pointer & 0xFF)
        }
        for (place, bytes) in parts { page.replaceSubrange(place..<place + bytes.count, with: bytes) }
        return page
    }

    /// The only cell of a page: a row with a record.
    private static func cell(_ record: [UInt8], row: [UInt8] = [1], length: [UInt8]? = nil) throws -> SQLiteCell {
        let bytes = (length ?? [UInt8(record.count)]) + row + record
        let start = 256 - bytes.count
        let cells = SQLiteCell.cells(2, page(256, pointers: [start], [start: bytes]), as: .table, of: pages)
        #expect(cells.count == 1)
        return try #require(cells.first)
    }

    private static func values(_ type: UInt8, _ body: [UInt8]) throws -> [SQLiteCell.Value]? {
        try cell([2, type] + body).values
    }

    // MARK: - Values

    @Test(
        arguments: [
            (0, [], .null), (8, [], .int(0)), (9, [], .int(1)), (10, [], nil), (11, [], nil),
            (1, [0x7F], .int(127)), (1, [0x80], .int(-128)), (1, [], nil),
            (2, [0x7F, 0xFE], .int(32_766)), (2, [0xFF, 0xFE], .int(-2)), (2, [1], nil),
            (3, [1, 2, 3], .int(66_051)), (3, [0x80, 0, 0], .int(-8_388_608)), (3, [1, 2], nil),
            (4, [1, 2, 3, 4], .int(16_909_060)), (4, [1, 2, 3], nil),
            (5, [1, 2, 3, 4, 5, 6], .int(1_108_152_157_446)), (5, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFD], .int(-3)),
            (5, [1, 2, 3, 4, 5], nil),
            (6, [1, 2, 3, 4, 5, 6, 7, 8], .int(72_623_859_790_382_856)), (6, [1, 2, 3, 4, 5, 6, 7], nil),
            (7, [1, 2, 3, 4, 5, 6, 7, 8], .other), (7, [1, 2, 3, 4, 5, 6, 7], nil),
            (12, [], .blob(Data())), (13, [], .text("")), (14, [7], .blob(Data([7]))), (14, [], nil),
            (15, [0x61], .text("a")), (15, [0xFF], .other), (17, [0xC3, 0xA4], .text("\u{E4}")), (17, [0xC3], nil),
        ] as [(UInt8, [UInt8], SQLiteCell.Value?)]
    )
    func aValueIsOfItsType(_ type: UInt8, _ body: [UInt8], _ value: SQLiteCell.Value?) throws {
        let found = try Self.values(type, body)
        #expect(found == value.map { [$0] })
        // What stands behind it is of the next one.
        guard let value else { return }
        #expect(try Self.cell([3, type, 1] + body + [5]).values == [value, .int(5)])
    }

    @Test(arguments: [(1, 1), (15, 15), (16, 16), (17, nil)] as [(Int, Int?)])
    func aRowHasSixteenColumnsAtMost(_ columns: Int, _ count: Int?) throws {
        let record = [UInt8(columns + 1)] + Array(repeating: UInt8(9), count: columns)
        #expect(try Self.cell(record).values == count.map { Array(repeating: .int(1), count: $0) })
    }

    @Test func theHeadOfARecordHasItsLength() throws {
        #expect(try Self.cell([1]).values == [])
        #expect(try Self.cell([0]).values == nil)
        #expect(try Self.cell([]).values == nil)
        #expect(try Self.cell([4, 9, 9]).values == nil)
        // Bytes behind the last value belong to none.
        #expect(try Self.cell([2, 9, 7, 7]).values == [.int(1)])
    }

    // MARK: - Numbers of rows

    @Test(
        arguments: [
            ([0], 0), ([0x7F], 127), ([0x81, 0], 128), ([0x81, 0x01], 129), ([0xFF, 0x7F], 16_383),
            ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1], 1),
            ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], 72_057_594_037_927_935),
            ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], -1),
            ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x81, 0x80], 384),
        ] as [([UInt8], Int64)]
    )
    func aNumberHasOneToNineBytes(_ bytes: [UInt8], _ row: Int64) throws {
        let cell = try Self.cell([2, 9], row: bytes)
        #expect(cell.row == row)
        #expect(cell.values == [.int(1)])
    }

    @Test func aNumberThatIsCutOffIsNone() throws {
        let cell = try Self.cell([], row: [0x80], length: [5])
        #expect(cell.row == nil && cell.values == nil)
        let none = try Self.cell([], row: [], length: [0x85])
        #expect(none.row == nil && none.values == nil)
    }

    /// The row of a record that is longer than any that is written is not looked for.
    @Test(arguments: [([0xA0, 0x80, 0x80, 0], 5), ([0xA0, 0x80, 0x80, 1], nil)] as [([UInt8], Int64?)])
    func aRecordHasSixtyFourMebibytesAtMost(_ length: [UInt8], _ row: Int64?) throws {
        let cell = try Self.cell([], row: [5], length: length)
        #expect(cell.row == row)
        #expect(cell.values == nil)
    }

    // MARK: - Pointers

    private static func rows(_ page: [UInt8], _ number: Int = 2, allPointers: Bool = false) -> [Int64?] {
        SQLiteCell.cells(number, page, as: .table, of: pages, allPointers: allPointers).map(\.row)
    }

    @Test func aPointerLeadsBehindItself() {
        #expect(Self.rows(Self.page(64, pointers: [7])) == [nil])
        #expect(Self.rows(Self.page(64, pointers: [8])) == [nil])
        #expect(Self.rows(Self.page(64, pointers: [9])) == [0])
        #expect(Self.rows(Self.page(64, pointers: [62])) == [0])
        #expect(Self.rows(Self.page(64, pointers: [63])) == [nil])
        #expect(Self.rows(Self.page(64, pointers: [64])) == [nil])
        // One that leads nowhere hides none behind it.
        #expect(Self.rows(Self.page(64, pointers: [70, 60], [60: [0, 6]])) == [nil, 6])
    }

    /// The pointers end where the first of the cells begins.
    @Test(arguments: [(13, [3, 4]), (14, [3, 4, nil])] as [(Int, [Int64?])])
    func pointersAreNotReadFromCells(_ start: Int, _ rows: [Int64?]) {
        let page = Self.page(64, pointers: [60, start], counted: 9, [60: [0, 3], start: [0, 4]])
        #expect(Self.rows(page).prefix(rows.count).elementsEqual(rows))
        #expect(Self.rows(page).count == rows.count)
    }

    @Test func asManyPointersAreReadAsAreCounted() {
        let parts: [Int: [UInt8]] = [60: [0, 3], 50: [0, 4], 40: [0, 5]]
        for count in 0...3 {
            let page = Self.page(64, pointers: [60, 50, 40], counted: count, parts)
            #expect(Self.rows(page) == [3, 4, 5].prefix(count).map(Optional.some))
            // Those of a page that counts too few are found without their count, up to the first that leads nowhere.
            #expect(Self.rows(page, allPointers: true) == [3, 4, 5])
        }
        let wrong = Self.page(64, pointers: [60, 64, 40], counted: 0, parts)
        #expect(Self.rows(wrong, allPointers: true) == [3])
        let full = Self.page(16, pointers: [14, 12, 10], counted: 255)
        #expect(Self.rows(full).count == 2)
        #expect(Self.rows(Array(full.prefix(4))) == [])
    }

    @Test func theFirstPageHasItsHeadBehindThatOfTheFile() {
        let page = Self.page(256, pointers: [200], head: 100, [200: [0, 3]])
        #expect(Self.rows(page, 1) == [3])
        #expect(Self.rows(page, 2) == [])
    }

    @Test func aBranchHasFourBytesBeforeItsEntry() {
        let page = Self.page(64, pointers: [40], headBytes: 12, [40: [9, 9, 9, 9, 2, 2, 9]])
        let branch = SQLiteCell.cells(2, page, as: .indexBranch, of: Self.pages)
        #expect(branch.map(\.values) == [[.int(1)]])
        #expect(branch.map(\.row) == [nil])
        let leaf = Self.page(64, pointers: [40], [40: [2, 2, 9]])
        #expect(SQLiteCell.cells(2, leaf, as: .index, of: Self.pages).map(\.values) == [[.int(1)]])
    }
}
