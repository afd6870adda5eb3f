// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import LaunchHubServer
    import LaunchHubSession
    import TestSupport
    import Testing

    /// `launchhub record`: sessions of the pings that others have seen.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct RecordTests {
        private static let ping =
            "http://127.0.0.1:8642/cgi-bin/gn?prd=dcr&ci=us-1&ch=us-1_c1_film&c9=devid,ABCDEF0123456789&sessionId=s1&tl=dav0-Film"

        private static func har(_ entries: JSONObject...) -> String {
            let log: JSONObject = ["log": ["version": "1.2", "entries": .array(entries.map(JSONValue.object))]]
            return log.jsonText
        }

        private static func entry(_ time: String, _ url: String, body: String? = nil) -> JSONObject {
            var request: JSONObject = [
                "method": body == nil ? "GET" : "POST", "url": .string(url),
                "headers": [["name": "idempotency-key", "value": "k1"]],
            ]
            if let body { request["postData"] = ["mimeType": "application/json", "text": .string(body)] }
            return ["startedDateTime": .string(time), "time": 12, "request": .object(request)]
        }

        private func record(
            _ file: URL,
            _ options: String...
        ) throws -> (code: Int32, lines: [JSONObject], error: String) {
            let run = try Executable.run(["record", "--from", file.path] + options)
            let lines = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            return (run.code, lines, run.error)
        }

        @Test func theRequestsOfAProxyAreStepsInTheOrderOfTheirTimes() throws {
            let folder = try TemporaryFolder()
            let text = Self.har(
                Self.entry("2026-03-02T21:00:02.500+01:00", Self.ping + "&late=1"),
                Self.entry("2026-03-02T20:00:00.000Z", "https://www.example.com/page.html"),
                Self.entry("2026-03-02T20:00:01Z", Self.ping, body: "{}")
            )
            let (code, lines, error) = try record(try folder.write(text, to: "a.har"))
            #expect(code == 0)
            #expect(error.contains("1 request is not a ping"))
            #expect(lines.first?["source"] == "har" && lines.first?["redacted"] == true)
            #expect(lines.first?["start"] == 1_772_481_601_000)
            let pings = lines.filter { $0["kind"] == "ping" }
            #expect(pings.map { $0["t"] } == [0, 1_500])
            #expect(pings.first?["ping"]?["method"] == "POST" && pings.first?["ping"]?["body"] == "{}")
            #expect(pings.first?["ping"]?["id"] == "k1")
            #expect(lines.last?["kind"] == "end")
        }

        @Test func identifiersAreReplacedUnlessTheyAreWanted() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write(Self.har(Self.entry("2026-03-02T20:00:01Z", Self.ping)), to: "a.har")
            let text = try record(file).lines.map(\.jsonText).joined()
            #expect(!text.contains("ABCDEF0123456789"))
            #expect(text.contains("c9=devid%2Credacted-") || text.contains("c9=redacted-"))
            #expect(text.contains("dav0-Film"))
            #expect(try record(file, "--no-redaction").lines.map(\.jsonText).joined().contains("ABCDEF0123456789"))
            #expect(try !record(file, "--redact", "tl").lines.map(\.jsonText).joined().contains("dav0-Film"))
        }

        @Test func aCollectorsDatabaseIsASessionThatIsJudgedLikeIt() async throws {
            let folder = try TemporaryFolder()
            let database = folder.file("pings.sqlite")
            do {
                let collector = try Collector(file: database)
                for number in 0..<3 {
                    let target = try RequestTarget("/cgi-bin/gn?prd=dcr&n=\(number)")
                    let arrival = Date(timeIntervalSince1970: 1_772_481_600 + Double(number) / 2)
                    try collector.receive(ServerRequest("GET", target, arrival: arrival))
                }
            }
            let session = folder.file("session.jsonl")
            let run = try Executable.run(["record", "--from", database.path, "-o", session.path, "--json"])
            #expect(run.code == 0)
            #expect(try JSONObject(jsonText: run.output)["pings"] == 3)
            var reader = SessionReader(file: "session")
            for line in try String(contentsOf: session, encoding: .utf8).split(separator: "\n") {
                try reader.read(String(line))
            }
            let read = try reader.finish()
            #expect(read.isComplete && read.pings.map(\.time) == [0, 500, 1_000])
            let judged = try [database, session].map { file in
                let lines = try Executable.run(["certify", file.path, "--json"]).output.split(separator: "\n")
                return try lines.map { line in
                    var object = try JSONObject(jsonText: String(line))
                    object["file"] = nil
                    return object
                }
            }
            #expect(judged[0] == judged[1])
        }

        @Test(arguments: [
            (#"{"log": 1}"#, "\"entries\""), ("no json", "a HAR file"), (#"{"log": {"entries": [{}]}}"#, "entry 1"),
            (har(entry("yesterday", ping)), "startedDateTime"), ("", "a HAR file"),
        ])
        func whatIsNoSuchFileIsAnErrorThatSaysWhatWasExpected(text: String, says: String) throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run(["record", "--from", try folder.write(text, to: "a.har").path])
            #expect(run.code == 2)
            #expect(run.error.contains(says), "\(run.error)")
        }

        @Test func theSchemaIsPrinted() throws {
            let run = try Executable.run(["record", "--schema"])
            #expect(run.code == 0)
            #expect(try JSONObject(jsonText: run.output)["$id"] == "urn:launch-hub:session:2")
            #expect(try Executable.run(["record"]).code == 2)
        }
    }

#endif
