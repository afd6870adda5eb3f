// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import TestSupport

    /// DuckDB, as `.ci/setup duckdb` installs it, and the queries of the article on it.
    enum DataEngine {
        private static let modules = PackageFolder.root.appending(path: ".build/duckdb").path
        private static let python = "/usr/bin/env"

        /// Whether it is installed.
        static let isThere: Bool = {
            let run = try? Executable.run(
                ["PYTHONPATH=\(modules)", "python3", "-c", "import duckdb"],
                program: URL(fileURLWithPath: python)
            )
            return run?.code == 0
        }()

        /// The article.
        static var article: String {
            get throws {
                try PackageFolder.text("Sources/LaunchHubSession/LaunchHubSession.docc/ExportToADataEngine.md")
            }
        }

        /// Returns a query of the article, by the remark in its first line.
        static func query(_ name: String) throws -> String {
            try article.components(separatedBy: "```").first { $0.hasPrefix("sql\n-- \(name)\n") }
                .map { String($0.dropFirst(4)) } ?? ""
        }

        /// Runs queries behind the views of the article, in a folder that has the tables in `lake`.
        ///
        /// - Returns: The rows of each query, with texts and numbers.
        static func answers(_ queries: [String], in folder: URL) throws -> [[[JSONValue]]] {
            let script = """
                import duckdb, json, sys
                views, queries = json.load(sys.stdin)
                connection = duckdb.connect()
                for view in views.split(';'):
                    if view.strip(): connection.execute(view)
                for query in queries:
                    rows = connection.execute(query).fetchall()
                    print(json.dumps([[int(v) if isinstance(v, int) else v for v in row] for row in rows]))
                """
            let input: JSONValue = [.string(try query("duckdb: views")), .array(queries.map(JSONValue.string))]
            let run = try Executable.run(
                ["-C", folder.path, "PYTHONPATH=\(modules)", "python3", "-c", script],
                input: input.jsonText,
                program: URL(fileURLWithPath: python)
            )
            guard run.code == 0 else { throw Failure(description: run.error) }
            return try run.output.split(separator: "\n").map { line in
                (try JSONValue(jsonText: String(line)).arrayValue ?? []).map { $0.arrayValue.map(Array.init) ?? [] }
            }
        }

        struct Failure: Error, CustomStringConvertible {
            let description: String
        }
    }
#endif
