// SPDX-License-Identifier: Apache-2.0

/// The three statements that make a transaction, compiled once.
package struct SQLiteTransaction {
    private let connection: SQLiteConnection
    private let begin: SQLiteStatement
    private let commit: SQLiteStatement
    private let rollback: SQLiteStatement

    /// Compiles the statements.
    package init(on connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        begin = try connection.prepare("BEGIN IMMEDIATE")
        commit = try connection.prepare("COMMIT")
        rollback = try connection.prepare("ROLLBACK")
    }

    /// Runs work in a transaction that holds the write lock from its start, and undoes it where the work throws.
    ///
    /// - Parameter work: May use the connection, and must not begin another transaction.
    /// - Returns: What `work` returns, once it is committed.
    /// - Throws: What `work` throws, or ``SQLiteError`` where the transaction can neither begin nor commit.
    package func run<Result>(_ work: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try begin.run()
        do throws(SQLiteError) {
            let result = try work()
            try commit.run()
            return result
        } catch {
            // Some errors have ended the transaction already, and then there is nothing to undo.
            if connection.isInTransaction {
                try? rollback.run()
            }
            throw error
        }
    }
}
