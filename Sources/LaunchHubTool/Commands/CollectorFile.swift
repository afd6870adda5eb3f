// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage

/// The database of a collector, as a tool sees it that only reads.
///
/// Pings are read one after the other, however many there are. A collector that uses the file at the same time never waits,
/// and the pings are those of one moment.
struct CollectorFile {
    let path: String

    /// Returns whether a database is that of a collector; otherwise it is that of a queue.
    ///
    /// - Throws: ``FileFailure`` if it cannot be read, or is neither.
    static func isCollector(_ path: String) throws(FileFailure) -> Bool {
        do throws(SQLiteError) {
            return try SQLiteConnection.reading(path, busyTimeout: .seconds(5)) { connection throws(SQLiteError) in
                try isCollector(connection)
            }
        } catch {
            throw FileFailure("read", path, reason: "\(error)")
        }
    }

    /// Returns whether a database is that of a collector; otherwise it is that of a queue.
    ///
    /// - Throws: ``SQLiteError`` if it cannot be read, or is neither.
    static func isCollector(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        let tables = try connection.prepare(
            "SELECT total(name = 'hit'), total(name = 'pings') FROM sqlite_master WHERE type = 'table'"
        ).first { row in (row.int64(0), row.int64(1)) }
        if tables?.0 ?? 0 > 0 { return false }
        if tables?.1 ?? 0 > 0 { return true }
        throw SQLiteError(
            code: .notADatabase,
            message: "it is neither the database of a collector nor that of a queue",
            path: connection.path
        )
    }

    /// Passes each ping to a closure, in the order of arrival.
    ///
    /// - Parameters:
    ///   - range: The times of arrival, in milliseconds since 1970.
    ///   - begin: Called before the first ping, and again where the file was changed and is read once more; it may throw
    ///     to end the reading.
    ///   - visit: Receives each ping.
    /// - Throws: ``FileFailure`` if the file cannot be read; what the closures throw.
    func forEachPing(
        in range: Range<Int64> = 0..<Int64.max,
        begin: () throws -> Void,
        visit: (ExportPing) throws -> Void
    ) throws {
        var failure: (any Error)?
        do throws(SQLiteError) {
            try SQLiteConnection.reading(path, busyTimeout: .seconds(5)) { connection throws(SQLiteError) in
                do {
                    failure = nil
                    try begin()
                } catch {
                    failure = error
                    return
                }
                let all = try connection.prepare(
                    """
                    SELECT number, id, method, target, headers, body, time, doubles, last_time FROM pings
                    WHERE time >= ? AND time < ? ORDER BY number
                    """
                )
                try all.forEach([.int(range.lowerBound), .int(range.upperBound)]) { row throws(SQLiteError) in
                    do {
                        try visit(try Self.ping(row))
                        return true
                    } catch let error as SQLiteError {
                        throw error
                    } catch {
                        failure = error
                        return false
                    }
                }
            }
        } catch {
            throw FileFailure("read", path, reason: "\(error)")
        }
        if let failure { throw failure }
    }

    private static func ping(_ row: SQLiteStatement) throws(SQLiteError) -> ExportPing {
        let body = row.data(5)
        let request = CaptureEntry(
            address: try row.text(3),
            method: try row.text(2),
            time: row.int64(6),
            key: row.isNull(1) ? nil : try row.text(1),
            body: body.isEmpty ? nil : String(decoding: body, as: UTF8.self)
        )
        return ExportPing(
            source: "",
            number: row.int64(0),
            request: request,
            time: row.int64(6),
            lastTime: row.int64(8),
            doubles: Int64(row.amount(7)),
            state: .collected,
            headers: (try? JSONObject(jsonText: try row.text(4))) ?? [:]
        )
    }
}

/// A ping as its source has it.
struct ExportPing: Sendable, Hashable {
    /// What has become of a ping.
    enum State: String, Sendable {
        case collected, waiting
        case setAside = "set_aside"
        case recorded
    }

    /// The name of the file that it is from.
    var source: String
    /// The place in that file, from 1.
    var number: Int64
    /// What was sent; a collector has the path and the query of the address.
    var request: CaptureEntry
    /// Milliseconds since 1970.
    var time: Int64
    /// When it came last, in milliseconds since 1970.
    var lastTime: Int64
    /// How often it came again.
    var doubles: Int64 = 0
    var state: State
    /// Why it was set aside.
    var reason: String?
    /// The header fields that came with it.
    var headers: JSONObject = [:]
}
