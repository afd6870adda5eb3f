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
        #expect([refused["uoo"], refused["c9"], refused["enc"]] == ["true", "devid,", "false"])
        #expect([refused["uid2"], refused["ve_id"], refused["fp_id"], refused["c1"]] == ["", "", "", "nuid,"])

        api.deviceChanged(PrivacyBench.device(.authorized))
        let again = try next(bench, api, from: 640)
        #expect([again["uoo"], again["c9"], again["enc"]] == ["false", Self.deviceId, "true"])
        #expect(again["fp_id"] == api.firstPartyId)
    }

    @Test(arguments: [
        (0 as UInt, NielsenTrackingAuthorization.notDetermined), (1, .restricted), (2, .denied), (3, .authorized),
        (4, .denied),
        (.max, .denied),
    ])
    func theSystemsAnswerIsRead(_ value: UInt, _ answer: NielsenTrackingAuthorization) {
        #expect(NielsenTrackingAuthorization(systemValue: value) == answer)
    }

    @Test func aRefusalDoesNotForgetTheChoice() throws {
        let bench = PrivacyBench(.ad)
        let api = try bench.makeApi()
        api.userOptOut("nielsenappsdk://1")
        api.deviceChanged(PrivacyBench.device(.denied))
        api.deviceChanged(PrivacyBench.device(.authorized))
        #expect(api.optOutStatus)
        // The setting of the system is no choice: it is not kept.
        let other = PrivacyBench(.ad)
        let refused = try other.makeApi()
        refused.deviceChanged(PrivacyBench.device(.denied))
        #expect(refused.optOutStatus)
        #expect(try other.store.value(forKey: "nielsen.optOut") == nil)
    }

    @Test(arguments: [NielsenFlavor.noAd, .noID])
    func flavorsWithoutTheFrameworkTakeNoNotice(_ flavor: NielsenFlavor) throws {
        let bench = PrivacyBench(flavor)
        let api = try bench.makeApi()
        let before = api.deviceId
        api.deviceChanged(PrivacyBench.device(.denied))
        #expect(!api.optOutStatus)
        #expect(api.deviceId == before)
    }

    @Test func theFeedTellsEveryInstanceAndThoseThatComeLater() throws {
        let bench = PrivacyBench(.ad)
        bench.device = PrivacyBench.device(.notDetermined)
        let api = try bench.makeApi()
        let tracker = try NielsenEventTracker.make(appInfo: PrivacyBench.appInfo, environment: bench.environment)
        bench.feed.send(PrivacyBench.device(.authorized))
        #expect([api.deviceId, tracker.deviceId] == [PrivacyBench.advertisingId, PrivacyBench.advertisingId])
        bench.pings.removeAll()
        let later = try bench.makeApi()
        #expect(later.deviceId == PrivacyBench.advertisingId)
        #expect(bench.takePings().map { $0["c9"] } == [Self.deviceId])
        bench.feed.send(PrivacyBench.device(.denied))
        #expect([api.optOutStatus, tracker.optOutStatus, later.optOutStatus] == [true, true, true])
    }

    @Test func whatIsSentWhileAnInstanceStartsIsNotLost() throws {
        let bench = PrivacyBench(.ad)
        let sender = StartupSender(bench.feed)
        let api = try NielsenAppApi.make(
            appInfo: PrivacyBench.appInfo,
            delegate: sender,
            environment: bench.environment
        )
        #expect(api.optOutStatus)
        #expect(api.deviceId.isEmpty)
    }

    /// Several threads tell, choose and play at once; in the end what was told last holds.
    @Test func ofManyThreadsTheLastOneHolds() throws {
        let bench = PrivacyBench(.ad)
        let apis = try (0..<3).map { _ in try bench.makeApi() }
        for api in apis { api.loadMetadata(PrivacyBench.content) }
        let feed = bench.feed
        DispatchQueue.concurrentPerform(iterations: 400) { index in
            feed.send(PrivacyBench.device(NielsenTrackingAuthorization.allCases[index % 4]))
            apis[index % 3].playheadPosition(Int64(index))
            if index % 50 == 0 { apis[index % 3].userOptOut("nielsenappsdk://\(index / 50 % 2)") }
        }
        for api in apis { api.userOptOut("nielsenappsdk://0") }
        let last = try #require(feed.current?.trackingAuthorization)
        for api in apis {
            #expect(api.optOutStatus == (last == .denied || last == .restricted))
            #expect(api.deviceId == (last == .authorized ? PrivacyBench.advertisingId : ""))
        }
        bench.pings.removeAll()
        for api in apis {
            // The choice began a view anew, which is seen with its first playhead.
            api.playheadPosition(500)
            api.end()
        }
        let pings = bench.takePings()
        #expect(pings.count >= 3)
        #expect(pings.allSatisfy { ($0["c9"] == Self.deviceId) == (last == .authorized) })
    }

    @Test func theFeedKeepsNoInstanceAlive() throws {
        let bench = PrivacyBench(.ad)
        weak var gone: NielsenAppApi?
        do {
            let api = try bench.makeApi()
            gone = api
            #expect(gone != nil)
        }
        #expect(gone == nil)
        bench.feed.send(PrivacyBench.device(.denied))
        #expect(bench.feed.current?.trackingAuthorization == .denied)
    }

    @Test func anotherLanguageLeadsToAnotherPage() throws {
        let bench = PrivacyBench(.ad)
        let api = try bench.makeApi()
        var device = bench.device
        device.country = "AT"
        device.language = "de-AT"
        api.deviceChanged(device)
        #expect(api.optOutURL.contains("/optout/mobile/at/de/optout.html"))
    }

    /// Nothing is measured before the configuration is there, and a refusal until then is not lost.
    @Test func aRefusalBeforeTheConfigurationHolds() throws {
        let bench = PrivacyBench(.ad)
        var environment = bench.environment
        let client = WaitingClient()
        environment.configurationSource = try NielsenConfigurationSource(
            baseURL: #require(URL(string: "http://127.0.0.1:8642/sdk")),
            client: client
        )
        let api = try NielsenAppApi.make(appInfo: PrivacyBench.appInfo, environment: environment)
        api.deviceChanged(PrivacyBench.device(.denied))
        #expect(api.optOutStatus)
        client.answer(#"{"schema": "launch-hub.sdk-configuration", "version": 1}"#)
        let pings = bench.takePings()
        #expect(pings.map { $0["uoo"] } == ["true"])
        #expect(pings.map { $0["c9"] } == ["devid,"])
    }
}

/// An app whose user refuses as soon as the SDK says that it has started.
private final class StartupSender: NielsenAppApiDelegate, Sendable {
    private let feed: NielsenDeviceFeed

    init(_ feed: NielsenDeviceFeed) {
        self.feed = feed
    }

    func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
        feed.send(PrivacyBench.device(.denied))
    }
}
