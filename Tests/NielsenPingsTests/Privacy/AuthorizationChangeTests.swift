// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// The user answers, or changes the setting, while the app runs.
struct AuthorizationChangeTests {
    private static let deviceId = "devid,\(sha256(PrivacyBench.advertisingId))"

    /// Plays until the next ping of the view.
    private func next(_ bench: PrivacyBench, _ api: NielsenAppApi, from start: Int64) throws -> PingReading {
        bench.pings.removeAll()
        bench.play(api, start..<start + 300)
        return try #require(bench.takePings().last)
    }

    @Test func anAnswerCountsFromTheNextPingOn() throws {
        let bench = PrivacyBench(.ad)
        bench.device = PrivacyBench.device(.notDetermined)
        let api = try bench.makeApi()
        api.loadMetadata(PrivacyBench.content)
        bench.play(api, 0..<40)
        #expect(api.deviceId.isEmpty && !api.optOutStatus)

        api.deviceChanged(PrivacyBench.device(.authorized))
        #expect(api.deviceId == PrivacyBench.advertisingId)
        let allowed = try next(bench, api, from: 40)
        #expect([allowed["uoo"], allowed["c9"], allowed["enc"]] == ["false", Self.deviceId, "true"])
        #expect(allowed["uid2"] == "uid2-of-anna")

        api.deviceChanged(PrivacyBench.device(.denied))
        #expect(api.deviceId.isEmpty && api.optOutStatus)
        let refused = try next(bench, api, from: 340)
        #expect([refused["uoo"], refused["c9"], refused["enc"]] == ["true", "devid,", "true"])
        #expect([refused["uid2"], refused["ve_id"], refused["fp_id"], refused["c1"]] == ["", "", "", "nuid,"])

        api.deviceChanged(PrivacyBench.device(.authorized))
        let again = try next(bench, api, from: 640)
        #expect([again["uoo"], again["c9"], again["enc"]] == ["false", Self.deviceId, "true"])
        #expect(again["fp_id"] == api.firstPartyId)
    }

    @Test func theFeedTellsEveryInstanceAndThoseThatComeLater() throws {
        let bench = PrivacyBench(.ad)
        bench.device = PrivacyBench.device(.notDetermined)
        let api = try bench.makeApi()
        let tracker = try NielsenEventTracker.make(appInfo: PrivacyBench.userInfo, environment: bench.environment)
        bench.feed.send(PrivacyBench.device(.authorized))
        #expect([api.deviceId, tracker.deviceId] == [PrivacyBench.advertisingId, PrivacyBench.advertisingId])
        bench.pings.removeAll()
        let later = try bench.makeApi()
        #expect(later.deviceId == PrivacyBench.advertisingId)
        #expect(bench.takePings().map { $0["c9"] } == [Self.deviceId])
        bench.feed.send(PrivacyBench.device(.denied))
        #expect([api.optOutStatus, tracker.optOutStatus, later.optOutStatus] == [true, true, true])
    }
}
