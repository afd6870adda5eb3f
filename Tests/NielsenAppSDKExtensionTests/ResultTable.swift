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
}
