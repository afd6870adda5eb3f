// SPDX-License-Identifier: Apache-2.0

import HubServices

// Reading a damaged file with SQL. A fault ends the statement that comes to it, so that a table is read from both of its
// ends, and what is known to be between two faults row by row.
extension SQLiteConnection {
    /// The most numbers of rows between two faults that are tried.
    private static let longestGap: Int64 = 100_000

    /// Reads what can be read of a damaged file.
    ///
    /// - Parameters:
    ///   - path: The file, which nobody uses; its log has `-wal` behind the name.
    ///   - body: Reads; statements may fail at any row.
    /// - Returns: What `body` returns, or nil if the file is no database any more.
    /// - Throws: ``SQLiteError`` if the system does not let the file be read; it may do so later.
    static func salvaging<Result>(
        _ path: String,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result? {
        do throws(SQLiteError) {
            return try reading(path, busyTimeout: .zero) { connection throws(SQLiteError) in
                // A file that is cut off is read as far as it goes, and a table whose description cannot be read hides no
                // other. The first statement finds that, and fails; the second one fails where there is nothing to read.
                try connection.execute("PRAGMA writable_schema = ON")
                try? connection.execute("SELECT count(*) FROM sqlite_master")
                try connection.execute("SELECT count(*) FROM sqlite_master")
                return try body(connection)
            }
        } catch {
            if error.meansDamage { return nil }
            throw error
        }
    }

    /// Reads rows in one order up to a fault, and then in the other order.
    ///
    /// - Parameters:
    ///   - up: A query.
    ///   - down: The same query in reverse order.
    ///   - visit: Receives each row.
    /// - Returns: Whether no row can be missing.
    func readBothWays(_ up: StaticString, _ down: StaticString, _ visit: (SQLiteStatement) -> Void) -> Bool {
        for query in [up, down] {
            do throws(SQLiteError) {
                try prepare(query).forEach { row in
                    visit(row)
                    return true
                }
                return true
            } catch {}
        }
        return false
    }

    /// Reads the rows of a table one by one: those that its numbers lead to from both ends, and those of which more is known.
    ///
    /// - Parameters:
    ///   - up: A query for the numbers of the rows in their order.
    ///   - down: The same query in reverse order.
    ///   - named: Numbers of rows that must be there.
    ///   - isEveryRowNamed: Whether these are all; otherwise those between two faults are tried too.
    ///   - query: A query for the row of a number.
    ///   - read: Returns the value of a row; nil if it is not as it was written.
    /// - Returns: The values by the numbers of their rows, the numbers of rows that cannot be read, and whether there may be
    ///   others.
    func readRows<Value>(
        _ up: StaticString,
        _ down: StaticString,
        named: Set<Int64> = [],
        isEveryRowNamed: Bool = false,
        _ query: StaticString,
        _ read: (SQLiteStatement) throws(SQLiteError) -> Value?
    ) -> (found: [Int64: Value], lost: Set<Int64>, isCut: Bool) {
        var wanted = named
        let isCut = !readBothWays(up, down) { wanted.insert($0.int64(0)) } && !isEveryRowNamed
        if isCut, let first = wanted.min(), let last = wanted.max() {
            let (gap, isTooLong) = last.subtractingReportingOverflow(first)
            if !isTooLong, gap <= Self.longestGap { wanted.formUnion(first...last) }
        }
        var found: [Int64: Value] = [:]
        var lost: Set<Int64> = []
        for row in wanted {
            do throws(SQLiteError) {
                let isThere: Void? = try first(query, .int(row)) { values throws(SQLiteError) in
                    found[row] = try read(values)
                }
                // A number between two faults may be that of a row that was removed.
                if found[row] == nil, isThere != nil || named.contains(row) { lost.insert(row) }
            } catch {
                lost.insert(row)
            }
        }
        return (found, lost, isCut)
    }
}
