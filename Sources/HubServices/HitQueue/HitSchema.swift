// SPDX-License-Identifier: Apache-2.0

/// The tables of a queue's file, and the steps that lead there from older files.
///
/// The file says in `PRAGMA user_version` how many steps it has seen; a new file has seen none. Each step runs in one
/// transaction with the number that marks it as done, so a crash in between leaves the file as it was.
package struct HitSchema: Sendable {
    /// One change of the tables.
    package typealias Step = @Sendable (SQLiteConnection) throws(SQLiteError) -> Void

    /// The steps, from an empty file on. New ones go to the end, and none ever changes.
    package var steps: [Step]

    /// Makes a schema.
    package init(steps: [Step]) {
        self.steps = steps
    }

    /// The version that files have after all steps.
    package var version: Int64 { Int64(steps.count) }

    /// The schema of this version of the library.
    package static let current = HitSchema(steps: [createTables])

    /// Whether a file is one of a queue's, or empty: nothing is ever written into a database of another program.
    package func owns(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        try connection.prepare("SELECT count(*), total(name = 'hit') FROM sqlite_master WHERE type = 'table'")
            .first { row in row.int64(0) == 0 || row.int64(1) > 0 } ?? true
    }

    /// Brings a file up to date.
    ///
    /// - Returns: False where the file is of a later version, which this one cannot know how to read.
    package func migrate(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        // Read twice: outside for the usual case, and inside where another process may have been quicker.
        if try connection.pragma("user_version") == version { return true }
        return try SQLiteTransaction(on: connection).run { () throws(SQLiteError) in
            let found = try connection.pragma("user_version")
            guard (0...version).contains(found) else { return false }
            for step in steps[Int(found)...] {
                try step(connection)
            }
            try connection.pragma("user_version", version)
            return true
        }
    }

    /// Version 1.
    private static let createTables: Step = { connection throws(SQLiteError) in
        try connection.execute(
            """
            CREATE TABLE hit (
                row INTEGER PRIMARY KEY,
                id TEXT NOT NULL,
                stream TEXT NOT NULL,
                created INTEGER NOT NULL,
                attempts INTEGER NOT NULL,
                bytes INTEGER NOT NULL,
                payload BLOB NOT NULL
            )
            """
        )
        // Has the bytes too, so that counting reads the index and leaves the payloads alone.
        try connection.execute("CREATE INDEX hit_in_stream ON hit (stream, row, bytes)")
        // Who sends a stream at the moment, and until when it waits. A stream of which there is nothing to say has no
        // row here.
        try connection.execute(
            """
            CREATE TABLE stream (
                name TEXT PRIMARY KEY,
                lease_owner TEXT,
                lease_end INTEGER NOT NULL,
                held_until INTEGER NOT NULL
            ) WITHOUT ROWID
            """
        )
        try connection.execute(
            """
            CREATE TABLE set_aside (
                row INTEGER PRIMARY KEY,
                id TEXT NOT NULL,
                stream TEXT NOT NULL,
                created INTEGER NOT NULL,
                attempts INTEGER NOT NULL,
                payload BLOB NOT NULL,
                reason TEXT NOT NULL
            )
            """
        )
    }
}
