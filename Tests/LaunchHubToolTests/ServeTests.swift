// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import HubCommandLine
    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// What a command line says about a server.
    struct ServePlanTests {
        private func plan(_ words: [String]) throws -> ServePlan {
            try ServePlan(ServeCommand.syntax.parse(["--root", NSTemporaryDirectory()] + words))
        }

        @Test func theUsualPortsAreNextToEachOther() throws {
            let usual = try plan([])
            #expect(usual.configuration.port == 8642)
            #expect(usual.configuration.hosts == [.ipv4, .ipv6])
            let hasHTTPS = ServerCertificate.canBeMade
            #expect((usual.configuration.certificate != nil) == hasHTTPS)
            #expect(usual.configuration.securePort == (hasHTTPS ? 8643 : nil))
            #expect(try plan(["--port", "9000"]).configuration.securePort == (hasHTTPS ? 9001 : nil))
            #expect(try plan(["--port", "0"]).configuration.securePort == (hasHTTPS ? 0 : nil))
            #expect(try plan(["--port", "65535"]).configuration.securePort == nil)
            let plain = try plan(["--https-port", "off"]).configuration
            #expect(plain.securePort == nil)
            #expect(plain.certificate == nil)
        }

        @Test func faultsOfTheCommandLineKeepTheirOrder() throws {
            let faults = try plan(["--delay", "0.5", "--fail", "503:3", "--cut-off"]).faults
            #expect(
                faults == [
                    Fault(status: 503, delay: .seconds(0.5), times: 3),
                    Fault(delay: .seconds(0.5), cutOff: .before), Fault(delay: .seconds(0.5)),
                ]
            )
            #expect(try plan(["--fail", "500"]).faults == [Fault(status: 500)])
            #expect(try plan([]).faults.isEmpty)
        }

        static let wrong: [(words: [String], says: String)] = [
            (["--host", "0.0.0.0"], "the server listens on this machine only"),
            (["--port", "65536"], "--port is \"65536\"; use a number from 0 to 65535."),
            (["--port", "x"], "--port is \"x\""),
            (["--port", "7000", "--https-port", "7000"], "--port and --https-port are both 7000"),
            (["--fail", "often"], "--fail is \"often\""), (["--fail", "503:0"], "--fail is \"503:0\""),
            (["--fail", "99"], "--fail is \"99\""), (["--delay", "0"], "--delay is \"0\""),
            (["--delay", "nan"], "--delay is \"nan\""), (["--for", "-1"], "--for is \"-1\""),
            (["--for", "inf"], "--for is \"inf\""), (["--root", "x"], "option --root is given twice"),
            (["--certificate", "x"], "--certificate and --key go together"),
            (["--certificate", "/nonexistent/c", "--key", "/nonexistent/k"], "cannot read /nonexistent/c"),
            (["--certificate", "x", "--key", "y", "--ca-file", "z"], "--ca-file is for the authority"),
            (["--name", "a b"], "\"a b\" is not a host name"),
            (["--https-port", "off", "--ca-file", "x"], "--ca-file is for HTTPS, which is off"),
            (["--https-port", "off", "--certificate", "x", "--key", "y"], "--certificate is for HTTPS, which is off"),
            (["--ca-file", "-"], "--ca-file needs a file"),
            (
                ["--certificate", #filePath, "--key", #filePath],
                "\(#filePath), \(#filePath): the certificate cannot be used"
            ),
        ]

        @Test(arguments: wrong)
        func aWrongWordIsNamed(words: [String], says: String) {
            let error = #expect(throws: (any Error).self) { try plan(words) }
            #expect(error.map { "\($0)".contains(says) } == true, "\(String(describing: error))")
        }

        @Test func theFolderHasToBeThere() throws {
            #expect(throws: ServerError.self) {
                try ServePlan(ServeCommand.syntax.parse(["--root", "/nonexistent/folder"]))
            }
        }
    }

    /// The built program as a server.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct ServeExecutableTests {
        private func serve(_ words: String...) throws -> LineProgram {
            try LineProgram(["serve", "--port", "0", "--json", "--root", NSTemporaryDirectory()] + words)
        }

        private func get(_ url: String) async throws -> Int {
            let request = HTTPRequest.get(try #require(URL(string: url)))
            let client = SystemHTTPClient()
            let result = await awaitedValue { resume in
                client.send(request, completion: resume)
            }
            return try result.get().status
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func aSignalEndsItWithASummary(_ signal: Int32) async throws {
            let server = try serve("--fail", "503:1", "--https-port", "off", "--host", "127.0.0.1")
            let ready = try server.object()
            #expect(ready["kind"] == "ready")
            let address = try #require(ready["addresses"]?[0]?.stringValue)
            #expect(try await get(address + "cgi-bin/gn?prd=session&sessionId=s") == 503)
            #expect(try await get(address + "cgi-bin/gn?prd=session&sessionId=s") == 200)
            let ping = try server.object()
            #expect(ping["kind"] == "ping")
            #expect(ping["product"] == "session")
            #expect(kill(server.process.processIdentifier, signal) == 0)
            let summary = try server.object()
            #expect(summary["kind"] == "summary")
            #expect(summary["pings"] == 1)
            server.process.waitUntilExit()
            #expect(server.process.terminationReason == .exit)
            #expect(server.process.terminationStatus == 0)
        }

        /// The contract with those who send: 2xx only after the ping is stored, and an id counts once.
        @Test func whatWasAnsweredIsThereWhenTheServerIsKilled() async throws {
            let folder = try TemporaryFolder()
            let database = folder.file("pings.sqlite")
            var answered: [String] = []
            for round in 0..<3 {
                let server = try serve(
                    "--https-port",
                    "off",
                    "--host",
                    "127.0.0.1",
                    "--database",
                    database.path,
                    "--quiet"
                )
                let address = try #require(server.object()["addresses"]?[0]?.stringValue)
                for number in 0..<20 {
                    let id = "\(round)-\(number)"
                    let url = try #require(URL(string: address + "cgi-bin/gn?n=\(number)"))
                    for key in [id] + answered.suffix(1) {
                        let request = HTTPRequest(.get, url, headers: ["Idempotency-Key": key])
                        let client = SystemHTTPClient()
                        let result = await awaitedValue { resume in client.send(request, completion: resume) }
                        #expect(try result.get().status == 200)
                    }
                    answered.append(id)
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

        @Test func itEndsWhenItsTimeIsOver() throws {
            let authority = Executable.temporary("pem")
            defer { try? FileManager.default.removeItem(at: authority) }
            let server = try serve("--for", "0.2", "--ca-file", authority.path)
            #expect(try server.object()["addresses"]?.arrayValue?.count ?? 0 >= 2)
            #expect(try server.object()["kind"] == "summary")
            server.process.waitUntilExit()
            #expect(server.process.terminationStatus == 0)
            #expect(try String(contentsOf: authority, encoding: .utf8).hasPrefix("-----BEGIN CERTIFICATE-----"))
        }

        @Test func aPortThatIsTakenEndsWithTwo() throws {
            let server = try serve("--https-port", "off", "--host", "127.0.0.1")
            let address = try #require(server.object()["addresses"]?[0]?.stringValue)
            let port = try #require(URL(string: address)?.port)
            let run = try Executable.run(["serve", "--port", "\(port)", "--https-port", "off", "--for", "30"])
            #expect(run.code == 2)
            #expect(run.error.contains("cannot listen on 127.0.0.1:\(port)"))
            #expect(run.output.isEmpty)
        }
    }
#endif
