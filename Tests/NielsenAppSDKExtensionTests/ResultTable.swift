// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi
import Testing

@testable import NielsenAppSDKExtension

/// One input of the extension in each way in, and the whole dictionary that answers it.
struct ResultRow: Sendable, CustomTestStringConvertible {
    typealias Call = @Sendable (NielsenInstanceService) -> [String: Any]

    let title: String
    let expected: JSONObject
    /// The name of the event.
    let event: String
    /// The data of the event.
    let data: JSONObject
    /// The call with the same input; nil where a call cannot have it.
    let call: Call?

    var testDescription: String { "\(expected["code"] ?? .null): \(title)" }

    init(
        _ code: JSONValue,
        _ title: String,
        _ description: String,
        _ more: JSONObject = [:],
        _ event: String,
        _ data: JSONObject,
        _ call: Call?
    ) {
        self.title = title
        expected = JSONObject([("code", code), ("description", .string(description))]).merging(more)
        self.event = event
        self.data = data
        self.call = call
    }
}

/// Every result code by each way in: its text, its keys, and the neighbours at which another code comes.
enum ResultTable {
    static let local = "InstantiateSDKWithLocalConfigEvent"
    static let remote = "InstantiateSDKWithRemoteConfigEvent"
    static let one: JSONObject = ["identifier": "instance-1"]
    /// What each table begins with: one instance, with every value.
    static let appInfo: JSONObject = ["appid": "P1"]

    static let noLocal =
        "There is no local configuration. Pass a dictionary with at least \"appid\"; an event has it under \"data\"."
    static let noIdentifier =
        "There is no identifier. Pass the string that instantiating the SDK returned; an event has it under \"identifier\"."
    static let noTrackData =
        "There is nothing to track. Pass a dictionary with at least \"event\"; an event has it under \"data\"."
    static let noAppId = "The configuration has no \"appid\". Add the id that was assigned to the app."
    static let noInstance =
        "There is no SDK instance under this identifier. Instantiate the SDK and use the identifier it returns."
    static let refused = "The SDK refused the configuration: 1007 AppApiEmptyAppId: not today"
    static let thrown = "An error was thrown inside: the disk is on fire"
    static let names = """
        InstantiateSDKWithLocalConfigEvent, InstantiateSDKWithLocalConfigurationEvent, \
        InstantiateSDKWithRemoteConfigEvent, InstantiateSDKWithRemoteConfigurationEvent, RemoveSDKInstanceEvent, \
        TrackSDKEvent, GetOptoutStatusEvent, GetAppDisableEvent, SetAppDisableEvent, GetDemographicIdEvent, \
        GetOptoutURLEvent, GetMeterVersionEvent.
        """

    // MARK: - 5001

