// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi
import Testing

@testable import NielsenAppSDKExtension

/// The same input gives the same dictionary, whether it comes as an event or as a call.
struct FlowParityTests {
    /// One input in both forms, and the code that it must give.
    struct Case: Sendable, CustomTestStringConvertible {
        let title: String
        let code: NielsenAppSDKExtensionResultCode
        let event: String
        let data: JSONObject
        let call: @Sendable (NielsenInstanceService) -> [String: Any]
        /// The key of the value that the result must carry.
        var value: String?

        var testDescription: String { title }
    }

    static let appInfo: JSONObject = ["appid": "PDA7D5EE6-B1B8-4123-9277-2A788BXXXXXX", "sfcode": "dcr"]
    static let known = "instance-1"
    static let track: JSONObject = [
        "event": "playhead", "type": "content", "playheadPosition": "0",
        "metadata": ["content": ["type": "content", "assetid": "B66473", "length": "3600"]],
    ]

    static let good: [Case] = [
        Case(
            title: "an instance from a local configuration",
            code: .success,
            event: "InstantiateSDKWithLocalConfigEvent",
            data: ["data": .object(appInfo)],
            call: { $0.instantiateSDK(withConfiguration: appInfo.anyDictionary) },
            value: "identifier"
        ),
        Case(
            title: "the same under the long name",
            code: .success,
            event: "InstantiateSDKWithLocalConfigurationEvent",
            data: ["data": .object(appInfo)],
            call: { $0.instantiateSDK(withConfiguration: appInfo.anyDictionary) },
            value: "identifier"
        ),
        Case(
            title: "an instance from the remote configuration",
            code: .success,
            event: "InstantiateSDKWithRemoteConfigEvent",
            data: [:],
            call: { $0.instantiateSDKWithRemoteConfiguration() },
            value: "identifier"
        ),
        Case(
            title: "the same under the long name, remote",
            code: .success,
            event: "InstantiateSDKWithRemoteConfigurationEvent",
            data: [:],
            call: { $0.instantiateSDKWithRemoteConfiguration() },
            value: "identifier"
        ),
        Case(
            title: "an event that is tracked",
            code: .success,
            event: "TrackSDKEvent",
            data: ["identifier": .string(known), "data": .object(track)],
            call: { $0.trackEvent(track.anyDictionary, forSDKWithIdentifier: known) },
            value: "identifier"
        ),
        Case(
            title: "an event with nonsense inside is the SDK's to judge",
            code: .success,
            event: "TrackSDKEvent",
            data: ["identifier": .string(known), "data": ["event": 7, "x": [nil, 1.5]]],
            call: { $0.trackEvent(["event": 7, "x": [Any?.none as Any, 1.5]], forSDKWithIdentifier: known) },
            value: "identifier"
        ),
        Case(
            title: "the opt-out status",
            code: .success,
            event: "GetOptoutStatusEvent",
            data: ["identifier": .string(known)],
            call: { $0.optOutStatusForSDK(withIdentifier: known) },
            value: "optout_status"
        ),
        Case(
            title: "the disabled status",
            code: .success,
            event: "GetAppDisableEvent",
            data: ["identifier": .string(known)],
            call: { $0.appDisableForSDK(withIdentifier: known) },
            value: "app_disable"
        ),
        Case(
            title: "disabling with a number",
            code: .success,
            event: "SetAppDisableEvent",
            data: ["identifier": .string(known), "app_disable": 1],
            call: { $0.setAppDisable(true, forSDKWithIdentifier: known) },
            value: "app_disable"
        ),
        Case(
            title: "disabling with a string",
            code: .success,
            event: "SetAppDisableEvent",
            data: ["identifier": .string(known), "app_disable": "1"],
            call: { $0.setAppDisable(true, forSDKWithIdentifier: known) },
            value: "app_disable"
        ),
        Case(
            title: "enabling by leaving the value out",
            code: .success,
            event: "SetAppDisableEvent",
            data: ["identifier": .string(known)],
            call: { $0.setAppDisable(false, forSDKWithIdentifier: known) },
            value: "app_disable"
        ),
        Case(
            title: "the demographic identifier",
            code: .success,
            event: "GetDemographicIdEvent",
            data: ["identifier": .string(known)],
            call: { $0.demographicIdForSDK(withIdentifier: known) },
            value: "demographic_id"
        ),
        Case(
            title: "the opt-out URL",
            code: .success,
            event: "GetOptoutURLEvent",
            data: ["identifier": .string(known)],
            call: { $0.optOutURLForSDK(withIdentifier: known) },
            value: "optout_url"
        ),
        Case(
            title: "the version of the SDK",
            code: .success,
            event: "GetMeterVersionEvent",
            data: ["identifier": .string(known)],
            call: { $0.meterVersionForSDK(withIdentifier: known) },
            value: "meter_version"
        ),
        Case(
            title: "removing an instance",
            code: .success,
            event: "RemoveSDKInstanceEvent",
            data: ["identifier": .string(known)],
            call: { $0.removeSDK(withIdentifier: known) }
        ),
    ]

