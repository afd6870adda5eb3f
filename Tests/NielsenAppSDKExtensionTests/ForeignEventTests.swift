// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi
import Testing

@testable import NielsenAppSDKExtension

/// Events that are no notices, remarks or requests, those that say little, and app ids that are no text.
@Suite(.timeLimit(.minutes(10)))
struct ForeignEventTests {
    private static let other: EventSource = "com.example.source"

    private static func event(_ type: EventType, _ source: EventSource, _ data: JSONObject) throws -> Event {
        try Event(name: "any", type: type, source: source, data: data)
    }

    @Test func aNoticeHasItsAddressAndItsParts() throws {
        let (type, source) = (NielsenSDKNotice.type, NielsenSDKNotice.source)
        let data: JSONObject = ["identifier": "i", "kind": "event", "code": 2_001]
        let notice = try #require(NielsenSDKNotice(try Self.event(type, source, data)))
        let expected = NielsenSDKNotice(identifier: "i", kind: .event, code: 2_001, description: "", timestamp: 0)
        #expect(notice == expected)
        #expect(NielsenSDKNotice(try Self.event(type, Self.other, data)) == nil)
        #expect(NielsenSDKNotice(try Self.event("com.example.type", source, data)) == nil)
        for key in data.keys {
            var less = data
            less[key] = JSONValue?.none
            #expect(NielsenSDKNotice(try Self.event(type, source, less)) == nil)
        }
        #expect(NielsenSDKNotice(try Self.event(type, source, data.merging(["kind": "x"]))) == nil)
        let more = data.merging(["description": "d", "timestamp": 1.5])
        let whole = NielsenSDKNotice(identifier: "i", kind: .event, code: 2_001, description: "d", timestamp: 1.5)
        #expect(NielsenSDKNotice(try Self.event(type, source, more)) == whole)
    }

    @Test func aRemarkHasItsAddressAndItsParts() throws {
        let (type, source) = (NielsenSDKRemark.type, NielsenSDKRemark.source)
        let data: JSONObject = ["identifier": "i", "code": "PLAY_MISSING"]
        let remark = try #require(NielsenSDKRemark(try Self.event(type, source, data)))
        #expect(
            remark.data == ["identifier": "i", "code": "PLAY_MISSING", "description": "", "timestamp": 0.0]
        )
        #expect(NielsenSDKRemark(try Self.event(type, Self.other, data)) == nil)
        #expect(NielsenSDKRemark(try Self.event("com.example.type", source, data)) == nil)
        // Notices have the same type.
        #expect(NielsenSDKRemark(try Self.event(type, NielsenSDKNotice.source, data)) == nil)
        let more = data.merging(["description": "d", "timestamp": 1.5])
        #expect(NielsenSDKRemark(try Self.event(type, source, more))?.data == more)
    }

    @Test func aRequestHasItsAddress() throws {
        let event = try NielsenInstanceEvent.meterVersion(identifier: "i").event()
        #expect(NielsenInstanceEvent(event) == .meterVersion(identifier: "i"))
        let data = event.data
        let (type, source) = (NielsenInstanceEvent.type, NielsenInstanceEvent.source)
        #expect(NielsenInstanceEvent(try Event(name: event.name, type: type, source: Self.other, data: data)) == nil)
        #expect(
            NielsenInstanceEvent(try Event(name: event.name, type: "com.example.type", source: source, data: data))
                == nil
        )
        #expect(NielsenInstanceEvent(try Event(name: "x", type: type, source: source, data: data)) == nil)
    }

    /// An instance whose app id is no text is found by its own identifier, and by no app id.
    @Test func anAppIdThatIsNoTextIsNoPath() async throws {
        let under = try await ServiceUnderTest { _, _, _ in FakeInstance() }
        for appId in [5, "A", "A"] as [Any] {
            _ = under.service.instantiateSDK(withConfiguration: ["appid": appId])
        }
        await under.hub.idle
        #expect(
            under.hub.state(of: NielsenInstanceService.extensionName).values == [
                "instances": ["instance-1", "instance-2", "instance-3"], "apps": ["A": "instance-2"],
                "version": "1.2.1",
            ]
        )
        for (path, found) in [
            ("apps.5", nil), ("apps.", nil), ("apps.A", "instance-2"), ("instances.0", "instance-1"),
            ("instances.3", nil), ("instance-3", "instance-3"),
        ] as [(String, String?)] {
            let result = under.service.optOutStatusForSDK(withIdentifier: path)
            #expect(result["code"] as? Int == (found == nil ? 5_010 : 5_001), "\(path)")
            #expect(result["identifier"] as? String == found, "\(path)")
        }
    }

    /// What is refused names the instance that it was about, and no other.
    @Test(
        arguments: [
            ("NoSuchEvent", 5_012, nil), ("InstantiateSDKWithLocalConfigEvent", 5_004, nil),
            ("TrackSDKEvent", 5_005, "instance-1"), ("GetMeterVersionEvent", 5_002, "instance-1"),
        ] as [(String, JSONValue, JSONValue?)]
    )
    func aRefusalNamesItsInstance(_ name: String, _ code: JSONValue, _ identifier: JSONValue?) async throws {
        let under = try await ServiceUnderTest { _, _, _ in FakeInstance() }
        _ = under.service.instantiateSDK(withConfiguration: ["appid": "A"])
        let answer = try #require(try await under.answer(name, ["identifier": "instance-1"]))
        #expect(answer["code"] == code)
        #expect(answer["identifier"] == identifier)
    }

    @Test func nothingIsLeftOfWhatIsNotSent() async throws {
        let under = try await ServiceUnderTest()
        #expect(await under.service.flush() == 0)
    }
}
