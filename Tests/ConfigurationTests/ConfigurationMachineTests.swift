// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import Testing

struct ConfigurationMachineTests {
    private typealias Effect = ConfigurationMachine.Effect

    private let a: AppIdentifier
    private let b: AppIdentifier
    private let aURL: URL
    private let bURL: URL
    private let transient = ConfigurationError(.httpStatus(503, url: "u", retryAfter: nil))
    private let permanent = ConfigurationError(.httpStatus(404, url: "u", retryAfter: nil))
    private var machine: ConfigurationMachine

    init() throws {
        a = try AppIdentifier("a")
        b = try AppIdentifier("b")
        let source = try ConfigurationSource(baseURL: #require(URL(string: "http://127.0.0.1/base")))
        aURL = source.url(for: a)
        bURL = source.url(for: b)
        machine = ConfigurationMachine(
            source: PublishedConfigurations(settings: .init(source: source, backoff: RetryBackoff(jitter: 0)))
        )
    }

    private func fetch(
        _ generation: LoadGeneration,
        _ url: URL,
        _ validators: HTTPValidators = HTTPValidators()
    ) -> Effect {
        .fetch(
            ConfigurationMachine.Order(
                generation: generation,
                id: url == aURL ? a : b,
                url: url,
                validators: validators
            )
        )
    }

    private func makeDocument(
        _ appID: AppIdentifier,
        _ values: JSONObject,
        _ validators: HTTPValidators = HTTPValidators()
    ) -> ConfigurationDocument {
        ConfigurationDocument(appID: appID, url: appID == a ? aURL : bURL, values: values, validators: validators)
    }

    @Test mutating func appIdIsLookedUpThenFetchedThenKeptThenTold() {
        #expect(machine.handle(.load(a)) == [.readCache(1, a, aURL)])
        #expect(machine.handle(.cacheRead(1, nil)) == [.report(.selected(a, 1, cached: nil)), fetch(1, aURL)])
        let validators = HTTPValidators(etag: "\"1\"")
        let document = ConfigurationDocument(appID: a, url: aURL, values: ["k": 1], validators: validators)
        #expect(
            machine.handle(.fetched(1, makeDocument(a, ["k": 1], validators)))
                == [.writeCache(document), .report(.loaded(document, 1))]
        )
        #expect(machine.id == a)
    }

