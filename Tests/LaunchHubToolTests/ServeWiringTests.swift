// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// The options of `launchhub serve` reach the server, and what comes in reaches the output.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct ServeWiringTests {
        /// Starts a server at one address without HTTPS.
        private func serve(_ words: String...) throws -> LineProgram {
            try LineProgram(["serve", "--port", "0", "--https-port", "off", "--host", "127.0.0.1"] + words)
        }

        private func send(
            _ method: HTTPRequest.Method,
            _ url: String,
            _ body: String? = nil
        ) async throws -> HTTPResponse {
            let request = HTTPRequest(method, try #require(URL(string: url)), body: body.map { Data($0.utf8) })
            let client = SystemHTTPClient()
            let result = await awaitedValue { resume in client.send(request, completion: resume) }
            return try result.get()
        }

        @Test func whatIsReadyIsOneLineAndHoldsWhatWasAskedFor() async throws {
            let folder = try TemporaryFolder()
            let root = folder.url.resolvingSymlinksInPath().path
            let database = folder.file("pings.sqlite").path
            let server = try serve(
                "--json",
                "--root",
                root,
                "--database",
                database,
                "--sessions",
                root,
                "--tsv-flag",
                "03",
                "--fail",
                "503:1"
            )
            let ready = try server.object()
            #expect(
                ready.keys.sorted() == [
                    "addresses", "database", "faults", "kind", "root", "schema", "sessions", "tsvFlag",
                ]
            )
            #expect(ready["root"] == .string(root) && ready["sessions"] == .string(root))
            #expect(ready["database"] == .string(database) && ready["tsvFlag"] == "03")
            #expect(ready["faults"] == .array([.object(Fault(status: 503, times: 1).json)]))
            let address = try #require(ready["addresses"]?[0]?.stringValue)
            #expect(try await send(.get, address + "cgi-bin/tsv").status == 503)
            let answer = try await send(.get, address + "cgi-bin/tsv")
            #expect(try answer.status == 200 && JSONObject(jsonData: answer.body) == ["flag": "03"])
            #expect(try server.object()["kind"] == "ping")
            #expect(try await send(.post, address + "api/sessions/a?line=0", "1\n").status == 200)
            #expect(try String(contentsOf: folder.file("a.jsonl"), encoding: .utf8) == "1\n")
            #expect(try await send(.get, address + "a.jsonl").body == Data("1\n".utf8))
            let said = try JSONObject(jsonText: try server.terminate())
            #expect(said == ["kind": "remark", "message": "stopped: SIGTERM", "schema": "launchhub/1"])
            #expect(try server.object()["kind"] == "summary")
        }

        @Test func peopleReadALineForEachPing() async throws {
            let folder = try TemporaryFolder()
            let server = try serve("--root", folder.url.path)
            #expect(try server.line() == "Serving on")
            let address = String(try server.line().dropFirst(2))
            #expect(try server.line() == "Pings go to \(address)cgi-bin/, and \(address) shows them.")
            #expect(try server.line().hasPrefix("Files are those of "))
            #expect(try await send(.get, address + "cgi-bin/gn?x=1").status == 200)
            let line = try server.line()
            #expect(line.hasPrefix("1      ") && line.hasSuffix(" GET /cgi-bin/gn?x=1"))
            #expect(try server.terminate() == "launchhub: stopped: SIGTERM\n")
            #expect(try server.line().isEmpty)
            #expect(try server.line().hasPrefix("1 ping, "))
        }

        /// Where no folder is named, the published configurations of the working directory are served.
        @Test func theFolderOfConfigurationsIsFoundWhereItIs() throws {
            let folder = try TemporaryFolder()
            let program = try #require(Executable.url).path
            let options = "--port 0 --https-port off --host 127.0.0.1 --for 0.2"
            let line = "cd '\(folder.url.path)' && exec '\(program)' serve \(options)"
            func run() throws -> (code: Int32, output: String, error: String) {
                try Executable.run(["-c", line], program: URL(fileURLWithPath: "/bin/sh"))
            }
            let none = try run()
            let stopped = "launchhub: stopped: the time is over\n"
            let remark = "launchhub: not serving files: there is no folder RemoteConfig here; use --root FOLDER\n"
            #expect(none.code == 0 && none.error == remark + stopped && !none.output.contains("Files are those of"))
            try folder.write("{}", to: "RemoteConfig/a.json")
            let found = try run()
            #expect(found.code == 0 && found.error == stopped)
            #expect(found.output.contains("Files are those of ") && found.output.contains("/RemoteConfig.\n"))
        }
    }
#endif
