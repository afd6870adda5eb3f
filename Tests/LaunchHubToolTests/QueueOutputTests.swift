// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHubSession
    import NielsenAppApi
    import TestSupport
    import Testing

    /// What the commands about pings write of a queue and of recordings, to the last word.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct QueueOutputTests {
        /// An app with two pings that wait and one that was set aside, with known ids and times.
        private func app() throws -> (app: QueuedApp, database: RawDatabase) {
            let app = try QueuedApp(aside: 1)
            let database = try RawDatabase(app.folder.file("pings.sqlite"))
            try database.run(
                "UPDATE hit SET id = 'abcd-000' || row, created = 1772481599999000 + row * 1000, checksum = NULL"
            )
            try database.run("UPDATE hit SET attempts = row")
            try database.run("UPDATE set_aside SET id = 'efgh', created = 1772481600000999, checksum = NULL")
            return (app, database)
        }

        private func objects(_ words: String..., code: Int32 = 0) throws -> [JSONObject] {
            try Executable.objects(words, code: code)
        }

        private func payload(_ database: RawDatabase, _ query: String) throws -> JSONObject {
            try JSONObject(jsonText: try #require(try database.run("SELECT payload FROM \(query)").first))
        }

        @Test func eachPingIsALineWithAllOfIt() throws {
            let (app, database) = try app()
            let stream = try #require(try database.run("SELECT stream FROM hit").first)
            func line(_ id: String, _ created: Int64, _ tries: Int64, _ payload: JSONObject, aside: Bool = false)
                -> JSONObject
            {
                var line: JSONObject = [
                    "kind": "queued_ping", "id": .string(id), "state": aside ? "set_aside" : "waiting",
                    "product": "session", "created": .int(created), "tries": .int(tries), "stream": .string(stream),
                    "file": "pings.sqlite", "damaged": false, "method": "GET", "url": payload["url"] ?? .null,
                ]
                if aside { line["reason"] = .string(QueuedApp.reason) }
                return line
            }
            let lines = [
                line("abcd-0001", 1_772_481_600_000, 1, try payload(database, "hit WHERE row = 1")),
                line("abcd-0002", 1_772_481_600_001, 2, try payload(database, "hit WHERE row = 2")),
                line("efgh", 1_772_481_600_000, 1, try payload(database, "set_aside"), aside: true),
            ]
            let summary: JSONObject = ["kind": "summary", "waiting": 2, "set_aside": 1, "damaged": 0]
            #expect(try objects("pings", "list", app.path) == lines + [summary])
            #expect(try objects("pings", "export", app.path) == lines)
            #expect(try objects("pings", "show", app.path, "2") == [lines[1]])
            let file = app.folder.file("out.jsonl").path
            #expect(
                try objects("pings", "export", app.path, "-o", file, "--only", "waiting") == [
                    ["kind": "summary", "pings": 2, "file": .string(file)]
                ]
            )
            let one = try Executable.run(["pings", "export", app.path, "-o", file, "--only", "aside"])
            #expect(one.output == "Wrote 1 ping to \(file).\n")
            #expect(
                try Executable.run(["pings", "list", app.path]).output == """
                      1  waiting    abcd-000  session     2026-03-02 20:00:00 UTC  1 try
                      2  waiting    abcd-000  session     2026-03-02 20:00:00 UTC  2 tries
                      3  set aside  efgh  session     2026-03-02 20:00:00 UTC  1 try  \(QueuedApp.reason)
                    Waiting: 2, set aside: 1.

                    """
            )
        }

        @Test func aPingIsShownWithItsRowsAndParameters() throws {
            let (app, database) = try app()
            let url = try #require(try payload(database, "set_aside")["url"]?.stringValue)
            let stream = try #require(try database.run("SELECT stream FROM set_aside").first)
            let shown = try Executable.run(["pings", "show", app.path, "efgh"])
            #expect(shown.code == 0)
            let head = """
                id        efgh
                state     set aside
                queued    2026-03-02 20:00:00 UTC
                tries     1
                stream    \(stream)
                file      pings.sqlite
                reason    \(QueuedApp.reason)
                address   \(url.prefix { $0 != "?" })


                """
            let explained = try Executable.run(["pings"], input: url + "\n").output
            #expect(explained.hasPrefix("ping 1: session, ") && explained.hasSuffix("\n\n1 ping.\n"))
            let table = explained.replacing("ping 1:", with: "ping 3:").replacing("\n1 ping.\n", with: "\n")
            #expect(shown.output == head + table)
            let all = try Executable.run(["pings", "show", app.path, "efgh", "--all"]).output
            #expect(all.contains("  empty  ") && !shown.output.contains("  empty  "))
        }

        @Test func whatIsDamagedIsSaidEverywhere() throws {
            let (app, database) = try app()
            try database.run("UPDATE hit SET payload = 'x' WHERE row = 1")
            try database.run("UPDATE hit SET checksum = 1 WHERE row = 2")
            let list = try Executable.run(["pings", "list", app.path])
            #expect(list.code == 1)
            let lines = list.output.split(separator: "\n")
            #expect(lines[0] == "  1  damaged    abcd-000  unreadable  2026-03-02 20:00:00 UTC  1 try")
            #expect(lines[1].hasPrefix("  2  damaged    abcd-000  session  ") && lines[2].hasPrefix("  3  set aside"))
            #expect(lines[3] == "Waiting: 2, set aside: 1, damaged: 2.")
            let rows = try objects("pings", "list", app.path, code: 1)
            #expect(rows.map { $0["damaged"] } == [true, true, false, 2])
            #expect(rows[0]["url"] == .null && rows[0]["method"] == .null && rows[0]["product"] == "unreadable")
            #expect(try objects("pings", "show", app.path, "1", code: 1) == [rows[0]])
            let text = try Executable.run(["pings", "show", app.path, "abcd-0002"])
            #expect(text.code == 1 && text.output.contains("\nstate     damaged, waiting\n"))
            let none = try Executable.run(["pings", "show", app.path, "1"])
            #expect(none.code == 1 && none.output.hasSuffix("\nfile      pings.sqlite\n\n"))
        }

        @Test func anIdMayBeCutToFourCharactersUnlessSeveralBeginSo() throws {
            let (app, database) = try app()
            let several = try Executable.run(["pings", "show", app.path, "abcd"])
            #expect(several.code == 2)
            #expect(
                several.error.contains("2 pings have an id that begins with \"abcd\"; write more of it.")
            )
            #expect(try Executable.run(["pings", "show", app.path, "efg"]).code == 2)
            #expect(try Executable.run(["pings", "show", app.path, "efgh"]).code == 0)
            // A whole id names its ping, also where another begins with it or it has three characters.
            try database.run("UPDATE hit SET id = 'abcd' WHERE row = 2")
            #expect(try objects("pings", "show", app.path, "abcd").first?["tries"] == 2)
            try database.run("UPDATE set_aside SET id = 'efg'")
            #expect(try objects("pings", "show", app.path, "efg").first?["state"] == "set_aside")
            // An id that looks like a number comes before the place in the list.
            try database.run("UPDATE hit SET id = '1' WHERE row = 2")
            #expect(try objects("pings", "show", app.path, "1").first?["tries"] == 2)
        }

        @Test func queuesOfSeveralVersionsAreOneList() throws {
            let (app, database) = try app()
            try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
            let second = app.folder.file("pings.2.sqlite")
            try FileManager.default.copyItem(at: app.folder.file("pings.sqlite"), to: second)
            try RawDatabase(second).run("UPDATE hit SET id = 'second' || row")
            try RawDatabase(second).run("UPDATE set_aside SET id = 'secondaside'")
            let rows = try objects("pings", "list", app.path)
            #expect(
                rows.dropLast().map { $0["id"] }
                    == ["second1", "second2", "abcd-0001", "abcd-0002", "secondaside", "efgh"]
            )
            #expect(
                rows.dropLast().map { $0["file"] }
                    == [
                        "pings.2.sqlite", "pings.2.sqlite", "pings.sqlite", "pings.sqlite", "pings.2.sqlite",
                        "pings.sqlite",
                    ]
            )
            #expect(try objects("pings", "list", second.path).count == 4)
            #expect(try objects("pings", "resend", app.path, "--all") == [["kind": "resent", "count": 2]])
            #expect(try objects("pings", "list", app.path).last?["waiting"] == 6)
        }

        @Test func whatWaitsInAQueueIsRecordedAsASession() throws {
            let (app, database) = try app()
            let run = try Executable.run(
                ["record", "--from", app.folder.file("pings.sqlite").path, "--no-redaction"]
            )
            #expect(run.code == 0 && run.error.isEmpty)
            let lines = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(lines.map { $0["kind"] } == [nil, "advance", "ping", "advance", "ping", "end"])
            #expect(lines[0]["title"] == "Pings of a queue" && lines[0]["source"] == "queue")
            #expect(lines[0]["start"] == 1_772_481_600_000 || lines[0]["redacted"] == nil)
            #expect(lines[0]["redacted"] == nil)
            for (place, row) in [(2, 1), (4, 2)] {
                let ping = try payload(database, "hit WHERE row = \(row)")
                let recorded = try #require(lines[place]["ping"]?.objectValue)
                #expect(recorded["url"] == ping["url"] && recorded["method"] == "GET")
                #expect(recorded["created"] == ping["created"] ?? .null)
                #expect(lines[place]["t"] == lines[place - 1]["t"] && lines[place]["n"] == .int(Int64(row)))
            }
        }

        @Test func requestsThatAreNoPingsAreCounted() throws {
            let folder = try TemporaryFolder()
            func entry(_ time: String, _ request: JSONObject) -> JSONValue {
                ["startedDateTime": .string(time), "request": .object(request)]
            }
            let ping = "http://127.0.0.1:8642/cgi-bin/gn?prd=session&sessionId=s"
            let log: JSONObject = [
                "log": [
                    "entries": [
                        entry("2026-03-02T20:00:01Z", ["url": .string(ping), "method": "post"]),
                        entry("x", ["url": "http://a.example/?cgi-bin=/cgi-bin/"]),
                        entry("x", ["url": "http://a.example/"]),
                        entry(
                            "2026-03-02T20:00:00Z",
                            [
                                "url": .string(ping + "2"), "postData": ["text": ""],
                                "headers": [["name": "a", "value": "b"]],
                            ]
                        ),
                    ]
                ]
            ]
            let file = try folder.write(log.jsonText, to: "a.har").path
            let run = try Executable.run(["record", "--from", file, "--no-redaction"])
            #expect(run.code == 0 && run.error == "launchhub: \(file): 2 requests are not pings.\n")
            let pings = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
                .compactMap { $0["ping"]?.objectValue }
            #expect(
                pings == [
                    [
                        "method": "GET", "created": 1_772_481_600_000, "product": "session", "url": .string(ping + "2"),
                    ],
                    ["method": "POST", "created": 1_772_481_601_000, "product": "session", "url": .string(ping)],
                ]
            )
        }

        // MARK: - Recordings without pings

        /// A recording of a channel, and one of the first version, which has no pings.
        private func recordings(_ flow: SessionFlow) async throws -> (folder: TemporaryFolder, session: Session) {
            let folder = try TemporaryFolder()
            let session = try await Sessions.channel("Front page", flow)
            let text = SessionFile.text(of: session)
            try folder.write(text, to: "whole.jsonl")
            let old = text.split(separator: "\n").filter { !$0.contains(#""kind":"ping""#) }.joined(separator: "\n")
            try folder.write(old.replacing(#""version":2"#, with: #""version":1"#) + "\n", to: "old.jsonl")
            return (folder, session)
        }

        @Test(arguments: [SessionFlow.events, .api])
        func aRecordingWithoutPingsIsPlayedForThem(_ flow: SessionFlow) async throws {
            let (folder, session) = try await recordings(flow)
            let old = folder.file("old.jsonl").path
            func addresses(_ file: String) throws -> [JSONValue?] {
                try objects("pings", file).map { $0["url"] }
            }
            let whole = try addresses(folder.file("whole.jsonl").path)
            #expect(whole.count == session.pings.count && !whole.isEmpty)
            #expect(try addresses(old) == whole)
            #expect(
                try Executable.run(["pings", old, "--lint"]).error
                    == "launchhub: \(old): the recording has no pings; those explained are of playing it again.\n"
            )
        }

        @Test(arguments: [SessionFlow.events, .api])
        func recordingsWithoutPingsAreComparedByPlayingThem(_ flow: SessionFlow) async throws {
            let (folder, _) = try await recordings(flow)
            let (old, whole) = (folder.file("old.jsonl").path, folder.file("whole.jsonl").path)
            let run = try Executable.run(["diff", old, whole])
            #expect(run.code == 0 && run.output.hasSuffix("\n\nThe same credit and the same pings.\n"))
            #expect(
                run.error == "launchhub: \(old): the recording has no pings; those compared are of playing it again.\n"
            )
        }

        @Test func aReportOnARecordingWithoutPingsIsThatOfTheWhole() async throws {
            let (folder, session) = try await recordings(.events)
            let (old, whole) = (folder.file("old.jsonl").path, folder.file("whole.jsonl").path)
            let page = folder.file("page.html").path
            let run = try Executable.run(["report", old, "-o", page, "--json"])
            #expect(run.code == 0)
            #expect(
                run.output
                    == #"{"kind":"summary","report":\#(JSONValue.string(page).jsonText),"schema":"launchhub/1","#
                    + "\"steps\":\(session.steps.count)}\n"
            )
            let title = session.header.title
            let remark = try JSONObject(jsonText: run.error)
            #expect(
                remark["message"]
                    == .string("\(title): the recording has no pings; those shown are of playing it again.")
            )
            #expect(remark["kind"] == "remark")
            let image = folder.file("image.svg").path
            let both = try Executable.run(["report", whole, "-o", "-", "--svg", image])
            #expect(both.code == 0 && both.output == "Image: \(image)\n" && both.error.isEmpty)
            let named = try Executable.run(["report", whole, "-o", page, "--svg", image])
            #expect(named.output == "Report: \(page)\nImage: \(image)\n")
            #expect(
                try objects("report", whole, "--svg", image) == [
                    ["kind": "summary", "steps": .int(Int64(session.steps.count)), "image": .string(image)]
                ]
            )
            let printed = try Executable.run(["report", whole]).output
            #expect(printed == (try String(contentsOfFile: page, encoding: .utf8)) + "\n")
            let bad = try Executable.run(["report", whole, "--json"])
            #expect(bad.code == 2 && bad.error.contains("--json prints the path of the page; name a file with -o."))
        }

        @Test func aRecordingThatPlaysOtherwiseIsSaidSo() async throws {
            let (folder, session) = try await recordings(.events)
            let text = try String(contentsOf: folder.file("old.jsonl"), encoding: .utf8)
            let lines = text.components(separatedBy: "\n")
            let places = lines.indices.filter { lines[$0].contains(#""code":5001"#) }
            try #require(places.count > 1)
            for (count, shown) in [(1, "1 place"), (2, "2 places")] {
                var changed = lines
                for place in places.prefix(count) {
                    changed[place] = changed[place].replacing(#""code":5001"#, with: #""code":5011"#)
                }
                let file = try folder.write(changed.joined(separator: "\n"), to: "changed.jsonl").path
                let run = try Executable.run(["report", file, "-o", folder.file("page.html").path])
                #expect(run.code == 0)
                let title = session.header.title
                #expect(
                    run.error
                        == "launchhub: \(title): the recording has no pings; those shown are of playing it again.\n"
                        + "launchhub: What came then differs in \(shown); see launchhub replay.\n"
                )
            }
        }
    }
#endif
