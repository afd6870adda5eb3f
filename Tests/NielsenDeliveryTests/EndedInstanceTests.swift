// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage
import NielsenAppApi
import Testing

@testable import NielsenDelivery

/// What a delivery keeps of an instance while it runs, and nothing of it after its end.
struct EndedInstanceTests {
    private let delivery = NielsenPingDelivery(
        location: .inMemory,
        client: StubCollector { _ in nil },
        clock: ManualClock(),
        privacy: .unknown
    )

    /// Whether the delivery knows instances: for errors, for answers, and for sessions that were refused.
    private var known: [Bool] {
        delivery.shared.values.withLock { [!$0.reports.isEmpty, !$0.answers.isEmpty, !$0.sessions.isEmpty] }
    }

    private func makeApi() throws -> NielsenAppApi {
        let environment = NielsenEnvironment(clock: ManualClock(), pings: delivery, random: { 7 })
        return try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
    }

    @Test func anInstanceThatRunsIsKnown() throws {
        #expect(known == [false, false, false])
        let api = try makeApi()
        #expect(known == [true, true, true])
        withExtendedLifetime(api) {}
    }

    @Test func afterAShutdownItIsForgotten() throws {
        let api = try makeApi()
        api.shutdown()
        #expect(known == [false, false, false])
    }

    @Test func afterTheEndOfTheAppItIsForgotten() throws {
        let api = try makeApi()
        for event in [NielsenLifecycleEvent.launch, .background, .foreground] { api.handle(event) }
        #expect(known == [true, true, true])
        api.handle(.terminate)
        #expect(known == [false, false, false])
    }

    @Test func afterItsReleaseItIsForgotten() throws {
        do { _ = try makeApi() }
        #expect(known == [false, false, false])
    }

    /// As the end of a process leaves it: nobody hears of it, and its view stays with the queue.
    @Test func anInstanceThatIsAbandonedHearsNothing() throws {
        let api = try makeApi()
        api.loadMetadata(["type": "static", "section": "Home"])
        let pending = delivery.summary().pending
        #expect(!api.abandon().isEmpty)
        #expect(Array(known.dropFirst()) == [false, false])
        #expect(delivery.summary().pending == pending)
        api.staticEnd()
        api.shutdown()
        #expect(delivery.summary().pending == pending)
    }
}
