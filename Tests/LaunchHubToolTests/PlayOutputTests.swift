// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import LaunchHubSession
    import TestSupport
    import Testing

    /// All that `launchhub play` writes: what was played, as it came, and what it comes to.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct PlayOutputTests {
        private static let film =
            #"{"name":"A","metadata":{"assetid":"C1"},"length":40,"script":[{"at":0,"action":"play"}]}"#

        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func play(_ channels: String, _ options: String...) throws -> String {
            let file = try folder.write(#"{"appInfo":{"appid":"x"},"channels":[\#(channels)]}"#, to: "c.json").path
            let run = try Executable.run(["play", "--channels", file] + options)
            #expect(run.code == 0 && run.error.isEmpty, "\(run.error)")
            return run.output
        }

        @Test func theTimelineComesBeforeWhatItComesTo() throws {
            let record = folder.file("session.jsonl")
            let output = try play(Self.film, "--record", record.path)
            let (session, _) = try Sessions.read(String(contentsOf: record, encoding: .utf8))
            let summary = SummaryText()
            var lines = ["A, through hub events, from 2026-03-02 20:00:00 UTC", ""]
            lines += TimelineText().lines(session)
            lines += summary.results(session)
            lines += summary.notices(session)
            lines += summary.pings(session)
            lines += summary.credits(session)
            lines += ["", "Recorded: \(record.path)", "Next:     launchhub replay \(record.path)"]
            #expect(output == lines.joined(separator: "\n") + "\n")
            let unrecorded = try play(Self.film)
            #expect(unrecorded == lines.dropLast(3).joined(separator: "\n") + "\n")
        }

        @Test(arguments: [("events", "hub events"), ("api", "mirrored calls"), ("classic", "classic calls")])
        func theWayIsNamed(_ flow: String, _ title: String) throws {
            let output = try play(Self.film, "--flow", flow)
            #expect(output.hasPrefix("A, through \(title), from 2026-03-02 20:00:00 UTC\n\n"))
            let lines = try play(Self.film, "--flow", flow, "--json").split(separator: "\n")
            let header = try JSONObject(jsonText: String(try #require(lines.first)))
            #expect(header["flow"] == .string(flow) && header["start"] == .int(SessionHeader.defaultStart))
            #expect(header["title"] == "A")
        }

        /// Who watches in real time expects a live stream to be of today.
        @Test func aSessionInRealTimeBeginsNow() throws {
            let before = Int64(Date().timeIntervalSince1970)
            let lines = try play(Self.film, "--speed", "1000000", "--json").split(separator: "\n")
            let after = Int64(Date().timeIntervalSince1970)
            let header = try JSONObject(jsonText: String(try #require(lines.first)))
            let start = try #require(header["start"]?.intValue)
            #expect(start % 1_000 == 0 && (before...max(before, after)).contains(start / 1_000))
            let end = try JSONObject(jsonText: String(try #require(lines.last)))
            #expect(end["kind"] == "end" && end["t"] == 40_000)
        }

        // MARK: - Channels

        @Test func channelsAreLinesForPrograms() throws {
            let found = try Executable.objects(["play", "--list"]).map { channel in
                let counts = ["ads", "tags", "actions"].map { "\(channel[$0]?.intValue ?? -1)" }
                return ([channel["name"]?.stringValue ?? "", channel["stream"]?.stringValue ?? ""] + counts)
                    .joined(separator: ", ")
            }
            #expect(
                found == [
                    "Episode with ads, vod, 4, 0, 9", "Live news, live, 0, 34, 5", "Front page, static, 0, 0, 5",
                    "Zapping, vod, 1, 0, 2",
                ]
            )
        }

        @Test func whatAChannelHasIsCountedInTheSingularToo() throws {
            let ad = #"{"position":0,"length":1,"metadata":{}}"#
            let tag = #"{"position":0,"payload":"p"}"#
            let channels = [
                #"{"name":"A","metadata":{},"length":61,"ads":[\#(ad)],"id3":[\#(tag)],"script":[]}"#,
                #"{"name":"B","metadata":{},"ads":[\#(ad),\#(ad)],"id3":[\#(tag),\#(tag)],"script":[]}"#,
                #"{"name":"C","stream":"live","metadata":{},"script":[{"at":0,"action":"play"}]}"#,
            ]
            let lines = try play(channels.joined(separator: ","), "--list").split(separator: "\n").map {
                $0.split(separator: " ", maxSplits: 1).joined(separator: ":").replacing(#/: +/#, with: ": ")
            }
            #expect(
                lines == [
                    "A: vod, 1 min 1 s, 1 ad, 1 ID3 tag, 0 actions", "B: vod, 2 ads, 2 ID3 tags, 0 actions",
                    "C: live, 1 actions",
                ]
            )
        }
    }
#endif
