// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

@testable import HubStorage

/// Rows of every size are read from the pages of a file as they were written, wherever SQLite has put their ends.
@Suite struct SalvagedSizeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func database() throws -> HitDatabase {
        try HitDatabase(in: folder)
    }

    private static let bytes = Data((0..<80_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

    private static func payload(_ count: Int) -> Data { Data(bytes.dropFirst(count % 251).prefix(count)) }

    /// Sizes at which a row of a table, or of an index, just fits on its page or needs one more, and some in between.
    private static let sizes: [Int] = {
        var sizes = [0, 1, 2, 7, 8, 9, 54, 55, 56, 63, 64, 127, 128, 16_300, 20_400, 70_000]
        for range in [380...540, 880...1_020, 3_950...4_080, 8_040...8_180] { sizes += Array(range) }
        sizes += Array(stride(from: 4_081, to: 8_000, by: 41))
        sizes += Array(stride(from: 8_181, to: 12_300, by: 173))
        return sizes
    }()

    @Test func hitsOfEverySizeAreFound() throws {
        var expected: [Int64: HitQueue.Hit] = [:]
        do {
            let database = try database()
            try database.transaction.run { () throws(SQLiteError) in
                for (place, size) in Self.sizes.enumerated() {
                    let hit = HitQueue.Hit(
                        id: "q-\(place)",
                        stream: "stream",
                        payload: Self.payload(size),
                        created: Date(microseconds: 1_700_000_000_000_000 - Int64(place) * 1_000_003),
                        attempts: [0, 1, 2, 200, 40_000, 10_000_000, 3_000_000_000][place % 7]
                    )
                    expected[try database.insert(hit)] = hit
                }
            }
        }
        let salvage = HitSalvage(folder.file.path)
        #expect(salvage.lost == 0)
        #expect(salvage.hits.count == Self.sizes.count)
        #expect(salvage.hits == expected)
        #expect(salvage.setAside.isEmpty && salvage.wills.isEmpty)
    }

    /// Wills lie in the tree of an index, whose pages hold less of a row.
    @Test func willsOfEverySizeAreFound() throws {
        var expected: [StoredWill] = []
        do {
            let database = try database()
            try database.transaction.run { () throws(SQLiteError) in
                for (place, size) in Self.sizes.enumerated() {
                    let will = StoredWill(
                        owner: "owner",
                        key: "view",
                        place: Int64(place),
                        process: ProcessMark(identifier: 1_073_741_824, started: -1),
                        created: place.isMultiple(of: 2) ? -1 : 1_700_000_000_000_000,
                        stream: "c",
                        payload: Self.payload(size)
                    )
                    try database.restore(will)
                    expected.append(will)
                }
            }
        }
        let salvage = HitSalvage(folder.file.path)
        #expect(salvage.lost == 0)
        #expect(salvage.wills.count == expected.count)
        #expect(salvage.wills.sorted { $0.place < $1.place } == expected)
    }

    @Test func whatWasSetAsideAndTheStateOfStreamsAreFound() throws {
        let aside = HitQueue.SetAsideHit(
            hit: HitQueue.Hit(
                id: "q-1",
                stream: "é",
                payload: Data(),
                created: Date(microseconds: 7),
                attempts: 3
            ),
            reason: "status 404"
        )
        do {
            let database = try database()
            try database.restore(aside)
            try database.lease("leased", to: "owner", until: Date(microseconds: 9))
            try database.hold("held", until: Date(microseconds: 11), from: "owner")
        }
        let salvage = HitSalvage(folder.file.path)
        #expect(salvage.lost == 0)
        #expect(Array(salvage.setAside.values) == [aside])
        #expect(salvage.streams.keys.sorted() == ["held", "leased"])
        let (leased, held) = (try #require(salvage.streams["leased"]), try #require(salvage.streams["held"]))
        #expect(leased.owner == "owner" && leased.leaseEnd == Date(microseconds: 9))
        #expect(leased.heldUntil == Date(microseconds: 0))
        #expect(held.owner == nil && held.heldUntil == Date(microseconds: 11))
    }

    /// No more payload is held in memory than asked for; what is left out counts as lost.
    @Test(arguments: [(29, 2, 1), (30, 3, 0), (9, 0, 3), (10, 1, 2)])
    func aSalvageHasItsLimit(_ bytes: Int, _ found: Int, _ lost: Int) throws {
        do {
            let database = try database()
            for number in 0..<3 {
                let payload = Self.payload(10)
                try database.insert(
                    HitQueue.Hit(id: "\(number)", stream: "a", payload: payload, created: Date(microseconds: 0))
                )
            }
        }
        let salvage = HitSalvage(folder.file.path, maximumBytes: bytes)
        #expect(salvage.hits.count == found)
        #expect(salvage.lost == lost)
    }

    @Test func aFileThatIsNoneHasNothing() {
        let salvage = HitSalvage(folder.file("none.sqlite").path)
        #expect(salvage.hits.isEmpty && salvage.lost == 0)
    }
}
