// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

@testable import HubStorage

/// The table of a history: each change from both sides, and what is noted beside the records.
@Suite struct HistoryTableTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func table() throws(SQLiteError) -> HistoryTable {
        try HistoryTable(path: folder.file("history.db").path, busyTimeout: .seconds(1), isChecked: false)
    }

    private static func records(_ pairs: [(UInt64, Int64)]) -> [HistoryRecord] {
        pairs.map { HistoryRecord(key: $0.0, time: $0.1) }
    }

    private static let all = records([(1, 10), (2, 20), (.max, 30), (1, 20), (1, 30), (1, -5)])

    @Test(
        arguments: [
            (.removeAll, []), (.dropFirst(0), [0, 1, 2, 3, 4, 5]), (.dropFirst(2), [2, 3, 4, 5]), (.dropFirst(9), []),
            (.removeBefore(20), [1, 2, 3, 4]), (.removeBefore(21), [2, 4]), (.removeBefore(.min), [0, 1, 2, 3, 4, 5]),
            (.remove(key: 1, from: 10, to: 20), [1, 2, 4, 5]), (.remove(key: 1, from: 11, to: 29), [0, 1, 2, 4, 5]),
            (.remove(key: .max, from: 30, to: 30), [0, 1, 3, 4, 5]),
            (.remove(key: 3, from: .min, to: .max), [0, 1, 2, 3, 4, 5]),
            (.remove(key: 1, from: .min, to: .max), [1, 2]), (.note(sweep: 7), [0, 1, 2, 3, 4, 5]),
        ] as [(HistoryChange, [Int])]
    )
    func aChangeTakesWhatItNames(_ change: HistoryChange, _ left: [Int]) throws {
        let table = try table()
        try table.apply(.append(Self.all))
        try table.apply(change)
        let isNote = change == .note(sweep: 7)
        #expect(try table.content() == HistoryContent(records: left.map { Self.all[$0] }, sweep: isNote ? 7 : nil))
        // The next ones stand behind all others.
        try table.apply(.append(Self.records([(9, 1)])))
        #expect(try self.table().content().records == left.map { Self.all[$0] } + Self.records([(9, 1)]))
    }

    @Test func theLastSweepIsTheOneThatCounts() throws {
        let table = try table()
        #expect(try table.content() == HistoryContent())
        try table.apply(.note(sweep: 7))
        try table.apply(.note(sweep: -3))
        #expect(try self.table().content() == HistoryContent(sweep: -3))
    }

    @Test func copiesAreNotedByTheirNumbers() throws {
        let file = folder.file("history.db")
        for number in [1, 4] { try Data().write(to: URL(filePath: file.path + ".damaged-\(number)-unread")) }
        let copies = DamagedCopy.all(of: file)
        #expect(copies.map(\.number) == [1, 4])
        let table = try table()
        #expect(try table.carriedOver() == [])
        let old = HistoryContent(records: Self.all, sweep: 5)
        try table.fill(with: old, noting: [])
        #expect(try table.carriedOver() == [])
        #expect(try table.content() == old)
        let new = HistoryContent(records: Self.records([(7, 8)]), sweep: nil)
        try table.fill(with: new, noting: copies)
        #expect(try table.carriedOver() == [1, 4])
        // What is noted of copies is no sweep, and the sweep of before stays.
        #expect(try table.content() == HistoryContent(records: new.records, sweep: 5))
        try table.clear()
        #expect(try table.carriedOver() == [])
        #expect(try self.table().content() == HistoryContent())
    }
}
