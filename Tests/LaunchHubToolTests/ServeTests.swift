// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// `launchhub serve`, asked over the loopback address.
    struct ServeTests {
        private func serve(_ words: String...) -> RunningTool {
            RunningTool(
                [
                    "serve", "--port", "0", "--https-port", "off", "--host", "127.0.0.1", "--json", "--root",
                    NSTemporaryDirectory(),
                ] + words
            )
        }

        private func get(_ url: String, id: String? = nil) async throws -> Int {
            let headers: HTTPHeaders = id.map { ["Idempotency-Key": $0] } ?? [:]
            let request = HTTPRequest(.get, try #require(URL(string: url)), headers: headers)
            let client = SystemHTTPClient()
            let result = await awaitedValue { resume in client.send(request, completion: resume) }
            return try result.get().status
        }

        @Test func whatComesIsWrittenAndCountedAndTheFirstOnesFailAsWanted() async throws {
            let server = serve("--fail", "503:1", "--tsv-flag", "42")
            let ready = try await server.object()
            #expect(ready["kind"] == "ready" && ready["tsvFlag"] == "42" && ready["faults"]?.arrayValue?.count == 1)
            let address = try #require(ready["addresses"]?[0]?.stringValue)
            #expect(try await get(address + "cgi-bin/gn?prd=session&sessionId=s") == 503)
            #expect(try await get(address + "cgi-bin/gn?prd=session&sessionId=s") == 200)
            let ping = try await server.object()
            #expect(ping["kind"] == "ping" && ping["product"] == "session")
            #expect(await server.stop() == 0)
            let summary = try await server.object()
            #expect(summary["kind"] == "summary" && summary["pings"] == 1)
        }

        @Test func pingsAreKeptInADatabaseAndAnIdCountsOnce() async throws {
            let folder = try TemporaryFolder()
            let database = folder.file("pings.sqlite")
            for round in 0..<2 {
                let server = serve("--database", database.path, "--quiet")
                let address = try #require(try await server.object()["addresses"]?[0]?.stringValue)
                for id in ["first", "\(round)"] {
                    #expect(try await get(address + "cgi-bin/gn?prd=session", id: id) == 200)
                }
                #expect(await server.stop() == 0)
            }
            let collector = try Collector(file: database)
            #expect(try collector.pings().map(\.id) == ["first", "0", "1"])
            #expect(try collector.count().doubles == 1)
        }

        @Test func itEndsWhenItsTimeIsOver() async throws {
            let folder = try TemporaryFolder()
            let authority = folder.file("authority.pem")
            let run = try await ToolRun(["serve", "--port", "0", "--for", "0.01", "--ca-file", authority.path])
            #expect(run.code == 0 && run.output.contains("Serving on"))
            #expect(run.output.contains("0 pings, 0 sessions, 0 duplicates.\n"))
            #expect(run.error.contains(/stopped after \d+ s \(--for\)/))
            #expect(try String(contentsOf: authority, encoding: .utf8).hasPrefix("-----BEGIN CERTIFICATE-----"))
        }

        @Test func aPortThatIsTakenEndsWithTwo() async throws {
            let port = try QuietPort.next()
            let server = DevelopmentServer(
                Server.Configuration(hosts: [.ipv4], port: port),
                collector: try Collector(file: nil)
            )
            _ = try server.start()
            defer { server.stop() }
            let words = ["serve", "--port", "\(port)", "--https-port", "off", "--host", "127.0.0.1", "--for", "30"]
            let run = try await ToolRun(words)
            #expect(run.code == 2 && run.output.isEmpty)
            #expect(run.error.contains("cannot listen on 127.0.0.1:\(port)"))
        }
    }
#endif
