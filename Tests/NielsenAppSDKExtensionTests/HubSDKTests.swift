// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// Classic calls that become events of a hub.
struct HubSDKTests {
    /// What calls become, a line a tracked event: its name and type, what comes along, and the metadata in brackets.
    private func events(_ calls: (NielsenHubSDK, TestHub, NielsenInstanceService) throws -> Void) throws -> [String] {
        let test = TestHub()
        let service = NielsenInstanceService(settings: .init(environment: NielsenEnvironment(clock: test.clock)))
        try service.register(with: test.hub)
        test.start()
        let tap = RecordingTap()
        test.hub.install(tap)
        let appInfo = ["appid": "P00000000-0000-0000-0000-000000000001"]
        let sdk = try #require(NielsenHubSDK(appInfo: appInfo, service: service, hub: test.hub))
        try calls(sdk, test, service)
        test.run()
        return tap.dispatched.filter { $0.name == "TrackSDKEvent" }.map { line($0.data["data"]?.objectValue ?? [:]) }
    }

    private func line(_ event: JSONObject) -> String {
        var words = [event["event"]?.stringValue ?? "-", event["type"]?.stringValue ?? "-"]
        for key in ["playheadPosition", "id3Data", "ottData", "optout"] {
            if let value = event[key] { words.append(value.stringValue ?? value.jsonText) }
        }
        let metadata = event["metadata"]?.objectValue ?? [:]
        for lane in metadata.keys.sorted() {
            let members = metadata[lane]?.objectValue ?? [:]
            let values = members.keys.sorted().map { "\($0) \(members[$0]?.stringValue ?? "-")" }
            if !values.isEmpty { words.append("[\(lane): \(values.joined(separator: ", "))]") }
        }
        return words.joined(separator: " ")
    }

    @Test func everyCallOfAChannelIsAnEventWithAllMetadata() throws {
        let events = try events { sdk, _, _ in
            sdk.play(["channelName": "C"])
            // Nobody has said what it is that plays.
            sdk.playheadPosition(1)
            sdk.loadMetadata(["type": "content", "assetid": "E7"])
            sdk.playheadPosition(5)
            sdk.sendID3("www")
            sdk.updateOTT(["ottStatus": "1"])
            sdk.stop()
            // What is stopped has no playheads until it plays again.
            sdk.playheadPosition(6)
            sdk.play(["channelName": "D"])
            sdk.playheadPosition(7)
            sdk.end()
        }
        let expected = """
            playhead content 5 [content: assetid E7, channelName C, type content]
            playhead content www [content: assetid E7, channelName C, type content]
            playhead content {"ottStatus":"1"} [content: assetid E7, channelName C, type content]
            pause content [content: assetid E7, channelName C, type content]
            playhead content 7 [content: assetid E7, channelName D, type content]
            complete content [content: assetid E7, channelName D, type content]
            """
        #expect(events.joined(separator: "\n") == expected)
    }

    @Test func anAdHasItsOwnMetadataBesideThoseOfTheContent() throws {
        let events = try events { sdk, _, _ in
            sdk.loadMetadata(["assetid": "E7"])
            sdk.stop()
            sdk.loadMetadata(["type": "preroll", "assetid": "A1"])
            sdk.playheadPosition(0)
            sdk.stop()
            sdk.loadMetadata(["assetid": "E8"])
            sdk.playheadPosition(0)
        }
        let expected = """
            pause content [content: assetid E7]
            playhead ad 0 [ad: assetid A1, type preroll] [content: assetid E7]
            adStop ad [ad: assetid A1, type preroll] [content: assetid E7]
            playhead content 0 [content: assetid E8]
            """
        #expect(events.joined(separator: "\n") == expected)
    }

    @Test func afterTheEndThereIsNothingToPauseOrToEnd() throws {
        let events = try events { sdk, _, _ in
            sdk.play(["channelName": "C"])
            sdk.loadMetadata(["type": "preroll", "assetid": "A1"])
            sdk.end()
            sdk.end()
            sdk.stop()
            sdk.playheadPosition(1)
            sdk.sendID3("www")
            sdk.updateOTT([:])
            // The content is forgotten, and the ad with it.
            sdk.loadMetadata(["type": "midroll"])
            sdk.playheadPosition(2)
        }
        #expect(events == ["complete content", "playhead ad 2 [ad: type midroll]"])
    }

    @Test func theChoiceGoesWithThePageWhereThereIsOne() throws {
        let events = try events { sdk, test, _ in
            sdk.play(["channelName": "C"])
            #expect(sdk.userOptOut("nielsenappsdk://1"))
            test.run()
            #expect(sdk.optOutStatus)
            sdk.loadMetadata(["type": "static", "section": "Home"])
            #expect(sdk.userOptOut("nielsenappsdk://0"))
            test.run()
            #expect(!sdk.optOutStatus)
            for other in ["nielsenappsdk://2", "nielsenappsdk://", "1", ""] { #expect(!sdk.userOptOut(other)) }
            sdk.staticEnd()
        }
        let expected = """
            pause static true
            playhead static [static: section Home, type static]
            playhead static false [static: section Home, type static]
            pause static [static: section Home, type static]
            """
        #expect(events.joined(separator: "\n") == expected)
    }

    @Test func whoIsReleasedRemovesItsInstance() throws {
        let test = TestHub()
        let service = NielsenInstanceService(settings: .init(environment: NielsenEnvironment(clock: test.clock)))
        try service.register(with: test.hub)
        test.start()
        #expect(NielsenHubSDK(appInfo: [:], service: service, hub: test.hub) == nil)
        let appInfo = ["appid": "P00000000-0000-0000-0000-000000000001"]
        var sdk = NielsenHubSDK(appInfo: appInfo, service: service, hub: test.hub)
        #expect(sdk != nil)
        #expect(service.identifiers.count == 1)
        sdk = nil
        test.run()
        #expect(service.identifiers.isEmpty)
    }
}
