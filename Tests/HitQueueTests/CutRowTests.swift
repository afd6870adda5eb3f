// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

@testable import HubStorage

/// Rows of a damaged page that claim to be longer than the page has room for.
@Suite struct CutRowTests {
    /// A row at the end of its page says that it is longer than that, by a byte or by many: it is lost, and nothing is read
    /// that is not there.
    @Test(arguments: [1, 2, 100, 300])
    func aRowThatGoesOnBehindItsPageIsLostAlone(_ more: Int) throws {
        let folder = try TemporaryFolder()
        do {
            let database = try HitDatabase(in: folder)
            for number in 0..<2 {
                let payload = Data(repeating: UInt8(number), count: 300)
                try database.insert(
                    HitQueue.Hit(id: "\(number)", stream: "a", payload: payload, created: Date(microseconds: 0))
                )
            }
        }
        var content = try Data(contentsOf: folder.file)
        // The only page of a table with two rows; the first of them stands at the page's end.
        let page = try #require(
            stride(from: 4_096, to: content.count, by: 4_096).first { content[$0] == 0x0D && content[$0 + 4] == 2 }
        )
        let row = page + Int(content[page + 8]) << 8 + Int(content[page + 9])
        // The length of a row has seven bits in each of its two bytes.
        let length = Int(content[row] & 0x7F) << 7 + Int(content[row + 1])
        #expect(row + 3 + length == page + 4_096)
        content[row] = 0x80 | UInt8((length + more) >> 7)
        content[row + 1] = UInt8((length + more) & 0x7F)
        try content.write(to: folder.file)

        let salvage = HitSalvage(folder.file.path)
        #expect(salvage.hits.values.map(\.id) == ["1"])
        #expect(salvage.lost == 1)
    }
}
