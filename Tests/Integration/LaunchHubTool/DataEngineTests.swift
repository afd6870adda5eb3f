// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// The queries of the article on DuckDB over a collector's database, compared with what the package says of it.
    ///
    /// `LAUNCHHUB_EXPORT_PINGS` names another number of pings, and `LAUNCHHUB_EXPORT_PROGRAM` another build of the program:
    /// `.ci/run` has a million exported by the release build.
    @Suite(
        .enabled(if: Executable.url != nil, "the program is not built beside the tests"),
        .enabled(if: DataEngine.isThere, "DuckDB is not there; bash .ci/setup duckdb installs it")
    )
    struct DataEngineTests {
        private static let environment = ProcessInfo.processInfo.environment
        private static let count = environment["LAUNCHHUB_EXPORT_PINGS"].flatMap(Int.init) ?? 2_000
        private static let program =
            environment["LAUNCHHUB_EXPORT_PROGRAM"].map { URL(fileURLWithPath: $0) } ?? Executable.url
        private static let apps = [
            "P01234567-89AB-CDEF-0123-456789ABCDEF", "P11111111-89AB-CDEF-0123-456789ABCDEF", "bad",
        ]
        private static let versions = ["1.0", "1.1", "2.0"]

        /// Fills a collector's database in one transaction: each ping of one of nine app versions, of one of seven assets;
        /// each tenth says that a session began, each ninety-seventh came three times.
        private static func fill(_ file: URL) throws {
            _ = try Collector(file: file)
            let apps = apps.enumerated().map { "WHEN \($0) THEN '\($1)'" }.joined(separator: " ")
            let versions = versions.enumerated().map { "WHEN \($0) THEN '\($1)'" }.joined(separator: " ")
            try RawDatabase(file).run(
                """
                INSERT INTO pings (id, method, target, headers, body, time, doubles, last_time)
                WITH RECURSIVE ping (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM ping WHERE n < \(count - 1))
                SELECT printf('%032x', n), 'GET', CASE WHEN n % 10 = 0
                    THEN '/cgi-bin/gn?prd=session&c13=asid%2C' || CASE n / 10 % 3 \(apps) END || '&sessionId=s' || (n / 10)
                    ELSE '/cgi-bin/gn?prd=dcr&rt=video&st=dcr&c13=asid%2C' || CASE n / 10 % 3 \(apps) END
                    || '&c12=apv%2C' || CASE n / 30 % 3 \(versions) END || '&sessionId=s' || (n / 10) || '&ai=asset-' || (n % 7)
                    || '&cr=4_00_99_D1_' || substr('1111100000', 6 - n % 6, 5) || '&c27=cln%2C' || (n % 301) || '&c9=devid%2C' || printf('%064x', n / 100)
                    || '&tl=Title&ty=content&uoo=false' END,
                '{"Host":"127.0.0.1:8642"}', x'', 1772481600000 + n * 86400000 * 3 / \(count),
                CASE WHEN n % 97 = 0 THEN 2 ELSE 0 END, 1772481600000 + n * 86400000 * 3 / \(count) FROM ping
                """
            )
        }

        @Test func theQueriesSayWhatThePackageSays() throws {
            let folder = try TemporaryFolder()
            let database = folder.file("pings.db")
            try Self.fill(database)
            let run = try Executable.run(
                ["export", database.path, "-o", folder.file("lake").path, "--json"],
                program: Self.program
            )
            try #require(run.code == 0, "\(run.error)")
            #expect(try JSONObject(jsonText: run.output)["rows"]?["pings"] == .int(Int64(Self.count)))
            let names = ["verdicts by app version", "minutes by asset", "doubles by id"].map { "duckdb: \($0)" }
            let sums =
                "SELECT app, app_version, sum(pings) FROM read_json('lake/verdicts/**/*.jsonl') GROUP BY ALL ORDER BY ALL"
            let answers = try DataEngine.answers(try names.map(DataEngine.query) + [sums], in: folder.url)
            try Self.checkVerdicts(answers[0], answers[3], database, folder)
            try Self.checkMinutes(answers[1])
            try Self.checkDoubles(answers[2], database)
        }

        /// The verdicts are those on the pings of one app version alone, and all pings were judged.
        private static func checkVerdicts(
            _ rows: [[JSONValue]],
            _ sums: [[JSONValue]],
            _ database: URL,
            _ folder: TemporaryFolder
        ) throws {
            #expect(sums.compactMap { $0.last?.intValue }.reduce(0, +) == Int64(count))
            #expect(sums.count == apps.count * versions.count)
            for app in apps {
                for version in versions {
                    let part = folder.file("\(app)-\(version).db")
                    _ = try Collector(file: part)
                    let raw = try RawDatabase(part)
                    try raw.run("ATTACH '\(database.path)' AS whole")
                    // A session's first ping names no version, and belongs to that of its other pings.
                    try raw.run(
                        """
                        INSERT INTO pings SELECT * FROM whole.pings WHERE target LIKE '%asid\\%2C\(app)&%' ESCAPE '\\'
                        AND (target LIKE '%apv\\%2C\(version)&%' ESCAPE '\\' OR target LIKE '%prd=session%'
                        AND (number - 1) / 30 % 3 = \(versions.firstIndex(of: version) ?? 0)) LIMIT 20000
                        """
                    )
                    let lake = folder.file("\(app)-\(version)")
                    let run = try Executable.run(["export", part.path, "-o", lake.path], program: program)
                    try #require(run.code == 0, "\(run.error)")
                    let cases = try lines(below: lake.appending(path: "cases"))
                        .filter { $0["verdict"] != "undecidable" }
                    let expected = Set(cases.map { [$0["case"]?.stringValue ?? "", $0["verdict"]?.stringValue ?? ""] })
                    let own = rows.filter { $0[0] == .string(app) && $0[1] == .string(version) }
                    #expect(!expected.isEmpty && own.count == expected.count)
                    for row in own {
                        let passed = row[3].intValue ?? 0
                        let failed = row[4].intValue ?? 0
                        #expect(passed == 0 || failed == 0)
                        #expect(
                            expected.contains([row[2].stringValue ?? "", passed > 0 ? "pass" : "fail"]),
                            "\(app) \(version)"
                        )
                    }
                }
            }
        }

        /// The lines of a table, of all its parts.
        private static func lines(below folder: URL) throws -> [JSONObject] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            return try files.filter { $0.hasSuffix(".jsonl") }.flatMap { file in
                try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n")
                    .map { try JSONObject(jsonText: String($0)) }
            }
        }

        private static func checkMinutes(_ rows: [[JSONValue]]) throws {
            var minutes: [String: [Int64]] = [:]
            for number in 0..<count where number % 10 != 0 && (number % 6 > 0 || number % 301 > 0) {
                let played = Int64(number % 301)
                minutes["asset-\(number % 7)", default: [0, 0]][0] += Int64(number % 6)
                minutes["asset-\(number % 7)", default: [0, 0]][1] += played
            }
            #expect(rows.count == 7)
            for row in rows { #expect(minutes[row[0].stringValue ?? ""] == row.dropFirst().compactMap(\.intValue)) }
        }

        private static func checkDoubles(_ rows: [[JSONValue]], _ database: URL) throws {
            let counted = try Collector(file: database, limits: CollectorLimits(count: .max, bytes: .max)).count()
            #expect(counted.pings == count)
            #expect(rows.compactMap { $0[1].intValue }.reduce(0) { $0 + $1 - 1 } == Int64(counted.doubles))
            #expect(rows.count == (count + 96) / 97 && rows.allSatisfy { $0[1] == 3 && $0[2] == 1 })
            #expect(rows.first?[0] == .string(String(repeating: "0", count: 32)))
        }
    }
#endif
