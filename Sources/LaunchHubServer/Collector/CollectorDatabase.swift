// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The pings in SQLite. It is used by one thread at a time.
final class CollectorDatabase {
    /// Marks the file as ours, so that another program's database is left alone.
    private static let applicationID: Int64 = 0x6C68_636F
    private static let version: Int64 = 1

    private let connection: SQLiteConnection
    private let insertion: SQLiteStatement
    private let double: SQLiteStatement
    private let byID: SQLiteStatement
    private let page: SQLiteStatement
    private let lastPage: SQLiteStatement
    private let deletion: SQLiteStatement
    private let totals: SQLiteStatement

    /// Opens a file, or makes it.
    ///
    /// - Parameter path: The file, or `:memory:`.
    init(path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, busyTimeout: .seconds(5))
        try Self.prepareFile(connection)
        insertion = try connection.prepare(
            """
            INSERT INTO pings (id, method, target, headers, body, time, last_time)
            VALUES (nullif(?, ''), ?, ?, ?, ?, ?, ?)
            """
        )
        double = try connection.prepare("UPDATE pings SET doubles = doubles + 1, last_time = ? WHERE id = ?")
        byID = try connection.prepare("SELECT * FROM pings WHERE id = ?")
        page = try connection.prepare("SELECT * FROM pings WHERE number > ? ORDER BY number LIMIT ?")
        lastPage = try connection.prepare(
            "SELECT * FROM (SELECT * FROM pings ORDER BY number DESC LIMIT ?) ORDER BY number"
        )
        deletion = try connection.prepare("DELETE FROM pings")
        totals = try connection.prepare("SELECT count(*), coalesce(sum(doubles), 0) FROM pings")
    }

    private static func prepareFile(_ connection: SQLiteConnection) throws(SQLiteError) {
        let owner = try connection.pragma("application_id")
        let tables = try connection.prepare("SELECT count(*) FROM sqlite_master").first { row in row.int64(0) } ?? 0
        guard owner == applicationID || owner == 0 && tables == 0 else {
            throw SQLiteError(
                code: .notADatabase,
                message: "it is another program's database; give a file of its own",
                path: connection.path
            )
        }
        try connection.prepare("PRAGMA journal_mode = WAL").first { _ in () }
        try connection.pragma("synchronous", 1)
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS pings (
              number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, method TEXT NOT NULL, target TEXT NOT NULL,
              headers TEXT NOT NULL, body BLOB NOT NULL, time INTEGER NOT NULL,
              doubles INTEGER NOT NULL DEFAULT 0, last_time INTEGER NOT NULL
            ) STRICT
            """
        )
        try connection.pragma("application_id", applicationID)
        try connection.pragma("user_version", version)
    }

    /// Stores a ping, or counts it where its id is known.
    ///
    /// - Parameter ping: What came; its number does not matter.
    /// - Returns: What is stored now.
    func store(_ ping: CollectedPing) throws(SQLiteError) -> CollectedPing {
        if let id = ping.id {
            try double.run(.int(ping.time), .text(id))
            if connection.changes > 0, let known = try byID.first(.text(id), read: Self.read) { return known }
        }
        let headers = JSONObject(ping.headers.fields.map { ($0.name, .string($0.value)) }).jsonText
        try insertion.run(
            .text(ping.id ?? ""),
            .text(ping.method),
            .text(ping.path + (ping.query.map { "?\($0)" } ?? "")),
            .text(headers),
            .blob(ping.body),
            .int(ping.time),
            .int(ping.time)
        )
        var stored = ping
        stored.number = connection.lastInsertedRow
        return stored
    }

    /// The first pings behind a number.
    func pings(after number: Int64, limit: Int) throws(SQLiteError) -> [CollectedPing] {
        var pings: [CollectedPing] = []
        try page.forEach(.int(number), .int(Int64(limit))) { row throws(SQLiteError) in
            pings.append(try Self.read(row))
            return true
        }
        return pings
    }

    /// The last pings, in the order of arrival.
    func lastPings(_ limit: Int) throws(SQLiteError) -> [CollectedPing] {
        var pings: [CollectedPing] = []
        try lastPage.forEach(.int(Int64(limit))) { row throws(SQLiteError) in
            pings.append(try Self.read(row))
            return true
        }
        return pings
    }

    /// How many pings there are, and how often one of them came again.
    func count() throws(SQLiteError) -> (pings: Int, doubles: Int) {
        try totals.first { row in (row.amount(0), row.amount(1)) } ?? (0, 0)
    }

    /// Deletes every ping.
    func removeAll() throws(SQLiteError) {
        try deletion.run()
    }

    private static func read(_ row: SQLiteStatement) throws(SQLiteError) -> CollectedPing {
        let text = try row.text(3)
        // The target was read once before it was stored.
        let target = try? RequestTarget(text)
        let headers = (try? JSONObject(jsonText: try row.text(4))) ?? JSONObject()
        return CollectedPing(
            number: row.int64(0),
            id: row.isNull(1) ? nil : try row.text(1),
            method: try row.text(2),
            path: target?.path ?? text,
            query: target?.query,
            parameters: target?.parameters ?? [],
            headers: HTTPHeaders(headers.map { ($0.key, $0.value.stringValue ?? "") }),
            body: row.data(5),
            time: row.int64(6),
            doubles: row.amount(7),
            lastTime: row.int64(8)
        )
    }
}
