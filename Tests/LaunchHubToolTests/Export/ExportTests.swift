// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// `launchhub export`: what is in the tables, and where.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ExportTests {
        private static let day = ExportedFolder.evening / 86_400_000 * 86_400_000 + 86_400_000

        @Test func pingsOfACollectorLieInAFolderForEachDayAndApp() throws {
            let export = try ExportedFolder()
            let database = try export.collect([
                ExportedFolder.ping("a"), ExportedFolder.ping("b", app: "PY", at: Self.day - 1),
                ExportedFolder.ping("c", at: Self.day), ExportedFolder.ping("a", at: Self.day + 1),
            ])
            let run = try export.export(database.path)
            #expect(run.code == 0, "\(run.error)")
            #expect(run.output.hasSuffix("6 files, rows: 3 of pings, 3 of credit.\n"), "\(run.output)")
            let pings = try export.files().keys.filter { $0.hasPrefix("pings/") }.sorted()
            #expect(
                pings == [
                    "pings/day=2026-03-02/app=PX/part-0.jsonl", "pings/day=2026-03-02/app=PY/part-0.jsonl",
                    "pings/day=2026-03-03/app=PX/part-0.jsonl",
                ]
            )
            let first = try #require(try export.rows("pings").first)
            #expect(first["id"] == "a" && first["doubles"] == 1 && first["state"] == "collected")
            #expect(first["time"] == "2026-03-02T20:00:00.000Z" && first["last_time"] == "2026-03-03T00:00:00.001Z")
            #expect(first["app"] == "PX" && first["app_version"] == "1.0" && first["product"] == "dcrVideo")
            #expect(first["segment"] == 1 && first["credited_seconds"] == 300 && first["played_seconds"] == 284)
            #expect(first["asset"] == "v1" && first["session"] == "s1" && first["opted_out"] == false)
            let credit = try #require(try export.rows("credit").first)
            #expect(credit["minutes"] == 5 && credit["asset"] == "v1" && credit["title"] == "Film")
        }

        @Test func identifiersAreReplacedUnlessTheyAreWanted() throws {
            let export = try ExportedFolder()
            let database = try export.collect([ExportedFolder.ping("a"), ExportedFolder.ping("b")])
            #expect(try export.export(database.path).code == 0)
            let pings = try export.rows("pings")
            #expect(try !export.files().values.contains { $0.contains("ABCDEF0123456789") })
            let device = pings.first?["parameters"]?["c9"]?.stringValue ?? ""
            #expect(device.hasPrefix("redacted-") && device.count == 25)
            #expect(pings.last?["parameters"]?["c9"] == .string(device))
            #expect(try export.export(database.path, "--replace", "--no-redaction").code == 0)
            #expect(try export.rows("pings").first?["parameters"]?["c9"]?.stringValue?.hasSuffix("0123456789") == true)
            #expect(try export.export(database.path, "--replace", "--redact", "tl").code == 0)
            #expect(try export.rows("pings").first?["title"]?.stringValue?.hasPrefix("redacted-") == true)
        }

        @Test func equalSourcesAndSecretsMakeEqualBytes() throws {
            let export = try ExportedFolder()
            let database = try export.collect((0..<40).map { try ExportedFolder.ping("\($0)", app: "P\($0 % 7)") })
            let salt = try export.folder.write("0123456789abcdef", to: "salt")
            #expect(try export.export(database.path, "--salt", salt.path).code == 0)
            let first = try export.files()
            #expect(try export.export(database.path, "--salt", salt.path, "--replace").code == 0)
            #expect(try export.files() == first)
            #expect(try export.export(database.path, "--replace").code == 0)
            #expect(try export.files() != first)
            let short = try export.folder.write("short", to: "short")
            let run = try export.export(database.path, "--salt", short.path)
            #expect(run.code == 2 && run.error.contains("at least 16 was expected"))
        }

        @Test func aSessionIsExportedWithItsOwnTimes() throws {
            let export = try ExportedFolder()
            let session = export.folder.file("session.jsonl")
            #expect(
                try Executable.run(["play", "--channel", "Episode with ads", "--record", session.path]).code == 0
            )
            #expect(try export.export(session.path).code == 0)
            let pings = try export.rows("pings")
            let recorded = try String(contentsOf: session, encoding: .utf8).split(separator: "\n")
                .map { try JSONObject(jsonText: String($0)) }.compactMap { $0["ping"]?.objectValue }
            #expect(pings.map { $0["id"] } == recorded.map { $0["id"] })
            #expect(pings.map { $0["product"] } == recorded.map { $0["product"] })
            #expect(pings.map { $0["cadence"] } == recorded.map { $0["cadence"] })
            #expect(pings.allSatisfy { $0["state"] == "recorded" && $0["source"] == "session.jsonl" })
            let minutes = try export.rows("credit").filter { $0["product"] == "dcrVideo" }
                .compactMap { $0["minutes"]?.intValue }.reduce(0, +)
            let credited = recorded.filter { $0["product"] == "dcrVideo" }
                .compactMap { $0["credited_segments"]?.intValue }.reduce(0, +)
            #expect(minutes == credited && credited > 0)
            #expect(pings.first?["day"] == "2026-03-02")
        }

        @Test func aQueueIsExportedWithWhatBecameOfItsPings() throws {
            let app = try QueuedApp(aside: 1)
            let export = try ExportedFolder()
            #expect(try export.export(app.path).code == 0)
            let pings = try export.rows("pings")
            #expect(Set(pings.compactMap { $0["state"]?.stringValue }) == ["waiting", "set_aside"])
            #expect(pings.contains { $0["reason"] == .string(QueuedApp.reason) })
        }

        @Test func aFolderOfSessionsIsExported() throws {
            let export = try ExportedFolder()
            try FileManager.default.createDirectory(
                at: export.folder.file("sessions"),
                withIntermediateDirectories: true
            )
            for name in ["b", "a"] {
                let file = export.folder.file("sessions/\(name).jsonl")
                #expect(try Executable.run(["play", "--channel", "Front page", "--record", file.path]).code == 0)
            }
            #expect(try export.export(export.folder.file("sessions").path).code == 0)
            let sources = try export.rows("pings").compactMap { $0["source"]?.stringValue }
            #expect(Set(sources) == ["a.jsonl", "b.jsonl"] && sources == sources.sorted())
        }

        @Test func daysAndAppsCanBeChosen() throws {
            let export = try ExportedFolder()
            let database = try export.collect([
                ExportedFolder.ping("a", at: Self.day - 1), ExportedFolder.ping("b", at: Self.day),
                ExportedFolder.ping("c", app: "PY", at: Self.day + 86_399_999),
                ExportedFolder.ping("d", at: Self.day + 86_400_000),
            ])
            #expect(try export.export(database.path, "--since", "2026-03-03", "--until", "2026-03-03").code == 0)
            #expect(try export.rows("pings").map { $0["id"] } == ["b", "c"])
            #expect(try export.export(database.path, "--replace", "--app", "PY").code == 0)
            #expect(try export.rows("pings").filter { $0["app"] == "PY" }.map { $0["id"] } == ["c"])
        }

        @Test func tablesCanBeChosen() throws {
            let export = try ExportedFolder()
            let database = try export.collect([ExportedFolder.ping("a")])
            #expect(try export.export(database.path, "--table", "credit").code == 0)
            #expect(try export.files().keys.sorted() == ["credit/day=2026-03-02/app=PX/part-0.jsonl"])
        }
    }
#endif
