// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

@testable import NielsenAppSDKExtension

/// What is missing or wrong in configurations, identifiers, events to track and envelopes.
extension ResultTable {
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
