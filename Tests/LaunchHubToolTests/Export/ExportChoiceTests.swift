// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// What is read out of addresses, and which rows and names may be chosen.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct ExportChoiceTests {
        /// Writes a session with such pings.
        private static func session(_ export: ExportedFolder, _ addresses: [String], start: Int64 = 0) throws -> String
        {
            var lines = [#"{"schema":"launch-hub-session","version":2,"title":"S","seed":1,"start":\#(start)}"#]
            for address in addresses {
                lines.append(#"{"kind":"ping","t":0,"ping":{"url":\#(JSONValue.string(address).jsonText)}}"#)
            }
            lines.append(#"{"kind":"end","t":0,"steps":0}"#)
            return try export.folder.write(lines.joined(separator: "\n") + "\n", to: "s.jsonl").path
        }

        // MARK: - Addresses

        @Test func theProductIsReadOutOfThePathAndTheParameters() throws {
            let export = try ExportedFolder()
            let products = [
                ("https://a.example/tsv?x=1/y", "tsv"), ("https://a.example/tsv#y", "tsv"), ("/tsv?x=1", "tsv"),
                ("https:///tsv?x=1", "tsv"), ("https://a.example/x?y=/tsv", "other"), ("/x?y=1#/tsv", "other"),
                ("https://tsv?x=1", "other"), ("/x?prd=dcr&rt=text", "dcrStatic"), ("/x?st=mtvr", "dtvr"),
                ("https://ad.example/x?c7=osgrp,1&c8=devgrp,2&c10=plt,x", "dar"), ("/x?prd=new", "new"),
            ]
            let session = try Self.session(export, products.map(\.0))
            #expect(try export.export(session, "--table", "pings").code == 0)
            #expect(try export.rows("pings").map { $0["product"]?.stringValue } == products.map(\.1))
        }

        @Test func theAssetOfAChannelIsItsContentIdentifier() throws {
            let export = try ExportedFolder()
            let session = try Self.session(
                export,
                [
                    "/x?st=mtvr&ca=C", "/x?st=mtvr&ca=C&ai=A", "/x?prd=dcr&ca=C", "/x?prd=dcr&ca=C&ai=A",
                    "/x?st=mtvr&ai=",
                ]
            )
            #expect(try export.export(session, "--table", "pings").code == 0)
            #expect(try export.rows("pings").map { $0["asset"] } == ["C", "A", .null, "A", .null])
        }

        @Test func ofEqualNamesTheFirstValueIsTaken() throws {
            let export = try ExportedFolder()
            let session = try Self.session(export, ["/x?tl=A&tl=B&x=&y=&y=1"])
            #expect(try export.export(session, "--table", "pings").code == 0)
            let row = try #require(try export.rows("pings").first)
            #expect(row["title"] == "A" && row["parameters"] == ["tl": "A", "y": "1"])
        }

        /// The number and the seconds of the first part that is one.
        @Test(
            arguments: [
                ("_D1_60", 1, 60), ("D1__60", nil, nil), ("D_60", nil, 60), ("I2_60_D3_120", 2, 60), ("1_D2_60", 2, 60),
                ("_", nil, nil),
            ] as [(String, Int64?, Int64?)]
        )
        func theCreditIsThatOfItsFirstPart(_ credit: String, _ segment: Int64?, _ seconds: Int64?) throws {
            let export = try ExportedFolder()
            let session = try Self.session(export, ["/x?cr=\(credit)"])
            #expect(try export.export(session, "--table", "pings").code == 0)
            let row = try #require(try export.rows("pings").first)
            #expect(row["segment"]?.intValue == segment && row["credited_seconds"]?.intValue == seconds)
        }

        // MARK: - Options

        @Test(arguments: [
            ("A-z_09", true), ("-", true), ("_", true), (String(repeating: "a", count: 64), true),
            (String(repeating: "a", count: 65), false), ("a.b", false), ("a/b", false), ("ä", false), ("a b", false),
            ("[", false), ("{", false), ("@", false), (":", false),
        ])
        func thePartIsAWord(_ part: String, _ isTaken: Bool) throws {
            let export = try ExportedFolder()
            let session = try Self.session(export, ["/x?c13=asid%2CPX"])
            let run = try export.export(session, "--table", "pings", "--part=\(part)")
            #expect(run.code == (isTaken ? 0 : 2))
            #expect(run.error.contains("use up to 64 letters, digits, \"-\" and \"_\"") == !isTaken)
            let path = "pings/day=1970-01-01/app=PX/part-\(part).jsonl"
            #expect(try export.files().keys.sorted() == (isTaken ? [path] : []))
        }

        @Test func anExportIsNoStreamAndHasTables() throws {
            let export = try ExportedFolder()
            let session = try Self.session(export, ["/x"])
            let run = try Executable.run(["export", session, "-o", "-"])
            #expect(run.code == 2)
            #expect(run.error.contains("export needs --output FOLDER, in which it makes a folder for each table."))
            let none = try export.export(session, "--table", ",")
            #expect(none.code == 2 && none.error.contains("--table is \",\"; use names of tables"), "\(none.error)")
        }

        @Test func aDayAloneIsADay() throws {
            let export = try ExportedFolder()
            let day: Int64 = 1_772_409_600_000
            let database = try export.collect(
                try [day - 1, day, day + 86_399_999, day + 86_400_000].map {
                    try ExportedFolder.ping("\($0 - day)", at: $0)
                }
            )
            let words = ["--table", "pings", "--since", "2026-03-02"]
            let run = try export.export(database.path, words[0], words[1], words[2], words[3], "--until", "2026-03-02")
            #expect(run.code == 0)
            #expect(try export.rows("pings").map { $0["id"] } == ["0", "86399999"])
            let none = try export.export(database.path, words[0], words[1], words[2], words[3], "--until", "2026-03-01")
            #expect(none.code == 2 && none.error.contains("--until is before --since; no day is in both."))
        }

        // MARK: - Sessions

        @Test func aSessionHasAVerdictOfTheDayOnWhichItBegan() throws {
            let export = try ExportedFolder()
            let session = try Self.session(export, ["/x?c13=asid%2CPX"], start: ExportedFolder.evening)
            func verdicts(_ words: String...) throws -> [JSONValue?] {
                let run = try Executable.run(["export", session, "-o", export.lake.path, "--replace"] + words)
                #expect(run.code == 0, "\(run.error)")
                defer { try? FileManager.default.removeItem(at: export.lake) }
                return try export.rows("verdicts").map { $0["day"] }
            }
            #expect(try verdicts() == ["2026-03-02"])
            #expect(try verdicts("--since", "2026-03-02", "--until", "2026-03-02") == ["2026-03-02"])
            #expect(try verdicts("--since", "2026-03-03") == [])
            #expect(try verdicts("--until", "2026-03-01") == [])
            #expect(try verdicts("--app", "PX") == ["2026-03-02"])
            #expect(try verdicts("--app", "PY") == [])
        }

        /// The counts of a verdict are those of what `certify` says, of which some is an error and some is not.
        @Test func aVerdictCountsWhatIsCertified() throws {
            let export = try ExportedFolder()
            let file = export.folder.file("s.jsonl")
            #expect(try Executable.run(["play", "--channel", "Episode with ads", "--record", file.path]).code == 0)
            let text = try String(contentsOf: file, encoding: .utf8)
            let odd = text.replacing(#""adloadtype":"2""#, with: #""adloadtype":"dynamic""#)
                .replacing(#""length":"600""#, with: #""length":"soon""#)
            try Data(odd.utf8).write(to: file)
            let lines = try Executable.objects(["certify", file.path], code: 1)
            let findings = lines.filter { $0["kind"] == "finding" }
            let errors = findings.count { $0["severity"] == "error" }
            try #require(errors > 0 && findings.count > errors)
            #expect(try export.export(file.path).code == 0)
            let verdict = try #require(try export.rows("verdicts").first)
            func cases(_ verdict: JSONValue) -> JSONValue {
                .int(Int64(lines.count { $0["kind"] == "case" && $0["verdict"] == verdict }))
            }
            #expect(verdict["verdict"] == "fail" && verdict["day"] == "2026-03-02")
            #expect(verdict["errors"] == .int(Int64(errors)))
            #expect(verdict["warnings"] == .int(Int64(findings.count - errors)))
            #expect(verdict["cases_passed"] == cases("pass") && verdict["cases_failed"] == cases("fail"))
            #expect(verdict["cases_undecidable"] == cases("undecidable"))
            #expect(try verdict["pings"] == .int(Int64(export.rows("pings").count)))
            let rows = try export.rows("findings").map { $0["milliseconds"]?.intValue }
            #expect(rows == findings.map { $0["t"]?.doubleValue.map { Int64(($0 * 1_000).rounded()) } })
            #expect(rows.contains { $0 ?? 0 > 0 })
        }
    }
#endif
