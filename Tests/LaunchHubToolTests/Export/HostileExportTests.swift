// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// `launchhub export` with what must not harm it, or whoever reads its files.
    struct HostileExportTests {
        @Test func filesThatExistAreKeptUnlessTheyAreToBeReplaced() async throws {
            let export = try ExportedFolder()
            let database = try export.collect([ExportedFolder.ping("a"), ExportedFolder.ping("b", app: "PY")])
            let kept = export.lake.appending(path: "pings/day=2026-03-02/app=PY/part-0.jsonl")
            try FileManager.default.createDirectory(
                at: kept.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data("mine".utf8).write(to: kept)
            let run = try await export.export(database.path)
            #expect(run.code == 2)
            #expect(run.error.contains("app=PY/part-0.jsonl: the file exists; --replace replaces it, and --part NAME"))
            #expect(try export.files() == ["pings/day=2026-03-02/app=PY/part-0.jsonl": "mine"])
            #expect(try await export.export(database.path, "--part", "two").code == 0)
            #expect(try export.files().count == 9)
            #expect(try String(contentsOf: kept, encoding: .utf8) == "mine")
            #expect(try await export.export(database.path, "--replace").code == 0)
            #expect(try String(contentsOf: kept, encoding: .utf8).hasPrefix("{\"day\":"))
        }

        @Test(arguments: [
            ("../../etc", "..%2F..%2Fetc"), ("..", ".."), ("a/b", "a%2Fb"), ("a=b", "a%3Db"),
            ("ä\u{202E}x", "%C3%A4%E2%80%AEx"),
            ("__HIVE_DEFAULT_PARTITION__", "%5F_HIVE_DEFAULT_PARTITION__"), ("", "__HIVE_DEFAULT_PARTITION__"),
            ("\n", "%0A"), ("PX\u{0}", "PX%00"),
        ])
        func anAppIdLeadsNowhere(app: String, name: String) async throws {
            let export = try ExportedFolder()
            let database = try export.collect([ExportedFolder.ping("a", app: app)])
            #expect(try await export.export(database.path, "--table", "pings").code == 0)
            #expect(try export.files().keys.sorted() == ["pings/day=2026-03-02/app=\(name)/part-0.jsonl"])
            #expect(try export.rows("pings").first?["app"] == (app.isEmpty ? .null : .string(app)))
        }

        @Test func longAppIdsDifferInTheirFolders() async throws {
            let export = try ExportedFolder()
            let apps = ["ä", "b"].map { String(repeating: "ä", count: 200) + $0 }
            let database = try export.collect(apps.map { try ExportedFolder.ping($0, app: $0) })
            #expect(try await export.export(database.path, "--table", "pings").code == 0)
            let names = try export.files().keys.map { $0.components(separatedBy: "/")[2] }
            #expect(Set(names).count == 2)
            #expect(names.allSatisfy { $0.utf8.count <= 164 && $0.removingPercentEncoding != nil })
        }

        @Test func whatBeginsLikeAFormulaIsATextInATable() async throws {
            let export = try ExportedFolder()
            let titles = [
                "=cmd|' /C calc'!A1", "+1", "-1", "@SUM(A1)", " =1", "'=1", "\t=1", "a\"b,c\r\nd", "plain", "'x",
            ]
            let database = try export.collect(
                titles.enumerated().map {
                    try ExportedFolder.ping("\($0)", "&tl=\(PercentEncoding.encode($1))&cr=4_00_99_D1_10000")
                }
            )
            #expect(try await export.export(database.path, "--format", "csv").code == 0)
            let file = try #require(try export.files()["credit/day=2026-03-02/app=PX/part-0.csv"])
            let lines = file.components(separatedBy: "Z,dcr-video,s1,,,,").dropFirst().map {
                $0.components(separatedBy: ",1,0\r\n")[0]
            }
            #expect(
                lines == [
                    "\"'=cmd|' /C calc'!A1\"", "\"'+1\"", "\"'-1\"", "\"'@SUM(A1)\"", "\"' =1\"", "\"''=1\"",
                    "\"'\t=1\"", "\"a\"\"b,c\r\nd\"", "plain", "\"'x\"",
                ]
            )
            #expect(try await export.export(database.path, "--part", "j").code == 0)
            let rows = try export.files()["credit/day=2026-03-02/app=PX/part-j.jsonl"] ?? ""
            let read = try rows.split(separator: "\n").map { try JSONObject(jsonText: String($0))["title"] }
            #expect(read == titles.map { .string($0) })
        }

        @Test func aSessionThatIsCutOffIsReadAsFarAsItGoes() async throws {
            let export = try ExportedFolder()
            let whole = export.folder.file("whole.jsonl")
            #expect(try await ToolRun(["play", "--channel", "Front page", "--record", whole.path]).code == 0)
            let text = try String(contentsOf: whole, encoding: .utf8)
            let pings = text.components(separatedBy: "\"kind\":\"ping\"").count - 1
            let last = try #require(text.range(of: "\"kind\":\"ping\"", options: .backwards))
            let cut = try export.folder.write(String(text[..<last.upperBound]), to: "cut.jsonl")
            let run = try await export.export(cut.path)
            #expect(run.code == 0)
            #expect(run.error.contains("the last line is cut off") && run.error.contains("there is no \"end\" line"))
            #expect(try export.rows("pings").count == pings - 1)
            let broken = try export.folder.write(
                text.replacing("\"kind\":\"ping\"", with: "\"kind\":\"ping"),
                to: "broken.jsonl"
            )
            let fails = try await export.export(broken.path, "--part", "broken")
            #expect(fails.code == 2 && fails.error.contains("is not a JSON object"))
            #expect(try !export.files().keys.contains { $0.contains("broken") || $0.contains(".new") })
        }

        @Test func whatCannotBeWrittenLeavesNothing() async throws {
            let export = try ExportedFolder()
            let database = try export.collect([ExportedFolder.ping("a")])
            try export.folder.write("", to: "lake")
            let file = try await export.export(database.path)
            #expect(file.code == 2 && file.error.contains("is a file and no folder"), "\(file.error)")
            let run = try await ToolRun(["export", database.path, "-o", "/proc/launchhub"])
            #expect(run.code == 2 && run.error.contains("cannot write /proc/launchhub"), "\(run.error)")
            let other = try export.folder.write("no database", to: "other.txt")
            let reading = try await ToolRun(["export", other.path, "-o", export.folder.file("out").path])
            #expect(reading.code == 2 && reading.error.contains("line 1"), "\(reading.error)")
            #expect(!FileManager.default.fileExists(atPath: export.folder.file("out").path))
        }
    }
#endif
