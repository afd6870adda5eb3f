// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HubStorage

/// Pages whose own head denies the hits that are on them.
@Suite struct DoubtfulPageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Hits that fill the pages of a table, on their own pages each; the file has no log.
    private func fill(_ count: Int) throws -> [Int64: HitQueue.Hit] {
        var hits: [Int64: HitQueue.Hit] = [:]
        do {
            let database = try HitDatabase(in: folder)
            try database.transaction.run { () throws(SQLiteError) in
                for number in 0..<count {
                    let hit = HitQueue.Hit(
                        id: "q-\(number)",
                        stream: "a",
                        payload: Data(repeating: UInt8(0x41 + number), count: 1_000),
                        created: Date(microseconds: 7)
                    )
                    hits[try database.insert(hit)] = hit
                }
            }
        }
        try RawDatabase(folder.file).run("PRAGMA wal_checkpoint(TRUNCATE)")
        return hits
    }

    /// Where the pages begin on which the payloads of hits are.
    private func places(in content: Data, having fill: UInt8) -> [Int] {
        let payload = Data(repeating: fill, count: 1_000)
        return stride(from: 0, to: content.count, by: 4_096).filter {
            content[$0] == 0x0D && content[$0..<$0 + 4_096].range(of: payload) != nil
        }
    }

    /// A head that counts none or only one of the cells, and one of a kind that there is not.
    @Test(arguments: [(4, 0), (4, 1), (0, 0), (0, 0x77), (0, 0xFF)] as [(Int, UInt8)])
    func hitsThatThePageDeniesAreFoundByTheIndex(_ place: Int, _ value: UInt8) throws {
        let hits = try fill(6)
        var content = try Data(contentsOf: folder.file)
        let page = try #require(places(in: content, having: 0x42).first)
        #expect(content[page + 3] == 0 && content[page + 4] == 3)
        content[page + place] = value
        try content.write(to: folder.file)
        let salvage = HitSalvage(folder.file.path)
        #expect(salvage.hits == hits)
        #expect(salvage.lost == 0)
    }

    /// A hit that was found, and one that is known from elsewhere, count once.
    @Test func aHitThatIsKnownFromElsewhereIsNotLost() throws {
        let hits = try fill(6)
        var content = try Data(contentsOf: folder.file)
        let page = try #require(places(in: content, having: 0x42).first)
        content.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xFF, count: 4_096))
        try content.write(to: folder.file)
        var salvage = HitSalvage(folder.file.path)
        let missing = hits.keys.filter { salvage.hits[$0] == nil }.sorted()
        #expect(missing.count == 3)
        #expect(salvage.lost == 3)
        for (place, row) in missing.enumerated() {
            salvage.add(StoredHit(row: row, hit: try #require(hits[row])))
            #expect(salvage.lost == 2 - place)
        }
        #expect(salvage.hits == hits)
        // One of a row that nobody has seen is there, and not one less lost.
        salvage.add(StoredHit(row: 99, hit: try #require(hits.values.first)))
        #expect(salvage.lost == 0 && salvage.hits.count == 7)
    }
}
