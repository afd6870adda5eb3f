// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// The forms in which commands answer, and what they write of little or of nothing.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct OutputFormTests {
        private static let log = #"{"t":0,"call":"play"}"# + "\n"

        @Test func aFormMayBeNamedTwiceAndNotTwoForms() throws {
            let json = try Executable.run(["certify", "--json"], input: Self.log)
            #expect(
                try Executable.run(["certify", "--json", "--format", "json"], input: Self.log).output == json.output
            )
            #expect(try Executable.run(["certify", "--format", "json"], input: Self.log).output == json.output)
            #expect(json.output.hasSuffix(#"{"kind":"verdict","schema":"launchhub/1","verdict":"pass"}"# + "\n"))
            for form in ["text", "junit", "sarif"] {
                let run = try Executable.run(["certify", "--json", "--format", form], input: Self.log)
                #expect(run.code == 2 && run.output.isEmpty)
                #expect(
                    try JSONObject(jsonText: run.error)["message"]
                        == .string("--json and --format \(form) contradict each other; use one of them.")
                )
            }
        }

        @Test func aConfigurationsFindingIsOnItsFirstLine() throws {
            let folder = try TemporaryFolder()
            let text = #"{"schema":"launch-hub.sdk-configuration","version":1,"x":{}}"#
            let file = try folder.write(text, to: "c.json").path
            let sarif = try JSONValue(
                jsonText: Executable.run(["validate", "config", file, "--format", "sarif"]).output
            )
            let result = sarif["runs"]?[0]?["results"]?[0]
            let place = result?["locations"]?[0]?["physicalLocation"]
            #expect(place?["region"]?["startLine"] == 1)
            #expect(result?["ruleId"] == "CONFIG_REMARK" && result?["level"] == "warning")
            let junit = try Executable.run(["validate", "config", file, "--format", "junit"]).output
            #expect(junit.contains("name=\"CONFIG_REMARK (\(file), line 1)\""))
        }

        @Test func anArchiveWithoutPingsIsASessionWithoutSteps() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write(#"{"log":{"entries":[]}}"#, to: "a.har").path
            let run = try Executable.run(["record", "--from", file])
            let lines = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            #expect(run.code == 0 && run.error.isEmpty && lines.count == 2)
            #expect(lines.first?["start"] == 0 && lines.first?["title"] == "Pings of a har")
            #expect(lines.last == ["kind": "end", "steps": 0, "t": 0])
        }

        // MARK: - Segment

        private static func event(_ name: String, _ properties: String, at time: String? = nil) -> String {
            let stamp = time.map { #","timestamp":"2026-03-01T\#($0)Z""# } ?? ""
            return #"{"event":"Video Content \#(name)","properties":{"asset_id":"a",\#(properties)}\#(stamp)}"#
        }

        private func methods(_ lines: [String]) throws -> [String] {
            try Executable.run(["segment", "--json"], input: lines.joined(separator: "\n")).output
                .split(separator: "\n").compactMap { try JSONObject(jsonText: String($0))["method"]?.stringValue }
        }

        @Test func anotherAppEndsWhatPlaysAndOtherSettingsDoNot() throws {
            let started = Self.event("Started", #""position":0"#)
            let goesOn = ["loadMetadata", "playheadPosition"]
            let same = #"{"settings":{"appId":"P1","adAssetIdPropertyName":"x"}}"#
            let (one, two) = (#"{"settings":{"appId":"P1"}}"#, #"{"settings":{"appId":"P2"}}"#)
            let second = #"{"advance_seconds":1}"#
            #expect(try methods([one, started, second]) == goesOn)
            #expect(try methods([one, started, same, second]) == goesOn)
            #expect(try methods([started, one, second]) == goesOn)
            #expect(try methods([one, started, two, second]) == ["loadMetadata", "end"])
        }

        @Test func aStreamIsATimelineForPeople() throws {
            let film = #""program":"P","title":"a b","total_length":7200,"airdate":"2026-03-01""#
            let lines = [
                #"{"settings":{"appId":"P1"}}"#, Self.event("Started", #""position":0,\#(film)"#, at: "20:00:00"),
                #"{"type":"identify","userId":"x"}"#, #"{"event":"Order Completed"}"#,
                Self.event("Playing", #""position":100"#, at: "20:00:10"),
                Self.event("Paused", #""position":3761"#, at: "21:01:11")
                    .replacing("Video Content", with: "Video Playback"), "5",
            ]
            let run = try Executable.run(["segment"], input: lines.joined(separator: "\n"))
            #expect(run.code == 1)
            #expect(run.error.hasPrefix("launchhub: standard input, line 7: ") && run.error.contains(" is right"))
            #expect(
                run.output == """
                    Video Content Started, line 2
                      00:00:00  loadMetadata type=content assetid=a program=P title="a b" \
                    adloadtype=1 airdate="20260301 00:00:00" \
                    hasAds=0 isfullepisode=n length=7200 pipmode=false
                    identify, line 3
                      passes on, without a call
                    Order Completed, line 4
                      no effect
                      00:00:01  playheadPosition 0 to 9, one a second
                    Video Content Playing, line 5
                      no effect
                      00:00:11  playheadPosition 100 to 3760, one a second
                    Video Playback Paused, line 6
                      01:01:11  playheadPosition 3761
                      01:01:11  stop

                    4 events, 3674 calls; 1 had no effect; 1 line could not be read.
                    Credited by the pings (30 seconds of a minute credit the minute, once a view):
                      content a: 3671 s played, minutes 2–62, dcrVideo, still open (reported when it ends)
                    Found: 1 error.

                    """
            )
        }
    }
#endif
