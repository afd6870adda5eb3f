// SPDX-License-Identifier: Apache-2.0

extension DatabaseSchema {
    /// The tables of a queue's file.
    package static let hits = DatabaseSchema(
        applicationID: 0x4C48_5100,
        firstVersion: 2,
        steps: [hitTables]
    )

    private static let hitTables: [StaticString] = [
        """
        CREATE TABLE hit (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            stream TEXT NOT NULL,
            created INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            payload BLOB NOT NULL,
            checksum INTEGER
        )
        """,
        // Has the bytes too, so that counting reads the index and leaves the payloads alone.
        "CREATE INDEX hit_in_stream ON hit (stream, row, bytes)",
        // Who sends a stream at the moment, and until when it waits. A stream of which there is nothing to say has no row.
        """
        CREATE TABLE stream (
            name TEXT PRIMARY KEY,
            lease_owner TEXT,
            lease_end INTEGER NOT NULL,
            held_until INTEGER NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE set_aside (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            stream TEXT NOT NULL,
            created INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            payload BLOB NOT NULL,
            reason TEXT NOT NULL,
            checksum INTEGER
        )
        """,
        """
        CREATE TABLE will (
            owner TEXT NOT NULL,
            key TEXT NOT NULL,
            place INTEGER NOT NULL,
            process INTEGER NOT NULL,
            started INTEGER NOT NULL,
            created INTEGER NOT NULL,
            stream TEXT NOT NULL,
            payload BLOB NOT NULL,
            checksum INTEGER,
            PRIMARY KEY (owner, key, place)
        ) WITHOUT ROWID
        """,
    ]
}