    static let success: [ResultRow] = [
        ResultRow(
            5001,
            "a local configuration",
            "The SDK was instantiated.",
            ["identifier": "instance-2"],
            local,
            ["data": .object(appInfo)],
            { $0.instantiateSDK(withConfiguration: appInfo.anyDictionary) }
        ),
        ResultRow(
            5001,
            "a local configuration, long name",
            "The SDK was instantiated.",
            ["identifier": "instance-2"],
            "InstantiateSDKWithLocalConfigurationEvent",
            ["data": .object(appInfo)],
            nil
        ),
        ResultRow(
            5001,
            "the remote configuration",
            "The SDK was instantiated.",
            ["identifier": "instance-2"],
            remote,
            [:],
            { $0.instantiateSDKWithRemoteConfiguration() }
        ),
        ResultRow(
            5001,
            "the remote configuration, long name",
            "The SDK was instantiated.",
            ["identifier": "instance-2"],
            "InstantiateSDKWithRemoteConfigurationEvent",
            ["data": "is not asked for"],
            nil
        ),
        ResultRow(
            5001,
            "an event",
            "The event was handed to the SDK.",
            one,
            "TrackSDKEvent",
            one.merging(["data": ["event": "no such event"]]),
            { $0.trackEvent(["event": "no such event"], forSDKWithIdentifier: "instance-1") }
        ),
        ResultRow(
            5001,
            "removal, without an identifier that means nothing any more",
            "The SDK instance was removed.",
            [:],
            "RemoveSDKInstanceEvent",
            one,
            { $0.removeSDK(withIdentifier: "instance-1") }
        ),
        ResultRow(
            5001,
            "the opt-out status",
            "This is the opt-out status.",
            one.merging(["optout_status": 1]),
            "GetOptoutStatusEvent",
            one,
            { $0.optOutStatusForSDK(withIdentifier: "instance-1") }
        ),
        ResultRow(
            5001,
            "the disabled status",
            "This is the disabled status.",
            one.merging(["app_disable": 0]),
            "GetAppDisableEvent",
            one,
            { $0.appDisableForSDK(withIdentifier: "instance-1") }
        ),
        ResultRow(
            5001,
            "disabling",
            "The SDK was disabled.",
            one.merging(["app_disable": 1]),
            "SetAppDisableEvent",
            one.merging(["app_disable": 1]),
            { $0.setAppDisable(true, forSDKWithIdentifier: "instance-1") }
        ),
        ResultRow(
            5001,
            "enabling",
            "The SDK was enabled.",
            one.merging(["app_disable": 0]),
            "SetAppDisableEvent",
            one.merging(["app_disable": .null]),
            { $0.setAppDisable(false, forSDKWithIdentifier: "instance-1") }
        ),
        ResultRow(
            5001,
            "the demographic identifier",
            "This is the demographic identifier.",
            one.merging(["demographic_id": "D-1"]),
            "GetDemographicIdEvent",
            one,
            { $0.demographicIdForSDK(withIdentifier: "instance-1") }
        ),
        ResultRow(
            5001,
            "the opt-out page",
            "This is the opt-out URL.",
            one.merging(["optout_url": "https://page.example/"]),
            "GetOptoutURLEvent",
            one,
            { $0.optOutURLForSDK(withIdentifier: "instance-1") }
        ),
        ResultRow(
            5001,
            "the version",
            "This is the version of the SDK.",
            one.merging(["meter_version": "aa.1.2.3"]),
            "GetMeterVersionEvent",
            one,
            { $0.meterVersionForSDK(withIdentifier: "instance-1") }
        ),
        ResultRow(
            5001,
            "an instance by its place",
            "This is the version of the SDK.",
            one.merging(["meter_version": "aa.1.2.3"]),
            "GetMeterVersionEvent",
            ["identifier": "instances.0"],
            { $0.meterVersionForSDK(withIdentifier: "instances.0") }
        ),
        ResultRow(
            5001,
            "an instance by its app",
            "This is the version of the SDK.",
            one.merging(["meter_version": "aa.1.2.3"]),
            "GetMeterVersionEvent",
            ["identifier": "apps.P1"],
            { $0.meterVersionForSDK(withIdentifier: "apps.P1") }
        ),
    ]

    // MARK: - 5002

    /// For an instance that has no values.
    static let unexpected: [ResultRow] = [
        ResultRow(
            5002,
            "no demographic identifier",
            "The SDK has no demographic identifier to give.",
            one,
            "GetDemographicIdEvent",
            one,
            { $0.demographicIdForSDK(withIdentifier: "instance-1") }
        ),
        ResultRow(
            5002,
            "no opt-out page",
            "The SDK has no opt-out URL to give.",
            one,
            "GetOptoutURLEvent",
            one,
            { $0.optOutURLForSDK(withIdentifier: "instance-1") }
        ),
        ResultRow(
            5002,
            "no version",
            "The SDK has no version to give.",
            one,
            "GetMeterVersionEvent",
            one,
            { $0.meterVersionForSDK(withIdentifier: "instance-1") }
        ),
        // What is true or false is never missing.
        ResultRow(
            5001,
            "no opt-out",
            "This is the opt-out status.",
            one.merging(["optout_status": 0]),
            "GetOptoutStatusEvent",
            one,
            { $0.optOutStatusForSDK(withIdentifier: "instance-1") }
        ),
        ResultRow(
            5001,
            "not disabled",
            "This is the disabled status.",
            one.merging(["app_disable": 0]),
            "GetAppDisableEvent",
            one,
            { $0.appDisableForSDK(withIdentifier: "instance-1") }
        ),
    ]

