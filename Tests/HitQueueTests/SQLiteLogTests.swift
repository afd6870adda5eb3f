// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HubStorage

/// Logs that are written byte by byte: which of their frames are read, and which faults break them.
@Suite struct SQLiteLogTests {
    /// A log as SQLite writes one, and with faults.
    private struct Draft {
        let pageSize: Int
        let isBigEndian: Bool
        private(set) var bytes: [UInt8] = []
        private var sum: (UInt32, UInt32) = (0, 0)

        static let salts: (UInt32, UInt32) = (0x1234_5670, 0x0F0F_3C3C)
        /// Salts that have nothing in common with those of the log.
        static let others: (UInt32, UInt32) = (0xEDCB_A98F, 0xF0F0_C3C3)

        init(
            pageSize: Int = 512,
            magic: UInt32? = nil,
            isBigEndian: Bool = true,
            salts: (UInt32, UInt32) = Self.salts,
            headFault: Int? = nil
        ) {
            self.pageSize = pageSize
            self.isBigEndian = isBigEndian
            let usual: UInt32 = isBigEndian ? 0x377F_0683 : 0x377F_0682
            for number in [magic ?? usual, 3_007_000, UInt32(pageSize), 0] as [UInt32] { append(number) }
            append(salts.0)
            append(salts.1)
            add(bytes[0..<24])
            append(sum.0)
            append(sum.1)
            if let headFault { bytes[headFault] ^= 0x7C }
        }

        /// Adds a frame.
        ///
        /// - Parameters:
        ///   - page: The number of its page, which is filled with that number's lowest byte.
        ///   - isCommit: Whether a transaction ends with it.
        ///   - fill: Another byte for its page.
        ///   - salts: What says of which log it is.
        ///   - hasFault: Whether a bit of its page is another than the one that was summed.
        mutating func frame(
            _ page: Int,
            isCommit: Bool = true,
            fill: UInt8? = nil,
            salts: (UInt32, UInt32) = Self.salts,
            hasFault: Bool = false
        ) {
            let start = bytes.count
            append(UInt32(page))
            append(isCommit ? 9 : 0)
            let head = bytes[start...]
            append(salts.0)
            append(salts.1)
            var content = [UInt8](repeating: fill ?? UInt8(page & 0xFF), count: pageSize)
            add(head)
            add(content[...])
            append(sum.0)
            append(sum.1)
            if hasFault { content[pageSize - 1] ^= 0x80 }
            bytes += content
        }

