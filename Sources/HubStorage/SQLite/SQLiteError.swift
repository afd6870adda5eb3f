// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// Why SQLite could not do something.
package struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// SQLite's code, with its detail.
    package let code: SQLiteResultCode
    /// What SQLite or the system says.
    package let message: String
    /// The database file, or `:memory:`.
    package let path: String

    package init(code: SQLiteResultCode, message: String, path: String) {
        self.code = code
        self.message = message
        self.path = path
    }

    /// Makes an error out of the last one of a connection; nil for one that could not be made.
    init(_ code: Int32, of handle: OpaquePointer?, path: String) {
        let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "no memory"
        self.init(code: SQLiteResultCode(rawValue: code), message: message, path: path)
    }

    /// The code, the file and what SQLite says.
    package var description: String {
        "SQLite \(code) in \(path): \(message)"
    }

    /// True where trying again on the same file can never help, because what it holds is wrong.
    ///
    /// A plain ``SQLiteResultCode/error`` is among them: every statement here is fixed, so it can only fail to compile
    /// where the tables are not the ones that the file's version promises.
    package var meansDamage: Bool {
        switch code.primary {
        case .corrupt, .notADatabase, .error: true
        default: false
        }
    }

    /// True where the connection itself is sound and only this attempt failed.
    package var leavesConnectionUsable: Bool {
        switch code.primary {
        case .busy, .locked, .full, .noMemory: true
        default: false
        }
    }
}

extension SQLiteConnection {
    /// Makes an error of a file that is not as it was written.
    func damage(_ message: String) -> SQLiteError {
        SQLiteError(code: .corrupt, message: message, path: path)
    }
}

/// What SQLite answers, with SQLite's own numbers.
///
/// SQLite adds detail to many codes in the higher bits; ``primary`` takes it away again.
///
/// ```swift
/// if error.code.primary == .full { ... }
/// ```
package struct SQLiteResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// SQLite's number, with or without the detail in its higher bits.
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The code without its detail, to compare with the values below.
    package var primary: SQLiteResultCode { SQLiteResultCode(rawValue: rawValue & 0xff) }

    /// A statement is wrong, or the schema is not the expected one.
    package static let error = SQLiteResultCode(rawValue: 1)
    /// Another connection held the database for longer than the busy timeout.
    package static let busy = SQLiteResultCode(rawValue: 5)
    /// A table is in use by the same connection.
    static let locked = SQLiteResultCode(rawValue: 6)
    /// No memory.
    static let noMemory = SQLiteResultCode(rawValue: 7)
    /// The file or its folder cannot be written.
    package static let readOnly = SQLiteResultCode(rawValue: 8)
    /// The file's content contradicts itself.
    package static let corrupt = SQLiteResultCode(rawValue: 11)
    /// The disk is full, or the file has reached its largest allowed size.
    package static let full = SQLiteResultCode(rawValue: 13)
    /// The file can neither be opened nor made.
    package static let cannotOpen = SQLiteResultCode(rawValue: 14)
    /// A later version of the library made the file, and this one cannot read it.
    ///
    /// SQLite itself no longer uses the number.
    package static let laterVersion = SQLiteResultCode(rawValue: 24)
    /// The file is something else than a database.
    package static let notADatabase = SQLiteResultCode(rawValue: 26)

    private static let names: [Int32: String] = [
        1: "error", 3: "permission", 5: "busy", 6: "locked", 7: "no memory", 8: "read-only", 10: "I/O error",
        11: "corrupt",
        13: "full", 14: "cannot open", 21: "misuse", 26: "not a database",
    ]

    /// The name of the primary code where it has one, and the number.
    package var description: String {
        Self.names[primary.rawValue].map { "\($0) (\(rawValue))" } ?? "\(rawValue)"
    }
}
