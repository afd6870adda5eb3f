// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The article on exports says what the tables are.
struct ExportArticleTests {
    private static var article: String {
        get throws { try PackageFolder.text("Sources/LaunchHubSession/LaunchHubSession.docc/ExportToADataEngine.md") }
    }

    @Test func itHasEveryColumn() throws {
        let article = try Self.article
        let columns = ToolRun.exportColumns
        #expect(try Self.rows(of: #require(article.components(separatedBy: "## Columns").last)) == columns.paths)
        for table in columns.tables {
            let part = try #require(article.components(separatedBy: "### \(table.name)\n").dropFirst().first)
            #expect(part.hasPrefix("\n\(table.meaning)\n"))
            #expect(Self.rows(of: part) == table.rows)
        }
    }

    /// Both engines are asked the same.
    @Test func itHasTheQueriesOfBothEngines() throws {
        let article = try Self.article
        for name in ["views", "verdicts by app version", "minutes by asset", "doubles by id"] {
            for engine in ["duckdb", "spark"] { #expect(article.contains("-- \(engine): \(name)\n")) }
        }
    }

    /// The rows of the first table of a text.
    private static func rows(of text: String) -> [String] {
        let head = "| Column | Type | Meaning |\n|---|---|---|\n"
        let table = text.components(separatedBy: head).dropFirst().first ?? ""
        let rows = table.components(separatedBy: "\n\n").first ?? ""
        return rows.components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
    }
}
