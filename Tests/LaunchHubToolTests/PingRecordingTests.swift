// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// The steps and times of the session that `launchhub record` makes of pings.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct PingRecordingTests {
        private static let ping = "http://127.0.0.1:8642/cgi-bin/gn?x=1"

        private static func entry(_ time: String, _ url: String = ping, _ request: JSONObject = [:]) -> JSONValue {
            let request = (["url": .string(url)] as JSONObject).merging(request)
            return ["startedDateTime": .string(time), "request": .object(request)]
        }

        private func record(_ entries: [JSONValue], _ options: String...) throws -> [JSONObject] {
            let folder = try TemporaryFolder()
            let log: JSONObject = ["log": ["entries": .array(entries)]]
            let file = try folder.write(log.jsonText, to: "a.har").path
            let run = try Executable.run(["record", "--from", file] + options)
            #expect(run.code == 0, "\(run.error)")
            return try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
        }

        @Test func momentsAreNumberedFromOneAndTheEndCountsThem() throws {
            let times = ["2026-03-02T20:00:00Z", "2026-03-02T20:00:00.000Z", "2026-03-02T20:00:01.5Z"]
            let lines = try record(times.map { Self.entry($0) })
            let steps = lines.dropFirst().dropLast().map { line in
                "\(line["kind"]?.stringValue ?? "") \(line["n"]?.intValue ?? -1) at \(line["t"]?.intValue ?? -1)"
            }
            #expect(
                steps == ["advance 1 at 0", "ping 1 at 0", "ping 1 at 0", "advance 2 at 1500", "ping 2 at 1500"]
            )
            #expect(lines.last == ["kind": "end", "steps": 2, "t": 1_500])
        }

        @Test func aSessionOfOneMomentEndsAtItsBeginning() throws {
            #expect(try record([Self.entry("2026-03-02T20:00:00Z")]).last == ["kind": "end", "steps": 1, "t": 0])
        }

        /// The times of two pings, with the start of the session and their times in it.
        @Test(
            arguments: [
                ("1969-12-31T23:59:59Z", "1970-01-01T00:00:00.007Z", 0, [0, 7]),
                ("1970-01-01T00:00:00.003Z", "1970-01-01T00:00:00.007Z", 3, [0, 4]),
                ("9999-12-31T23:59:59.000Z", "9999-12-31T23:59:59.999Z", 253_402_300_799_000, [0, 999]),
                ("9999-12-31T23:59:59.001Z", "9999-12-31T23:59:59.999Z", 253_402_300_799_000, [1, 999]),
                // Ten years of 365 days.
                ("1970-01-01T00:00:00Z", "1979-12-29T23:59:59.999Z", 0, [0, 315_359_999_999]),
                ("1970-01-01T00:00:00Z", "1979-12-30T00:00:00.000Z", 0, [0, 315_360_000_000]),
                ("1970-01-01T00:00:00Z", "1979-12-30T00:00:00.001Z", 0, [0, 315_360_000_000]),
            ] as [(String, String, Int64, [Int64])]
        )
        func timesAreWithinWhatASessionCanHave(
            _ first: String,
            _ second: String,
            _ start: Int64,
            _ times: [Int64]
        ) throws {
            let lines = try record([Self.entry(first), Self.entry(second)])
            #expect(lines.first?["start"] == .int(start))
            #expect(lines.filter { $0["kind"] == "ping" }.map { $0["t"]?.intValue } == times)
            #expect(lines.last?["t"]?.intValue == times.last)
        }

        @Test func whatAPingDoesNotHaveIsLeftOut() throws {
            let session = "http://127.0.0.1:8642/x?prd=session&c9=devid%2C&sessionId=s&uoo=false&rnd=1"
            let time = "2026-03-02T20:00:00Z"
            let lines = try record(
                [
                    Self.entry(time), Self.entry(time, session, ["method": "post", "postData": ["text": ""]]),
                    Self.entry(time, "http://127.0.0.1:8642/image.png?a=1"),
                ],
                "--no-redaction"
            )
            #expect(lines.first?["redacted"] == nil && lines.first?["title"] == "Pings of a har")
            let pings = lines.filter { $0["kind"] == "ping" }.compactMap { $0["ping"]?.objectValue }
            #expect(pings.count == 2)
            #expect(pings.first?.keys.sorted() == ["created", "method", "url"])
            #expect(pings.first?["method"] == "GET" && pings.first?["created"] == 1_772_481_600_000)
            // It is known by its template, although its path says nothing.
            #expect(pings.last?.keys.sorted() == ["created", "method", "product", "url"])
            #expect(pings.last?["method"] == "POST")
        }

        @Test(arguments: [(0, ""), (1, "1 request is not a ping."), (2, "2 requests are not pings.")])
        func requestsOfOthersAreCounted(_ count: Int, _ says: String) throws {
            let folder = try TemporaryFolder()
            let other = Self.entry("2026-03-02T20:00:00Z", "http://127.0.0.1:8642/image.png")
            let entries = [Self.entry("2026-03-02T20:00:00Z")] + Array(repeating: other, count: count)
            let log: JSONObject = ["log": ["entries": .array(entries)]]
            let file = try folder.write(log.jsonText, to: "a.har").path
            let output = folder.file("session.jsonl").path
            let run = try Executable.run(["record", "--from", file, "-o", output])
            #expect(run.error == (says.isEmpty ? "" : "launchhub: \(file): \(says)\n"))
            #expect(run.output == "\(output): 1 ping\n")
            let summary = try Executable.objects(["record", "--from", file, "-o", output])
            let expected: JSONObject = [
                "kind": "summary", "session": .string(output), "pings": 1, "other": .int(Int64(count)),
            ]
            #expect(summary == [expected])
        }

        @Test func aCollectorIsNamedAsTheSource() throws {
            let folder = try TemporaryFolder()
            let database = folder.file("pings.sqlite")
            do {
                let collector = try Collector(file: database)
                let target = try RequestTarget("/cgi-bin/gn?n=1")
                try collector.receive(ServerRequest("GET", target, arrival: Date(timeIntervalSince1970: 5)))
            }
            let run = try Executable.run(["record", "--from", database.path])
            let header = try JSONObject(jsonText: String(try #require(run.output.split(separator: "\n").first)))
            #expect(header["source"] == "collector" && header["title"] == "Pings of a collector")
            #expect(header["start"] == 5_000)
        }
    }
#endif
