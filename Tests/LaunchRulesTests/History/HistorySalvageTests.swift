// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HubStorage

/// What is read from a damaged file of an event history, and how much is said to be lost.
struct HistorySalvageTests {
    private static let count: Int64 = 40

    /// The bytes of a file of records, and the place of the first record's columns: its header, whose first byte is the
    /// header's length and whose next ones are the types of the columns.
    private static func filled(_ folder: TemporaryFolder) throws -> (bytes: Data, header: Int) {
        let file = HistoryFile(folder.history)
        _ = try file.open()
        try file.write([.append((1...count).map { HistoryRecord(key: UInt64($0) << 40, time: 1_000 + $0) })])
        file.close()
        let bytes = try Data(contentsOf: folder.history)
        let leaf = try #require(
            stride(from: 4_096, to: bytes.count, by: 4_096).first { bytes[$0] == 0x0D && bytes[$0 + 4] == UInt8(count) }
        )
        // The first pointer behind the page's header of eight bytes; then the cell's length and row, a byte each.
        let cell = leaf + Int(bytes[leaf + 8]) << 8 + Int(bytes[leaf + 9])
        return (bytes, cell + 2)
    }

    /// A header of a length that cannot be, a key, a time and a mark that are no numbers, and a number that is another one.
    @Test(arguments: [0, 2, 3, 4, 9])
    func aRecordThatCannotBeReadIsCountedOnce(_ place: Int) throws {
        let folder = try TemporaryFolder()
        var (bytes, header) = try Self.filled(folder)
        #expect(bytes[header] == 5 && bytes[header + 1] == 0)
        bytes[header + place] = place == 9 ? bytes[header + place] ^ 1 : place == 0 ? 0x7F : 0
        try bytes.write(to: folder.history)
        let salvage = HistorySalvage(folder.history.path)
        #expect(salvage.lost == 1)
        #expect(salvage.records.map(\.time) == (2...Self.count).map { 1_000 + $0 })
    }

    @Test func aSoundFileLosesNothing() throws {
        let folder = try TemporaryFolder()
        _ = try Self.filled(folder)
        let salvage = HistorySalvage(folder.history.path)
        #expect(salvage.lost == 0)
        #expect(salvage.records.count == Int(Self.count))
    }
}
