// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Pings of a played session, and what is found in one that was changed.
struct PingCheckTests {
    /// The addresses of the pings of a channel's session.
    private static func pings(_ channel: String) async throws -> [String] {
        let file = ToolRun.temporary("jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await ToolRun(["play", "--record", file.path, "--channel", channel])
        let run = try await ToolRun(["pings", file.path, "--json"])
        return try run.output.split(separator: "\n").compactMap {
            try JSONValue(jsonText: String($0))["url"]?.stringValue
        }
    }

    @Test(arguments: ["Front page", "Live news"])
    func everyPingOfASessionIsRight(_ channel: String) async throws {
        let pings = try await Self.pings(channel)
        #expect(pings.count > 6)
        let input = pings.map { JSONValue.string($0).jsonText + "\n" }.joined()
        let run = try await ToolRun(["validate", "ping", "--json"], input: input)
        #expect(run.code == 0, "\(run.output)")
    }

    @Test func aPingThatWasChangedIsFound() async throws {
        let ping = try #require(try await Self.pings("Front page").first { $0.contains("prd=dcr") })
        let check = NielsenPingCheck()
        #expect(check.findings(inPing: ping).isEmpty)
        func rules(_ change: (String) -> String) -> [String] {
            check.findings(inPing: change(ping)).map { "\($0.rule) \($0.key ?? "")" }
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
