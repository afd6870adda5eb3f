// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// What an event says holds as of its dispatch, on the clock of the instances.
struct DispatchTimeTests {
    private let clock = ManualClock()
    /// Shows another time than the hub's clock, and goes on beside it.
    private let other = ManualClock()

    private func settings(_ clock: ManualClock) -> NielsenInstanceService.Settings {
        NielsenInstanceService.Settings(environment: NielsenEnvironment(clock: clock))
    }

    @Test(arguments: [false, true], [false, true])
    func anEventThatWaitedIsOfTheTimeOfItsDispatch(_ sharesClock: Bool, _ changesClock: Bool) async throws {
        let instance = FakeInstance()
        let hub = EventHub(options: .patient(), clock: clock)
        let first = sharesClock == changesClock ? other : clock
        let service = NielsenInstanceService(settings: settings(first)) { _, _, _ in instance }
        try service.register(with: hub)
        let last = sharesClock ? clock : other
        service.settings = settings(last)
        let made = service.instantiateSDK(withConfiguration: ["appid": "any"])
        let identifier = try #require(made["identifier"] as? String)
        other.advance(by: .seconds(1_000))
        let dispatched = last.now
        hub.dispatch(try NielsenInstanceEvent.track(["event": "playhead"], identifier: identifier).event())
        for clock in [clock, other] { clock.advance(by: .seconds(5)) }
        await hub.start()
        _ = await hub.request(try NielsenInstanceEvent.remove(identifier: identifier).event())
        #expect(instance.instants.withLock { $0 } == [dispatched])
        _ = await hub.shutDownAndWait()
    }
}
