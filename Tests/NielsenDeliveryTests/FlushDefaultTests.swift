// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage
import NielsenAppApi
import TestSupport
import Testing

/// How long a flush waits that nobody has told how long to wait.
@Suite(.timeLimit(.minutes(10)))
struct FlushDefaultTests {
    /// Who flushes, with an instance of each interface whose pings wait.
    enum Way: CaseIterable {
        case delivery
        case deliveryAwaited
        case api
        case apiAwaited
        case tracker
        case trackerAwaited
    }

    @Test(arguments: Way.allCases)
    func aFlushWaitsForFiveSeconds(_ way: Way) async throws {
        let clock = TellingClock()
        let delivery = NielsenPingDelivery(
            location: .inMemory,
            client: StubCollector { _ in nil },
            clock: clock,
            privacy: .unknown
        )
        let environment = NielsenEnvironment(clock: clock, pings: delivery)
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        let tracker = try NielsenEventTracker.make(appInfo: ["appid": "PX"], environment: environment)
        let end: @Sendable (Int) -> Void = { clock.end("left \($0)") }
        switch way {
        case .delivery: delivery.flush(completion: end)
        case .deliveryAwaited: Task { end(await delivery.flush()) }
        case .api: api.flush(completion: end)
        case .apiAwaited: Task { end(await api.flush()) }
        case .tracker: tracker.flush(completion: end)
        case .trackerAwaited: Task { end(await tracker.flush()) }
        }
        let (waited, left) = await clock.passUntilEnd()
        #expect(waited == .seconds(5))
        // Each instance has told that it has started.
        #expect(left == (way == .delivery || way == .deliveryAwaited ? "left 2" : "left 1"))
        withExtendedLifetime((api, tracker)) {}
    }
}
