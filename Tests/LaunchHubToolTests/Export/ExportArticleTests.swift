// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    @testable import LaunchHubTool

    /// The article on exports says what the tables are.
    struct ExportArticleTests {
        @Test func itHasEveryColumn() throws {
            let article = try DataEngine.article
            #expect(
                try Self.rows(of: #require(article.components(separatedBy: "## Columns").last))
                    == Self.rows(ExportColumn.partition)
            )
            for table in ExportTable.allCases {
                let part = try #require(article.components(separatedBy: "### \(table.rawValue)\n").dropFirst().first)
                #expect(part.hasPrefix("\n\(table.meaning)\n"))
                #expect(Self.rows(of: part) == Self.rows(table.columns.dropFirst(ExportColumn.partition.count)))
            }
        }

        /// Both engines are asked the same.
        @Test func itHasTheQueriesOfBothEngines() throws {
            for name in ["views", "verdicts by app version", "minutes by asset", "doubles by id"] {
                for engine in ["duckdb", "spark"] {
                    #expect(try DataEngine.query("\(engine): \(name)").contains(";\n"))
                }
            }
        }

        /// The rows of the first table of a text.
        private static func rows(of text: String) -> [String] {
            let head = "| Column | Type | Meaning |\n|---|---|---|\n"
            let table = text.components(separatedBy: head).dropFirst().first ?? ""
            let rows = table.components(separatedBy: "\n\n").first ?? ""
            return rows.components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
        }

        private static func rows(_ columns: some Sequence<ExportColumn>) -> [String] {
            columns.map { "| `\($0.name)` | \($0.kind.rawValue)\($0.isOptional ? " or null" : "") | \($0.meaning) |" }
        }
    }
#endif