    @Test mutating func cachedCopyIsToldAndMakesTheRequestConditional() {
        let validators = HTTPValidators(etag: "\"1\"", lastModified: "yesterday")
        let cached = ConfigurationDocument(appID: a, url: aURL, values: ["k": 1], validators: validators)
        _ = machine.handle(.load(a))
        #expect(
            machine.handle(.cacheRead(1, cached))
                == [.report(.selected(a, 1, cached: cached)), fetch(1, aURL, validators)]
        )
        #expect(machine.handle(.notModified(1)) == [.report(.loaded(cached, 1))])
    }

    @Test mutating func sameAppIdAgainAsksWithWhatIsKnown() {
        let validators = HTTPValidators(etag: "\"1\"")
        _ = machine.handle(.load(a))
        _ = machine.handle(.cacheRead(1, nil))
        _ = machine.handle(.fetched(1, makeDocument(a, ["k": 1], validators)))
        #expect(
            machine.handle(.load(a)) == [.report(.selected(a, 2, cached: nil)), fetch(2, aURL, validators)]
        )
        let document = ConfigurationDocument(appID: a, url: aURL, values: ["k": 1], validators: validators)
        #expect(machine.handle(.notModified(2)) == [.report(.loaded(document, 2))])
    }

    @Test mutating func sameAppIdUnderWayIsJoined() {
        _ = machine.handle(.load(a))
        #expect(machine.handle(.load(a)) == [])
        _ = machine.handle(.cacheRead(1, nil))
        #expect(machine.handle(.load(a)) == [])
        #expect(machine.generation == 1)
    }

    @Test mutating func firstThenSecondThenFirstEndsOnTheFirst() {
        _ = machine.handle(.load(a))
        _ = machine.handle(.cacheRead(1, nil))
        #expect(machine.handle(.load(b)) == [.cancelFetch(1), .readCache(2, b, bURL)])
        _ = machine.handle(.cacheRead(2, nil))
        #expect(machine.handle(.load(a)) == [.cancelFetch(2), .readCache(3, a, aURL)])
        _ = machine.handle(.cacheRead(3, nil))
        #expect(machine.handle(.fetched(2, makeDocument(b, ["of": "b"]))) == [.report(.superseded(b, 2))])
        let effects = machine.handle(.fetched(3, makeDocument(a, ["of": "new a"])))
        #expect(effects.count == 2)
        #expect(machine.handle(.fetched(1, makeDocument(a, ["of": "old a"]))) == [.report(.superseded(a, 1))])
        #expect(machine.handle(.fetched(1, makeDocument(a, ["of": "old a"]))) == [])
        #expect(machine.id == a)
    }

    @Test mutating func lateCacheReadIsSupersededToo() {
        _ = machine.handle(.load(a))
        #expect(machine.handle(.load(b)) == [.readCache(2, b, bURL)])
        #expect(machine.handle(.cacheRead(1, nil)) == [.report(.superseded(a, 1))])
    }

    @Test mutating func failuresThatMayPassAreTriedAgainLaterAndLater() {
        _ = machine.handle(.load(a))
        _ = machine.handle(.cacheRead(1, nil))
        for seconds in [1, 2, 4, 8] {
            let delay = Duration.seconds(seconds)
            #expect(
                machine.handle(.failed(1, transient, random: 0.5))
                    == [.scheduleRetry(1, after: delay), .report(.failed(a, 1, transient, retryIn: delay))]
            )
            #expect(machine.handle(.retryDue(1)) == [fetch(1, aURL)])
        }
    }

    @Test mutating func failuresThatStayAreNotTriedAgain() {
        _ = machine.handle(.load(a))
        _ = machine.handle(.cacheRead(1, nil))
        #expect(
            machine.handle(.failed(1, permanent, random: 0)) == [.report(.failed(a, 1, permanent, retryIn: nil))]
        )
        #expect(machine.handle(.retryDue(1)) == [])
    }

    @Test mutating func failureKeepsWhatWasKnown() {
        let validators = HTTPValidators(etag: "\"1\"")
        let cached = ConfigurationDocument(appID: a, url: aURL, values: ["k": 1], validators: validators)
        _ = machine.handle(.load(a))
        _ = machine.handle(.cacheRead(1, cached))
        _ = machine.handle(.failed(1, transient, random: 0))
        #expect(machine.handle(.retryDue(1)) == [fetch(1, aURL, validators)])
        #expect(machine.handle(.notModified(1)) == [.report(.loaded(cached, 1))])
    }

    @Test mutating func newAppIdCallsTheRetryOff() {
        _ = machine.handle(.load(a))
        _ = machine.handle(.cacheRead(1, nil))
        _ = machine.handle(.failed(1, transient, random: 0))
        #expect(
            machine.handle(.load(b)) == [.cancelRetry(1), .report(.superseded(a, 1)), .readCache(2, b, bURL)]
        )
        #expect(machine.handle(.retryDue(1)) == [])
    }

    @Test mutating func notModifiedWithoutAnythingKnownIsAFailureThatIsTriedAgain() {
        _ = machine.handle(.load(a))
        _ = machine.handle(.cacheRead(1, nil))
        let error = ConfigurationError(.httpStatus(304, url: aURL.absoluteString, retryAfter: nil))
        let effects = machine.handle(.notModified(1))
        #expect(effects.last == .report(.failed(a, 1, error, retryIn: .seconds(1))))
        #expect(effects.count == 2)
    }

    @Test mutating func stopCallsOffAndForgets() {
        #expect(machine.handle(.stop) == [])
        _ = machine.handle(.load(a))
        _ = machine.handle(.cacheRead(1, nil))
        #expect(machine.handle(.stop) == [.cancelFetch(1)])
        #expect(machine.id == nil)
        #expect(machine.handle(.failed(1, transient, random: 0)) == [.report(.superseded(a, 1))])
        #expect(machine.handle(.load(a)) == [.readCache(2, a, aURL)])
    }

    @Test mutating func answersNobodyAskedForAreIgnored() {
        #expect(machine.handle(.fetched(7, makeDocument(a, [:]))) == [])
        #expect(machine.handle(.notModified(7)) == [])
        #expect(machine.handle(.failed(7, transient, random: 0)) == [])
        #expect(machine.handle(.cacheRead(7, nil)) == [])
        _ = machine.handle(.load(a))
        #expect(machine.handle(.fetched(1, makeDocument(a, [:]))) == [])
        _ = machine.handle(.cacheRead(1, nil))
        #expect(machine.handle(.cacheRead(1, nil)) == [])
    }
}
