// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import Testing

    /// What `launchhub segment` writes about events that lead to no call, and about those that others led to before.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct SegmentWriterTests {
        private static let screen = #"{"type":"screen","name":"Home","integrations":{"All":false}}"#
        private static let content =
            #"{"event":"Video Content Started","properties":{"asset_id":"a"},"integrations":{"All":false}}"#

        private func output(_ lines: [String], _ options: String...) throws -> String {
            try Executable.run(["segment"] + options, input: lines.joined(separator: "\n")).output
        }

        // MARK: - Events for others

        @Test func anEventForOtherDestinationsSaysWhyNothingIsCalled() throws {
            #expect(
                try output([Self.screen]) == """
                    screen Home, line 1
                      00:00:00  (a screen is not for this destination: its integrations say so)

                    1 event, 0 calls; 1 had no effect.

                    """
            )
            let output = try output([Self.content, #"{"advance_seconds":3661}"#, Self.content])
            let remark = "(Video Content Started is not for this destination: its integrations say so)\n"
            #expect(output.contains("Video Content Started, line 1\n  00:00:00  " + remark))
            #expect(output.contains("Video Content Started, line 3\n  01:01:01  " + remark))
            #expect(!output.contains("no effect\n"))
            #expect(output.contains("\n2 events, 0 calls; 2 had no effect.\n"))
        }

        /// The calls are a contract of their own.
        @Test func theReasonIsForPeopleAlone() throws {
            #expect(try output([Self.screen], "--json").isEmpty)
            let record = try JSONObject(jsonText: try output([Self.screen], "--format", "json"))
            #expect(record["event"] == "screen Home" && record["calls"] == [] && record["findings"] == [])
        }

        @Test func aBatchIsForSomeDestinationsAsAWhole() throws {
            let screen = #"{"type":"screen","name":"Home"}"#
            let own = #"{"type":"screen","name":"Own","integrations":{}}"#
            let batch = #"{"integrations":{"All":false},"batch":[\#(screen),\#(own)]}"#
            let calls = try output([batch, screen], "--json").split(separator: "\n").map {
                try JSONObject(jsonText: String($0))
            }
            #expect(calls.map { $0["args"]?[0]?["section"] } == ["Own", "Home"])
        }

        // MARK: - Texts

        @Test(arguments: [(200, 200), (201, 200)])
        func aNameIsShownByItsFirstTwoHundredLetters(_ count: Int, _ shown: Int) throws {
            let line = #"{"event":"\#(String(repeating: "n", count: count))"}"#
            #expect(try output([line]).hasPrefix(String(repeating: "n", count: shown) + ", line 1\n"))
        }

        @Test func aWarningIsCountedAndIsNoFailure() throws {
            let run = try Executable.run(["segment"], input: #"{"event":"x","timestamp":1700000000}"#)
            #expect(run.code == 0)
            #expect(run.output.hasPrefix("x, line 1\n  no effect\n  warning SEGMENT_TIMESTAMP_UNREADABLE: "))
            #expect(run.output.hasSuffix("\n1 event, 0 calls; 1 had no effect.\nFound: 1 warning.\n"))
        }

        // MARK: - Lines of JSON

        /// Credit stands with the event in whose time it came, and nowhere else.
        @Test func creditIsThatSinceTheEventBefore() throws {
            let started = #"{"event":"Video Content Started","properties":{"asset_id":"a","position":0}}"#
            let lines = [started, #"{"advance_seconds":40}"#, #"{"event":"x"}"#, #"{"event":"y"}"#]
            let events = try output(lines, "--format", "json").split(separator: "\n").map {
                try JSONObject(jsonText: String($0))
            }
            #expect(events.map { $0["event"] } == ["Video Content Started", "x", "y"])
            #expect(events.map { $0["time"] } == [0, 40, 40])
            #expect(events.map { $0["credit"]?.arrayValue?.count } == [1, 0, 0])
        }

        @Test func aTimeHasThousandthsWhereItIsNotWhole() throws {
            let lines = [
                #"{"advance_seconds":1.25}"#, #"{"event":"x"}"#, #"{"advance_seconds":0.75}"#, #"{"event":"y"}"#,
            ]
            let times = try output(lines, "--format", "json").split(separator: "\n").map {
                try JSONObject(jsonText: String($0))["time"]
            }
            #expect(times == [1.25, 2])
        }
    }
#endif