    static let bad: [Case] =
        [
            Case(
                title: "no local configuration",
                code: .noLocalConfiguration,
                event: "InstantiateSDKWithLocalConfigEvent",
                data: [:],
                call: { $0.instantiateSDK(withConfiguration: nil) }
            ),
            Case(
                title: "an empty local configuration",
                code: .noLocalConfiguration,
                event: "InstantiateSDKWithLocalConfigEvent",
                data: ["data": [:]],
                call: { $0.instantiateSDK(withConfiguration: [:]) }
            ),
            Case(
                title: "a configuration without appid",
                code: .missingParameter,
                event: "InstantiateSDKWithLocalConfigEvent",
                data: ["data": ["sfcode": "dcr"]],
                call: { $0.instantiateSDK(withConfiguration: ["sfcode": "dcr"]) }
            ),
            Case(
                title: "an appid that the SDK refuses",
                code: .sdkInstantiationFailure,
                event: "InstantiateSDKWithLocalConfigEvent",
                data: ["data": ["appid": ""]],
                call: { $0.instantiateSDK(withConfiguration: ["appid": ""]) }
            ),
            Case(
                title: "no identifier to remove",
                code: .missingParameter,
                event: "RemoveSDKInstanceEvent",
                data: [:],
                call: { $0.removeSDK(withIdentifier: nil) }
            ),
            Case(
                title: "an empty identifier to remove",
                code: .missingParameter,
                event: "RemoveSDKInstanceEvent",
                data: ["identifier": ""],
                call: { $0.removeSDK(withIdentifier: "") }
            ),
            Case(
                title: "an unknown identifier to remove",
                code: .noSDKInstance,
                event: "RemoveSDKInstanceEvent",
                data: ["identifier": "nobody"],
                call: { $0.removeSDK(withIdentifier: "nobody") }
            ),
            Case(
                title: "nothing to track",
                code: .missingParameter,
                event: "TrackSDKEvent",
                data: ["identifier": .string(known)],
                call: { $0.trackEvent(nil, forSDKWithIdentifier: known) }
            ),
            Case(
                title: "an empty event to track",
                code: .missingParameter,
                event: "TrackSDKEvent",
                data: ["identifier": .string(known), "data": [:]],
                call: { $0.trackEvent([:], forSDKWithIdentifier: known) }
            ),
            Case(
                title: "tracking without an identifier",
                code: .missingParameter,
                event: "TrackSDKEvent",
                data: ["data": .object(track)],
                call: { $0.trackEvent(track.anyDictionary, forSDKWithIdentifier: nil) }
            ),
            Case(
                title: "tracking on an unknown instance",
                code: .noSDKInstance,
                event: "TrackSDKEvent",
                data: ["identifier": "nobody", "data": .object(track)],
                call: { $0.trackEvent(track.anyDictionary, forSDKWithIdentifier: "nobody") }
            ),
        ]

    typealias Asking = @Sendable (NielsenInstanceService, String?) -> [String: Any]

    /// The events that ask one instance for something.
    static let asking: [(event: String, call: Asking)] = [
        ("GetOptoutStatusEvent", { $0.optOutStatusForSDK(withIdentifier: $1) }),
        ("GetAppDisableEvent", { $0.appDisableForSDK(withIdentifier: $1) }),
        ("SetAppDisableEvent", { $0.setAppDisable(false, forSDKWithIdentifier: $1) }),
        ("GetDemographicIdEvent", { $0.demographicIdForSDK(withIdentifier: $1) }),
        ("GetOptoutURLEvent", { $0.optOutURLForSDK(withIdentifier: $1) }),
        ("GetMeterVersionEvent", { $0.meterVersionForSDK(withIdentifier: $1) }),
    ]

    static let unaddressed: [Case] = asking.flatMap { event, call in
        [
            Case(
                title: "\(event) without an identifier",
                code: .missingParameter,
                event: event,
                data: [:],
                call: { call($0, nil) }
            ),
            Case(
                title: "\(event) for nobody",
                code: .noSDKInstance,
                event: event,
                data: ["identifier": "nobody"],
                call: { call($0, "nobody") }
            ),
        ]
    }

