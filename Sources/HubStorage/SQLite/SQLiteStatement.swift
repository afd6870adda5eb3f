// SPDX-License-Identifier: Apache-2.0

import CSQLite
package import Foundation

/// One compiled statement, which its connection keeps and uses again and again.
///
/// Values are bound and never written into the text. Parameters count from 1 and columns from 0, as in SQLite.
package final class SQLiteStatement {
    /// A value for a parameter.
    package enum Value {
        case int(Int64)
        /// A text, which may hold any character.
        case text(String)
        /// Bytes; none at all are an empty value and not a missing one.
        case blob(Data)
    }

    private let handle: OpaquePointer
    private let path: String

    init(_ handle: OpaquePointer, path: String) {
        self.handle = handle
        self.path = path
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs the statement to its end, with values for its parameters in their order, and drops its rows.
    package func run(_ values: [Value] = []) throws(SQLiteError) {
        try forEach(values) { _ in true }
    }

    /// Reads the first row; nil for a statement without rows.
    package func first<Result>(
        _ values: [Value] = [],
        read: (SQLiteStatement) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result? {
        var result: Result?
        try forEach(values) { row throws(SQLiteError) in
            result = try read(row)
            return false
        }
        return result
    }

    /// Reads one row after another.
    ///
    /// - Parameters:
    ///   - values: Values for the statement's parameters, in their order.
    ///   - visit: Receives each row and returns whether to go on with the next one.
    /// - Throws: ``SQLiteError`` if a value cannot be bound or the statement fails, and what `visit` throws.
    package func forEach(
        _ values: [Value] = [],
        visit: (SQLiteStatement) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) {
        defer {
            // So that it no longer holds a lock or values, and can be used again.
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (offset, value) in values.enumerated() {
            let code = bind(value, at: Int32(offset + 1))
            guard code == SQLITE_OK else { throw error(code) }
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: guard try visit(self) else { return }
            case SQLITE_DONE: return
            case let code: throw error(code)
            }
        }
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code, of: sqlite3_db_handle(handle), path: path)
    }

    /// A column as a number.
    package func int64(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// A column as an amount: what no file of ours can hold counts as the nearest that one can, so that amounts may be
    /// added up without a care.
    package func amount(_ column: Int32) -> Int {
        Int(min(max(0, int64(column)), 1 << 40))
    }

    /// True where a column has no value.
    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// A column as a text.
    ///
    /// - Throws: ``SQLiteError`` for a corrupt file where it is none: a text that was repaired would no longer find
    ///   the row that it came from.
    package func text(_ column: Int32) throws(SQLiteError) -> String {
        if sqlite3_column_type(handle, column) == SQLITE_TEXT, let start = sqlite3_column_text(handle, column) {
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
            let text = String(decoding: bytes, as: UTF8.self)
            if text.utf8.elementsEqual(bytes) { return text }
        }
        throw SQLiteError(code: .corrupt, message: "column \(column) is not text", path: path)
    }

    /// A column as bytes.
    package func data(_ column: Int32) -> Data {
        guard let bytes = sqlite3_column_blob(handle, column) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .int(let number):
            return sqlite3_bind_int64(handle, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                guard let start = bytes.baseAddress, let count = Int32(exactly: bytes.count) else {
                    return bytes.isEmpty ? csqlite_bind_text(handle, index, "", 0) : SQLITE_TOOBIG
                }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    csqlite_bind_text(handle, index, $0, count)
                }
            }
        case .blob(let data):
            return data.withUnsafeBytes { bytes in
                guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
                // A null pointer would bind NULL, and an empty value may have one.
                guard count > 0 else { return sqlite3_bind_zeroblob(handle, index, 0) }
                return csqlite_bind_blob(handle, index, bytes.baseAddress, count)
            }
        }
    }
}
