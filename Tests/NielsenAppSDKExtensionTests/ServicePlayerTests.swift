// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

@testable import NielsenAppSDKExtension

/// A player whose positions go to an instance that the extension keeps.
struct ServicePlayerTests {
    @Test func aPlayerTellsItsInstance() async throws {
        let instance = FakeInstance()
        let under = try await ServiceUnderTest { _, _, _ in instance }
        _ = under.service.instantiateSDK(withConfiguration: ["appid": "any"])
        let player = under.service.player(forSDKWithIdentifier: "instance-1")
        player.play(.content, metadata: .init(content: ["assetid": "c"]))
        player.playheadPosition(7)
        player.handle(.interruptionBegan(.buffering))
        let expected: JSONObject = [
            "event": "playhead", "type": "content", "playheadPosition": "7",
            "metadata": ["content": ["assetid": "c"], "ad": [:], "static": [:]],
        ]
        #expect(instance.tracked.withLock { $0 } == [expected])
        #expect(instance.instants.withLock { $0 } == [under.clock.now])
        #expect(instance.handled.withLock { $0 } == [.interruptionBegan(.buffering)])
        // After its removal nobody hears it.
        under.service.removeSDK(withIdentifier: "instance-1")
        player.playheadPosition(8)
        player.handle(.interruptionEnded(.buffering))
        #expect(instance.tracked.withLock { $0.count } == 1)
        #expect(instance.handled.withLock { $0.count } == 1)
    }
}
