// SPDX-License-Identifier: Apache-2.0

/// The tables of a queue's file, and the steps that lead there from older files.
///
/// The file says in `PRAGMA user_version` how many steps it has seen; a new file has seen none. Each step runs in one
/// transaction with the number that marks it as done, so a crash in between leaves the file as it was.
package struct HitSchema: Sendable {
    /// One change of the tables.
    ///
    /// A structure, because lists of functions with a typed error need iOS 18 and macOS 15.
    package struct Step: Sendable {
        package let body: @Sendable (SQLiteConnection) throws(SQLiteError) -> Void

        package init(_ body: @escaping @Sendable (SQLiteConnection) throws(SQLiteError) -> Void) {
            self.body = body
        }
    }

    /// The steps, from an empty file on.
    ///
    /// New ones go to the end, and none ever changes.
    package var steps: [Step]

    /// Makes a schema.
    package init(steps: [Step]) {
        self.steps = steps
    }

    /// The version that files have after all steps.
    package var version: Int64 { Int64(steps.count) }

    /// The schema of this version of the library.
    package static let current = HitSchema(steps: [createTables, addChecksums])

    /// Marks a file as a queue's; the version is in the lowest byte, so that it stands in the file twice.
    private static let applicationID: Int64 = 0x4C48_5100

    /// Whether a file is one of a queue's, or empty: nothing is ever written into a database of another program.
    package func owns(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        let mark = try connection.pragma("application_id")
        if mark != 0 { return mark & ~0xFF == Self.applicationID }
        // The first version had no mark.
        return try connection.prepare("SELECT count(*), total(name = 'hit') FROM sqlite_master WHERE type = 'table'")
            .first { row in row.int64(0) == 0 || row.int64(1) > 0 } ?? true
    }

    /// Finds what is not as it was written before anybody relies on it.
    ///
    /// - Throws: ``SQLiteError`` for a corrupt file that says what is wrong.
    package func check(_ connection: SQLiteConnection) throws(SQLiteError) {
        let version = try connection.pragma("user_version")
        let mark = try connection.pragma("application_id")
        guard mark == 0 ? version <= 1 : mark & 0xFF == version & 0xFF else {
            throw connection.damage("it says version \(version) in one place and \(mark & 0xFF) in another")
        }
        guard version > 0, version <= self.version else { return }
        // What the steps up to that version make, from which a changed letter may lead anywhere.
        let model = try SQLiteConnection(path: ":memory:", busyTimeout: .zero)
        for step in steps[..<Int(version)] { try step.body(model) }
        let tables = try Self.descriptions(connection)
        for (name, text) in try Self.descriptions(model) where tables[name] != text {
            throw connection.damage("\(name) is not described as it was written")
        }
    }

    /// The statements that made the tables, without spaces, by their names.
    private static func descriptions(_ connection: SQLiteConnection) throws(SQLiteError) -> [String: String] {
        var found: [String: String] = [:]
        try connection.prepare("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").forEach {
            row throws(SQLiteError) in
            found[try row.text(0)] = try row.text(1).filter { !$0.isWhitespace }
            return true
        }
        return found
    }

    /// Brings a file up to date.
    ///
    /// - Returns: False where the file is of a later version, which this one cannot know how to read.
    package func migrate(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        // Read twice: outside for the usual case, and inside where another process may have been quicker.
        if try connection.pragma("user_version") == version { return true }
        return try connection.transaction { () throws(SQLiteError) in
            let found = try connection.pragma("user_version")
            guard (0...version).contains(found) else { return false }
            for step in steps[Int(found)...] {
                try step.body(connection)
            }
            try connection.pragma("user_version", version)
            try connection.pragma("application_id", Self.applicationID | version & 0xFF)
            return true
        }
    }

    /// Version 1.
    private static let createTables = Step { connection throws(SQLiteError) in
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
    /// Version 2: a hit says whether it is as it was written.
    ///
    /// Hits of before have no checksum and are taken as they are.
    private static let addChecksums = Step { connection throws(SQLiteError) in
        try connection.execute("ALTER TABLE hit ADD COLUMN checksum INTEGER")
        try connection.execute("ALTER TABLE set_aside ADD COLUMN checksum INTEGER")
        // Files of before have the table where it was needed.
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS will (
                owner TEXT NOT NULL,
                key TEXT NOT NULL,
                place INTEGER NOT NULL,
                process INTEGER NOT NULL,
                started INTEGER NOT NULL,
                created INTEGER NOT NULL,
                stream TEXT NOT NULL,
                payload BLOB NOT NULL,
                PRIMARY KEY (owner, key, place)
            ) WITHOUT ROWID
            """
        )
        try connection.execute("ALTER TABLE will ADD COLUMN checksum INTEGER")
    }
}
