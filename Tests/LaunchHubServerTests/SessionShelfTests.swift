// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import TestSupport
import Testing

/// Where recorders send their lines.
@Suite(.timeLimit(.minutes(10)))
struct SessionShelfTests {
    private func server(_ shelf: SessionShelf) throws -> TestServer { try TestServer(routes: shelf.routes) }

    @Test func linesAreKeptOnceAndCanBeRead() async throws {
        let server = try server(SessionShelf())
        #expect(try await server.post("/api/sessions/a?line=0", "1\n2\n").json["lines"] == 2)
        // The answer was lost, and two of three lines come again.
        #expect(try await server.post("/api/sessions/a?line=0", "1\n2\n3\n").json["lines"] == 3)
        #expect(try await server.post("/api/sessions/a?line=3", "4\n").json["lines"] == 4)
        #expect(try await server.post("/api/sessions/a?line=0", "1\n").json["lines"] == 4)
        let read = try await server.get("/api/sessions/a")
        #expect(read.text == "1\n2\n3\n4\n")
        #expect(read.headers["Content-Type"] == "application/x-ndjson")
        let list = try await server.get("/api/sessions").json
        #expect(list["sessions"] == [["name": "a", "lines": 4, "bytes": 8]])
    }

    @Test func linesWithoutANumberAreTheFirst() async throws {
        let server = try server(SessionShelf())
        #expect(try await server.post("/api/sessions/a", "1\n2\n").json == ["lines": 2])
        // They are those that are there.
        #expect(try await server.post("/api/sessions/a", "1\n").json == ["lines": 2])
        let read = try await server.get("/api/sessions/a")
        #expect(read.status == 200)
        #expect(read.text == "1\n2\n")
    }

    @Test func linesBehindAGapAreRefused() async throws {
        let server = try server(SessionShelf())
        let refused = try await server.post("/api/sessions/a?line=5", "6\n")
        #expect(refused.status == 409)
        #expect(try refused.json["lines"] == 0)
        #expect(try await server.get("/api/sessions/a").status == 404)
    }

    @Test(arguments: [
        ("a", "no end"), ("a", ""), ("a.b", "1\n"), ("%2e%2e%2fa", "1\n"), (String(repeating: "a", count: 65), "1\n"),
    ])
    func whatIsNoLinesOrNoNameIsRefused(name: String, body: String) async throws {
        let server = try server(SessionShelf())
        let status = try await server.post("/api/sessions/\(name)?line=0", body).status
        #expect(status == 400 || status == 404)
    }

    @Test func aSessionHasALimit() async throws {
        let server = try server(SessionShelf(sessions: 2, bytes: 10))
        #expect(try await server.post("/api/sessions/a?line=0", "123456789\n").status == 200)
        #expect(try await server.post("/api/sessions/a?line=1", "1\n").status == 507)
        for name in ["b", "c"] { _ = try await server.post("/api/sessions/\(name)?line=0", "1\n") }
        #expect(try await server.get("/api/sessions").json["sessions"]?.arrayValue?.count == 2)
        #expect(try await server.get("/api/sessions/a").status == 404)
    }

    @Test func withAFolderTheyAreFiles() async throws {
        let folder = try TemporaryFolder()
        try folder.write("of an earlier run\n", to: "a.jsonl")
        let server = try server(SessionShelf(folder: folder.url))
        _ = try await server.post("/api/sessions/a?line=0", "1\n")
        _ = try await server.post("/api/sessions/a?line=1", "2\n")
        #expect(try String(contentsOf: folder.file("a.jsonl"), encoding: .utf8) == "of an earlier run\n")
        #expect(try String(contentsOf: folder.file("a-2.jsonl"), encoding: .utf8) == "1\n2\n")
        #expect(try await server.get("/api/sessions/a").text == "1\n2\n")
    }
}
