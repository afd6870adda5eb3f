// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage

/// The pings in SQLite.
///
/// It is used by one thread at a time.
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
    private let amount: SQLiteStatement
    private let trimming: SQLiteStatement
    private let limits: CollectorLimits
    /// The amount stored, counted along the way.
    private var stored: (count: Int, bytes: Int)

    /// Opens a file, or makes it.
    ///
    /// - Parameters:
    ///   - path: The file's path, or `:memory:`.
    ///   - limits: How many pings are kept.
    /// - Throws: ``SQLiteError`` if the file cannot be opened or is not a collector's database.
    init(path: String, limits: CollectorLimits = CollectorLimits()) throws(SQLiteError) {
        if path != ":memory:" { PrivateFile.prepare(path) }
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
            "SELECT * FROM pings ORDER BY number DESC LIMIT ?"
        )
        deletion = try connection.prepare("DELETE FROM pings")
        totals = try connection.prepare("SELECT count(*), coalesce(sum(doubles), 0) FROM pings")
        amount = try connection.prepare(
            """
            SELECT count(*), total(length(body) + length(CAST(target AS BLOB)) + length(CAST(headers AS BLOB))) FROM pings
            """
        )
        // The oldest go, and a 64th more than must, so that the pings after this one find room.
        trimming = try connection.prepare(
            "DELETE FROM pings WHERE number IN (SELECT number FROM pings ORDER BY number LIMIT ?)"
        )
        self.limits = limits
        stored = try amount.first { row in (row.amount(0), row.amount(1)) } ?? (0, 0)
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

    /// Stores a ping, or counts it if its id is known.
    ///
    /// - Parameter ping: The ping that was received; its number is ignored.
    /// - Returns: The ping as it is stored now.
    /// - Throws: ``SQLiteError`` if the database cannot be read or written.
    func store(_ ping: CollectedPing) throws(SQLiteError) -> CollectedPing {
        if let id = ping.id {
            try double.run([.int(ping.time), .text(id)])
            if connection.changes > 0, let known = try byID.first([.text(id)], read: Self.read) { return known }
        }
        let headers = JSONObject(ping.headers.fields.map { ($0.name, .string($0.value)) }).jsonText
        let target = ping.path + (ping.query.map { "?\($0)" } ?? "")
        try insertion.run([
            .text(ping.id ?? ""), .text(ping.method), .text(target), .text(headers), .blob(ping.body), .int(ping.time),
            .int(ping.time),
        ])
        stored.count += 1
        stored.bytes += ping.body.count + target.utf8.count + headers.utf8.count
        var known = ping
        known.number = connection.lastInsertedRow
        try trim()
        return known
    }

    /// Drops the oldest pings where there are too many, or they are too large together.
    private func trim() throws(SQLiteError) {
        while stored.count > max(1, limits.count) || stored.bytes > limits.bytes && stored.count > 1 {
            let excess = max(stored.count - limits.count, 1)
            try trimming.run([.int(Int64(min(stored.count - 1, max(excess, stored.count / 64))))])
            dropped += connection.changes
            stored = try amount.first { row in (row.amount(0), row.amount(1)) } ?? (0, 0)
        }
    }

    /// The number of pings dropped since the collector began, because there were too many.
    private(set) var dropped = 0

    /// The first pings behind a number; the one with which the bytes are reached is the last.
    func pings(after number: Int64, limit: Int, bytes: Int = .max) throws(SQLiteError) -> [CollectedPing] {
        try read(page, [.int(number), .int(Int64(limit))], bytes: bytes)
    }

    /// The last pings, in the order of arrival; the one with which the bytes are reached is the first.
    func lastPings(_ limit: Int, bytes: Int = .max) throws(SQLiteError) -> [CollectedPing] {
        try read(lastPage, [.int(Int64(limit))], bytes: bytes).reversed()
    }

    private func read(
        _ statement: SQLiteStatement,
        _ values: [SQLiteStatement.Value],
        bytes: Int
    ) throws(SQLiteError) -> [CollectedPing] {
        var pings: [CollectedPing] = []
        var left = bytes
        try statement.forEach(values) { row throws(SQLiteError) in
            let ping = try Self.read(row)
            pings.append(ping)
            left -= ping.body.count + (ping.query?.utf8.count ?? 0) + ping.path.utf8.count
            return left > 0
        }
        return pings
    }

    /// Returns the number of pings, and how many duplicates arrived.
    func count() throws(SQLiteError) -> (pings: Int, doubles: Int) {
        try totals.first { row in (row.amount(0), row.amount(1)) } ?? (0, 0)
    }

    /// Deletes every ping.
    func removeAll() throws(SQLiteError) {
        try deletion.run()
        stored = (0, 0)
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
