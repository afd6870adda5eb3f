// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

struct SegmentTests {
    private func calls(_ stream: String, _ options: [String] = []) async throws -> [JSONValue] {
        let run = try await ToolRun(["segment", "--json"] + options, input: stream)
        #expect(run.code != 2)
        // Findings are not among the calls.
        let findings = try run.error.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
        #expect(findings.allSatisfy { $0["kind"] == "finding" && $0["rule"] != nil && $0["line"] != nil })
        #expect((run.code == 1) == findings.contains { $0["severity"] == "error" })
        return try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) }
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "1e308", "-1e13", "null"])
    func aTimeOfDayThatIsNoneIsRefusedInWords(_ seconds: String) async throws {
        let run = try await ToolRun(["segment"], input: "{\"clock_unix_seconds\": \(seconds)}\n")
        #expect(run.code == 1)
        #expect((run.output + run.error).contains("clock_unix_seconds is"))
    }

    /// The time of day that a line says is that of what follows, also where events have times of their own.
    @Test(arguments: [(true, 1_000), (false, 1_262_304_000)])
    func theClockOfTheInputGoesBeforeTimesOfEvents(_ saysTime: Bool, _ position: Int64) async throws {
        let events = [0, 1].map { second in
            """
            {"event": "Video Content Started", "timestamp": "2010-01-01T00:00:0\(second)Z", \
            "properties": {"livestream": true, "position": 0}}

            """
        }
        let clock = saysTime ? "{\"clock_unix_seconds\": 1000}\n" : ""
        let calls = try await calls("{\"settings\": {\"appId\": \"P1\"}}\n" + clock + events.joined())
        let playheads = calls.filter { $0["method"] == "playheadPosition" }.map { $0["args"] }
        #expect(playheads.first == [.int(position)])
    }

    @Test func settingsComeFromAFileToo() async throws {
        let file = ToolRun.temporary("json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"adAssetIdPropertyName": "spot"}"#.utf8).write(to: file)
        let line = #"{"event": "Video Ad Started", "properties": {"spot": 7}}"# + "\n"
        let calls = try await calls(line, ["--settings", file.path])
        #expect(calls.first?["args"]?[0]?["assetid"] == "7")
    }

    @Test func theCasesOfThePublishedIntegrationsGiveTheRecommendedCalls() async throws {
        let path = "Tests/SegmentNielsenDCRTests/Resources/segment-peers.jsonl"
        var count = 0
        for line in try PackageFolder.text(path).split(separator: "\n") {
            let sample = try JSONValue(jsonText: String(line))
            guard let events = sample["events"]?.arrayValue, events.first?["method"] != "optOutURL" else {
                continue
            }
            var settings = sample["settings"]?.objectValue ?? [:]
            if sample["requires"] != nil { settings["usesAndroidPropertyNames"] = true }
            let before: [JSONValue] = [
                ["settings": .object(settings)],
                ["clock_unix_seconds": sample["clock_unix_seconds"] ?? 1_700_000_000],
            ]
            let stream = (before + events).map { $0.jsonText + "\n" }.joined()
            #expect(try await calls(stream, ["--markers"]) == sample["recommended_calls"]?.arrayValue)
            count += 1
        }
        #expect(count == 76)
    }

    static let wrong: [(line: String, says: String)] = [
        ("{\"type\":", "or {\"advance_seconds\": 10}"),
        ("{\"type\" 5}", "not well-formed JSON: column 9: a colon was expected; "),
        ("{\"type\": \"a\u{0}\"}", "the bytes are not UTF-8"),
        ("5", "expected {\"type\""),
        ("{}", "the object is empty"),
        (#"{"typ": "track"}"#, "there is no \"type\", only \"typ\""),
        (#"{"type": "tarck"}"#, "the type is \"tarck\" and must be \"track\", \"screen\", \"page\""),
        (
            #"{"type": "track"}"#,
            "there is no event; expected {\"type\": \"track\", \"event\": \"Video Content Started\""
        ),
        (#"{"event": 5}"#, "event is a number"),
        (#"{"event": "x", "properties": []}"#, "properties is an array; expected {\"properties\": {...}}"),
        (#"{"type": "screen", "name": 5}"#, "name is a number"),
        (#"{"advance_seconds": -1}"#, "advance_seconds is -1 and must be from 0 to 86400"),
        (#"{"advance_seconds": 1e9}"#, "must be from 0 to 86400"),
        (#"{"clock_unix_seconds": "now"}"#, "clock_unix_seconds is \"now\""),
        (#"{"settings": 5}"#, "settings is a number"),
        (#"{"type": "api", "method": "x"}"#, "this method is not known"),
    ]

    @Test(arguments: wrong)
    func aBadLineIsNamedAndTheRestIsRead(line: String, says: String) async throws {
        let good = #"{"event": "Video Playback Completed"}"#
        let run = try await ToolRun(["segment", "--json"], input: "\(good)\n\(line)\n\(good)\n")
        #expect(run.code == 1)
        let finding = try JSONObject(jsonText: run.error)
        let message = try #require(finding["message"]?.stringValue)
        #expect(finding["kind"] == "finding" && finding["line"] == 2 && finding["rule"] != nil)
        #expect(message.hasPrefix("standard input, line 2: ") && message.contains(says), "\(run.error)")
        #expect(run.output == "{\"args\":[],\"method\":\"end\"}\n{\"args\":[],\"method\":\"end\"}\n")
    }
}
