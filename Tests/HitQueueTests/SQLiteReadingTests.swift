// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import TestSupport
import Testing

/// How often a database that another program may change meanwhile is read.
struct SQLiteReadingTests {
    /// Reads a file that is replaced during the first reads, and counts them.
    ///
    /// - Parameters:
    ///   - changes: During how many reads the file is replaced.
    ///   - sql: What each read asks for.
    /// - Returns: The number of reads, and whether they ended with an error.
    /// - Throws: An error where the folder cannot be written to.
    private func read(_ changes: Int, _ sql: StaticString) throws -> (count: Int, fails: Bool) {
        let folder = try TemporaryFolder()
        let file = folder.file("values.db")
        // A file without a byte is a database without a table.
        try Data().write(to: file)
        var count = 0
        do throws(SQLiteError) {
            try SQLiteConnection.reading(file.path, busyTimeout: .seconds(1)) { connection throws(SQLiteError) in
                count += 1
                if count <= changes { try? Data().write(to: file, options: .atomic) }
                try connection.execute(sql)
            }
            return (count, false)
        } catch {
            return (count, true)
        }
    }

    @Test(arguments: [(0, 1), (1, 2), (3, 4), (4, 4), (9, 4)])
    func aFileThatChangesMeanwhileIsReadAgainUpToFourTimes(_ changes: Int, _ count: Int) throws {
        let good = try read(changes, "SELECT name FROM sqlite_master")
        #expect(good == (count, false))
        let bad = try read(changes, "SELECT name FROM nowhere")
        #expect(bad == (count, true))
    }
}
