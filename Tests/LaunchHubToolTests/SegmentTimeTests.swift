// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import Testing

    @testable import LaunchHubTool

    /// What passes between events by their timestamps.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct SegmentTimeTests {
        static let stamps: [(text: String, seconds: Double?)] = [
            ("\"1970-01-01T00:00:00Z\"", 0), ("\"1970-01-01T00:00:01.5Z\"", 1.5), ("\"1970-01-01t00:00:01,25z\"", 1.25),
            ("\"1970-01-02 00:00:00\"", 86_400), ("\"1970-01-01T02:00:00+02:00\"", 0), ("\"1970-01-01T00:00+0000\"", 0),
            ("\"1969-12-31T23:59:59-01\"", 3_599), ("\"19700101T000001Z\"", 1),
            ("\"1970-01-01T00:00:00.123456789Z\"", 0.123),
            ("\"2024-02-29T00:00:00Z\"", 1_709_164_800), ("\"1970-01-01T00:00:60Z\"", 59),
            ("1700000000", 1_700_000_000), ("1700000000123", 1_700_000_000.123), ("1700000000.5", 1_700_000_000.5),
            ("\"1970-01-01\"", nil), ("\"2023-02-29T00:00:00Z\"", nil), ("\"1970-13-01T00:00:00Z\"", nil),
            ("\"1970-01-01T24:00:00Z\"", nil), ("\"1970-01-01T00:00:00+15:00\"", nil),
            ("\"1970-01-01T00:00:00ZZ\"", nil),
            ("\"now\"", nil), ("\"\"", nil), ("\"1970-01-01T00:00:0\"", nil), ("5", nil), ("1e300", nil), ("true", nil),
            ("[]", nil), ("{}", nil), ("\"\(String(repeating: "1", count: 1_000))\"", nil),
        ]

        @Test(arguments: stamps)
        func timesAreReadAsTheyAreWritten(text: String, seconds: Double?) throws {
            let stamp = SegmentTimestamp(try JSONValue(jsonText: text))
            #expect(stamp.map { Double($0.milliseconds) / 1_000 } == seconds)
        }

        /// Between two stamps a year and a day may pass.
        @Test(arguments: [("2025-01-02T00:00:00Z", false), ("2025-01-02T00:00:01Z", true)])
        func aStampOfAnotherYearIsOfAnotherStream(_ second: String, _ isFar: Bool) {
            var time = SegmentTime()
            #expect(time.read("2024-01-02T00:00:00Z", line: 1).finding == nil)
            let step = time.read(.string(second), line: 2)
            #expect((step.finding != nil) == isFar)
            #expect(step.passes == (isFar ? .zero : .seconds(366 * 86_400)))
        }

        private func calls(_ lines: [String]) throws -> (calls: [String], error: String) {
            let run = try Executable.run(["segment", "--json"], input: lines.joined(separator: "\n"))
            let calls = try run.output.split(separator: "\n").map { line in
                let call = try JSONValue(jsonText: String(line))
                return "\(call["method"]?.stringValue ?? "") \(call["args"]?[0]?.intValue.map { String($0) } ?? "")"
            }
            return (calls.filter { !$0.hasPrefix("loadMetadata") }, run.error)
        }

        private static func event(_ name: String, _ position: Int, _ time: String?) -> String {
            let stamp = time.map { ",\"timestamp\":\"2026-03-01T20:00:\($0)Z\"" } ?? ""
            return
                "{\"event\":\"Video Content \(name)\",\"properties\":{\"asset_id\":\"a\",\"position\":\(position)}\(stamp)}"
        }

        @Test func timestampsDriveTheHeartbeat() throws {
            let run = try calls([Self.event("Started", 0, "00.000"), Self.event("Completed", 3, "03.000")])
            #expect(
                run.calls == [
                    "playheadPosition 0", "playheadPosition 1", "playheadPosition 2", "playheadPosition 3", "stop ",
                ]
            )
            #expect(run.error.isEmpty)
        }

        @Test func linesThatLetTimePassComeFirst() throws {
            let run = try calls([
                Self.event("Started", 0, "00"), #"{"advance_seconds": 1}"#, Self.event("Completed", 1, "30"),
            ])
            #expect(run.calls == ["playheadPosition 0", "playheadPosition 1", "stop "])
            #expect(run.error.isEmpty)
        }

        @Test func eventsWithoutTimeHappenWithTheOneBefore() throws {
            let run = try calls([Self.event("Started", 0, "00"), Self.event("Completed", 1, nil)])
            #expect(run.calls == ["playheadPosition 1", "stop "])
        }

        @Test func timeThatGoesBackwardsIsSaidOnce() throws {
            let run = try calls([
                Self.event("Started", 0, "10"), Self.event("Playing", 0, "05"), Self.event("Completed", 1, "06"),
            ])
            #expect(run.error.split(separator: "\n").count == 1)
            #expect(
                run.error.contains("line 2: SEGMENT_TIMESTAMP_BACKWARDS: the timestamp is 5 s before that of line 1")
            )
            #expect(run.calls == ["playheadPosition 0", "playheadPosition 1", "stop "])
        }

        @Test func aLiveStreamHasTheTimeOfItsEvents() throws {
            let started =
                #"{"event":"Video Content Started","properties":{"asset_id":"a","livestream":true,"position":-30},"#
                + #""timestamp":"2026-03-01T20:00:00Z"}"#
            let run = try calls([started, #"{"type":"screen","timestamp":"2026-03-01T20:00:01Z"}"#])
            #expect(run.calls == ["playheadPosition \(1_772_395_200 - 30)"])
        }

        @Test func nothingPlaysForDaysWithoutAnEvent() throws {
            let later = Self.event("Completed", 5, "00").replacing("2026-03-01", with: "2026-03-04")
            let input = Self.event("Started", 0, "00") + "\n" + later
            let run = try Executable.run(["segment", "--format", "json"], input: input)
            #expect(run.output.contains("SEGMENT_TIMESTAMP_GAP"))
            #expect(run.output.split(separator: "playheadPosition").count < 10)
        }

        @Test func theFormForProgramsHasEverything() throws {
            let lines = [Self.event("Started", 0, "00"), Self.event("Completed", 40, "40"), "{"]
            let run = try Executable.run(["segment", "--format", "json"], input: lines.joined(separator: "\n"))
            let events = try run.output.split(separator: "\n").map { try JSONValue(jsonText: String($0)) }
            #expect(run.code == 1)
            #expect(run.error.isEmpty)
            #expect(events.count == 3)
            let members: Set = ["kind", "schema", "time", "line", "event", "calls", "credit", "findings"]
            #expect(events.allSatisfy { Set($0.objectValue?.keys ?? []) == members })
            #expect(events.map { $0["time"] } == [0, 40, 40])
            #expect(events.map { $0["line"] } == [1, 2, 3])
            #expect(events.map { $0["event"] } == ["Video Content Started", "Video Content Completed", .null])
            #expect(events[0]["calls"]?.arrayValue?.count == 41)
            #expect(events[0]["calls"]?[40] == ["time": 40, "method": "playheadPosition", "args": [39]])
            #expect(events[0]["credit"]?[0]?["seconds"] == 40)
            #expect(events[0]["credit"]?[0]?["assetid"] == "a")
            #expect(events[2]["findings"]?[0]?["rule"] == "LINE_NOT_JSON")
        }
    }
#endif
