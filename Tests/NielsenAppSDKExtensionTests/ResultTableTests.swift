// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// The same input gives the same dictionary, whether it comes as an event or as a call, with the published code.
struct ResultTableTests {
    @Test(arguments: ResultTable.instances + ResultTable.tracking + ResultTable.identifiers + ResultTable.invalid)
    func bothFlowsGiveOneDictionaryWithThePublishedCode(_ row: ResultRow) async throws {
        func make() async throws -> ServiceUnderTest {
            let under = try await ServiceUnderTest(configuration: ["nielsen.ios": .object(ServiceUnderTest.appInfo)])
            _ = under.service.instantiateSDK(withConfiguration: ServiceUnderTest.appInfo.anyDictionary)
            return under
        }
        let answer = try #require(try await make().answer(row.event, row.data))
        #expect(answer["code"] == .int(Int64(row.code)))
        #expect(answer["description"]?.stringValue?.isEmpty == false)
        if let value = row.value { #expect(answer[value] != nil) }
        guard let call = row.call else { return }
        let returned = call(try await make().service)
        #expect(try JSONObject(untyped: returned) == answer)
    }

    @Test(
        arguments: [
            ([:], 5003, "ACPCore.configure(withAppId:)"), (["global.privacy": "optedin"], 5003, "configure"),
            (["nielsen.android": ["appid": "x"]], 5003, "Publish them under \"nielsen.ios\""),
            (["nielsen.ios": [:]], 5003, "Publish them under \"nielsen.ios\""),
            (["nielsen.ios": "text"], 5003, "a string; an object is needed"),
            (["nielsen.ios": ["sfcode": "dcr"]], 5005, "appid"), (["nielsen.appid": "P1"], 5001, "instantiated"),
            (["nielsen.ios": ["appid": "P1"]], 5001, "instantiated"),
        ] as [(JSONObject, JSONValue, String)]
    )
    func theRemoteConfigurationIsTakenOrTheResultSaysWhyNot(
        _ configuration: JSONObject,
        _ code: JSONValue,
        _ hint: String
    ) async throws {
        func make() async throws -> ServiceUnderTest {
            try await ServiceUnderTest(configuration: configuration.isEmpty ? nil : configuration)
        }
        let answer = try #require(try await make().answer(ResultTable.remote, [:]))
        #expect(answer["code"] == code)
        #expect(answer["description"]?.stringValue?.contains(hint) == true)
        let returned = try await make().service.instantiateSDKWithRemoteConfiguration()
        #expect(try JSONObject(untyped: returned) == answer)
    }

    @Test func whatTheSDKCannotGiveIs5002InBothFlows() async throws {
        let under = try await ServiceUnderTest { _, _, _ in FakeInstance() }
        _ = under.service.instantiateSDK(withConfiguration: ServiceUnderTest.appInfo.anyDictionary)
        let answer = try await under.answer("GetMeterVersionEvent", ["identifier": "instance-1"])
        #expect(answer?["code"] == 5002)
        #expect(answer?["identifier"] == "instance-1")
        #expect(try JSONObject(untyped: under.service.meterVersionForSDK(withIdentifier: "instance-1")) == answer)
    }

    @Test func anErrorThrownInsideIs5011InBothFlows() async throws {
        struct Broken: Error {}
        let under = try await ServiceUnderTest { _, _, _ in throw Broken() }
        let answer = try await under.answer(ResultTable.local, ["data": .object(ServiceUnderTest.appInfo)])
        #expect(answer?["code"] == 5011)
        let returned = under.service.instantiateSDK(withConfiguration: ServiceUnderTest.appInfo.anyDictionary)
        #expect(try JSONObject(untyped: returned) == answer)
    }

    @Test func theTextOf5012SaysWhatWasFoundAndWhatIsNeeded() async throws {
        let under = try await ServiceUnderTest()
        let number = try await under.answer("SetAppDisableEvent", ["identifier": "instance-1", "app_disable": 2])
        #expect(number?["description"] == "\"app_disable\" is 2, but 1 or 0 is needed.")
        let result = under.service.instantiateSDK(withConfiguration: ["appid": "P1", "made": 0...1])
        #expect(result["code"] as? Int == 5012)
        let text = result["description"] as? String ?? ""
        #expect(text.hasPrefix("The configuration is not a JSON object: the value at .made is of type"))
        let unknown = try await under.answer("NoSuchEvent", [:])
        #expect(unknown?["description"]?.stringValue?.contains("TrackSDKEvent") == true)
    }

    @Test(
        arguments: [
            (1, 1), ("1", 1), (true, 1), (1.0, 1), (0, 0), ("0", 0), (false, 0), (.null, 0), (nil, 0),
        ] as [(JSONValue?, JSONValue)]
    )
    func everyDocumentedValueOfAppDisableSwitchesAndTheOtherFlowSeesIt(
        _ value: JSONValue?,
        _ expected: JSONValue
    ) async throws {
        let under = try await ServiceUnderTest()
        _ = under.service.instantiateSDK(withConfiguration: ServiceUnderTest.appInfo.anyDictionary)
        under.service.setAppDisable(expected == 0, forSDKWithIdentifier: "instance-1")
        var data: JSONObject = ["identifier": "instance-1"]
        data["app_disable"] = value
        #expect(try await under.answer("SetAppDisableEvent", data)?["app_disable"] == expected)
        let seen = try JSONObject(untyped: under.service.appDisableForSDK(withIdentifier: "instance-1"))
        #expect(seen["app_disable"] == expected)
    }

    @Test func callsWorkBeforeTheRegistrationAndIdentifiersAreUUIDs() throws {
        let service = NielsenInstanceService(environment: NielsenEnvironment(clock: ManualClock()))
        let made = service.instantiateSDK(withConfiguration: ["appid": "P1"])
        let identifier = try #require(made["identifier"] as? String)
        #expect(UUID(uuidString: identifier) != nil)
        #expect(service.meterVersionForSDK(withIdentifier: identifier)["meter_version"] is String)
        #expect(service.removeSDK(withIdentifier: identifier)["code"] as? Int == 5001)
        #expect(service.removeSDK(withIdentifier: identifier)["code"] as? Int == 5010)
    }

    @Test func typedEventsHaveTheDocumentedFormAndAreReadFromIt() throws {
        let events: [NielsenInstanceEvent] = [
            .instantiateWithLocalConfiguration(ServiceUnderTest.appInfo), .instantiateWithRemoteConfiguration,
            .remove(identifier: "a"), .track(ResultTable.playhead, identifier: "a"), .optOutStatus(identifier: "a"),
            .appDisable(identifier: "a"), .setAppDisable(true, identifier: "a"), .setAppDisable(false, identifier: "a"),
            .demographicId(identifier: "a"), .optOutURL(identifier: "a"), .meterVersion(identifier: "a"),
        ]
        for event in events { #expect(NielsenInstanceEvent(try event.event()) == event) }
        let event = try NielsenInstanceEvent.meterVersion(identifier: "a").event()
        #expect(event.name == "GetMeterVersionEvent")
        #expect(event.type == "com.nielsen.eventType.instanceControl")
        #expect(event.source == "com.nielsen.eventSource.instanceControl")
        #expect(event.data == ["identifier": "a"])
        let foreign = try Event(name: event.name, type: event.type, source: "com.example.source", data: event.data)
        #expect(NielsenInstanceEvent(foreign) == nil)
    }
}
