// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

@testable import HubStorage

/// What is salvaged of a database whose pages another program has given another size: the ends of rows lie elsewhere on
/// each of them, and the log names the size in a form of its own.
@Suite struct OtherPageSizeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Opens the tables of a queue in a file that was begun with pages of a size.
    private func database(pagesOf size: Int) throws -> HitDatabase {
        do {
            let raw = try RawDatabase(folder.file)
            try raw.run("PRAGMA page_size = \(size)")
            #expect(try raw.run("PRAGMA journal_mode = WAL") == ["wal"])
        }
        let database = try HitDatabase(in: folder)
        #expect(try database.connection.pragma("page_size") == Int64(size))
        return database
    }

    private static func payload(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ count) })
    }

    /// Payloads whose rows just fit on a page of a table, or of an index, or need one more.
    private static func lengths(_ size: Int) -> [Int] {
        if size <= 1_024 { return Array(0...(2 * size + 200)) }
        let ends = [size - 35, (size - 12) * 64 / 255 - 23]
        return ends.flatMap { Array(($0 - 70)...($0 + 10)) }
    }

    @Test(arguments: [512, 1_024, 2_048, 8_192, 16_384, 65_536])
    func hitsAndWillsAreFoundWhereverTheirRowsEnd(_ size: Int) throws {
        var hits: [Int64: HitQueue.Hit] = [:]
        var wills: [StoredWill] = []
        do {
            let database = try database(pagesOf: size)
            try database.transaction.run { () throws(SQLiteError) in
                for (place, length) in Self.lengths(size).enumerated() {
                    let payload = Self.payload(length)
                    let hit = HitQueue.Hit(id: "q", stream: "a", payload: payload, created: Date(microseconds: 1))
                    hits[try database.insert(hit)] = hit
                    let will = StoredWill(
                        owner: "owner",
                        key: "view",
                        place: Int64(place),
                        process: ProcessMark(identifier: 1_073_741_824, started: -1),
                        created: 1,
                        stream: "a",
                        payload: payload
                    )
                    try database.restore(will)
                    wills.append(will)
                }
            }
        }
        let salvage = HitSalvage(folder.file.path)
        #expect(salvage.lost == 0)
        #expect(salvage.hits == hits)
        #expect(salvage.wills.sorted { $0.place < $1.place } == wills)
    }

    /// As a process leaves it that was killed: everything is in the log alone.
    @Test(arguments: [512, 1_024, 2_048, 8_192, 32_768, 65_536])
    func hitsInTheLogAreFoundWhateverSizeItNames(_ size: Int) throws {
        let database = try database(pagesOf: size)
        var hits: [Int64: HitQueue.Hit] = [:]
        for number in 0..<20 {
            let payload = Self.payload(100 + number)
            let hit = HitQueue.Hit(id: "\(number)", stream: "a", payload: payload, created: Date(microseconds: 1))
            hits[try database.insert(hit)] = hit
        }
        let copy = folder.file("killed.sqlite")
        try Data(contentsOf: folder.file).write(to: copy)
        #expect(HitSalvage(copy.path).hits.isEmpty)
        try Data(contentsOf: URL(filePath: folder.file.path + "-wal")).write(to: URL(filePath: copy.path + "-wal"))
        let salvage = HitSalvage(copy.path)
        #expect(salvage.hits == hits)
        #expect(salvage.lost == 0)
    }
}
