// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    /// `launchhub serve` as a process that is stopped or killed.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ServeProcessTests {
        private func serve(_ words: String...) throws -> LineProgram {
            try LineProgram(
                [
                    "serve", "--port", "0", "--https-port", "off", "--host", "127.0.0.1", "--json", "--root",
                    NSTemporaryDirectory(),
                ] + words
            )
        }

        private func get(_ url: String, id: String) async throws -> Int {
            let request = HTTPRequest(.get, try #require(URL(string: url)), headers: ["Idempotency-Key": id])
            let client = SystemHTTPClient()
            let result = await awaitedValue { resume in client.send(request, completion: resume) }
            return try result.get().status
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func aSignalEndsItWithASummary(_ signal: Int32) async throws {
            let server = try serve()
            let address = try #require(server.object()["addresses"]?[0]?.stringValue)
            #expect(try await get(address + "cgi-bin/gn?prd=session&sessionId=s", id: "one") == 200)
            #expect(try server.object()["kind"] == "ping")
            #expect(kill(server.process.processIdentifier, signal) == 0)
            let summary = try server.object()
            #expect(summary["kind"] == "summary" && summary["pings"] == 1)
            server.process.waitUntilExit()
            #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
        }

        /// The contract with those who send: 2xx only after the ping is stored, and an id counts once.
        @Test func whatWasAnsweredIsThereWhenTheServerIsKilled() async throws {
            let folder = try TemporaryFolder()
            let database = folder.file("pings.sqlite")
            var answered: [String] = []
            for round in 0..<2 {
                let server = try serve("--database", database.path, "--quiet")
                let address = try #require(server.object()["addresses"]?[0]?.stringValue)
                for number in 0..<10 {
                    for id in answered.suffix(1) + ["\(round)-\(number)"] {
                        #expect(try await get(address + "cgi-bin/gn?n=\(number)", id: id) == 200)
                    }
                    answered.append("\(round)-\(number)")
                }
                // Right behind the last answer.
                #expect(kill(server.process.processIdentifier, SIGKILL) == 0)
                server.process.waitUntilExit()
                #expect(server.process.terminationReason == .uncaughtSignal)
            }
            let collector = try Collector(file: database)
            #expect(try collector.pings().map(\.id) == answered)
            #expect(try collector.count().doubles == answered.count - 1)
        }
    }
#endif