    @Test(arguments: good + bad + unaddressed)
    func bothFlowsGiveOneDictionary(_ input: Case) async throws {
        let remote: JSONObject = ["nielsen.ios": .object(Self.appInfo)]
        let first = try await ServiceUnderTest(configuration: remote)
        let second = try await ServiceUnderTest(configuration: remote)
        for under in [first, second] {
            #expect(under.service.instantiateSDK(withConfiguration: Self.appInfo.anyDictionary)["code"] as? Int == 5001)
        }
        let answer = try #require(try await first.answer(input.event, input.data))
        let returned = try JSONObject(untyped: input.call(second.service))
        #expect(answer == returned)
        #expect(answer["code"] == .int(Int64(input.code.rawValue)))
        #expect(answer["description"]?.stringValue?.isEmpty == false)
        if let value = input.value { #expect(answer[value] != nil) }
    }

    @Test func withoutARemoteConfigurationBothFlowsSay5003() async throws {
        let under = try await ServiceUnderTest()
        let answer = try await under.answer("InstantiateSDKWithRemoteConfigEvent", [:])
        #expect(answer?["code"] == 5003)
        #expect(try JSONObject(untyped: under.service.instantiateSDKWithRemoteConfiguration()) == answer)
    }

    @Test(
        arguments: [
            (["nielsen.android": ["appid": "x"]], "nielsen.ios"), (["nielsen.ios": "text"], "a string"),
            (["nielsen.ios": [:]], "nielsen.ios"),
        ] as [(JSONObject, String)]
    )
    func anUnusableRemoteConfigurationIs5003AndSaysWhy(_ configuration: JSONObject, _ hint: String) async throws {
        let under = try await ServiceUnderTest(configuration: configuration)
        let answer = try await under.answer("InstantiateSDKWithRemoteConfigEvent", [:])
        #expect(answer?["code"] == 5003)
        #expect(answer?["description"]?.stringValue?.contains(hint) == true)
        #expect(try JSONObject(untyped: under.service.instantiateSDKWithRemoteConfiguration()) == answer)
    }

    @Test func flatKeysAreASecondFormOfTheRemoteConfiguration() async throws {
        let under = try await ServiceUnderTest(configuration: ["nielsen.appid": "PDA7D5EE6-B1B8-4123-9277-2A788BXXXXXX"]
        )
        #expect(under.service.instantiateSDKWithRemoteConfiguration()["code"] as? Int == 5001)
    }

    @Test func whatTheSDKCannotGiveIs5002InBothFlows() async throws {
        let under = try await ServiceUnderTest { _, _, _ in FakeInstance() }
        _ = under.service.instantiateSDK(withConfiguration: Self.appInfo.anyDictionary)
        let answer = try await under.answer("GetMeterVersionEvent", ["identifier": .string(Self.known)])
        #expect(answer?["code"] == 5002)
        #expect(try JSONObject(untyped: under.service.meterVersionForSDK(withIdentifier: Self.known)) == answer)
    }

    @Test func anErrorThrownInsideIs5011InBothFlows() async throws {
        struct Broken: Error {}
        let under = try await ServiceUnderTest { _, _, _ in throw Broken() }
        let answer = try await under.answer(
            "InstantiateSDKWithLocalConfigEvent",
            ["data": .object(Self.appInfo)]
        )
        #expect(answer?["code"] == 5011)
        let returned = under.service.instantiateSDK(withConfiguration: Self.appInfo.anyDictionary)
        #expect(try JSONObject(untyped: returned) == answer)
    }

    @Test(
        arguments: [
            ("NoSuchEvent", [:]),
            ("InstantiateSDKWithLocalConfigEvent", ["data": "text"]),
            ("InstantiateSDKWithLocalConfigEvent", ["data": [1, 2]]),
            ("TrackSDKEvent", ["identifier": "instance-1", "data": 7]),
            ("SetAppDisableEvent", ["identifier": "instance-1", "app_disable": "yes"]),
            ("SetAppDisableEvent", ["identifier": "instance-1", "app_disable": 2]),
            ("SetAppDisableEvent", ["identifier": "instance-1", "app_disable": [:]]),
        ] as [(String, JSONObject)]
    )
    func anUnknownNameOrAWrongEnvelopeIs5012(_ name: String, _ data: JSONObject) async throws {
        let under = try await ServiceUnderTest()
        _ = under.service.instantiateSDK(withConfiguration: Self.appInfo.anyDictionary)
        let answer = try await under.answer(name, data)
        #expect(answer?["code"] == 5012)
        #expect(answer?["description"]?.stringValue?.isEmpty == false)
    }

    @Test func theTextOf5012SaysWhatWasFound() async throws {
        let under = try await ServiceUnderTest()
        _ = under.service.instantiateSDK(withConfiguration: Self.appInfo.anyDictionary)
        let number = try await under.answer("SetAppDisableEvent", ["identifier": "instance-1", "app_disable": 2])
        #expect(number?["description"] == "\"app_disable\" is 2, but 1 or 0 is needed.")
        let fraction = try await under.answer("SetAppDisableEvent", ["identifier": "instance-1", "app_disable": 0.5])
        #expect(fraction?["description"] == "\"app_disable\" is 0.5, but 1 or 0 is needed.")
        let object = try await under.answer("SetAppDisableEvent", ["identifier": "instance-1", "app_disable": [:]])
        #expect(object?["description"] == "\"app_disable\" is an object, but 1 or 0 is needed.")
        let range: [AnyHashable: Any] = ["appid": "P1", "made": 0...1]
        let result = under.service.instantiateSDK(withConfiguration: range)
        #expect(result["code"] as? Int == 5012)
        let text = result["description"] as? String ?? ""
        #expect(
            text.hasPrefix("The configuration is not a JSON object: the value at .made is of type ClosedRange<Int>; ")
        )
    }

