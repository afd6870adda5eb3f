// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import Testing

    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct SegmentTests {
        private static let stream = """
            {"settings": {"appId": "P1", "contentAssetIdPropertyName": "mine"}}
            {"clock_unix_seconds": 1000}
            {"type": "track", "event": "Video Playback Started", "properties": {"mine": "c", "position": 5}}
            {"advance_seconds": 3}
            {"event": "Video Playback Paused", "properties": {"livestream": true, "position": -1}}
            {"type": "screen", "name": "Home", "integrations": {"nielsen-dcr": {"segB": "b"}}}
            {"type": "reset"}

            """

        private func calls(_ stream: String, _ options: [String] = []) throws -> [JSONValue] {
            let run = try Executable.run(["segment", "--json"] + options, input: stream)
            #expect(run.code == 0)
            #expect(run.error.isEmpty)
            return try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) }
        }

        @Test(arguments: ["-9223372036854775808", "9223372036854775807", "1e308", "-1e13", "null"])
        func aTimeOfDayThatIsNoneIsRefusedInWords(_ seconds: String) throws {
            let run = try Executable.run(["segment"], input: "{\"clock_unix_seconds\": \(seconds)}\n")
            #expect(run.code == 1)
            #expect((run.output + run.error).contains("clock_unix_seconds is"))
        }

        /// The time of day that a line says is that of what follows, also where events have times of their own.
        @Test(arguments: [(true, 1_000), (false, 1_262_304_000)])
        func theClockOfTheInputGoesBeforeTimesOfEvents(_ saysTime: Bool, _ position: Int64) throws {
            let events = [0, 1].map { second in
                """
                {"event": "Video Content Started", "timestamp": "2010-01-01T00:00:0\(second)Z", \
                "properties": {"livestream": true, "position": 0}}

                """
            }
            let clock = saysTime ? "{\"clock_unix_seconds\": 1000}\n" : ""
            let calls = try calls("{\"settings\": {\"appId\": \"P1\"}}\n" + clock + events.joined())
            let playheads = calls.filter { $0["method"] == "playheadPosition" }.map { $0["args"] }
            #expect(playheads.first == [.int(position)])
        }

        @Test func aStreamBecomesCalls() throws {
            let calls = try calls(Self.stream)
            let methods = calls.map { $0["method"] }
            #expect(
                methods == [
                    "loadMetadata", "play", "playheadPosition", "playheadPosition", "playheadPosition",
                    "playheadPosition", "stop", "loadMetadata", "end",
                ]
            )
            #expect(calls[0]["args"]?[0]?["assetid"] == "c")
            #expect(calls[2...5].map { $0["args"] } == [[5], [6], [7], [1002]])
            #expect(calls[6] == ["method": "stop", "args": []])
            #expect(calls[7]["args"]?[0]?["segB"] == "b")
            #expect(calls.allSatisfy { $0.objectValue?.keys.sorted() == ["args", "method"] })
        }

        @Test func markersShowTheHeartbeat() throws {
            let markers = try calls(Self.stream, ["--markers"]).filter { call in
                call["method"]?.stringValue?.hasPrefix("heartbeat.") == true
            }
            #expect(markers.map { $0["method"] } == ["heartbeat.start", "heartbeat.stop", "heartbeat.stop"])
            #expect(markers.first?["args"] == [5])
        }

        @Test func settingsComeFromAFileToo() throws {
            let file = Executable.temporary("json")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(#"{"adAssetIdPropertyName": "spot"}"#.utf8).write(to: file)
            let line = #"{"event": "Video Ad Started", "properties": {"spot": 7}}"# + "\n"
            let calls = try calls(line, ["--settings", file.path])
            #expect(calls.first?["args"]?[0]?["assetid"] == "7")
        }

        @Test func theCasesOfThePublishedIntegrationsGiveTheRecommendedCalls() throws {
            let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            let file = tests.appendingPathComponent("SegmentNielsenDCRTests/Resources/segment-peers.jsonl")
            var count = 0
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
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
                #expect(try calls(stream, ["--markers"]) == sample["recommended_calls"]?.arrayValue)
                count += 1
            }
            #expect(count == 76)
        }

        @Test func peopleReadATimelineAndWhatIsCredited() throws {
            let run = try Executable.run(["segment"], input: Self.stream)
            #expect(run.code == 0)
            #expect(run.output.contains("00:00:01  playheadPosition 5 to 7, one a second\n"))
            #expect(run.output.contains("00:00:03  stop\n"))
            #expect(run.output.contains("3 events, 9 calls.\n"))
            // Three seconds passed from the start to the pause.
            #expect(run.output.contains("  content c: 3 s played, no minutes, dcrVideo"))
            #expect(run.output.hasPrefix("Video Playback Started, line 3\n  00:00:00  loadMetadata "))
            #expect(run.output.contains("\nscreen Home, line 6\n  00:00:03  loadMetadata type=static"))
            #expect(try Executable.run(["segment"]).output == "Nothing to show: there is no event.\n")
        }

        @Test func anEventWithoutEffectIsNamedSo() throws {
            let lines = #"{"event": "Order Completed"}"# + "\n" + #"{"event": "Video Playback Completed"}"# + "\n"
            let run = try Executable.run(["segment"], input: lines)
            #expect(
                run.output.hasPrefix(
                    "Order Completed, line 1\n  no effect\nVideo Playback Completed, line 2\n  00:00:00  end\n"
                )
            )
        }

        static let wrong: [(line: String, says: String)] = [
            ("{\"type\":", "{\"advance_seconds\": 10} is right"),
            ("{\"type\" 5}", "not well-formed JSON: column 9: a colon was expected; "),
            ("{\"type\": \"a\u{0}\"}", "the bytes are not UTF-8"),
            ("5", "is right"),
            ("{}", "the object is empty"),
            (#"{"typ": "track"}"#, "there is no \"type\", only \"typ\""),
            (#"{"type": "tarck"}"#, "the type is \"tarck\" and must be \"track\", \"screen\", \"page\""),
            (#"{"type": "track"}"#, "there is no event; {\"type\": \"track\", \"event\": \"Video Content Started\""),
            (#"{"event": 5}"#, "event is a number"),
            (#"{"event": "x", "properties": []}"#, "properties is an array; {\"properties\": {...}} is right"),
            (#"{"type": "screen", "name": 5}"#, "name is a number"),
            (#"{"advance_seconds": -1}"#, "advance_seconds is -1 and must be from 0 to 86400"),
            (#"{"advance_seconds": 1e9}"#, "must be from 0 to 86400"),
            (#"{"clock_unix_seconds": "now"}"#, "clock_unix_seconds is \"now\""),
            (#"{"settings": 5}"#, "settings is a number"),
            (#"{"type": "api", "method": "x"}"#, "this method is not known"),
        ]

        @Test(arguments: wrong)
        func aBadLineIsNamedAndTheRestIsRead(line: String, says: String) throws {
            let good = #"{"event": "Video Playback Completed"}"#
            let run = try Executable.run(["segment", "--json"], input: "\(good)\n\(line)\n\(good)\n")
            #expect(run.code == 1)
            let finding = try JSONObject(jsonText: run.error)
            let message = try #require(finding["message"]?.stringValue)
            #expect(finding["kind"] == "finding" && finding["line"] == 2 && finding["rule"] != nil)
            #expect(message.hasPrefix("standard input, line 2: ") && message.contains(says), "\(run.error)")
            #expect(run.output == "{\"args\":[],\"method\":\"end\"}\n{\"args\":[],\"method\":\"end\"}\n")
        }

        @Test func aWrongCommandLineEndsWithTwo() throws {
            #expect(try Executable.run(["segment", "/nonexistent/x.jsonl"]).code == 2)
            let run = try Executable.run(["segment", "--settings", "/nonexistent/x.json"])
            #expect(run.code == 2)
            #expect(run.error.contains("cannot read /nonexistent/x.json"))
        }

        @Test func anUnknownSettingIsARemark() throws {
            let run = try Executable.run(["segment"], input: "{\"settings\": {\"appid2\": 1}}\n")
            #expect(run.code == 0)
            #expect(run.error.contains("line 1: there is no setting \"appid2\""))
        }
    }
#endif
