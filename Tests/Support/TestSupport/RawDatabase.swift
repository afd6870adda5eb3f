// SPDX-License-Identifier: Apache-2.0

import CSQLite
package import Foundation

/// A connection that a test opens behind its owner's back.
package final class RawDatabase {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private var handle: OpaquePointer?

    package init(_ url: URL) throws {
        guard sqlite3_open(url.path, &handle) == SQLITE_OK else {
            throw Failure(description: "cannot open \(url.path)")
        }
        // What else has the file open may write for a moment.
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Runs SQL and gives the first column of each row as a text.
    @discardableResult
    package func run(_ sql: String) throws -> [String] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
            case SQLITE_DONE: return rows
            default: throw failure
            }
        }
    }

    private var failure: Failure {
        Failure(description: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "no memory")
    }
}