    // MARK: - 5003

    /// For a hub with a configuration: what it has, and what is said about it.
    static let remoteConfigurations: [(JSONObject, JSONValue, String)] = [
        (
            [:], 5003,
            "There is no remote configuration. Call ACPCore.configure(withAppId:) first, or use a local configuration."
        ),
        (
            ["global.privacy": "optedin"], 5003,
            "There is no remote configuration. Call ACPCore.configure(withAppId:) first, or use a local configuration."
        ),
        (
            ["nielsen.ios": [:]], 5003,
            "The remote configuration has no settings for this platform. Publish them under \"nielsen.ios\"."
        ),
        (
            ["nielsen.android": ["appid": "P1"]], 5003,
            "The remote configuration has no settings for this platform. Publish them under \"nielsen.ios\"."
        ),
        (
            ["nielsen.ios": "text", "nielsen.appid": "P1"], 5003,
            "The remote configuration could not be read: \"nielsen.ios\" is a string; an object is needed."
        ),
        (
            ["nielsen.ios": [1]], 5003,
            "The remote configuration could not be read: \"nielsen.ios\" is an array; an object is needed."
        ),
        // Settings without an app id are settings.
        (["nielsen.ios": ["sfcode": "dcr"]], 5005, noAppId),
        (["nielsen.sfcode": "dcr"], 5005, noAppId),
        (["nielsen.ios": ["appid": "REFUSED"]], 5006, refused),
        (["nielsen.appid": "THROWN"], 5011, thrown),
        (["nielsen.appid": "P1"], 5001, "The SDK was instantiated."),
        (["nielsen.ios": ["appid": "P1"], "nielsen.android": 7], 5001, "The SDK was instantiated."),
    ]

    // MARK: - 5004, 5005, 5006, 5011 of configurations

    static let configurations: [ResultRow] = [
        ResultRow(5004, "nothing", noLocal, [:], local, [:], { $0.instantiateSDK(withConfiguration: nil) }),
        ResultRow(5004, "null", noLocal, [:], local, ["data": .null], nil),
        ResultRow(
            5004,
            "an empty one",
            noLocal,
            [:],
            local,
            ["data": [:]],
            { $0.instantiateSDK(withConfiguration: [:]) }
        ),
        ResultRow(5004, "only an identifier", noLocal, [:], local, one, nil),
        ResultRow(
            5005,
            "no app id",
            noAppId,
            [:],
            local,
            ["data": ["sfcode": "dcr"]],
            { $0.instantiateSDK(withConfiguration: ["sfcode": "dcr"]) }
        ),
        ResultRow(
            5005,
            "a null app id",
            noAppId,
            [:],
            local,
            ["data": ["appid": .null]],
            { $0.instantiateSDK(withConfiguration: ["appid": Any?.none as Any]) }
        ),
        ResultRow(
            5005,
            "an app id in capitals",
            noAppId,
            [:],
            local,
            ["data": ["APPID": "P1"]],
            { $0.instantiateSDK(withConfiguration: ["APPID": "P1"]) }
        ),
        ResultRow(
            5006,
            "an app id that is refused",
            refused,
            [:],
            local,
            ["data": ["appid": "REFUSED"]],
            { $0.instantiateSDK(withConfiguration: ["appid": "REFUSED"]) }
        ),
        ResultRow(
            5011,
            "an error inside",
            thrown,
            [:],
            local,
            ["data": ["appid": "THROWN"]],
            { $0.instantiateSDK(withConfiguration: ["appid": "THROWN"]) }
        ),
        ResultRow(
            5001,
            "an app id that is a number is the SDK's to judge",
            "The SDK was instantiated.",
            ["identifier": "instance-2"],
            local,
            ["data": ["appid": 7]],
            { $0.instantiateSDK(withConfiguration: ["appid": 7]) }
        ),
    ]

