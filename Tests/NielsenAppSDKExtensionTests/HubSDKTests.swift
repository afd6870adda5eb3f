// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// Classic calls that become events of a hub.
struct HubSDKTests {
    @Test func aPageThatEndsIsPausedOnce() throws {
        let test = TestHub()
        let service = NielsenInstanceService(settings: .init(environment: NielsenEnvironment(clock: test.clock)))
        try service.register(with: test.hub)
        test.start()
        let tap = RecordingTap()
        test.hub.install(tap)
        let appInfo = ["appid": "P00000000-0000-0000-0000-000000000001"]
        let sdk = try #require(NielsenHubSDK(appInfo: appInfo, service: service, hub: test.hub))
        sdk.loadMetadata(["type": "static", "section": "Home"])
        sdk.staticEnd()
        sdk.staticEnd()
        test.run()
        let events = tap.dispatched.filter { $0.name == "TrackSDKEvent" }.compactMap { $0.data["data"]?.objectValue }
        #expect(events.map { $0["event"] } == ["playhead", "pause"])
        #expect(events.map { $0["type"] } == ["static", "static"])
    }
}