    /// Where the instance exists, its identifier tells which call went wrong.
    @Test func aFailureThatIsAboutAnInstanceNamesIt() async throws {
        let under = try await ServiceUnderTest { _, _, _ in FakeInstance() }
        _ = under.service.instantiateSDK(withConfiguration: Self.appInfo.anyDictionary)
        let known = JSONValue.string(Self.known)
        let failures: [(String, JSONObject, JSONValue)] = [
            ("TrackSDKEvent", ["identifier": known], 5005),
            ("SetAppDisableEvent", ["identifier": known, "app_disable": "yes"], 5012),
            ("GetMeterVersionEvent", ["identifier": known], 5002),
        ]
        for (name, data, code) in failures {
            let answer = try await under.answer(name, data)
            #expect(answer?["code"] == code)
            #expect(answer?["identifier"] == known)
        }
        #expect(under.service.trackEvent(nil, forSDKWithIdentifier: Self.known)["identifier"] as? String == Self.known)
        #expect(under.service.trackEvent(nil, forSDKWithIdentifier: "nobody")["identifier"] == nil)
        let stray = try await under.answer("InstantiateSDKWithLocalConfigEvent", ["identifier": known])
        #expect(stray?["code"] == 5004)
        #expect(stray?["identifier"] == nil)
    }

    @Test(arguments: [.int(7), .null, .bool(true), ["x"], [:]] as [JSONValue])
    func anIdentifierThatIsNoStringIs5005(_ identifier: JSONValue) async throws {
        let under = try await ServiceUnderTest()
        let answer = try await under.answer("GetMeterVersionEvent", ["identifier": identifier])
        #expect(answer?["code"] == 5005)
    }

    @Test func disablingIsSeenByTheOtherFlow() async throws {
        let under = try await ServiceUnderTest()
        _ = under.service.instantiateSDK(withConfiguration: Self.appInfo.anyDictionary)
        _ = try await under.answer("SetAppDisableEvent", ["identifier": "instance-1", "app_disable": true])
        #expect(under.service.appDisableForSDK(withIdentifier: "instance-1")["app_disable"] as? Int == 1)
        _ = under.service.setAppDisable(false, forSDKWithIdentifier: "instance-1")
        #expect(try await under.answer("GetAppDisableEvent", ["identifier": "instance-1"])?["app_disable"] == 0)
    }

    @Test func typedEventsRoundTrip() throws {
        let events: [NielsenInstanceEvent] = [
            .instantiateWithLocalConfiguration(Self.appInfo), .instantiateWithRemoteConfiguration,
            .remove(identifier: "a"), .track(Self.track, identifier: "a"), .optOutStatus(identifier: "a"),
            .appDisable(identifier: "a"), .setAppDisable(true, identifier: "a"), .setAppDisable(false, identifier: "a"),
            .demographicId(identifier: "a"), .optOutURL(identifier: "a"), .meterVersion(identifier: "a"),
        ]
        for event in events { #expect(NielsenInstanceEvent(try event.event()) == event) }
    }
}
