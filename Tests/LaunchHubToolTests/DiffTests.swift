// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import TestSupport
import Testing

/// Two sessions compared: credit view by view, pings field by field.
struct DiffTests {
    private static func player(
        start: Int64 = SessionHeader.defaultStart,
        seed: UInt64 = 1,
        _ flow: SessionFlow = .events,
        change: (inout [SessionRunner.Planned]) -> Void = { _ in }
    ) async throws -> Session {
        let file = try ChannelFile.builtIn()
        var plan = ScriptedPlayer.plan(try file.channel(named: "Episode with ads"), of: file)
        change(&plan)
        let header = SessionHeader(title: "Diff", start: start, seed: seed, configuration: file.configuration)
        return try await SessionRunner.run(plan, header: header, flow: flow)
    }

    /// Leaves out content's `trackEvent` calls by their playhead.
    private static func leaveOut(_ playheads: Range<Int>, of plan: inout [SessionRunner.Planned]) {
        plan.removeAll { planned in
            guard let track = planned.command?.track, track.lane == "content" else { return false }
            return track.playhead.flatMap(Int.init).map(playheads.contains) ?? false
        }
    }

    @Test func sessionsOfOtherPeopleOnOtherDaysAreTheSame() async throws {
        let a = try await Self.player()
        let days: [Int64] = [0, 3_723_123, 86_400_000 * 40 + 7]
        for day in days {
            let b = try await Self.player(start: SessionHeader.defaultStart + day, seed: 2, .api)
            #expect(a.pings.map(\.ping) != b.pings.map(\.ping))
            #expect(SessionComparison(SessionModel(a), SessionModel(b)).isEqual)
        }
    }

    @Test func secondsThatWereNotPlayedAreFoundInCreditAndPings() async throws {
        let a = try await Self.player()
        let b = try await Self.player(start: SessionHeader.defaultStart + 5_000_123, seed: 2) { plan in
            Self.leaveOut(30..<60, of: &plan)
        }
        let comparison = SessionComparison(SessionModel(a), SessionModel(b))
        let credit = try #require(comparison.credits.first)
        #expect(comparison.credits.count == 1)
        #expect(credit.a?.seconds == 294 && credit.b?.seconds == 264)
        #expect(credit.json["subject"] == "credit" && credit.json["a"]?["minutes"] == 5)
        let ping = try #require(comparison.pings.first)
        #expect(comparison.pings.count == 1)
        #expect(ping.place.description == "dcrVideo interval of content LIGHTHOUSE-E08")
        #expect(ping.fields.map(\.name) == ["seconds", "c27"])
        #expect(ping.fields.map(\.b) == ["164", "164"])
        let text = SessionText().comparison(comparison, "before.jsonl", "after.jsonl")
        #expect(
            text == [
                "A  before.jsonl", "B  after.jsonl", "", "Credit", "  dcrVideo content LIGHTHOUSE-E08",
                "      A 294 s played, 5 min: minutes 0, 1, 2, 5, 6",
                "      B 264 s played, 5 min: minutes 0, 1, 2, 5, 6", "", "Pings",
                "  dcrVideo interval of content LIGHTHOUSE-E08, at 04:50", "    seconds", "      A 194", "      B 164",
                "    c27  seconds played in the period", "      A 194", "      B 164", "",
                "1 view credited differently, 1 ping with other values.",
            ]
        )
    }

    @Test func viewsAndPingsThatOnlyOneHasAreSaid() async throws {
        let a = try await Self.player()
        let b = try await Self.player { plan in plan.removeAll { $0.command?.track?.asset == "AD-TEA" } }
        let (there, back) = (
            SessionComparison(SessionModel(a), SessionModel(b)), SessionComparison(SessionModel(b), SessionModel(a))
        )
        #expect(there.credits.contains { $0.a?.assetid == "AD-TEA" && $0.b == nil })
        #expect(back.credits.contains { $0.b?.assetid == "AD-TEA" && $0.a == nil })
        let tea = there.pings.filter { $0.place.assetid == "AD-TEA" }
        #expect(tea.map(\.place.cadence) == ["impression", "interval"])
        #expect(tea.allSatisfy { $0.timeB == nil && $0.fields.isEmpty && $0.json.count == 1 })
        let text = SessionText().comparison(there, "a", "b").joined(separator: "\n")
        #expect(text.contains("dcrVideo ad AD-TEA\n      A 20 s played, 0 min\n      B no such view"))
        #expect(text.contains("dcrVideo impression of ad AD-TEA, at 00:16\n      A sent\n      B not sent"))
        #expect(text.contains(", 2 only in A."))
        #expect(SessionText().comparison(back, "b", "a").last?.contains("2 only in B.") == true)
    }
}
