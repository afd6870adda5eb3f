// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import NielsenAppApi
    import Testing

    /// Pings of a played session, and what is found in one that was changed.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct PingCheckTests {
        /// The addresses of the pings of a channel's session.
        private static func pings(_ channel: [String]) throws -> [String] {
            let file = Executable.temporary("jsonl")
            defer { try? FileManager.default.removeItem(at: file) }
            _ = try Executable.run(["play", "--record", file.path] + channel)
            let run = try Executable.run(["pings", file.path, "--json"])
            return try run.output.split(separator: "\n").compactMap {
                try JSONValue(jsonText: String($0))["url"]?.stringValue
            }
        }

        @Test(arguments: [[], ["--channel", "Live news"], ["--flow", "api"]])
        func everyPingOfASessionIsRight(_ channel: [String]) throws {
            let pings = try Self.pings(channel)
            #expect(pings.count > 10)
            let input = pings.map { JSONValue.string($0).jsonText + "\n" }.joined()
            let run = try Executable.run(["validate", "ping", "--json"], input: input)
            #expect(run.code == 0, "\(run.output)")
        }

        @Test func aPingThatWasChangedIsFound() throws {
            let ping = try #require(try Self.pings([]).first { $0.contains("prd=dcr") })
            let check = NielsenPingCheck()
            #expect(check.findings(inPing: ping).isEmpty)
            func rules(_ change: (String) -> String) -> [String] {
                check.findings(inPing: change(ping)).map { "\($0.rule.rawValue) \($0.key ?? "")" }
            }
            let long = "&title=" + String(repeating: "x", count: 100_000)
            #expect(
                rules { $0.replacing("&uoo=false", with: "&uoo=true") }.contains("PING_IDENTIFIER_AFTER_OPT_OUT c9")
            )
            #expect(
                rules { $0.replacing("&uoo=", with: "&ouo=") } == [
                    "PING_PARAMETER_UNKNOWN ouo"
                ]
            )
            #expect(rules { $0 + "&uoo=false" } == ["PING_PARAMETER_TWICE uoo"])
            #expect(rules { $0 + "&zzz=%4" }.first == "PING_ESCAPE ")
            #expect(rules { $0 + long }.first == "PING_TOO_LONG ")
            #expect(rules { $0.replacing("?", with: "/") } == ["PING_NOT_AN_ADDRESS "])
            #expect(rules { _ in "https://h.example/gn?a=b" } == ["PING_OF_NO_TEMPLATE "])
            #expect(
                check.findings(inPing: ping.replacing("&uoo=", with: "&ouo=")).last?.message.hasSuffix(
                    "Did you mean \"uoo\"?"
                ) == true
            )
        }
    }
#endif
