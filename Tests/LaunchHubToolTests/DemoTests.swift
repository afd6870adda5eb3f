// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import NielsenAppApi
import TestSupport
import Testing

/// What a new user sees first.
struct DemoTests {
    @Test func bothFlowsGiveEqualResultsRecordsAndNotices() async throws {
        let events = try await Sessions.demo(.events)
        let calls = try await Sessions.demo(.api)
        #expect(SessionDifference.between(events, calls).isEmpty)
        #expect(events.steps == calls.steps)
        #expect(events.records.count > 10)
    }

    @Test func bothFlowsMakeTheSamePingsOfEveryLane() async throws {
        let (events, calls) = (try await Sessions.demo(.events), try await Sessions.demo(.api))
        #expect(events.pings.map(\.ping) == calls.pings.map(\.ping))
        #expect(Set(events.pings.compactMap { $0.ping["lane"]?.stringValue }) == ["content", "ad", "static"])
        var model = SessionModel(events)
        model.compare(with: SessionModel(calls), [])
        let text = SessionText().pings(model).joined(separator: "\n")
        for ping in model.pings { #expect(text.contains(ping.cadence)) }
        #expect(text.contains("the same pings"))
        model.compare(with: SessionModel(calls.header), [])
        #expect(SessionText().pings(model).joined().contains("different pings"))
    }

    /// What is shown, what the SDK says, and what a collector adds up are one.
    @Test(arguments: [nil, "Episode with ads", "Live news", "Front page", "Zapping"] as [String?])
    func whatIsShownIsWhatTheSDKSaysAndWhatACollectorAddsUp(name: String?) async throws {
        let file = try name == nil ? ChannelFile.demo() : ChannelFile.builtIn()
        let plan = ScriptedPlayer.plan(try file.channel(named: name), of: file)
        let header = SessionHeader(title: file.title, configuration: file.configuration)
        let stage = SessionStage(header: header, flow: .events)
        try await stage.start()
        var session = Session(header: header)
        for planned in plan where planned.call == nil { session.steps.append(try await stage.perform(planned)) }
        let own = SessionModel(session).credits
        let theirs = stage.credits
        #expect(own.map(\.assetid) == theirs.map(\.assetid))
        #expect(own.map(\.products) == theirs.map { $0.products.map(\.rawValue) })
        #expect(own.map(\.watermark) == theirs.map(\.watermark))
        #expect(own.map(\.seconds) == theirs.map { Int64($0.seconds) })
        #expect(own.map(\.credited) == theirs.map(\.segments))
        #expect(own.map(\.ended) == theirs.map(\.ended))
        // A collector sees addresses alone: `c27=cln,<seconds>` of what is no DAR, session or TSV ping.
        let seconds = session.pings.compactMap { _, ping -> Int64? in
            guard ["dcrVideo", "dcrStatic", "dtvr"].contains(ping["product"]?.stringValue) else { return nil }
            let part = ping["url"]?.stringValue?.split(separator: "&").first { $0.hasPrefix("c27=cln%2C") }
            return part.flatMap { Int64($0.dropFirst(10)) }
        }
        #expect(own.filter(\.isSent).map(\.seconds).reduce(0, +) == seconds.reduce(0, +))
        await stage.shutDown()
    }

    /// Watched from 0 to 150 and from 165 to 330 seconds, with a watermark each ten seconds: 0 to 140 are 140 seconds
    /// of the offsets 12000 to 12140, 170 to 320 are 150 of 12170 to 12320.
    ///
    /// The segments 200 and 201 have 60 seconds, 202 has 20 and 10, 203 and 204 have 60, 205 has 20. No DCR product
    /// takes a channel without an asset.
    @Test func theLiveChannelCreditsItsWatermarksAndSaysWhatIsNotSent() async throws {
        let session = try await Sessions.channel("Live news", .events)
        let credits = SessionModel(session).credits
        #expect(credits.map(\.product) == ["", "dtvr FD", "dtvr PC"])
        #expect(credits.map(\.credited).dropFirst() == [[200, 201, 202, 203, 204], [600, 601, 602, 603, 604]])
        #expect(credits.map(\.seconds) == [315, 290, 290])
        let text = SessionText().credits(SessionModel(session)).joined(separator: "\n")
        #expect(
            text.contains("dtvr FD        content –               News One         290 s    5 min  minutes 200–204")
        )
        #expect(text.contains("measured, not sent: no product reports it\n  –              content"))
        let page = SessionModel(session).json
        #expect(page["minutes"]?[0] == ["product": "dtvr FD", "minutes": 5])
        #expect(page["credits"]?[0]?["which"] == "measured, not sent: no product reports it")
    }

    /// The front page shows what comes out.
    @Test func theReadmeShowsWhatTheDemoAndTheLiveChannelCredit() async throws {
        let readme = try PackageFolder.text("README.md")
        let demo = SessionText().credits(SessionModel(try await Sessions.demo(.events)))
        let live = SessionText().credits(SessionModel(try await Sessions.channel("Live news", .events)))
        var shown: [[String]] = []
        for block in readme.components(separatedBy: "```") where block.hasPrefix("\nCredited by the pings\n") {
            shown.append(block.split(separator: "\n").map(String.init))
        }
        try #require(shown.count == 2)
        #expect(Array(demo.dropFirst().prefix(shown[0].count)) == shown[0])
        #expect(Array(live.dropFirst()) == shown[1])
    }
}
