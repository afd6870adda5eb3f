// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession
import NielsenAppApi
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
        let file = try ChannelFile.demo()
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file)
        let header = SessionHeader(title: file.title, configuration: file.configuration)
        var made: [[NielsenPing]] = []
        for flow in [SessionFlow.events, .api] {
            let sink = NielsenRecordingPingSink()
            _ = try await SessionRunner.run(plan, header: header, flow: flow, pings: sink)
            made.append(sink.pings)
        }
        #expect(made[0] == made[1])
        #expect(Set(made[0].compactMap(\.lane)) == [.content, .ad, .static])
        let text = SummaryText().pings(made[0], other: made[1]).joined(separator: "\n")
        for row in PingTally(made[0]).rows { #expect(text.contains("\(row.cadence.rawValue)")) }
        #expect(text.contains("the same pings"))
        #expect(SummaryText().pings(made[0], other: []).joined().contains("different pings"))
    }

    @Test func everyEventIsFiredAndEveryOneSucceeds() async throws {
        let session = try await Sessions.demo(.events)
        let rows = CallTally(session).rows
        #expect(rows.map(\.call) == DocumentedCall.allCases.map(Optional.some))
        #expect(rows.allSatisfy { $0.code == 5001 })
    }

    @Test func theListenerHearsStartsErrorsAndShutdowns() async throws {
        let codes = try await Sessions.demo(.api).notices.compactMap { $0.notice["code"]?.intValue }
        #expect(codes == [2001, 2001, 2002, 3, 15, 2002])
    }

    @Test func theSummaryNamesTenEventsAndElevenCalls() async throws {
        let events = try await Sessions.demo(.events)
        let text = SummaryText().results(events, other: events).joined(separator: "\n")
        for call in DocumentedCall.allCases {
            #expect(text.contains(call.event))
            #expect(text.contains(call.call))
        }
        #expect(text.contains("registerListener(forSDKNotifier:)"))
    }

    @Test func theOptOutMarksRecordsUntilTheUserOptsBackIn() async throws {
        let session = try await Sessions.demo(.events)
        let marked = session.records.filter { $0.record["uoo"] == true }
        #expect(marked.map { $0.record["kind"]?.stringValue } == ["duration"])
        let answers = session.steps.compactMap { $0.result?["optout_status"]?.intValue }
        #expect(answers == [0, 1, 0])
    }

    @Test func creditsReadFromRecordsAreThoseOfTheSDK() async throws {
        let file = try ChannelFile.demo()
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file)
        let header = SessionHeader(title: file.title, configuration: file.configuration)
        let stage = SessionStage(header: header, flow: .events)
        try await stage.start()
        var session = Session(header: header)
        for (index, planned) in plan.enumerated() {
            session.steps.append(await stage.perform(planned.command, number: index + 1, time: planned.time))
        }
        let own = AssetCredit.all(in: session).sorted { $0.view < $1.view }
        let theirs = stage.credits.sorted { $0.view < $1.view }
        #expect(own.map(\.assetid) == theirs.map(\.assetid))
        #expect(own.map(\.seconds) == theirs.map { Int64($0.seconds) })
        #expect(own.map(\.segments) == theirs.map(\.segments))
        #expect(own.map(\.ended) == theirs.map(\.ended))
        #expect(own.count == 5)
        await stage.shutDown()
    }

    @Test(arguments: [(80, 80), (90, 90), (98, 98), (200, 98), (20, 80)])
    func noLineIsWiderThanItsScreen(_ columns: Int, _ width: Int) async throws {
        let session = try await Sessions.demo(.events)
        let style = TextStyle(isColoured: false, columns: columns)
        let summary = SummaryText(style: style)
        let lines =
            TimelineText(style: style).lines(session) + summary.results(session, other: session)
            + summary.notices(session)
            + summary.credits(session) + summary.comparison(session, session, [])
        #expect(lines.filter { $0.count > width } == [])
        #expect(lines.contains { $0.contains("instantiateSDKWithRemoteConfiguration()") })
        #expect(!lines.contains { $0.contains("\u{1B}") })
    }
}
