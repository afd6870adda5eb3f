// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import NielsenAppApi
import Testing

/// What the end of the process and a change of the clock do to a session of the sample player.
struct KilledPlayerTests {
    private static func play(_ script: String, _ flow: PlayerFlow) async throws -> Session {
        let text = FaultTests.Fault(rule: "", script: [script]).text
        let file = try ChannelFile(Data(text.utf8), file: "test")
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file, flow: flow)
        return try await SessionRunner.run(plan, header: SessionHeader(title: "Test"), flow: flow.session)
    }

    private static func crashes(_ pings: [JSONObject]) -> [JSONObject] {
        pings.filter { $0["url"]?.stringValue?.contains("crs=1") == true }
    }

    @Test(arguments: [PlayerFlow.events, .api, .classic])
    func aKilledProcessSaysNothingAndTheNextOneSendsWhatItHasLeft(_ flow: PlayerFlow) async throws {
        let session = try await Self.play(#"{"at":30,"action":"kill","for":20}"#, flow)
        let place = try #require(session.steps.firstIndex { $0.call?.name == "kill" })
        let kill = session.steps[place]
        #expect(kill.pings.isEmpty && kill.records.isEmpty && kill.notices.isEmpty && kill.result == nil)

        let later = session.steps[(place + 1)...]
        let next = try #require(later.first)
        #expect(next.time == 50_000)
        let left = Self.crashes(next.pings)
        #expect(!left.isEmpty)
        #expect(Self.crashes(session.steps.filter { $0.number != next.number }.flatMap(\.pings)).isEmpty)
        // All but the last ten seconds at most.
        let credited = SessionModel(session).credits.filter { $0.assetid == "C1" && $0.product == "dcrVideo" }
        let seconds = try #require(credited.first?.seconds)
        #expect((20...30).contains(seconds), "\(credited)")
    }

    @Test func aProcessThatIsNotStartedAgainSendsNothing() async throws {
        let session = try await Self.play(#"{"at":30,"action":"kill"}"#, .events)
        let place = try #require(session.steps.firstIndex { $0.call?.name == "kill" })
        #expect(session.steps[place...].flatMap(\.pings).isEmpty)
    }

    @Test(arguments: [PlayerFlow.events, .classic])
    func theTimesOfPingsFollowTheClock(_ flow: PlayerFlow) async throws {
        let session = try await Self.play(#"{"at":30,"action":"clock","by":7200}"#, flow)
        let place = try #require(session.steps.firstIndex { $0.call?.name == "clock" })
        for (index, step) in session.steps.enumerated() {
            let change: Int64 = index > place ? 7_200_000 : 0
            for ping in step.pings {
                #expect(ping["created"]?.intValue == session.header.start + step.time + change)
            }
        }
        #expect(session.steps[place...].contains { !$0.pings.isEmpty })
    }

    @Test func aSessionWithBothIsReplayedTheSame() async throws {
        let session = try await Self.play(
            #"{"at":20,"action":"clock","by":-60},{"at":30,"action":"kill","for":5}"#,
            .events
        )
        var reader = SessionReader(file: "test")
        for line in SessionFile.text(of: session).split(separator: "\n") { try reader.read(String(line)) }
        let read = try reader.finish()
        let again = try await SessionRunner.run(SessionReplay.plan(of: read), header: read.header, flow: .events)
        #expect(again.steps == session.steps)
    }
}