    // MARK: - 5005 and 5010 of identifiers

    typealias Asking = @Sendable (NielsenInstanceService, String?) -> [String: Any]

    static let asking: [(event: String, data: JSONObject, call: Asking)] = [
        ("RemoveSDKInstanceEvent", [:], { $0.removeSDK(withIdentifier: $1) }),
        (
            "TrackSDKEvent", ["data": ["event": "pause"]],
            { $0.trackEvent(["event": "pause"], forSDKWithIdentifier: $1) }
        ),
        ("GetOptoutStatusEvent", [:], { $0.optOutStatusForSDK(withIdentifier: $1) }),
        ("GetAppDisableEvent", [:], { $0.appDisableForSDK(withIdentifier: $1) }),
        ("SetAppDisableEvent", ["app_disable": "1"], { $0.setAppDisable(true, forSDKWithIdentifier: $1) }),
        ("GetDemographicIdEvent", [:], { $0.demographicIdForSDK(withIdentifier: $1) }),
        ("GetOptoutURLEvent", [:], { $0.optOutURLForSDK(withIdentifier: $1) }),
        ("GetMeterVersionEvent", [:], { $0.meterVersionForSDK(withIdentifier: $1) }),
    ]

    static let identifiers: [ResultRow] = asking.flatMap { event, data, call -> [ResultRow] in
        let wrong: [JSONValue] = [.null, 1, true, ["instance-1"], ["identifier": "instance-1"]]
        let unknown = ["nobody", " ", "instance-2", "INSTANCE-1", "instances.1", "instances.-1", "apps.P2", "apps."]
        return [
            ResultRow(5005, "\(event), no identifier", noIdentifier, [:], event, data, { call($0, nil) }),
            ResultRow(
                5005,
                "\(event), an empty identifier",
                noIdentifier,
                [:],
                event,
                data.merging(["identifier": ""]),
                { call($0, "") }
            ),
        ]
            + wrong.map { value in
                ResultRow(
                    5005,
                    "\(event), \(value.kindDescription)",
                    noIdentifier,
                    [:],
                    event,
                    data.merging(["identifier": value]),
                    nil
                )
            }
            + unknown.map { name in
                ResultRow(
                    5010,
                    "\(event), \(name)",
                    noInstance,
                    [:],
                    event,
                    data.merging(["identifier": .string(name)]),
                    { call($0, name) }
                )
            }
    }

    static let trackData: [ResultRow] = [
        ResultRow(
            5005,
            "nothing to track",
            noTrackData,
            one,
            "TrackSDKEvent",
            one,
            { $0.trackEvent(nil, forSDKWithIdentifier: "instance-1") }
        ),
        ResultRow(5005, "null to track", noTrackData, one, "TrackSDKEvent", one.merging(["data": .null]), nil),
        ResultRow(
            5005,
            "an empty event to track",
            noTrackData,
            one,
            "TrackSDKEvent",
            one.merging(["data": [:]]),
            { $0.trackEvent([:], forSDKWithIdentifier: "instance-1") }
        ),
        ResultRow(
            5005,
            "nothing to track for nobody",
            noTrackData,
            [:],
            "TrackSDKEvent",
            ["identifier": "nobody"],
            { $0.trackEvent(nil, forSDKWithIdentifier: "nobody") }
        ),
        ResultRow(
            5005,
            "nothing to track and no identifier",
            noIdentifier,
            [:],
            "TrackSDKEvent",
            [:],
            { $0.trackEvent(nil, forSDKWithIdentifier: nil) }
        ),
    ]

