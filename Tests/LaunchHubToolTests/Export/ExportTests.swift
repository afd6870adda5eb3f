// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import LaunchHubServer
    import NielsenAppApi
    import TestSupport
    import Testing

    /// `launchhub export`: what is in the tables, and where.
    struct ExportTests {
        private static let day = ExportedFolder.evening / 86_400_000 * 86_400_000 + 86_400_000

        @Test func pingsOfACollectorLieInAFolderForEachDayAndApp() async throws {
            let export = try ExportedFolder()
            let database = try export.collect([
                ExportedFolder.ping("a"), ExportedFolder.ping("b", app: "PY", at: Self.day - 1),
                ExportedFolder.ping("c", at: Self.day), ExportedFolder.ping("a", at: Self.day + 1),
            ])
            let run = try await export.export(database.path)
            #expect(run.code == 0, "\(run.error)")
            #expect(
                run.output.hasSuffix("12 files, rows: 3 of pings, 3 of credit, 3 of verdicts, 57 of cases.\n"),
                "\(run.output)"
            )
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
            #expect(first["app"] == "PX" && first["app_version"] == "1.0" && first["product"] == "dcr-video")
            #expect(first["segment"] == 1 && first["credited_seconds"] == 300 && first["played_seconds"] == 284)
            #expect(first["asset"] == "v1" && first["session"] == "s1" && first["opted_out"] == false)
            let credit = try #require(try export.rows("credit").first)
            #expect(credit["minutes"] == 5 && credit["asset"] == "v1" && credit["title"] == "Film")
        }

        @Test func aMinuteOfAViewThatIsSeenAgainIsCreditedOnce() async throws {
            let export = try ExportedFolder()
            let told = ["D1_11000", "D2_10000", "D1_01100"].map { "&c59=sesid%2Cw1&c27=cln%2C130&cr=4_00_99_\($0)" }
            let database = try export.collect(
                told.enumerated().map { try ExportedFolder.ping("\($0)", $1 + "&davty=1") }
                    + [ExportedFolder.ping("other", told[0].replacing("w1", with: "w2") + "&davty=2")]
            )
            #expect(try await export.export(database.path).code == 0)
            #expect(try export.rows("credit").map { $0["minutes"] } == [2, 1, 1, 2])
            #expect(try export.rows("pings").map { $0["credited_seconds"] } == [120, 60, 120, 120])
        }

        @Test func identifiersAreReplacedUnlessTheyAreWanted() async throws {
            let export = try ExportedFolder()
            let database = try export.collect([ExportedFolder.ping("a"), ExportedFolder.ping("b")])
            #expect(try await export.export(database.path).code == 0)
            let pings = try export.rows("pings")
            #expect(try !export.files().values.contains { $0.contains("ABCDEF0123456789") })
            let device = pings.first?["parameters"]?["c9"]?.stringValue ?? ""
            #expect(device.hasPrefix("redacted-") && device.count == 25)
            #expect(pings.last?["parameters"]?["c9"] == .string(device))
            #expect(try await export.export(database.path, "--replace", "--no-redaction").code == 0)
            #expect(try export.rows("pings").first?["parameters"]?["c9"]?.stringValue?.hasSuffix("0123456789") == true)
            #expect(try await export.export(database.path, "--replace", "--redact", "tl").code == 0)
            #expect(try export.rows("pings").first?["title"]?.stringValue?.hasPrefix("redacted-") == true)
        }

        @Test func equalSourcesAndSecretsMakeEqualBytes() async throws {
            let export = try ExportedFolder()
            let database = try export.collect((0..<40).map { try ExportedFolder.ping("\($0)", app: "P\($0 % 7)") })
            let salt = try export.folder.write("0123456789abcdef", to: "salt")
            #expect(try await export.export(database.path, "--salt", salt.path).code == 0)
            let first = try export.files()
            #expect(try await export.export(database.path, "--salt", salt.path, "--replace").code == 0)
            #expect(try export.files() == first)
            #expect(try await export.export(database.path, "--replace").code == 0)
            #expect(try export.files() != first)
            let short = try export.folder.write("short", to: "short")
            let run = try await export.export(database.path, "--salt", short.path)
            #expect(run.code == 2 && run.error.contains("at least 16 was expected"))
        }

        @Test(arguments: [("Episode with ads", SeenPing.Product.dcrVideo), ("Front page", .dcrStatic)])
        func aSessionIsExportedWithItsOwnTimes(_ channel: String, _ product: SeenPing.Product) async throws {
            let export = try ExportedFolder()
            let session = export.folder.file("session.jsonl")
            #expect(
                try await ToolRun(["play", "--channel", channel, "--record", session.path]).code == 0
            )
            #expect(try await export.export(session.path).code == 0)
            let pings = try export.rows("pings")
            let recorded = try String(contentsOf: session, encoding: .utf8).split(separator: "\n")
                .map { try JSONObject(jsonText: String($0)) }.compactMap { $0["ping"]?.objectValue }
            #expect(pings.map { $0["id"] } == recorded.map { $0["id"] })
            let seen = recorded.map { SeenPing(collected: $0["url"]?.stringValue ?? "") }
            #expect(pings.map { $0["product"]?.stringValue } == seen.map(\.product.rawValue))
            #expect(pings.map { $0["cadence"]?.stringValue } == seen.map(\.cadence))
            #expect(pings.allSatisfy { $0["state"] == "recorded" && $0["source"] == "session.jsonl" })
            let minutes = try export.rows("credit").filter { $0["product"] == .string(product.rawValue) }
                .compactMap { $0["minutes"]?.intValue }.reduce(0, +)
            let credited = recorded.filter { $0["product"] == .string("\(product)") }
                .compactMap { $0["credited_segments"]?.intValue }.reduce(0, +)
            #expect(minutes == credited && credited > 0)
            #expect(pings.first?["day"] == "2026-03-02")
        }

        @Test func aDamagedSessionOfAFolderIsLeftOutAndTheOthersAreExported() async throws {
            let export = try ExportedFolder()
            let sessions = export.folder.url.appending(path: "sessions")
            try FileManager.default.createDirectory(at: sessions, withIntermediateDirectories: false)
            let good = sessions.appending(path: "b.jsonl").path
            #expect(try await ToolRun(["play", "--channel", "Front page", "--record", good]).code == 0)
            let bad = sessions.appending(path: "a.jsonl")
            let lines = try String(contentsOfFile: good, encoding: .utf8)
            try Data((lines + "no line\n").utf8).write(to: bad)
            let run = try await export.export(sessions.path)
            #expect(run.code == 1 && run.error.contains("a.jsonl: line "), "\(run.error)")
            #expect(run.output.hasSuffix(" 1 of the sources could not be read.\n"), "\(run.output)")
            #expect(try export.rows("pings").allSatisfy { $0["source"] == "b.jsonl" })
            #expect(try await export.export(bad.path, "--replace").code == 2)
        }

        @Test func aQueueIsExportedWithWhatBecameOfItsPings() async throws {
            let app = try QueuedApp(aside: 1)
            let export = try ExportedFolder()
            #expect(try await export.export(app.path).code == 0)
            let pings = try export.rows("pings")
            #expect(Set(pings.compactMap { $0["state"]?.stringValue }) == ["waiting", "set_aside"])
            #expect(pings.contains { $0["reason"] == .string(QueuedApp.reason) })
        }

        @Test func daysAndAppsCanBeChosen() async throws {
            let export = try ExportedFolder()
            let database = try export.collect([
                ExportedFolder.ping("a", at: Self.day - 1), ExportedFolder.ping("b", at: Self.day),
                ExportedFolder.ping("c", app: "PY", at: Self.day + 86_399_999),
                ExportedFolder.ping("d", at: Self.day + 86_400_000),
            ])
            #expect(try await export.export(database.path, "--since", "2026-03-03", "--until", "2026-03-03").code == 0)
            #expect(try export.rows("pings").map { $0["id"] } == ["b", "c"])
            #expect(try await export.export(database.path, "--replace", "--app", "PY").code == 0)
            #expect(try export.rows("pings").filter { $0["app"] == "PY" }.map { $0["id"] } == ["c"])
        }

        @Test func anArchiveOfTheWebHasWhatTheCollectorGot() async throws {
            let export = try ExportedFolder()
            let post = ServerRequest(
                "POST",
                try RequestTarget("/cgi-bin/gn?prd=viewability&c13=asid%2CPX&tl=%22%0A%E2%80%AE"),
                headers: ["Idempotency-Key": "b", "Host": "collector.example:81", "User-Agent": "a \"b\""],
                body: Data("{\"x\": \"\\n\"}".utf8),
                arrival: Date(timeIntervalSince1970: Double(ExportedFolder.evening) / 1_000 + 0.25)
            )
            let database = try export.collect([ExportedFolder.ping("a"), post])
            #expect(try await export.export(database.path, "--format", "har", "--no-redaction").code == 0)
            let path = "pings/day=2026-03-02/app=PX/part-0.har"
            #expect(try export.files().keys.sorted() == [path])
            let archive = try JSONObject(jsonText: try #require(try export.files()[path]))
            #expect(archive["log"]?["version"] == "1.2")
            let entry = try #require(archive["log"]?["entries"]?.arrayValue?.last)
            #expect(entry["request"]?["url"]?.stringValue?.hasPrefix("http://collector.example:81/cgi-bin/gn?") == true)
            // The parameters are those of the address, which a tool that sends it again reads alone.
            let query = entry["request"]?["queryString"]?.arrayValue?.map { pair in
                "\(pair["name"]?.stringValue ?? "")=\(pair["value"]?.stringValue ?? "")"
            }
            #expect(query == ["prd=viewability", "c13=asid,PX", "tl=\"\n\u{202E}"])
            #expect(entry["response"]?["status"] == 200 && entry["startedDateTime"] == "2026-03-02T20:00:00.250Z")
            // What the tool's own reader makes of it is what it makes of the database.
            var sessions: [[[String]]] = []
            for source in [database, export.lake.appending(path: path)] {
                let run = try await ToolRun(["record", "--from", source.path, "--no-redaction"])
                #expect(run.code == 0)
                sessions.append(
                    try run.objects.compactMap { $0["ping"]?.objectValue }.map { ping in
                        let address = ping["url"]?.stringValue ?? ""
                        return ["id", "method", "created", "body"].map { ping[$0]?.jsonText ?? "" }
                            + [String(address[(address.range(of: "/cgi-bin/")?.lowerBound ?? address.startIndex)...])]
                    }
                )
            }
            #expect(sessions[0] == sessions[1] && sessions[0].count == 2)
        }

        @Test func pingsAreCertifiedByDayAppAndVersion() async throws {
            let export = try ExportedFolder()
            let good = "P01234567-89AB-CDEF-0123-456789ABCDEF"
            let session = ServerRequest(
                "GET",
                try RequestTarget("/cgi-bin/gn?prd=session&c13=asid%2C\(good)&sessionId=s1"),
                arrival: Date(timeIntervalSince1970: 1_772_481_600)
            )
            let database = try export.collect([
                session, ExportedFolder.ping("a", app: good, version: "2.0"), ExportedFolder.ping("b", app: "bad id"),
                ExportedFolder.ping("c", app: good, version: "2.1", "&sessionId=s2"),
            ])
            #expect(try await export.export(database.path).code == 0)
            let verdicts = try export.rows("verdicts")
            #expect(verdicts.map { $0["app_version"] } == ["2.0", "2.1", "1.0"])
            #expect(verdicts.map { $0["pings"] } == [2, 1, 1])
            let cases = try export.rows("cases").filter { $0["verdict"] != "undecidable" }.map {
                [$0["app_version"], $0["case"], $0["verdict"]].map { $0?.stringValue ?? "" }.joined(separator: " ")
            }
            #expect(
                cases == [
                    "2.0 pre-check-appid pass", "2.0 pre-check-config-ping pass", "2.1 pre-check-appid pass",
                    "1.0 pre-check-appid fail",
                ]
            )
        }

        @Test func aSessionIsCertifiedAsAWhole() async throws {
            let export = try ExportedFolder()
            let session = export.folder.file("session.jsonl")
            #expect(
                try await ToolRun(["play", "--channel", "Episode with ads", "--record", session.path]).code == 0
            )
            let certified = try await ToolRun(["certify", "--json", session.path]).output.split(separator: "\n")
                .map { try JSONObject(jsonText: String($0)) }
            #expect(try await export.export(session.path).code == 0)
            let cases = try export.rows("cases").map { [$0["case"], $0["verdict"], $0["reason"]] }
            #expect(cases == certified.filter { $0["kind"] == "case" }.map { [$0["id"], $0["verdict"], $0["reason"]] })
            let findings = try export.rows("findings").map { [$0["rule"], $0["line"]] }
            #expect(findings == certified.filter { $0["kind"] == "finding" }.map { [$0["rule"], $0["line"]] })
            let verdict = try #require(try export.rows("verdicts").first)
            #expect(verdict["verdict"] == certified.last?["verdict"])
            #expect(verdict["app"] == (try export.rows("pings").first?["app"]) && verdict["app_version"] == "1.0")
        }

        @Test func theSchemaSaysWhatARowHas() async throws {
            let run = try await ToolRun(["export", "--schema"])
            #expect(run.code == 0)
            let schema = try JSONObject(jsonText: run.output)
            #expect(schema["$id"] == "urn:launch-hub:export:1")
            let export = try ExportedFolder()
            let database = try export.collect([ExportedFolder.ping("a")])
            #expect(try await export.export(database.path).code == 0)
            for table in ["pings", "credit", "verdicts", "cases"] {
                let row = try #require(try export.rows(table).first)
                let definition = schema["$defs"]?[table]
                #expect(Set(row.map(\.key)) == Set(definition?["properties"]?.objectValue?.map(\.key) ?? []))
                for (key, value) in row {
                    let type = definition?["properties"]?[key]?["type"]
                    let types = type?.arrayValue?.compactMap(\.stringValue) ?? [type?.stringValue ?? ""]
                    #expect(types.contains(Self.type(of: value)), "\(table).\(key)")
                }
            }
        }

        private static func type(of value: JSONValue) -> String {
            switch value {
            case .null: "null"
            case .bool: "boolean"
            case .int: "integer"
            case .double: "number"
            case .string: "string"
            case .array: "array"
            case .object: "object"
            }
        }
    }
#endif
