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
