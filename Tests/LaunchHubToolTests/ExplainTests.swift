// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import TestSupport
import Testing

/// Why sessions are credited as they are, counted by hand.
struct ExplainTests {
    /// The explanation of a channel's session.
    private static func explain(_ channel: String, _ flow: SessionFlow = .events) async throws -> SessionExplanation {
        try await SessionExplanation(try await session(channel, flow))
    }

    private static func session(_ channel: String, _ flow: SessionFlow = .events) async throws -> Session {
        let text = #"{"appInfo":{"appid":"PDEM00000-0000-4000-8000-000000000001"},"channels":[\#(channel)]}"#
        let file = try ChannelFile(Data(text.utf8), file: "test")
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file)
        return try await SessionRunner.run(plan, header: SessionHeader(title: "Test"), flow: flow)
    }

    private static func vod(_ length: Int, _ script: String, _ more: String = "") -> String {
        #"""
        {"name":"A","length":\#(length),\#(more)"metadata":{"type":"content","assetid":"C1","program":"P","title":"T",
        "length":"\#(length)","airdate":"20260301 18:00:00","isfullepisode":"y","adloadtype":"2"},"script":[\#(script)]}
        """#.replacing("\n", with: "")
    }

    /// A segment in one line: number, playheads, seconds played, ranges, and the seconds that are missing.
    private static func line(_ segment: ExplainedSegment) -> String {
        let ranges = segment.played.ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
        let verdict = segment.isCredited ? "credited" : "\(segment.missing) short"
        return "\(segment.number): \(segment.playheads) playheads, \(segment.seconds) s (\(ranges)) \(verdict)"
    }

    /// A stretch in one line: what, from when to when in milliseconds, and the seconds that it credits.
    private static func line(_ stretch: CreditStretch) -> String {
        let cause = stretch.cause.isEmpty ? "" : " by \(stretch.cause)"
        return "\(stretch.kind.rawValue) \(stretch.from)-\(stretch.to) at \(stretch.start / 1000), "
            + "\(stretch.playheads) playheads, \(stretch.shownCredit)\(cause)"
    }

    @Test(arguments: SessionFlow.allCases)
    func aFilmIsShortOfItsLastMinute(flow: SessionFlow) async throws {
        let view = try #require(try await Self.explain(Self.vod(85, #"{"at":0,"action":"play"}"#), flow).views.first)
        #expect(
            view.segments.map(Self.line) == [
                "0: 60 playheads, 60 s (0-59) credited", "1: 26 playheads, 25 s (60-84) 5 short",
            ]
        )
        #expect(
            view.stretches.map(Self.line)
                == ["played 0-85 at 0, 86 playheads, 85 s", "ended 85-85 at 85, 0 playheads, 0 s by complete"]
        )
        #expect(view.seconds == 85 && view.minutes == 1 && view.ended && view.products == ["dcrVideo"])
        #expect(view.title == "T" && view.assetid == "C1" && view.view == 1)
    }

    @Test func aPauseEndsTheRunAtItsLastPosition() async throws {
        let script = #"{"at":0,"action":"play"},{"at":20,"action":"pause"},{"at":50,"action":"resume"}"#
        let view = try #require(try await Self.explain(Self.vod(40, script)).views.first)
        #expect(view.segments.map(Self.line) == ["0: 42 playheads, 40 s (0-39) credited"])
        #expect(
            view.stretches.map(Self.line) == [
                "played 0-20 at 0, 21 playheads, 20 s", "ended 20-20 at 20, 0 playheads, 0 s by pause",
                "played 20-40 at 50, 21 playheads, 20 s", "ended 40-40 at 70, 0 playheads, 0 s by complete",
            ]
        )
    }

    @Test func ofAJumpTheSecondBeforeItCounts() async throws {
        let script = #"{"at":0,"action":"play"},{"at":20,"action":"seek","to":100}"#
        let view = try #require(try await Self.explain(Self.vod(130, script)).views.first)
        #expect(
            view.segments.map(Self.line) == [
                "0: 20 playheads, 20 s (0-19) 10 short", "1: 20 playheads, 20 s (100-119) 10 short",
                "2: 11 playheads, 10 s (120-129) 20 short",
            ]
        )
        #expect(
            view.stretches.map(Self.line) == [
                "played 0-19 at 0, 20 playheads, 19 s", "jump 19-100 at 20, 1 playheads, 1 s",
                "played 100-130 at 20, 30 playheads, 30 s", "ended 130-130 at 50, 0 playheads, 0 s by complete",
            ]
        )
    }

    @Test func anAdInBetweenHasAViewOfItsOwn() async throws {
        let ads = #""ads":[{"position":30,"length":10,"metadata":{"type":"midroll","assetid":"AD"}}],"#
        let explanation = try await Self.explain(Self.vod(60, #"{"at":0,"action":"play"}"#, ads))
        let content = try #require(explanation.views.first { $0.lane == "content" })
        let ad = try #require(explanation.views.first { $0.lane == "ad" })
        #expect(explanation.views.count == 2)
        #expect(
            content.segments.map(Self.line) == [
                "0: 60 playheads, 60 s (0-59) credited", "1: 1 playheads, 0 s () 30 short",
            ]
        )
        #expect(
            content.stretches.map(Self.line) == [
                "played 0-29 at 0, 30 playheads, 29 s", "ended 29-29 at 30, 0 playheads, 1 s by the ad AD begins",
                "played 30-60 at 40, 31 playheads, 30 s", "ended 60-60 at 70, 0 playheads, 0 s by complete",
            ]
        )
        #expect(ad.segments.map(Self.line) == ["0: 11 playheads, 10 s (0-9) 20 short"])
        #expect(
            ad.stretches.map(Self.line) == [
                "played 0-10 at 30, 11 playheads, 10 s", "ended 10-10 at 40, 0 playheads, 0 s by adStop",
            ]
        )
    }

    @Test func theMinutesOfALiveStreamAreThoseOfTheDay() async throws {
        let channel = #"""
            {"name":"L","stream":"live","metadata":{"type":"content","assetid":"LIVE","program":"P","title":"T",
            "length":"0","airdate":"20260301 18:00:00","isfullepisode":"y","adloadtype":"2"},
            "script":[{"at":0,"action":"play"},{"at":80,"action":"stop"}]}
            """#.replacing("\n", with: "")
        let explanation = try await Self.explain(channel)
        let view = try #require(explanation.views.first)
        // The session begins at 20:00:00 UTC.
        let start = SessionHeader.defaultStart / 1000
        #expect(
            view.segments.map(Self.line) == [
                "\(start / 60): 60 playheads, 60 s (\(start)-\(start + 59)) credited",
                "\(start / 60 + 1): 21 playheads, 20 s (\(start + 60)-\(start + 79)) 10 short",
            ]
        )
        let text = SessionText().explanation(explanation)
        #expect(text.contains { $0.hasPrefix("  20:00 UTC") && $0.hasSuffix("credited") && $0.contains(" 0–59 ") })
        #expect(text.contains { $0.hasPrefix("  20:01 UTC") && $0.hasSuffix("10 s short of 30 s") })
    }

    @Test func aPageHasTheTimeForWhichItIsShown() async throws {
        let channel = #"""
            {"name":"S","stream":"static","metadata":{"type":"static","section":"Front"},
            "script":[{"at":0,"action":"play"},{"at":42,"action":"leavePage"}]}
            """#.replacing("\n", with: "")
        let view = try #require(try await Self.explain(channel).views.first)
        #expect(view.lane == "static" && view.title == "Front" && view.products == ["dcrStatic"])
        #expect(view.segments.map(Self.line) == ["0: 0 playheads, 42 s (0-41) credited"])
        #expect(view.stretches.map(Self.line) == ["shown 0-42 at 0, 0 playheads, 42 s"])
    }

    @Test func watermarksAreARunForEachIdentifier() async throws {
        let tag =
            "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_EMc37zfVgq_8KB7baUYfg==/"
            + "ADQCAmgV1Xyvnynyg60kZO_Ejkcn2KLSrTzyJpZZ-QeRn8GpMGTWI7-HrEKzghxyzCyBEoIDv2kA2g1QJmeYOl5GnwfrLDVK2bNLTbQxr1"
            + "z9VBfxahBcQP5tqbjhyMzdVqrMKuvvJO1jhtSXa9AroChb11ZUnG1WVJx2O4M=/36000/12000/00"
        let channel = #"""
            {"name":"D","stream":"live","metadata":{"type":"content","channelName":"News","adModel":"1"},
            "id3":[{"position":0,"every":10,"until":50,"payload":"\#(tag)"}],
            "script":[{"at":0,"action":"play"},{"at":65,"action":"stop"}]}
            """#.replacing("\n", with: "")
        let explanation = try await Self.explain(channel)
        let runs = explanation.views.filter { $0.watermark != nil }
        #expect(runs.map(\.product) == ["dtvr FD", "dtvr PC"])
        // Six tags, ten seconds apart: what follows the last one is not known. 12000 is minute 200, 36000 minute 600.
        #expect(
            runs.map { $0.segments.map(Self.line) } == [
                ["200: 6 playheads, 50 s (12000-12049) credited"], ["600: 6 playheads, 50 s (36000-36049) credited"],
            ]
        )
        #expect(runs.map(\.seconds) == [50, 50])
    }

    @Test(arguments: ["Episode with ads", "Live news", "Front page", "Zapping"])
    func whatIsExplainedIsWhatIsCredited(name: String) async throws {
        let session = try await Sessions.channel(name, .events)
        let explanation = try await SessionExplanation(session)
        let told = SessionModel(session).credits
        #expect(explanation.differences == 0)
        #expect(explanation.views.count == told.count)
        for credit in told {
            let view = explanation.views.first { view in
                view.view == credit.view && view.watermark == credit.watermark && view.lane == credit.lane
                    && view.seconds == credit.seconds
            }
            #expect(view?.credited == credit.credited, "\(credit.assetid) \(credit.watermark ?? "")")
            #expect(view?.products == credit.products)
            #expect(view?.segments.reduce(0) { $0 + $1.time } == view?.stretches.reduce(0) { $0 + $1.credited })
        }
        #expect(explanation.pings.count == session.pings.count)
    }

    @Test func parametersSayWhichKeyTheyAreFrom() async throws {
        let explanation = try await Self.explain(Self.vod(85, #"{"at":0,"action":"play"}"#))
        let ping = try #require(explanation.pings.first { $0.product == "dcrVideo" && $0.cadence == "impression" })
        #expect(ping.origin(of: "tl") == "metadata: title")
        #expect(ping.origin(of: "c13") == "app information: appid")
        #expect(ping.origin(of: "c7") == "device: osGroup")
        #expect(ping.origin(of: "c16") == "configuration: version")
        #expect(ping.origin(of: "hrd") == "clock")
        let text = SessionText().explanation(explanation).joined(separator: "\n")
        #expect(text.contains("metadata              ") && text.contains("tl=T (title)"))
        #expect(text.contains("c36 (crossId1)"))
        // What the app did not give is a default of the configuration.
        #expect(text.contains("  default               ci=us-000000 (clientid)"))
    }
}
