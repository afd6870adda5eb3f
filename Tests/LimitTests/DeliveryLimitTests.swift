// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel
import NielsenPings
import Testing

@testable import NielsenDelivery

/// The bounds of delivery: when a collector is tried, and what a configuration may say about it.
struct DeliveryLimitTests {
    private func instant(_ seconds: Int64) -> Instant { .zero + .seconds(seconds) }

    private func just(before seconds: Int64) -> Instant { instant(seconds) + .nanoseconds(-1) }

    // MARK: - The circuit breaker

    @Test func aCollectorIsBlockedUpToItsInstantAndThenOnePingTries() {
        var breaker = CollectorCircuitBreaker()
        #expect(breaker.ask("a", at: instant(0), deadline: .seconds(30)) == .send)
        #expect(breaker.failed("a", at: instant(0)) { .seconds($0 * 4) } == .seconds(4))
        #expect(breaker.failures(of: "a") == 1)
        #expect(breaker.ask("a", at: instant(0), deadline: .seconds(30)) == .wait(.seconds(4)))
        #expect(breaker.ask("a", at: just(before: 4), deadline: .seconds(30)) == .wait(.nanoseconds(1)))
        #expect(breaker.ask("b", at: instant(0), deadline: .seconds(30)) == .send)
        #expect(breaker.ask("a", at: instant(4), deadline: .seconds(30)) == .send)
        // While one tries, the others ask again later, until its deadline has passed.
        #expect(breaker.ask("a", at: instant(4), deadline: .seconds(30)) == .wait(.seconds(10)))
        #expect(breaker.ask("a", at: just(before: 34), deadline: .seconds(30)) == .wait(.seconds(10)))
        #expect(breaker.ask("a", at: instant(34), deadline: .seconds(30)) == .send)
    }

    @Test func aTryThatIsGivenBackLetsTheNextOneTry() {
        var breaker = CollectorCircuitBreaker()
        _ = breaker.failed("a", at: instant(0)) { _ in .seconds(1) }
        #expect(breaker.ask("a", at: instant(1), deadline: .seconds(30)) == .send)
        breaker.release("a")
        #expect(breaker.ask("a", at: instant(1), deadline: .seconds(30)) == .send)
    }

    @Test func failuresAtTheSameTimeAreOne() {
        var breaker = CollectorCircuitBreaker()
        _ = breaker.failed("a", at: instant(0)) { .seconds($0 * 4) }
        #expect(breaker.failed("a", at: instant(1)) { .seconds($0 * 4) } == .seconds(3))
        #expect(breaker.failures(of: "a") == 1)
        // At the end of the pause it is a failure of its own.
        #expect(breaker.failed("a", at: instant(4)) { .seconds($0 * 4) } == .seconds(8))
        #expect(breaker.failures(of: "a") == 2)
        // And so is that of the one that tries.
        #expect(breaker.ask("a", at: instant(12), deadline: .seconds(30)) == .send)
        #expect(breaker.failed("a", at: instant(12)) { .seconds($0 * 4) } == .seconds(12))
        #expect(breaker.ask("a", at: instant(12), deadline: .seconds(30)) == .wait(.seconds(12)))
    }

    @Test func anAnswerEndsAnOutageAndMayAskForAPause() {
        var breaker = CollectorCircuitBreaker()
        #expect(breaker.answered("a", at: instant(0), askedFor: nil) == false)
        _ = breaker.failed("a", at: instant(1)) { _ in .seconds(60) }
        #expect(breaker.isOffline)
        #expect(breaker.answered("a", at: instant(2), askedFor: .zero) == true)
        #expect(!breaker.isOffline)
        #expect(breaker.failures(of: "a") == 0)
        #expect(breaker.ask("a", at: instant(2), deadline: .seconds(30)) == .send)
        #expect(breaker.answered("a", at: instant(3), askedFor: .nanoseconds(1)) == false)
        #expect(breaker.ask("a", at: instant(3), deadline: .seconds(30)) == .wait(.nanoseconds(1)))
        #expect(!breaker.isOffline)
        // A pause that was asked for is kept, an outage may be tried.
        breaker.allowTries()
        #expect(breaker.ask("a", at: instant(3), deadline: .seconds(30)) == .wait(.nanoseconds(1)))
        _ = breaker.failed("b", at: instant(3)) { _ in .seconds(60) }
        breaker.allowTries()
        #expect(breaker.ask("b", at: instant(3), deadline: .seconds(30)) == .send)
    }

