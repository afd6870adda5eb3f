// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHubServer
    import NielsenAppApi
    import TestSupport
    import Testing

    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct PingsTests {
        private static let url = "http://127.0.0.1:8642/cgi-bin/gn?prd=session&c9=devid%2C&sessionId=s&uoo=false&rnd=1"

        private func file(_ folder: TemporaryFolder, _ text: String) throws -> String {
            try Data(text.utf8).write(to: folder.file("pings"))
            return folder.file("pings").path
        }

        @Test(arguments: [
            url + "\n\n", #"{"url": "\#(url)"}"# + "\n",
            #"{"path": "/cgi-bin/gn", "query": "prd=session&sessionId=s"}"#,
        ])
        func addressesAreExplained(_ text: String) throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run(["pings", file(folder, text)])
            #expect(run.code == 0)
            #expect(run.output.contains("ping 1: session"))
            #expect(run.output.contains("sessionId  s  session  (chance)"))
        }

        @Test func equalAddressesAreAFinding() throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run(["pings", file(folder, Self.url + "\n" + Self.url), "--lint", "--json"])
            #expect(run.code == 1)
            let lines = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(lines.first?["rule"] == "PING_EQUAL")
            #expect(lines.last?["findings"] == 1)
        }

        @Test func aSessionIsPlayedAndItsPingsAreSound() throws {
            let folder = try TemporaryFolder()
            let session = folder.file("session.jsonl").path
            #expect(try Executable.run(["play", "--record", session]).code == 0)
            let run = try Executable.run(["pings", session, "--lint"])
            #expect(run.code == 0)
            #expect(run.output.contains("0 findings"))
            #expect(try Executable.run(["pings", session]).output.contains("dcrVideo"))
            // What was sent is explained, and not what another run would send.
            let text = try String(contentsOfFile: session, encoding: .utf8)
            try text.replacingOccurrences(of: "sessionId=", with: "sessionId=recorded-")
                .write(toFile: session, atomically: true, encoding: .utf8)
            #expect(try Executable.run(["pings", session]).output.contains("recorded-"))
        }

        @Test func theDatabaseOfAQueueIsRead() throws {
            let folder = try TemporaryFolder()
            let environment = NielsenEnvironment.app(storage: .folder(folder.url), log: .disabled, privacy: .unknown)
            let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
            environment.delivery?.close()
            let run = try Executable.run(["pings", folder.file("pings.sqlite").path])
            #expect(run.output.contains("ping 1: session"))
            _ = api
        }

        @Test func theDatabaseOfACollectorIsRead() throws {
            let folder = try TemporaryFolder()
            let collector = try Collector(file: folder.file("collector.sqlite"))
            for number in 1...2 {
                let target = try RequestTarget("/cgi-bin/gn?prd=session&sessionId=s\(number)")
                try collector.receive(ServerRequest("GET", target))
            }
            collector.flush()
            let run = try Executable.run(["pings", folder.file("collector.sqlite").path])
            #expect(run.code == 0)
            #expect(run.output.contains("ping 1: session") && run.output.contains("ping 2: session"))
            #expect(run.output.contains("sessionId  s2"))
        }

        @Test(arguments: [["pings", "/no/such/file"], ["pings", "/dev/null", "--config", "/no/such/file"]])
        func whatIsWrongIsSaid(_ words: [String]) throws {
            let run = try Executable.run(words)
            #expect(run.code == 2)
            #expect(!run.error.isEmpty)
        }

        @Test func aLineThatIsNoPingIsNamed() throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run(["pings", file(folder, Self.url + "\nnothing\n")])
            #expect(run.code == 2)
            #expect(run.error.contains("line 2"))
        }
    }
#endif
