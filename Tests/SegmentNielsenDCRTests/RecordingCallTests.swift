// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import Testing

/// What the SDK of tests keeps of its calls.
struct RecordingCallTests {
    /// Of a dictionary the strings are kept, and of anything else nothing.
    @Test func callsAreKeptWithTheirStrings() {
        let sdk = RecordingNielsenSDK(appInfo: ["appid": "P"])
        sdk.play(["channelName": "News", "number": 5] as [String: Any])
        sdk.loadMetadata(["type": "content"])
        sdk.loadMetadata(nil)
        sdk.updateOTT("text")
        sdk.playheadPosition(7)
        sdk.sendID3("payload")
        sdk.stop()
        sdk.end()
        sdk.staticEnd()
        let expected: [NielsenCall] = [
            .play(["channelName": "News"]), .loadMetadata(["type": "content"]), .loadMetadata([:]), .updateOTT([:]),
            .playheadPosition(7), .sendID3("payload"), .stop, .end, .staticEnd,
        ]
        #expect(sdk.calls == expected)
        #expect(sdk.count == 9)
        #expect(sdk.appInfo == ["appid": "P"])
        #expect(sdk.optOutURL == "http://127.0.0.1/optout")
        sdk.removeAll()
        #expect(sdk.calls.isEmpty)
        #expect(!sdk.userOptOut("perhaps"))
        #expect(sdk.calls == [.userOptOut("perhaps")])
    }

    @Test func aReactionComesAfterItsCallIsKept() async {
        let counts = Recorder<Int>()
        let made = Locked<RecordingNielsenSDK?>(nil)
        let sdk = RecordingNielsenSDK(reaction: { _ in counts.append(made.withLock { $0 }?.count ?? -1) })
        made.withLock { $0 = sdk }
        sdk.stop()
        sdk.end()
        #expect(counts.elements == [1, 2])
        #expect(await sdk.waits { $0 == [.stop, .end] })
        made.withLock { $0 = nil }
    }
}
