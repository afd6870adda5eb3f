// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import LaunchHubServer
    import LaunchHubSession
    import TestSupport
    import Testing

    /// `launchhub record`: sessions of the pings that others have seen.
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
        ) async throws -> (code: Int32, lines: [JSONObject], error: String) {
            let run = try await ToolRun(["record", "--from", file.path] + options)
            let lines = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            return (run.code, lines, run.error)
        }

        @Test func identifiersAreReplacedUnlessTheyAreWanted() async throws {
            let folder = try TemporaryFolder()
            let file = try folder.write(Self.har(Self.entry("2026-03-02T20:00:01Z", Self.ping)), to: "a.har")
            let text = try await record(file).lines.map(\.jsonText).joined()
            #expect(!text.contains("ABCDEF0123456789"))
            #expect(text.contains("c9=devid%2Credacted-") || text.contains("c9=redacted-"))
            #expect(text.contains("dav0-Film"))
            #expect(
                try await record(file, "--no-redaction").lines.map(\.jsonText).joined().contains("ABCDEF0123456789")
            )
            #expect(try await !record(file, "--redact", "tl").lines.map(\.jsonText).joined().contains("dav0-Film"))
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
            let run = try await ToolRun(["record", "--from", database.path, "-o", session.path, "--json"])
            #expect(run.code == 0)
            #expect(try JSONObject(jsonText: run.output)["pings"] == 3)
            var reader = SessionReader(file: "session")
            for line in try String(contentsOf: session, encoding: .utf8).split(separator: "\n") {
                try reader.read(String(line))
            }
            let read = try reader.finish()
            #expect(read.isComplete && read.pings.map(\.time) == [0, 500, 1_000])
            var judged: [[JSONObject]] = []
            for file in [database, session] {
                let lines = try await ToolRun(["certify", file.path, "--json"]).objects
                judged.append(lines.map { $0.merging(["file": nil]) })
            }
            #expect(judged[0] == judged[1])
        }

        @Test(arguments: [
            (#"{"log": 1}"#, "\"entries\""), ("no json", "a HAR file"), (#"{"log": {"entries": [{}]}}"#, "entry 0"),
            (har(entry("yesterday", ping)), "startedDateTime"), ("", "a HAR file"),
        ])
        func whatIsNoSuchFileIsAnErrorThatSaysWhatWasExpected(text: String, says: String) async throws {
            let folder = try TemporaryFolder()
            let run = try await ToolRun(["record", "--from", try folder.write(text, to: "a.har").path])
            #expect(run.code == 2)
            #expect(run.error.contains(says), "\(run.error)")
        }
    }

#endif
