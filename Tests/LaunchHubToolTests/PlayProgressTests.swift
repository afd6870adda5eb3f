// SPDX-License-Identifier: Apache-2.0

// A terminal can be made on this system only.
#if os(Linux)
    import Foundation
    import HubServices
    import LaunchHubSession
    import TestSupport
    import Testing

    /// All that a terminal shows of the progress of a session in real time.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct PlayProgressTests {
        /// The line of progress goes before each line of the timeline, and comes back behind each step.
        @Test func eachStepIsSaidAndEachLineOfTheTimelineHasItsPlace() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write(
                #"{"appInfo":{"appid":"x"},"channels":[{"name":"A","metadata":{"assetid":"C1"},"length":5,"#
                    + #""script":[{"at":0,"action":"play"},{"at":2,"action":"pause","for":3}]}]}"#,
                to: "channels.json"
            ).path
            let recorded = try Executable.run(["play", "--channels", file, "--json"]).output
            let session = try Sessions.read(recorded).session
            let clears = "\r\u{1B}[2K"
            var (expected, timeline) = ("", Timeline())
            for step in session.steps {
                if timeline.add(step) != nil { expected += clears }
                expected += clears + TimeText.clock(step.time) + " of 00:08"
            }
            expected += clears
            #expect(session.duration == 8_000 && timeline.entries.count > 3)
            let words = ["play", "--channels", file, "--speed", "1000000"]
            #expect(try Terminal.run(words, showsErrors: true) == expected)
        }
    }
#endif