    /// One collector that responds, after another has gone out or before.
    @Test(arguments: [(0, true), (1, false), (2, false)] as [(Int64, Bool)])
    func theDeviceIsOfflineUntilSomebodyAnswers(_ answered: Int64, _ isOffline: Bool) {
        var breaker = CollectorCircuitBreaker()
        if answered == 0 { _ = breaker.answered("b", at: instant(0), askedFor: nil) }
        _ = breaker.failed("a", at: instant(1)) { _ in .seconds(60) }
        if answered > 0 { _ = breaker.answered("b", at: instant(answered), askedFor: nil) }
        #expect(breaker.isOffline == isOffline)
    }

    @Test func aFewHundredCollectorsAreToldApart() {
        var breaker = CollectorCircuitBreaker()
        func fail(_ name: String, at time: Instant, for seconds: Int64) {
            _ = breaker.failed(name, at: time) { _ in .seconds(seconds) }
        }
        fail("short", at: instant(0), for: 1)
        for number in 1..<256 { fail("\(number)", at: instant(0), for: 60) }
        #expect(breaker.failures(of: "short") == 1)
        // One more, while all are blocked: there is no room.
        var full = breaker
        _ = full.failed("more", at: instant(0)) { _ in .seconds(60) }
        #expect(full.failures(of: "1") == 0)
        #expect(full.failures(of: "more") == 1)
        // And when one may be tried again: that one is forgotten alone.
        fail("more", at: instant(1), for: 60)
        #expect(breaker.failures(of: "short") == 0)
        #expect(breaker.failures(of: "1") == 1)
        #expect(breaker.failures(of: "more") == 1)
        // A known one needs no room.
        fail("more", at: instant(61), for: 60)
        #expect(breaker.failures(of: "more") == 2)
        #expect(breaker.failures(of: "255") == 1)
    }

    @Test func aRoundHasItsLimitAndLastsItsPause() {
        var breaker = CollectorCircuitBreaker()
        func pace(_ time: Instant) -> Duration { breaker.pace(at: time, limit: 3, pause: .seconds(1)) }
        #expect((0..<3).map { _ in pace(instant(5)) } == [.zero, .zero, .zero])
        #expect(pace(instant(5)) == .seconds(1))
        #expect(pace(just(before: 6)) == .nanoseconds(1))
        #expect((0..<3).map { _ in pace(instant(6)) } == [.zero, .zero, .zero])
        #expect(pace(instant(6)) == .seconds(1))
        #expect(breaker.pace(at: instant(6), limit: 3, pause: .zero) == .zero)
    }

    // MARK: - What is kept and told

    @Test func anIdleDeliveryHasDoneNothing() {
        let summary = NielsenPingDelivery.Summary()
        let counts = [
            summary.pending, summary.pendingBytes, summary.inMemory, summary.setAside, summary.sent, summary.discarded,
            summary.dropped,
        ]
        #expect(counts == [0, 0, 0, 0, 0, 0, 0])
        #expect(summary.oldestAge == nil)
        #expect(summary.streams.isEmpty)
        #expect(summary.lastAnswer == nil)
        #expect(!summary.isOffline)
        #expect(summary.isDatabaseWorking)
        #expect(summary.privacy == .optedIn)
    }

    /// The version of a kept ping, and whether it is read.
    @Test(arguments: [(0, false), (1, true), (2, false)] as [(Int64, Bool)])
    func aKeptPingOfThisVersionIsRead(_ version: Int64, _ isRead: Bool) throws {
        let ping = NielsenPing(
            product: .dcrVideo,
            cadence: .interval,
            url: "https://c.example/gn?a=1",
            stream: "s",
            id: "i",
            createdAt: 1_700_000_000_000,
            sendTimePosition: 3,
            retryPosition: 4
        )
        var object = try JSONObject(jsonData: ping.payload)
        #expect(object["version"] == 1)
        object["version"] = .int(version)
        let read = try? NielsenPing(payload: JSONValue.object(object).jsonData())
        #expect((read != nil) == isRead)
        guard let read else { return }
        #expect(read.url == ping.url)
        #expect(read.sendTimePosition == 3)
        #expect(read.retryPosition == 4)
    }

