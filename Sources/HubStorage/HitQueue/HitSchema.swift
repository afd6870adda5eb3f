// SPDX-License-Identifier: Apache-2.0

extension DatabaseSchema {
    /// The tables of a queue's file.
    package static let hits = DatabaseSchema(
        applicationID: 0x4C48_5100,
        unmarkedVersions: 1,
        steps: [firstHitTables, hitChecksums]
    )

    private static let firstHitTables: [StaticString] = [
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
            reason TEXT NOT NULL
        )
        """,
    ]

    /// A hit says whether it is as it was written; those of before have no checksum and are taken as they are.
    private static let hitChecksums: [StaticString] = [
        "ALTER TABLE hit ADD COLUMN checksum INTEGER",
        "ALTER TABLE set_aside ADD COLUMN checksum INTEGER",
        // Files of before have the table where it was needed.
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
        """,
        "ALTER TABLE will ADD COLUMN checksum INTEGER",
    ]
}
