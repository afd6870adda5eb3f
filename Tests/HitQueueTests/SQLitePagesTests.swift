// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HubStorage

/// The pages of files that are written byte by byte: how long they are, and which of them are free.
@Suite struct SQLitePagesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        [UInt8(number >> 24 & 0xFF), UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    }

    /// A file that names its size of pages and their number, with bytes at places.
    private func pages(_ named: Int, _ count: Int, bytes: Int, _ parts: [Int: [UInt8]] = [:]) throws -> SQLitePages {
        var content = [UInt8](repeating: 0, count: bytes)
        var all = parts
        all[0] = all[0] ?? Array("SQLite format 3\0".utf8)
        all[16] = [UInt8(named >> 8), UInt8(named & 0xFF)]
        all[28] = Self.bytes(count)
        for (place, part) in all { content.replaceSubrange(place..<place + part.count, with: part) }
        let file = folder.file("pages")
        try Data(content).write(to: file)
        return SQLitePages(file.path)
    }

    @Test(
        arguments: [
            (512, 3, 1_536, 512), (512, 3, 1_537, 512), (1, 1, 65_536, 65_536), (1, 2, 65_536, 65_536),
            (256, 6, 1_536, 4_096), (513, 3, 1_539, 4_096), (768, 2, 1_536, 4_096), (0, 0, 1_536, 4_096),
            (1_024, 3, 12_288, 4_096), (1_024, 12, 12_288, 1_024), (1_024, 3, 5_000, 1_024), (511, 3, 12_288, 4_096),
            (32_768, 1, 32_768, 32_768),
        ] as [(Int, Int, Int, Int)]
    )
    func theSizeThatFitsTheFileIsBelieved(_ named: Int, _ count: Int, _ bytes: Int, _ size: Int) throws {
        let pages = try pages(named, count, bytes: bytes)
        #expect(pages.size == size)
        #expect(pages.count == bytes / size)
    }

    @Test func aFileThatIsNoneHasPagesOfTheUsualSize() throws {
        let pages = try pages(512, 3, bytes: 1_536, [0: Array("SQLite format 4\0".utf8)])
        #expect(pages.size == 4_096 && pages.count == 0)
        let none = SQLitePages(folder.file("none").path)
        #expect(none.size == 4_096 && none.count == 0)
        #expect(none.page(1) == nil && none.free.isEmpty)
    }

    @Test func aPageIsReadByItsNumber() throws {
        let pages = try pages(512, 3, bytes: 1_536, [512: [2], 1_024: [3], 1_535: [9]])
        #expect(pages.page(0) == nil && pages.page(-1) == nil)
        #expect(pages.page(1)?.prefix(6) == Array("SQLite".utf8)[...])
        #expect(pages.page(2) == [2] + [UInt8](repeating: 0, count: 511))
        #expect(pages.page(3) == [3] + [UInt8](repeating: 0, count: 510) + [9])
        #expect(pages.page(4) == nil)
    }

    /// Pages that lead to each other end somewhere.
    @Test func twiceAsManyChainedPagesAreReadAsThereAre() throws {
        let pages = try pages(512, 3, bytes: 1_536)
        for round in 1...6 { #expect(pages.chainedPage(2)?.count == 512, "round \(round)") }
        #expect(pages.chainedPage(2) == nil)
        #expect(pages.page(2) != nil)
    }

    // MARK: - Free pages

    @Test(
        arguments: [
            (0, []), (1, []), (2, [2, 3, 5, 6, 4]), (6, [6]), (7, []),
        ] as [(Int, Set<Int>)]
    )
    func freePagesAreThoseOfTheList(_ first: Int, _ free: Set<Int>) throws {
        let pages = try pages(
            512,
            6,
            bytes: 3_072,
            [
                32: Self.bytes(first), 512: Self.bytes(3) + Self.bytes(2) + Self.bytes(5) + Self.bytes(6),
                // The second leads back to the first.
                1_024: Self.bytes(2) + Self.bytes(1) + Self.bytes(4) + Self.bytes(1),
            ]
        )
        #expect(pages.free == free)
    }

    @Test(arguments: [126, 127, 1_000])
    func aPageOfTheListIsReadToItsEnd(_ counted: Int) throws {
        let leaves = (1...126).flatMap { Self.bytes(1_000 + $0) }
        let pages = try pages(
            512,
            3,
            bytes: 1_536,
            [32: Self.bytes(2), 512: Self.bytes(0) + Self.bytes(counted) + leaves]
        )
        #expect(pages.free == Set([2]).union(1_001...1_126))
    }

    @Test func aPageOfTheListMayNameNone() throws {
        let pages = try pages(512, 3, bytes: 1_536, [32: Self.bytes(2), 520: Self.bytes(3)])
        #expect(pages.free == [2])
    }

    @Test func numbersAreReadWithinTheirBytes() {
        let bytes: [UInt8] = [1, 2, 3, 4]
        #expect(bytes.number(at: 0, bytes: 4) == 0x0102_0304)
        #expect(bytes.number(at: 2, bytes: 2) == 0x0304)
        #expect(bytes.number(at: 3, bytes: 2) == nil)
        #expect(bytes.number(at: 1, bytes: 4) == nil)
        #expect(bytes.number(at: -1, bytes: 2) == nil)
        #expect(bytes.number(at: 4, bytes: 1) == nil)
    }
}
