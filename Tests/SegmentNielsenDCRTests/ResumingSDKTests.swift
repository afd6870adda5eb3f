// SPDX-License-Identifier: Apache-2.0

import LaunchHubTesting
import NielsenAppApi
import NielsenTesting
import SegmentNielsenDCR
import Testing

struct ResumingSDKTests {
    private static let content = ["type": "content", "assetid": "c"]

    private static func calls(_ make: (NielsenResumingSDK) -> Void) -> [String] {
        let sdk = RecordingNielsenSDK()
        make(NielsenResumingSDK(sdk))
        return sdk.calls.map(\.short)
    }

    @Test func metadataIsLoadedAgainBeforePlayheadsAfterPlay() {
        let calls = Self.calls { sdk in
            sdk.loadMetadata(Self.content)
            sdk.play(nil)
            sdk.playheadPosition(1)
            sdk.stop()
            sdk.play(["channelName": "News"])
            sdk.playheadPosition(2)
            sdk.playheadPosition(3)
        }
        #expect(
            calls == [
                "load content c", "play -", "load content c", "1", "stop", "play News", "load content c", "2", "3",
            ]
        )
    }

    @Test func callsInTheDocumentedOrderPassThrough() {
        let calls = Self.calls { sdk in
            sdk.playheadPosition(0)
            sdk.play(nil)
            sdk.loadMetadata(Self.content)
            sdk.playheadPosition(1)
            sdk.sendID3("id3")
            sdk.updateOTT(["ottStatus": "0"])
            sdk.stop()
            sdk.loadMetadata(["type": "static", "assetid": "p"])
            sdk.staticEnd()
            sdk.loadMetadata(Self.content)
            sdk.playheadPosition(2)
            sdk.end()
            sdk.playheadPosition(3)
            sdk.userOptOut("nielsenappsdk://1")
        }
        #expect(
            calls == [
                "0", "play -", "load content c", "1", "sendID3", "updateOTT", "stop", "load static p", "staticEnd",
                "load content c", "2", "end", "3", "optOut nielsenappsdk://1",
            ]
        )
    }

    @Test func aPageIsNeverWhatGoesOnAndAfterTheEndNothingIs() {
        let calls = Self.calls { sdk in
            sdk.loadMetadata(Self.content)
            sdk.stop()
            sdk.loadMetadata(["type": "static", "assetid": "p"])
            sdk.play(nil)
            sdk.playheadPosition(1)
            sdk.end()
            sdk.play(nil)
            sdk.playheadPosition(2)
        }
        #expect(
            calls == ["load content c", "stop", "load static p", "play -", "load content c", "1", "end", "play -", "2"]
        )
    }

    @Test func aLastPlayheadToldTwiceResumesNothingAndTwoPlayheadsDo() {
        let calls = Self.calls { sdk in
            sdk.loadMetadata(Self.content)
            sdk.playheadPosition(5)
            sdk.stop()
            sdk.playheadPosition(5)
            sdk.stop()
            sdk.playheadPosition(6)
            sdk.playheadPosition(7)
        }
        #expect(calls == ["load content c", "5", "stop", "stop", "load content c", "6", "7"])
    }
}
