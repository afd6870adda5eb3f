// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import SegmentNielsenDCR
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// Streams of events that end, begin anew or change their time, and what is counted of them.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct SegmentStreamTests {
        private static let started = #"{"event":"Video Content Started","properties":{"asset_id":"a","position":0}}"#

        private func run(_ lines: [String], _ options: String...) throws -> (code: Int32, output: String, error: String)
        {
            try Executable.run(["segment"] + options, input: lines.joined(separator: "\n"))
        }

        /// The calls without metadata, as the method and its first argument.
        private func calls(_ lines: [String]) throws -> [String] {
            let run = try run(lines, "--json")
            #expect(run.code == 0 && run.error.isEmpty, "\(run.error)")
            return try run.output.split(separator: "\n").map { line in
                let call = try JSONValue(jsonText: String(line))
                let argument = call["args"]?[0].map { $0.objectValue == nil ? " " + $0.jsonText : "" } ?? ""
                return (call["method"]?.stringValue ?? "") + argument
            }
        }

        // MARK: - Ends

        @Test func nothingComesOfEventsBehindTheEnd() throws {
            let rest = [
                Self.started, #"{"advance_seconds":2}"#, #"{"type":"screen","name":"H"}"#,
                #"{"type":"api","method":"userOptOutStatus","args":["nielsenappsdk://1"]}"#,
                #"{"event":"Video Nonsense"}"#, #"{"type":"reset"}"#, #"{"type":"shutdown"}"#,
            ]
            let shutdown = #"{"type":"shutdown"}"#
            #expect(try calls([Self.started, shutdown] + rest) == ["loadMetadata", "end"])
            let run = try run([shutdown] + rest)
            #expect(run.code == 0 && run.error.isEmpty)
            #expect(
                run.output == """
                    shutdown, line 1
                      no effect
                    Video Content Started, line 2
                      no effect
                    screen H, line 4
                      no effect
                    userOptOutStatus, line 5
                      no effect
                    Video Nonsense, line 6
                      no effect
                    reset, line 7
                      no effect
                    shutdown, line 8
                      no effect

                    3 events, 0 calls; 3 had no effect.

                    """
            )
        }

        /// What was held back when the input ends is written, and a line that lets time pass is no event.
        @Test func aStreamThatEndsWhileSomethingPlaysIsWrittenToItsEnd() throws {
            let film = #""program":"P","title":"T","total_length":60,"airdate":"2026-03-01""#
            let started = Self.started.replacing(#""position":0"#, with: #""position":0,\#(film)"#)
            #expect(
                try run([started, #"{"advance_seconds":3}"#]).output == """
                    Video Content Started, line 1
                      00:00:00  loadMetadata type=content assetid=a program=P title=T adloadtype=1 \
                    airdate="20260301 00:00:00" hasAds=0 isfullepisode=n length=60 pipmode=false
                      00:00:01  playheadPosition 0 to 2, one a second

                    1 event, 4 calls.
                    Credited by the pings (30 seconds of a minute credit the minute, once a view):
                      content a: 3 s played, no minutes, dcrVideo, still open (reported when it ends)

                    """
            )
        }

        // MARK: - The time of day

        private static let live = started.replacing(#""position":0"#, with: #""livestream":true,"position":0"#)

        @Test func theTimeOfDayGoesOnFromTheLineThatSetsIt() throws {
            let (wait, clock) = (#"{"advance_seconds":10}"#, #"{"clock_unix_seconds":1000}"#)
            let second = #"{"advance_seconds":1}"#
            #expect(try calls([wait, clock, Self.live, second]) == ["loadMetadata", "playheadPosition 1000"])
            #expect(try calls([clock, wait, Self.live, second]) == ["loadMetadata", "playheadPosition 1010"])
        }

        @Test func theTimeOfDayIsThatOfEachStamp() throws {
            let lines = ["00", "02", "03"].map { second in
                Self.live.replacing(
                    #","properties""#,
                    with: #","timestamp":"2010-01-01T00:00:\#(second)Z","properties""#
                )
                .replacing(#""a""#, with: #""a\#(second)""#)
            }
            #expect(
                try calls(lines) == [
                    "loadMetadata", "playheadPosition 1262304000", "playheadPosition 1262304001", "loadMetadata",
                    "playheadPosition 1262304002", "loadMetadata",
                ]
            )
        }

        /// Behind the first name under which an event has a time the others are not looked at.
        @Test func anEventMayHaveItsTimeUnderOtherNames() throws {
            let lines = [
                #"{"event":"a","timestamp":null,"originalTimestamp":"2026-01-01T00:00:00Z"}"#,
                #"{"event":"b","original_timestamp":"2026-01-01T00:00:02Z"}"#,
                #"{"event":"c","timestamp":"2026-01-01T00:00:03Z","originalTimestamp":"2026-01-01T00:00:09Z"}"#,
            ]
            let times = try run(lines, "--format", "json").output.split(separator: "\n").map {
                try JSONObject(jsonText: String($0))["time"]
            }
            #expect(times == [0, 2, 3])
        }

        // MARK: - Lines

        private func line(_ text: String) throws -> String {
            let object = try JSONObject(jsonText: text)
            var remarks: [String] = []
            do throws(SegmentLineError) {
                let line = try SegmentLine(.object(object), remarks: &remarks)
                return "\(line)"
            } catch {
                return "wrong"
            }
        }

        @Test(arguments: [
            (#"{"clock_unix_seconds":999999999999}"#, "clock(999999999999)"),
            (#"{"clock_unix_seconds":-999999999999}"#, "clock(-999999999999)"),
            (#"{"clock_unix_seconds":1000000000000}"#, "wrong"), (#"{"clock_unix_seconds":-1000000000000}"#, "wrong"),
            (#"{"advance_seconds":86400.001}"#, "wrong"), (#"{"type":"Reset"}"#, "reset"),
            (#"{"type":"SHUTDOWN"}"#, "shutdown"), (#"{"type":"Object"}"#, #"user("object")"#),
            (#"{"type":"api","method":"userOptOutStatus","args":["x","y"]}"#, #"optOut("x")"#),
            (#"{"type":"api","method":"userOptOutStatus","args":[]}"#, "wrong"),
            (#"{"type":"api","method":"other","args":["x"]}"#, "wrong"),
        ])
        func aLineIsWhatItSays(_ text: String, _ found: String) throws {
            #expect(try line(text) == found)
        }

        /// Members of the tool's own lines are members of an event as any others.
        @Test(arguments: [#""event":"x""#, #""type":"track","event":"x""#])
        func anEventMayHaveAMemberOfAnyName(_ members: String) throws {
            #expect(try run([#"{\#(members),"settings":{"appid2":1}}"#]).output.hasPrefix("x, line 1\n"))
            let unknown = try run([#"{"settings":{"appid2":1}}"#])
            #expect(unknown.output == "Nothing to show: there is no event.\n")
        }

        // MARK: - Counts

        @Test func whatCannotBeReadIsCountedBesideTheEvents() throws {
            let one = try run([#"{"event":"x"}"#, "5"])
            #expect(one.code == 1)
            #expect(
                one.output == """
                    x, line 1
                      no effect

                    1 event, 0 calls; 1 had no effect; 1 line could not be read.
                    Found: 1 error.

                    """
            )
            let three = try run(["]", #"{"event":"x"}"#, "{", "5"])
            #expect(
                three.output == """
                    x, line 2
                      no effect

                    1 event, 0 calls; 1 had no effect; 3 lines could not be read.
                    Found: 3 errors.

                    """
            )
        }

        // MARK: - Plans

        /// Whether a plan has an error, or the events.
        @Test(arguments: [false, true], [false, true])
        func aPlanAndEventsAreBothJudged(_ isPlanWrong: Bool, _ areEventsWrong: Bool) throws {
            let folder = try TemporaryFolder()
            let plan = try folder.write(#"{"rules":{"events":[]}}"#, to: "plan.json").path
            let events = try folder.write(areEventsWrong ? "5" : #"{"event":"x"}"#, to: "events.jsonl").path
            let run = try Executable.run(["segment", events] + (isPlanWrong ? ["--plan", plan] : []))
            #expect(run.code == (isPlanWrong || areEventsWrong ? 1 : 0))
            #expect(run.output.contains("PLAN_UNREADABLE") == isPlanWrong)
            #expect(run.output.contains("could not be read") == areEventsWrong)
        }

        @Test func theMarkOfAnEditorIsNoPartOfAPlan() throws {
            let plan = #"{"rules":{"events":[]}}"#
            let plain = try Executable.run(["segment", "--plan", "-", "--json"], input: plan)
            #expect(plain.code == 1 && plain.output.contains("PLAN_UNREADABLE"))
            let marked = try Executable.run(["segment", "--plan", "-", "--json"], input: "\u{FEFF}" + plan)
            #expect(marked.code == 1 && marked.output == plain.output && marked.error.isEmpty)
            let broken = try Executable.run(["segment", "--plan", "-"], input: "{\n \"a\" 1")
            #expect(broken.code == 2 && broken.output.isEmpty)
            #expect(
                broken.error
                    == "launchhub: -, line 2: the text is not well-formed JSON: column 6: a colon was expected, in the value "
                    + "that begins in line 1; a tracking plan is {\"rules\": {\"events\": [...]}}. See launchhub segment "
                    + "--help.\n"
            )
        }
    }
#endif
