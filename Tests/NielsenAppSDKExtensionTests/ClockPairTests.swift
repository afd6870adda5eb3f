// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import Testing

@testable import NielsenAppSDKExtension

/// The time of an event where the hub and the instances go by different clocks, of which one is the system's.
///
/// A machine has run for less than the fifteen years that lie between the two.
@Suite(.timeLimit(.minutes(10)))
struct ClockPairTests {
    private let manual = ManualClock()

    init() {
        manual.advance(by: .seconds(1_000_000_000))
    }

    /// The time that an instance is told for an event.
    private func told(hub hubClock: any HubClock, instances clock: any HubClock) async throws -> Instant {
        let instance = FakeInstance()
        let hub = EventHub(options: .patient(), clock: hubClock)
        let service = NielsenInstanceService(
            settings: .init(environment: NielsenEnvironment(clock: clock))
        ) { _, _, _ in instance }
        try service.register(with: hub)
        await hub.start()
        let made = service.instantiateSDK(withConfiguration: ["appid": "any"])
        let identifier = try #require(made["identifier"] as? String)
        hub.dispatch(try NielsenInstanceEvent.track(["event": "playhead"], identifier: identifier).event())
        _ = await hub.request(try NielsenInstanceEvent.remove(identifier: identifier).event())
        _ = await hub.shutDownAndWait()
        return try #require(instance.instants.withLock { $0.first })
    }

    private let middle = Instant.zero + .seconds(500_000_000)

    @Test func instancesThatStandStillHaveTheirOwnTime() async throws {
        let told = try await told(hub: SystemClock(), instances: manual)
        #expect(told > middle)
        #expect(told <= manual.now)
    }

    @Test func instancesThatGoByTheSystemHaveTheSystemsTime() async throws {
        let told = try await told(hub: manual, instances: SystemClock())
        #expect(told < middle)
    }

    @Test func twoClocksOfTheSystemAreOne() async throws {
        let told = try await told(hub: SystemClock(), instances: SystemClock())
        #expect(told <= SystemClock().now)
    }
}