        private mutating func append(_ number: UInt32) {
            for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(number >> UInt32(shift) & 0xFF)) }
        }

        private mutating func add(_ part: ArraySlice<UInt8>) {
            let all = Array(part)
            func word(_ place: Int) -> UInt32 {
                let four = all[place..<place + 4]
                return (isBigEndian ? Array(four) : four.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
            }
            for place in stride(from: 0, to: all.count, by: 8) {
                sum.0 = sum.0 &+ word(place) &+ sum.1
                sum.1 = sum.1 &+ word(place + 4) &+ sum.0
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func log(_ bytes: [UInt8]) throws -> SQLiteLog? {
        let file = folder.file("log")
        try Data(bytes).write(to: file)
        return SQLiteLog(file.path)
    }

    private func log(of draft: Draft, _ fill: (inout Draft) -> Void) throws -> SQLiteLog {
        var draft = draft
        fill(&draft)
        return try #require(try log(draft.bytes))
    }

    /// A page of the usual test size.
    private func page(_ fill: UInt8, _ size: Int = 512) -> [UInt8] { [UInt8](repeating: fill, count: size) }

    /// The same with the fault of a faulty frame.
    private func faultyPage(_ fill: UInt8) -> [UInt8] { Array(page(fill).dropLast()) + [fill ^ 0x80] }

    // MARK: - Whole logs

    @Test(arguments: [true, false], [512, 1_024, 4_096, 65_536])
    func theLastFrameOfEachPageIsRead(_ isBigEndian: Bool, _ size: Int) throws {
        let log = try log(of: Draft(pageSize: size, isBigEndian: isBigEndian)) {
            $0.frame(2, isCommit: false, fill: 1)
            $0.frame(7)
            $0.frame(2, fill: 5)
            $0.frame(3)
        }
        #expect(log.pageSize == size)
        #expect(log.lastPage == 7)
        #expect(!log.isBroken)
        #expect(log.page(2) == page(5, size))
        #expect(log.page(3) == page(3, size))
        #expect(log.page(7) == page(7, size))
        #expect(log.page(1) == nil && log.page(4) == nil && log.page(8) == nil)
    }

    @Test func aTransactionThatDoesNotEndIsNotThere() throws {
        let log = try log(of: Draft()) {
            $0.frame(2)
            $0.frame(2, isCommit: false, fill: 8)
            $0.frame(9, isCommit: false)
        }
        #expect(log.lastPage == 2)
        #expect(log.page(2) == page(2))
        #expect(log.page(9) == nil)
        #expect(!log.isBroken)
    }

    @Test func aFrameThatEndsEarlyIsNotThere() throws {
        var draft = Draft()
        draft.frame(2)
        draft.frame(3)
        #expect(try log(draft.bytes)?.lastPage == 3)
        #expect(try log(draft.bytes.dropLast())?.lastPage == 2)
        #expect(try log(draft.bytes + [0])?.lastPage == 3)
    }

    @Test func aLogNeedsItsHead() throws {
        let bytes = Draft().bytes
        #expect(bytes.count == 32)
        let head = try #require(try log(bytes))
        #expect(head.pageSize == 512 && head.lastPage == 0 && !head.isBroken)
        #expect(try log(bytes.dropLast()) == nil)
        #expect(try log([]) == nil)
        #expect(SQLiteLog(folder.file("none").path) == nil)
    }

    @Test(arguments: [(0, 0), (1, 1), (1 << 20 - 1, 1 << 20 - 1), (1 << 20, 0), (1 << 20 + 1, 0)])
    func aPageHasANumberThatAFileCanHave(_ number: Int, _ last: Int) throws {
        #expect(try log(of: Draft()) { $0.frame(number) }.lastPage == last)
    }

    // MARK: - The head

    @Test(
        arguments: [
            (256, 4_096), (511, 4_096), (512, 512), (768, 4_096), (1_536, 4_096), (32_768, 32_768), (65_536, 65_536),
            (131_072, 4_096), (0, 4_096),
        ]
    )
    func aSizeThatCannotBeStandsForTheUsualOne(_ named: Int, _ size: Int) throws {
        #expect(try log(of: Draft(pageSize: named)) { _ in }.pageSize == size)
    }

    /// One transaction may have been written when the process ended; behind it a second one cannot.
    @Test(arguments: [0, 5, 10, 14, 16, 20])
    func aFaultyHeadBreaksALogOfTwoTransactions(_ fault: Int) throws {
        for (count, isBroken) in [(1, false), (2, true)] {
            let log = try log(of: Draft(pageSize: 4_096, headFault: fault)) { draft in
                for page in 1...count { draft.frame(page) }
            }
            #expect(log.pageSize == 4_096)
            #expect(log.isBroken == isBroken, "\(count)")
            #expect(log.lastPage == count)
        }
    }

    @Test(arguments: [(0x377F_0683, false), (0x377F_0685, true), (0x377F_0681, true)] as [(UInt32, Bool)])
    func aLogOfAnotherFormIsFaulty(_ magic: UInt32, _ isBroken: Bool) throws {
        let log = try log(of: Draft(magic: magic)) { draft in
            for page in [1, 2] { draft.frame(page) }
        }
        #expect(log.isBroken == isBroken)
        #expect(log.lastPage == 2)
        #expect(log.page(2) == page(2))
    }

    // MARK: - Faulty frames

    @Test func aFaultInTheLastTransactionIsNone() throws {
        let log = try log(of: Draft()) {
            $0.frame(1)
            $0.frame(2, isCommit: false, hasFault: true)
            $0.frame(3)
        }
        #expect(!log.isBroken)
        // All of it is the best that there is.
        #expect(log.lastPage == 3)
        #expect(log.page(1) == page(1) && log.page(3) == page(3))
        #expect(log.page(2) == faultyPage(2))
    }

    @Test(arguments: [true, false])
    func aFaultBeforeAWholeTransactionBreaksTheLog(_ isCommit: Bool) throws {
        let log = try log(of: Draft()) {
            $0.frame(1)
            $0.frame(2, isCommit: isCommit, hasFault: true)
            $0.frame(3)
            $0.frame(4)
        }
        #expect(log.isBroken)
        #expect(log.lastPage == 4)
        #expect(log.page(2) == faultyPage(2))
    }

    /// A commit whose frame is faulty ends a transaction all the same, so that what is behind it is another.
    @Test func aFaultyFrameOfThisLogEndsItsTransaction() throws {
        let log = try log(of: Draft()) {
            $0.frame(1)
            $0.frame(2, hasFault: true)
            $0.frame(3)
        }
        #expect(log.isBroken)
        #expect(log.lastPage == 3)
        #expect(log.page(2) == faultyPage(2))
        let last = try self.log(of: Draft()) {
            $0.frame(1)
            $0.frame(2, hasFault: true)
        }
        #expect(!last.isBroken)
        #expect(last.lastPage == 1 && last.page(2) == nil)
    }

    @Test func aFaultyTransactionBehindAnotherBreaksNothing() throws {
        let log = try log(of: Draft()) {
            $0.frame(1)
            $0.frame(2, hasFault: true)
            $0.frame(3, hasFault: true)
        }
        #expect(!log.isBroken)
        #expect(log.lastPage == 1)
    }

    // MARK: - Frames of another log

    /// What an earlier log has left has its own salts and does not go on with this log's sums.
    @Test func whatAnEarlierLogHasLeftIsNotRead() throws {
        let log = try log(of: Draft()) {
            $0.frame(1)
            $0.frame(2, salts: Draft.others, hasFault: true)
            $0.frame(3, isCommit: false, salts: Draft.others, hasFault: true)
        }
        #expect(log.lastPage == 1)
        #expect(log.page(2) == nil && log.page(3) == nil)
        #expect(!log.isBroken)
    }

    /// It is a fault where frames of this log are behind it, but ends no transaction.
    @Test(arguments: [(1, false), (2, true)])
    func leftFramesBetweenOnesOfThisLogAreAFault(_ behind: Int, _ isBroken: Bool) throws {
        let log = try log(of: Draft()) { draft in
            draft.frame(1)
            draft.frame(5, salts: Draft.others, hasFault: true)
            for page in 2...behind + 1 { draft.frame(page) }
        }
        #expect(log.lastPage == behind + 1)
        #expect(log.page(5) == nil)
        #expect(log.isBroken == isBroken)
    }

    /// Two bits of a frame's salts may be others where its sum is right; it is a faulty frame of this log then.
    @Test(
        arguments: [
            (0x10, 0, true), (0, 0x10, true), (0x30, 0, true), (0x10, 0x10, true), (0, 0x8001, true),
            (0x70, 0, false), (0x30, 0x10, false), (0x10, 0x30, false), (0, 0x8011, false),
        ] as [(UInt32, UInt32, Bool)]
    )
    func aFrameWithTwoFlippedBitsInItsSaltsIsOfThisLog(_ first: UInt32, _ second: UInt32, _ isOurs: Bool) throws {
        let salts = (Draft.salts.0 ^ first, Draft.salts.1 ^ second)
        let log = try log(of: Draft()) {
            $0.frame(1)
            $0.frame(2, salts: salts)
            $0.frame(3)
        }
        #expect(log.isBroken == isOurs)
        #expect(log.page(2) == (isOurs ? page(2) : nil))
        #expect(log.lastPage == 3)
    }

    @Test func flippedSaltsAndAWrongSumAreNotOfThisLog() throws {
        let log = try log(of: Draft()) {
            $0.frame(1)
            $0.frame(2, salts: (Draft.salts.0 ^ 0x10, Draft.salts.1), hasFault: true)
            $0.frame(3)
        }
        #expect(!log.isBroken)
        #expect(log.page(2) == nil)
        #expect(log.lastPage == 3)
    }

    // MARK: - A log in the place of another

    /// Frames of a log that is begun anew count their first salt on and have another second one: what is before them is
    /// in the database, whatever it is.
    @Test(
        arguments: [
            (1, true, true), (1, false, false), (2, true, false), (0, true, false),
        ] as [(UInt32, Bool, Bool)]
    )
    func aLogThatIsBegunAnewExcusesTheFaultsBeforeIt(_ step: UInt32, _ isOther: Bool, _ isAnew: Bool) throws {
        for first in [Draft.salts.0, .max] {
            let salts = (first, Draft.salts.1)
            let next = (first &+ step, isOther ? Draft.others.1 : salts.1)
            let log = try log(of: Draft(salts: salts)) {
                $0.frame(1, salts: salts)
                $0.frame(2, salts: salts, hasFault: true)
                $0.frame(3, salts: salts)
                $0.frame(4, salts: next, hasFault: true)
                $0.frame(5, salts: salts)
            }
            #expect(log.isBroken == !isAnew)
            #expect(log.lastPage == (isAnew ? 3 : 5))
            #expect(log.page(3) == page(3))
        }
    }
}
