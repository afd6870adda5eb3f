// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchRules
import TestSupport
import Testing

/// The file of an event history by itself: what each change leaves in it.
@Suite struct HistoryFileTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.history }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func records(_ pairs: (UInt64, Int64)...) -> [HistoryRecord] {
        pairs.map { HistoryRecord(key: $0.0, time: $0.1) }
    }

    /// What another process finds in the file.
    private func found() throws -> HistoryContent {
        let file = HistoryFile(url)
        let opened = try file.open()
        file.close()
        #expect(opened.damage == nil)
        return opened.content
    }

    private var names: [String] {
        get throws { try folder.contents.map(\.lastPathComponent).filter { $0.contains("damaged") }.sorted() }
    }

    @Test(
        arguments: [
            ([.dropFirst(2)], [3, 4, 5]), ([.dropFirst(0)], [1, 2, 3, 4, 5]), ([.dropFirst(9)], []),
            ([.removeBefore(30)], [3, 4, 5]), ([.removeAll], []), ([.remove(key: 1, from: 10, to: 30)], [2, 4, 5]),
            ([.remove(key: 1, from: 11, to: 49)], [1, 2, 4, 5]), ([.remove(key: 9, from: 0, to: 99)], [1, 2, 3, 4, 5]),
            ([.note(sweep: 8), .note(sweep: 9), .removeAll], []),
        ] as [([HistoryChange], [Int64])]
    )
    func eachChangeIsCarriedOut(_ changes: [HistoryChange], _ left: [Int64]) throws {
        let file = HistoryFile(url)
        #expect(try file.open().content == HistoryContent())
        let all = records((1, 10), (2, 20), (1, 30), (2, 40), (1, 50))
        try file.write([.append(Array(all[..<2])), .append(Array(all[2...]))])
        try file.write(changes)
        let sweep: Int64? = changes.contains { $0.isNote } ? 9 : nil
        #expect(try found() == HistoryContent(records: left.map { all[Int($0) - 1] }, sweep: sweep))
    }

    @Test func whatTheFileHoldsIsReplacedAndCopiesAreNotReadAgain() throws {
        let file = HistoryFile(url)
        _ = try file.open()
        try file.write([.append(records((1, 1), (2, 2))), .note(sweep: 5)])
        // As it is while another process moves a damaged file aside.
        try Data("damaged".utf8).write(to: folder.file("history.sqlite.damaged-3-unread"))
        let content = HistoryContent(records: records((3, 3), (1, 1)), sweep: 7)
        try file.rewrite(content)
        #expect(try names == ["history.sqlite.damaged-3"])
        #expect(try found() == content)
        try file.rewrite(HistoryContent())
        file.close()
        #expect(try found().records == [])
        // It is opened again when it is written next.
        try file.write([.append(records((4, 4)))])
        #expect(try found().records == records((4, 4)))
    }

    private static let damage = SQLiteError(code: .corrupt, message: "a page is lost", path: "/x")

    @Test func aDamagedFileIsSetAsideAndTheLastTwoAreKept() throws {
        let file = HistoryFile(url)
        _ = try file.open()
        for number in 1...4 {
            try file.write([.append(records((9, 9)))])
            let content = HistoryContent(records: records((UInt64(number), 1)), sweep: 2)
            let told = try file.replace(with: content, because: Self.damage)
            #expect(told.path == url.path + ".damaged-\(number)")
            #expect(told.detail == "a page is lost" && told.lost == 0)
            #expect(try found() == content)
        }
        let copies = try names.filter { $0.last?.isNumber == true }
        #expect(copies == ["history.sqlite.damaged-3", "history.sqlite.damaged-4"])
    }

    /// Another process has begun a new file in the place of the damaged one: what both hold is there once.
    @Test func aNewFileOfAnotherProcessIsAddedTo() throws {
        let file = HistoryFile(url)
        _ = try file.open()
        try file.write([.append(records((1, 1)))])
        for old in try folder.contents { try FileManager.default.removeItem(at: old) }
        let other = HistoryFile(url)
        _ = try other.open()
        try other.write([.append(records((1, 1), (1, 1), (2, 2)))])
        other.close()
        let content = HistoryContent(records: records((1, 1), (2, 2), (2, 2), (3, 3)), sweep: 6)
        let told = try file.replace(with: content, because: Self.damage)
        #expect(told.path == nil && told.detail == "a page is lost")
        let both = records((1, 1), (1, 1), (2, 2), (2, 2), (3, 3))
        #expect(try found() == HistoryContent(records: both, sweep: 6))
        #expect(try names == [])
    }

    @Test func whatIsMarkedForErasingIsErasedAtTheNextStart() throws {
        HistoryFile.markForErasing(url)
        #expect(try folder.contents == [])
        try HistoryFile(url).erase()
        #expect(try folder.contents == [])
        let file = HistoryFile(url)
        _ = try file.open()
        try file.write([.append(records((1, 1))), .note(sweep: 4)])
        file.close()
        try Data("copy".utf8).write(to: folder.file("history.sqlite.damaged-1"))
        let mark = url.path + ".erase"
        HistoryFile.markForErasing(url)
        #expect(FileManager.default.fileExists(atPath: mark))
        #expect(try found() == HistoryContent())
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(try names == [])
        // A copy alone is a reason too.
        try Data("copy".utf8).write(to: folder.file("history.sqlite.damaged-1"))
        try FileManager.default.removeItem(at: url)
        HistoryFile.markForErasing(url)
        #expect(FileManager.default.fileExists(atPath: mark))
        try HistoryFile(url).erase()
        #expect(try !FileManager.default.fileExists(atPath: mark) && names == [])
    }
}
