// SPDX-License-Identifier: Apache-2.0

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
