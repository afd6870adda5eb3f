// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage
import NielsenAppApi
import NielsenAppSDKExtension
import TestSupport
import Testing

/// How long a flush of the extension waits that nobody has told how long to wait.
@Suite(.timeLimit(.minutes(10)))
struct ServiceFlushTests {
    @Test(arguments: [false, true])
    func aFlushWaitsForFiveSeconds(_ isAwaited: Bool) async throws {
        let clock = TellingClock()
        let delivery = NielsenPingDelivery(
            location: .inMemory,
            client: SilentClient(),
            clock: clock,
            privacy: .unknown
        )
        let service = NielsenInstanceService(
            environment: NielsenEnvironment(clock: clock, pings: delivery, random: { 7 })
        )
        #expect(service.instantiateSDK(withConfiguration: ["appid": "PX"])["code"] as? Int == 5_001)
        let end: @Sendable (Int) -> Void = { clock.end("left \($0)") }
        if isAwaited {
            Task { end(await service.flush()) }
        } else {
            service.flush(completion: end)
        }
        let (waited, left) = await clock.passUntilEnd()
        #expect(waited == .seconds(5))
        // The instance has told that it has started.
        #expect(left == "left 1")
    }
}
