// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// The whole text that commands write for people, letter by letter.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct CommandTextTests {
        private func output(_ words: [String], _ input: String = "", code: Int32 = 0) throws -> String {
            let run = try Executable.run(words, input: input)
            #expect(run.code == code)
            return run.output
        }

        // MARK: - Pings

        private static let addresses = """
            http://127.0.0.1:8642/cgi-bin/gn?prd=session&c9=devid%2C&sessionId=s&uoo=false&rnd=1
            {"url":"https://x.example/y?a=b%00c"}

            /cgi-bin/gn?averylongparametername=1&x=

            """

        @Test func parametersStandInColumns() throws {
            let expected = """
                ping 1: session, 5 parameters
                  prd        session  product  (template)
                  sessionId  s  session  (chance)
                  uoo        false  the user has opted out  (the user's choice)
                  rnd        1  cache buster  (chance)

                ping 2: of no template, 1 parameter
                  a  b c  not of the templates

                ping 3: of no template, 2 parameters
                  averylongparametername  1  not of the templates

                3 pings.

                """
            #expect(try output(["pings"], Self.addresses) == expected)
        }

        @Test func emptyParametersAreShownWhereTheyAreAskedFor() throws {
            let expected = """
                ping 1: of no template, 2 parameters
                  averylongparametername  1  not of the templates
                  x               empty  not of the templates

                1 ping.

                """
            #expect(try output(["pings", "--all"], "/cgi-bin/gn?averylongparametername=1&x=") == expected)
        }

        @Test(arguments: [("", "0 pings"), ("/x?a=1\n", "1 ping"), ("/x?a=1\n/y?a=1\n", "2 pings")])
        func pingsAreCountedInTheSingularToo(_ input: String, _ count: String) throws {
            #expect(try output(["pings"], input).hasSuffix("\(count).\n"))
            #expect(try output(["pings", "--lint"], input) == "\(count), 0 findings.\n")
        }

        @Test func aFindingIsCountedInTheSingularToo() throws {
            let one = "/x?a=1\n/x?a=1\n"
            let found = try output(["pings", "--lint"], one, code: 1)
            #expect(found.hasPrefix("ping 2: PING_EQUAL: "))
            #expect(found.hasSuffix("\n2 pings, 1 finding.\n"))
            #expect(try output(["pings", "--lint"], one + "/x?a=1\n", code: 1).hasSuffix("\n3 pings, 2 findings.\n"))
        }

        // MARK: - Segment

        private static let stream = """
            {"settings": {"appId": "P1"}}
            {"event": "Video Playback Started", "properties": {"content_asset_id": "c", "position": 5, "total_length": 3600}}
            {"event": "Video Content Started", "properties": {"asset_id": "c", "title": "The title", "position": 0, "total_length": 120, "program": "P", "airdate": "2026-03-21T10:05:00Z"}}
            {"advance_seconds": 1}
            {"advance_seconds": 44}
            {"event": "Order Completed"}
            {"event": "Video Playback Paused", "properties": {"position": 45}}
            {"type": "api", "method": "userOptOutStatus", "args": ["nielsenappsdk://1"]}
            {"type": "screen", "category": "Home"}
            {"type": "reset"}
            {"type": "shutdown"}

            """

        @Test func aStreamIsATimelineWithItsCredit() throws {
            let expected = """
                Video Playback Started, line 2
                  00:00:00  loadMetadata type=content assetid=c adloadtype=1 hasAds=0 isfullepisode=n length=3600 pipmode=false
                  00:00:00  play channelName=defaultChannelName
                Video Content Started, line 3
                  00:00:00  loadMetadata type=content assetid=c program=P title="The title" adloadtype=1 airdate="20260321 10:05:00" hasAds=0 isfullepisode=n length=120 pipmode=false
                  00:00:01  playheadPosition 0 to 44, one a second
                Order Completed, line 6
                  no effect
                Video Playback Paused, line 7
                  00:00:45  playheadPosition 45
                  00:00:45  stop
                userOptOutStatus, line 8
                  00:00:45  userOptOut nielsenappsdk://1
                screen Home, line 9
                  00:00:45  loadMetadata type=static section=Home
                reset, line 10
                  00:00:45  end
                shutdown, line 11
                  no effect

                5 events, 53 calls; 1 had no effect.
                Credited by the pings (30 seconds of a minute credit the minute, once a view):
                  content c: 45 s played, minute 0, dcrVideo
                  static (without an id): 0 s played, no minutes, dcrStatic, still open (reported when it ends)

                """
            #expect(try output(["segment"], Self.stream) == expected)
        }

        @Test func markersStandAmongTheCalls() throws {
            let lines = try output(["segment", "--markers"], Self.stream).split(separator: "\n")
            let markers = lines.filter { $0.contains("heartbeat") }
            #expect(
                markers == [
                    "  00:00:00  heartbeat.start 5", "  00:00:00  heartbeat.start 0", "  00:00:45  heartbeat.stop",
                    "  00:00:45  heartbeat.stop", "  00:00:45  heartbeat.stop",
                ]
            )
        }

        /// A run of playheads ends where the next one is not a second later, or not the next position.
        @Test func playheadsThatFollowEachOtherAreOneLine() throws {
            let started = #"{"event": "Video Content Started", "properties": {"asset_id": "c", "position": POSITION}}"#
            let input = """
                \(started.replacingOccurrences(of: "POSITION", with: "10"))
                {"advance_seconds": 1}
                {"advance_seconds": 3661}
                \(started.replacingOccurrences(of: "POSITION", with: "20"))
                {"advance_seconds": 2}
                {"event": "Video Playback Interrupted", "properties": {"position": 100}}

                """
            let text = try output(["segment"], input, code: 1)
            let lines = text.split(separator: "\n").filter { $0.contains("playheadPosition") }
            #expect(lines.first == "  00:00:01  playheadPosition 10 to 3671, one a second")
            #expect(lines.dropFirst().first?.hasPrefix("  01:01:03  playheadPosition 20 to 21") == true, "\(lines)")
        }

        static let streams: [(input: String, last: String)] = [
            ("", "Nothing to show: there is no event.\n"),
            ("{\"advance_seconds\": 5}\n", "Nothing to show: there is no event.\n"),
            (
                "{\"event\": \"Video Playback Completed\"}\n",
                "Video Playback Completed, line 1\n  00:00:00  end\n\n1 event, 1 call.\n"
            ),
            (
                "{\"event\": \"x\"}\n{\"event\": \"y\"}\n",
                "x, line 1\n  no effect\ny, line 2\n  no effect\n\n2 events, 0 calls; 2 had no effect.\n"
            ),
        ]

        @Test(arguments: streams)
        func eventsAndCallsAreCountedInTheSingularToo(_ input: String, _ last: String) throws {
            #expect(try output(["segment"], input) == last)
        }

        @Test(arguments: [(1, "1 line"), (2, "2 lines")])
        func linesThatCannotBeReadAreCounted(_ count: Int, _ text: String) throws {
            let input = String(repeating: "{\"bad\": 1}\n", count: count)
            #expect(
                try output(["segment"], input, code: 1)
                    == "\n0 events, 0 calls; \(text) could not be read.\nFound: \(count) error\(count == 1 ? "" : "s").\n"
            )
        }

        // MARK: - Validate

        static let inputs: [(lines: [String], summary: String, code: Int32)] = [
            ([], "Nothing to check: there is no line.\n", 2),
            ([#"{"id":1,"input":{"type":"ad","assetid":"a"}}"#], "1 input: all valid; 0 errors, 0 warnings.\n", 0),
            (
                [#"{"id":1,"input":{"type":"ad"}}"#],
                "1 input: 0 valid, 1 not valid; 1 error, 0 warnings.\n", 1
            ),
            (
                [#"{"id":1,"input":{"type":"Ad","assetid":"a"}}"#, #"{"id":2,"input":{"type":"ad","assetid":"a"}}"#],
                "2 inputs: all valid; 0 errors, 1 warning.\n", 0
            ),
            (["5", "{}"], "2 inputs: 0 valid, 2 not valid; 2 errors, 0 warnings.\n", 1),
        ]

        @Test(arguments: inputs)
        func inputsAreCountedInTheSingularToo(_ lines: [String], _ summary: String, _ code: Int32) throws {
            let input = lines.map { $0 + "\n" }.joined()
            #expect(try output(["validate", "ad"], input, code: code).hasSuffix(summary))
        }

        @Test func aNameIsShownByItsFirstHundredLetters() throws {
            let name = String(repeating: "n", count: 101)
            let input = "{\"id\":\"\(name)\",\"input\":{\"type\":\"ad\"}}\n"
            #expect(
                try output(["validate", "ad"], input, code: 1).hasPrefix("\(name.dropLast()): not valid\n  error ")
            )
            let number = #"{"id":[1],"input":{"type":"ad"}}"# + "\n"
            #expect(try output(["validate", "ad"], number, code: 1).hasPrefix("[1]: not valid\n"))
        }

        // MARK: - Play

        @Test func channelsAreListedWithWhatTheyHave() throws {
            let expected = """
                  Episode with ads            vod, 10 min, 4 ads, 9 actions
                  Live news                   live, 34 ID3 tags, 5 actions
                  Front page                  static, 5 actions
                  Zapping                     vod, 10 min, 1 ad, 2 actions

                """
            #expect(try output(["play", "--list"]) == expected)
        }

        // MARK: - Kept

        @Test func whatIsKeptIsAListByKind() throws {
            let folder = try TemporaryFolder()
            let head = """
                consent
                  global.privacy: not chosen  (hub.json)
                  nielsen.optOut: not chosen  (nielsen.json)
                identity
                  nielsen.nielsenId: none  (nielsen.json)
                  nielsen.demographicId: none  (nielsen.json)
                  nielsen.deviceId: none  (nielsen.json)
                  nielsen.vendorId: none  (nielsen.json)
                  nielsen.firstPartyId: none  (nielsen.json)
                  nielsen.mayTrack: none  (nielsen.json)

                """
            #expect(
                try output(["kept", "show", folder.url.path]) == head + "configuration\n  app id: none  (hub.json)\n"
            )
            try folder.write(#"{"lifecycle": {"launches": 7}}"#, to: "lifecycle.json")
            for (name, count) in [("a.damaged", 0), ("b.damaged-1", 1), ("c.damaged", 2), ("d.damages", 3)] {
                try folder.write(String(repeating: "x", count: count), to: name)
            }
            let tail = """
                lifecycle
                  launches: 7  (lifecycle.json)
                configuration
                  app id: none  (hub.json)
                damaged
                  set aside: 0 bytes  (a.damaged)
                  set aside: 1 byte  (b.damaged-1)
                  set aside: 2 bytes  (c.damaged)

                """
            #expect(try output(["kept", "show", folder.url.path]) == head + tail)
        }

        /// The words behind `kept reset`, and the groups that are forgotten.
        @Test(
            arguments: [
                ([], "identity, lifecycle, configuration, pings, damaged"),
                (["--consent"], "consent, identity, lifecycle, configuration, pings, damaged"),
                (["--only", "damaged"], "damaged"), (["--only", "consent"], "consent"),
            ] as [([String], String)]
        )
        func whatIsForgottenIsSaid(_ words: [String], _ groups: String) throws {
            let folder = try TemporaryFolder()
            #expect(try output(["kept", "reset", folder.url.path] + words) == "Forgotten: \(groups).\n")
            let list = groups.components(separatedBy: ", ").map { "\"\($0)\"" }.joined(separator: ",")
            #expect(
                try output(["kept", "reset", folder.url.path, "--json"] + words)
                    == "{\"groups\":[\(list)],\"kind\":\"reset\",\"schema\":\"launchhub/1\"}\n"
            )
        }

        // MARK: - The tool

        @Test func theVersionIsOneLineAndNoCommandIsAMistake() throws {
            #expect(try output(["--version"]).hasPrefix("launchhub "))
            #expect(try output(["--version"]).split(separator: "\n").count == 1)
            let nothing = try output([], code: 2)
            #expect(nothing == (try output(["help"])))
            #expect(nothing == (try output(["-h"])))
            #expect(try output(["help", "play"]) == (try output(["play", "-h"])))
            #expect(try output(["help", "--x", "play"]) == (try output(["play", "--help", "--zzz"])))
        }

        @Test(arguments: [
            (["ply"], "launchhub: unknown command \"ply\". Did you mean \"play\"? See launchhub --help.\n"),
            (
                ["rules", "try", "-", "-"],
                "launchhub: only one of the two files can come from standard input. See launchhub rules --help.\n"
            ),
            (["xyzzy"], "launchhub: unknown command \"xyzzy\". See launchhub --help.\n"),
            (
                ["--versoin"],
                "launchhub: unknown option \"--versoin\". Did you mean \"--version\"? See launchhub --help.\n"
            ),
            (
                ["play", "--speed", "0"],
                "launchhub: --speed is \"0\"; use max, or a number from 0.01 to 1000000. See launchhub play --help.\n"
            ),
        ])
        func aMistakeIsSaidOnceWithWhereToLook(_ words: [String], _ text: String) throws {
            let run = try Executable.run(words)
            #expect(run.code == 2)
            #expect(run.output.isEmpty)
            #expect(run.error == text)
        }

        @Test(arguments: [
            ("0.01", true), ("0.009", false), ("1000000", true), ("1000001", false), ("max", true), ("nan", false),
        ])
        func aSpeedHasItsRange(_ speed: String, _ isRead: Bool) throws {
            // A channel that is not there is found out about later than a speed that is none.
            let run = try Executable.run(["play", "--speed", speed, "--channel", "no such channel"])
            #expect(run.code == 2)
            #expect(run.error.contains("--speed is") == !isRead)
        }
    }
#endif