    // MARK: - Settings

    private typealias Setting = any KeyPath<NielsenDeliverySettings, Int> & Sendable

    /// The name of each number in a configuration, its default, and its smallest and largest value.
    private static let settings: [(name: String, usual: Int, least: Int, most: Int, path: Setting)] = [
        ("requestTimeout", 30, 1, 3_600, \.requestTimeoutSeconds), ("redirectLimit", 5, 0, 20, \.redirectLimit),
        ("maximumTries", 10, 1, 10_000, \.maximumTries), ("retryBase", 1, 1, 300, \.retryBaseSeconds),
        ("retryMaximum", 300, 1, 86_400, \.retryMaximumSeconds),
        ("retryAfterMaximum", 86_400, 0, 604_800, \.retryAfterMaximumSeconds),
        ("waitingPingsLimit", 10_000, 1, 1_000_000, \.waitingPingsLimit),
        ("waitingBytesLimit", 16_777_216, 65_536, 1_073_741_824, \.waitingBytesLimit),
        ("pingLifetime", 604_800, 0, 31_536_000, \.pingLifetimeSeconds),
        ("setAsideLimit", 100, 0, 100_000, \.setAsideLimit), ("memoryPingsLimit", 300, 1, 100_000, \.memoryPingsLimit),
        ("databaseBytesLimit", 67_108_864, 0, 4_294_967_296, \.databaseBytesLimit),
        ("databaseBusyTimeout", 250, 0, 60_000, \.databaseBusyMilliseconds),
        ("databaseRetry", 5, 1, 3_600, \.databaseRetrySeconds),
        ("databasePatience", 10, 0, 86_400, \.databasePatienceSeconds),
    ]

    @Test(arguments: settings)
    private func eachNumberOfDeliveryHasItsDefaultAndItsRange(
        _ name: String,
        _ usual: Int,
        _ least: Int,
        _ most: Int,
        _ path: Setting
    ) throws {
        func read(_ value: Int?) throws -> Int {
            let delivery = value.map { "\"\(name)\": \($0)" } ?? ""
            let text = #"{"schema": "launch-hub.sdk-configuration", "version": 1, "delivery": {\#(delivery)}}"#
            return try NielsenConfiguration(jsonData: Data(text.utf8)).delivery[keyPath: path]
        }
        #expect(try read(nil) == usual)
        #expect(try read(least) == least)
        #expect(try read(most) == most)
        for value in [least - 1, most + 1] {
            let error = #expect(throws: NielsenConfigurationError.self) { try read(value) }
            #expect(error?.path == ".delivery.\(name)")
        }
    }

    @Test func everyThresholdHasItsDefault() {
        let usual = NielsenThresholds()
        let values = [
            usual.creditSeconds, usual.segmentSeconds, usual.segmentsPerDuration, usual.maximumPlayheadStep,
            usual.id3IntervalGapSeconds, usual.pauseTimeoutSeconds, usual.sessionMaximumSeconds,
            usual.bufferingTimeoutSeconds, usual.longAdSeconds, usual.hashedIdentifierLimit, usual.addressLength,
            usual.staticMaximumSeconds, usual.maximumSegmentsKept, usual.maximumAssetsKept, usual.firstPartyIdDays,
            usual.pendingPingsLimit, usual.pendingPingsDelaySeconds, usual.offlinePingsLimit,
            usual.tvOSOfflinePingsLimit,
        ]
        #expect(
            values == [
                30, 60, 5, 10, 15, 1_800, 86_400, 30, 3_600, 300, 2_000, 86_400, 2_880, 1_000, 180, 8, 1, 300, 8,
            ]
        )
        #expect(usual.maximumPlayhead == 100_000_000_000)
    }
}
