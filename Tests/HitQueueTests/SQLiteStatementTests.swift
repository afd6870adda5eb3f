// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import TestSupport
import Testing

/// What statements take and give, whatever a damaged file holds.
@Suite struct SQLiteStatementTests {
    private func memory() throws(SQLiteError) -> SQLiteConnection {
        try SQLiteConnection(path: ":memory:", busyTimeout: .zero)
    }

    @Test(
        arguments: [
            (-1, 0), (.min, 0), (0, 0), (1, 1), (1_099_511_627_776, 1_099_511_627_776),
            (1_099_511_627_777, 1_099_511_627_776), (.max, 1_099_511_627_776),
        ] as [(Int64, Int)]
    )
    func anAmountIsHeldInItsRange(_ number: Int64, _ amount: Int) throws {
        let statement = try memory().prepare("SELECT ?")
        #expect(try statement.first(.int(number)) { $0.amount(0) } == amount)
        #expect(try statement.first(.int(number)) { $0.int64(0) } == number)
    }

    @Test(arguments: ["", "a", "\u{E4}\0b"])
    func aTextIsReadAsItWasWritten(_ text: String) throws {
        let statement = try memory().prepare("SELECT ?, typeof(?1)")
        let found = try statement.first(.text(text)) { row throws(SQLiteError) in [try row.text(0), try row.text(1)] }
        #expect(found == [text, "text"])
    }

    @Test(arguments: [[], [0], [1, 2, 255]] as [[UInt8]])
    func bytesAreReadAsTheyWereWritten(_ bytes: [UInt8]) throws {
        let statement = try memory().prepare("SELECT ?, typeof(?1)")
        let found = try statement.first(.blob(Data(bytes))) { row throws(SQLiteError) in (row.data(0), try row.text(1))
        }
        #expect(found?.0 == Data(bytes))
        // No bytes are not nothing.
        #expect(found?.1 == "blob")
        #expect(try statement.first(.blob(Data(bytes))) { $0.isNull(0) } == false)
    }

    @Test func whatIsNoTextIsDamage() throws {
        let connection = try memory()
        for statement in [
            try connection.prepare("SELECT 5"), try connection.prepare("SELECT NULL"),
            try connection.prepare("SELECT x'61'"), try connection.prepare("SELECT CAST(x'61FF' AS TEXT)"),
        ] {
            do throws(SQLiteError) {
                let text = try statement.first { row throws(SQLiteError) in try row.text(0) }
                Issue.record("it is read as \(text ?? "nothing")")
            } catch {
                #expect(error.code == .corrupt)
                #expect(error.message == "column 0 is not text")
            }
        }
        #expect(try connection.prepare("SELECT NULL").first { $0.isNull(0) } == true)
        #expect(try connection.prepare("SELECT 1 WHERE 0").first { $0.isNull(0) } == nil)
    }

    @Test func aStatementBeginsAnewEachTime() throws {
        let connection = try memory()
        try connection.execute("CREATE TABLE t (n INTEGER)")
        let insert = try connection.prepare("INSERT INTO t VALUES (?)")
        for number in 1...3 {
            try insert.run(.int(Int64(number)))
            #expect(connection.changes == 1)
            #expect(connection.lastInsertedRow == Int64(number))
        }
        let select = try connection.prepare("SELECT n FROM t WHERE n > ? ORDER BY n")
        for limit in 1...3 {
            var seen: [Int64] = []
            try select.forEach(.int(0)) { row in
                seen.append(row.int64(0))
                return seen.count < limit
            }
            #expect(seen == Array([1, 2, 3].prefix(limit)))
            #expect(try select.first(.int(1)) { $0.int64(0) } == 2)
        }
        try connection.execute("DELETE FROM t WHERE n > 1")
        #expect(connection.changes == 2)
        // A statement that is not at its end would keep the table.
        try connection.execute("DROP TABLE t")
    }

    @Test func aTransactionIsOpenUntilItsEnd() throws {
        let connection = try memory()
        #expect(!connection.isInTransaction && !connection.isReadOnly && !connection.hasMoved)
        try connection.execute("BEGIN")
        #expect(connection.isInTransaction)
        try connection.execute("COMMIT")
        #expect(!connection.isInTransaction)
        #expect(try connection.pragma("user_version") == 0)
        #expect(try connection.pragma("user_version", 7) == nil)
        #expect(try connection.pragma("user_version") == 7)
        #expect(try connection.pragma("no_such_pragma") == 0)
    }

    @Test func aFileThatIsGoneHasMoved() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("values.db")
        let connection = try SQLiteConnection(path: file.path, busyTimeout: .zero)
        try connection.execute("CREATE TABLE t (n INTEGER)")
        #expect(!connection.hasMoved)
        try FileManager.default.removeItem(at: file)
        #expect(connection.hasMoved)
    }
}