    // MARK: - 5012

    static let invalid: [ResultRow] = [
        ResultRow(
            5012,
            "an unknown name",
            "There is no event named \"NoSuchEvent\". The names are: \(names)",
            [:],
            "NoSuchEvent",
            one,
            nil
        ),
        ResultRow(
            5012,
            "a name in another case",
            "There is no event named \"trackSDKEvent\". The names are: \(names)",
            [:],
            "trackSDKEvent",
            one.merging(["data": ["event": "pause"]]),
            nil
        ),
        ResultRow(
            5012,
            "a configuration that is a number",
            "\"data\" is a number, but an object is needed.",
            [:],
            local,
            ["data": 7],
            nil
        ),
        ResultRow(
            5012,
            "a configuration that is a text",
            "\"data\" is a string, but an object is needed.",
            [:],
            local,
            ["data": "{}"],
            nil
        ),
        ResultRow(
            5012,
            "a list of configurations",
            "\"data\" is an array, but an object is needed.",
            [:],
            local,
            ["data": [["appid": "P1"]]],
            nil
        ),
        ResultRow(
            5012,
            "a truth to track",
            "\"data\" is a boolean, but an object is needed.",
            one,
            "TrackSDKEvent",
            one.merging(["data": true]),
            nil
        ),
        ResultRow(
            5012,
            "a truth to track for nobody",
            "\"data\" is a boolean, but an object is needed.",
            [:],
            "TrackSDKEvent",
            ["identifier": "nobody", "data": true],
            nil
        ),
        ResultRow(
            5012,
            "a configuration that JSON cannot hold",
            "The configuration is not a JSON object: the value at .rate is nan; JSON numbers must be finite.",
            [:],
            // An event with such data cannot be made at all.
            "",
            [:],
            { $0.instantiateSDK(withConfiguration: ["appid": "P1", "rate": Double.nan]) }
        ),
        ResultRow(
            5012,
            "a configuration with a key that is no text",
            "The configuration is not a JSON object: the value has a key of type Int; keys must be strings.",
            [:],
            "",
            [:],
            { $0.instantiateSDK(withConfiguration: [7: "P1"]) }
        ),
    ]

    /// The values of `app_disable` that switch.
    private static let understood: [(JSONValue, Bool)] = [
        (1, true), (1.0, true), ("1", true), (true, true), (0, false), ("0", false), (false, false), (.null, false),
    ]

    /// Those that do not, and how the text shows them.
    private static let odd: [(JSONValue, String)] = [
        (2, "2"), (-1, "-1"), (0.5, "0.5"), ("2", "\"2\""), ("", "\"\""), ("true", "\"true\""), (" 1", "\" 1\""),
        ([1], "an array"), (["1": 1], "an object"),
        (.string(String(repeating: "x", count: 32)), "\"\(String(repeating: "x", count: 32))\""),
        (.string(String(repeating: "x", count: 33)), "\"\(String(repeating: "x", count: 32))\""),
    ]

    static let switches: [ResultRow] =
        understood.map { value, isDisabled in
            ResultRow(
                5001,
                "app_disable \(value.jsonText)",
                isDisabled ? "The SDK was disabled." : "The SDK was enabled.",
                one.merging(["app_disable": isDisabled ? 1 : 0]),
                "SetAppDisableEvent",
                one.merging(["app_disable": value]),
                nil
            )
        }
        + odd.map { value, found in
            ResultRow(
                5012,
                "app_disable \(value.jsonText)",
                "\"app_disable\" is \(found), but 1 or 0 is needed.",
                one,
                "SetAppDisableEvent",
                one.merging(["app_disable": value]),
                nil
            )
        }
}
