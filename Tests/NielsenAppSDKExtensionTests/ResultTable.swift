// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppSDKExtension
import Testing

/// One input of the extension in both ways in, and what the dictionary that answers it has.
struct ResultRow: Sendable, CustomTestStringConvertible {
    typealias Call = @Sendable (NielsenInstanceService) -> [String: Any]

    let code: Int
    let title: String
    /// The name of the event.
    let event: String
    /// The data of the event.
    let data: JSONObject
    /// The key of the value that the result has; nil where there is none.
    let value: String?
    /// The call with the same input; nil where a call cannot have it.
    let call: Call?

    var testDescription: String { "\(code): \(title)" }

    init(
        _ code: Int,
        _ title: String,
        _ event: String,
        _ data: JSONObject,
        value: String? = nil,
        _ call: Call? = nil
    ) {
        (self.code, self.title, self.event, self.data, self.value, self.call) = (code, title, event, data, value, call)
    }
}

/// Every result code that a program can cause, by event and by call.
///
/// Before each row there is one instance, `instance-1`, and a remote configuration.
enum ResultTable {
    static let local = "InstantiateSDKWithLocalConfigEvent"
    static let remote = "InstantiateSDKWithRemoteConfigEvent"
    static let appInfo = ServiceUnderTest.appInfo
    static let known: JSONObject = ["identifier": "instance-1"]
    static let playhead: JSONObject = [
        "event": "playhead", "type": "content", "playheadPosition": "0",
        "metadata": ["content": ["type": "content", "assetid": "B66473", "length": "3600"]],
    ]

    static let instances: [ResultRow] = [
        ResultRow(5001, "a local configuration", local, ["data": .object(appInfo)], value: "identifier") {
            $0.instantiateSDK(withConfiguration: appInfo.anyDictionary)
        },
        ResultRow(
            5001,
            "a local configuration under the long name",
            "InstantiateSDKWithLocalConfigurationEvent",
            ["data": .object(appInfo)],
            value: "identifier"
        ),
        ResultRow(5001, "the remote configuration", remote, [:], value: "identifier") {
            $0.instantiateSDKWithRemoteConfiguration()
        },
        ResultRow(
            5001,
            "the remote configuration under the long name",
            "InstantiateSDKWithRemoteConfigurationEvent",
            [:],
            value: "identifier"
        ),
        ResultRow(5001, "removing an instance", "RemoveSDKInstanceEvent", known) {
            $0.removeSDK(withIdentifier: "instance-1")
        },
        ResultRow(5004, "no local configuration", local, [:]) { $0.instantiateSDK(withConfiguration: nil) },
        ResultRow(5004, "an empty local configuration", local, ["data": [:]]) {
            $0.instantiateSDK(withConfiguration: [:])
        },
        ResultRow(5005, "a configuration without appid", local, ["data": ["sfcode": "dcr"]]) {
            $0.instantiateSDK(withConfiguration: ["sfcode": "dcr"])
        },
        ResultRow(5006, "an appid that the SDK refuses", local, ["data": ["appid": ""]]) {
            $0.instantiateSDK(withConfiguration: ["appid": ""])
        },
    ]

    static let tracking: [ResultRow] = [
        ResultRow(5001, "an event", "TrackSDKEvent", known.merging(["data": .object(playhead)]), value: "identifier") {
            $0.trackEvent(playhead.anyDictionary, forSDKWithIdentifier: "instance-1")
        },
        // What is wrong inside is the SDK's to judge.
        ResultRow(5001, "an unknown event", "TrackSDKEvent", known.merging(["data": ["event": "x"]])) {
            $0.trackEvent(["event": "x"], forSDKWithIdentifier: "instance-1")
        },
        ResultRow(5005, "nothing to track", "TrackSDKEvent", known, value: "identifier") {
            $0.trackEvent(nil, forSDKWithIdentifier: "instance-1")
        },
        ResultRow(5005, "an empty event", "TrackSDKEvent", known.merging(["data": [:]])) {
            $0.trackEvent([:], forSDKWithIdentifier: "instance-1")
        },
    ]

    typealias Asking = @Sendable (NielsenInstanceService, String?) -> [String: Any]

    /// The commands about one instance, and the key of what each returns.
    static let asking: [(event: String, data: JSONObject, value: String?, call: Asking)] = [
        ("GetOptoutStatusEvent", [:], "optout_status", { $0.optOutStatusForSDK(withIdentifier: $1) }),
        ("GetAppDisableEvent", [:], "app_disable", { $0.appDisableForSDK(withIdentifier: $1) }),
        ("SetAppDisableEvent", [:], "app_disable", { $0.setAppDisable(false, forSDKWithIdentifier: $1) }),
        (
            "SetAppDisableEvent", ["app_disable": 1], "app_disable",
            { $0.setAppDisable(true, forSDKWithIdentifier: $1) }
        ),
        ("GetDemographicIdEvent", [:], "demographic_id", { $0.demographicIdForSDK(withIdentifier: $1) }),
        ("GetOptoutURLEvent", [:], "optout_url", { $0.optOutURLForSDK(withIdentifier: $1) }),
        ("GetMeterVersionEvent", [:], "meter_version", { $0.meterVersionForSDK(withIdentifier: $1) }),
        ("RemoveSDKInstanceEvent", [:], nil, { $0.removeSDK(withIdentifier: $1) }),
        (
            "TrackSDKEvent", ["data": .object(playhead)], "identifier",
            { $0.trackEvent(playhead.anyDictionary, forSDKWithIdentifier: $1) }
        ),
    ]

    static let identifiers: [ResultRow] = asking.flatMap { event, data, value, call in
        [
            ResultRow(5001, event, event, data.merging(known), value: value) { call($0, "instance-1") },
            ResultRow(5005, "\(event) without an identifier", event, data) { call($0, nil) },
            ResultRow(5005, "\(event), an empty identifier", event, data.merging(["identifier": ""])) { call($0, "") },
            ResultRow(5005, "\(event), a number", event, data.merging(["identifier": 7])),
            ResultRow(5010, "\(event) for nobody", event, data.merging(["identifier": "nobody"])) {
                call($0, "nobody")
            },
        ]
    }

    /// Unknown names and envelopes of the wrong shape.
    static let invalid: [ResultRow] =
        [
            ResultRow(5012, "an unknown name", "NoSuchEvent", known),
            ResultRow(5012, "a configuration that is text", local, ["data": "{}"]),
            ResultRow(5012, "a list of configurations", local, ["data": [["appid": "P1"]]]),
            ResultRow(5012, "a number to track", "TrackSDKEvent", known.merging(["data": 7]), value: "identifier"),
        ]
        + (["yes", 2, -1, 0.5, "", [1], [:]] as [JSONValue]).map {
            let data = known.merging(["app_disable": $0])
            return ResultRow(5012, "app_disable \($0.jsonText)", "SetAppDisableEvent", data, value: "identifier")
        }
}
