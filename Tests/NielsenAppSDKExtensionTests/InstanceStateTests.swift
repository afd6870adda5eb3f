// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// What the extension shares of its instances, and what becomes of events that nobody asked for.
@Suite struct InstanceStateTests {
    private static func configuration(_ appId: String) -> [AnyHashable: Any] { ["appid": appId, "sfcode": "dcr"] }
    private static let first = "PDA7D5EE6-B1B8-4123-9277-2A788BXXXXXX"
    private static let second = "PDA7D5EE6-B1B8-4123-9277-2A788BYYYYYY"

    private func instances(_ state: JSONObject?) -> [String]? {
        state?["instances"]?.arrayValue?.compactMap(\.stringValue)
    }

    @Test func instancesAreSharedInTheOrderOfTheirMaking() throws {
        let app = try RulesUnderTest()
        app.test.start()
        #expect(app.state == ["instances": [], "apps": [:], "version": "1.2.1"])
        for appId in [Self.second, Self.first, Self.first] {
            _ = app.service.instantiateSDK(withConfiguration: Self.configuration(appId))
        }
        app.test.run()
        #expect(
            app.state == [
                "instances": ["instance-1", "instance-2", "instance-3"],
                "apps": [Self.second: "instance-1", Self.first: "instance-2"], "version": "1.2.1",
            ]
        )
        app.service.removeSDK(withIdentifier: "instance-2")
        app.test.run()
        #expect(instances(app.state) == ["instance-1", "instance-3"])
        #expect(app.state?["apps"] == [Self.second: "instance-1", Self.first: "instance-3"])
    }

    @Test func theStateIsSharedAsOfTheEventThatChangedIt() throws {
        let app = try RulesUnderTest()
        let requests = app.test.listener(type: NielsenInstanceEvent.type, source: NielsenInstanceEvent.source)
        app.test.start()
        app.test.hub.dispatch(try NielsenInstanceEvent.instantiateWithRemoteConfiguration.event())
        app.test.hub.dispatch(try NielsenInstanceEvent.instantiateWithRemoteConfiguration.event())
        app.test.hub.dispatch(try NielsenInstanceEvent.remove(identifier: "instance-1").event())
        app.test.run()
        let states = requests.events.map { event in
            instances(app.test.hub.state(of: NielsenInstanceService.extensionName, at: event).values)
        }
        #expect(states == [["instance-1"], ["instance-1", "instance-2"], ["instance-2"]])
    }

    @Test(arguments: [
        ("instances.0", 5001), ("instances.1", 5001), ("instances.2", 5010), ("instances.-1", 5010),
        ("instances.x", 5010), ("apps.\(first)", 5001), ("apps.other", 5010),
    ])
    func anInstanceIsFoundByItsPathInTheState(_ path: String, _ code: Int) throws {
        let app = try RulesUnderTest()
        app.test.start()
        for _ in 0..<2 { _ = app.service.instantiateSDK(withConfiguration: Self.configuration(Self.first)) }
        let result = app.service.meterVersionForSDK(withIdentifier: path)
        #expect(result["code"] as? Int == code)
        // The result names the instance itself.
        let expected = code == 5001 ? (path == "instances.1" ? "instance-2" : "instance-1") : nil
        #expect(result["identifier"] as? String == expected)
    }

    @Test(arguments: [
        ("TrackSDKEvent", #"{"identifier": "nobody", "data": {"event": "playhead"}}"#, 5010),
        ("TrackSDKEvent", #"{"data": {"event": "playhead"}}"#, 5005),
        ("TrackSDKEvent", #"{"identifier": "instance-1", "data": 5}"#, 5012),
        ("TrackEvent", "{}", 5012),
        ("InstantiateSDKWithLocalConfigEvent", "{}", 5004),
        ("InstantiateSDKWithRemoteConfigEvent", "{}", 5003),
    ])
    func whatIsWrongInAnEventOfARuleReachesTheNotifier(_ name: String, _ data: String, _ code: Int) throws {
        let app = try RulesUnderTest(remote: false)
        let notices = app.test.listener(type: NielsenSDKNotice.type, source: NielsenSDKNotice.source)
        app.test.start()
        _ = app.service.instantiateSDK(withConfiguration: Self.configuration(Self.first))
        try app.rules(
            """
            {"rules": [{"condition": {"type": "matcher", "definition":
               {"key": "~type", "matcher": "eq", "values": ["one"]}},
             "consequences": [{"id": "d", "type": "dispatch", "detail": {"name": "\(name)",
               "type": "com.nielsen.eventType.instanceControl", "source": "com.nielsen.eventSource.instanceControl",
               "eventdataaction": "new", "eventdata": \(data)}}]}]}
            """
        )
        let trigger = try app.test.dispatch("Step", type: "one", source: "com.example.app")
        let heard = notices.events.filter { NielsenSDKNotice($0)?.kind == .error }
        let notice = try #require(heard.first.flatMap(NielsenSDKNotice.init))
        #expect(heard.count == 1)
        #expect(notice.code == code)
        #expect(notice.description.hasPrefix("\(name), which another event caused, has no effect: "))
        #expect(heard[0].parentID != nil && heard[0].parentID != trigger.id)

        // Whoever asks gets the answer, and listeners nothing.
        _ = try app.test.request(
            name,
            type: NielsenInstanceEvent.type,
            source: NielsenInstanceEvent.source,
            data: try JSONObject(jsonText: data)
        )
        #expect(notices.events.filter { NielsenSDKNotice($0)?.kind == .error }.count == 1)
    }
}
