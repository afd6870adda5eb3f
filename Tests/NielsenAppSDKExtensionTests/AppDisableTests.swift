// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import Testing

@testable import NielsenAppSDKExtension

/// What `app_disable` of an event may be, and what it does.
struct AppDisableTests {
    @Test(
        arguments: [
            (1, 1), ("1", 1), (true, 1), (1.0, 1), (0, 0), ("0", 0), (false, 0), (.null, 0), (nil, 0),
        ] as [(JSONValue?, JSONValue)]
    )
    func everyAcceptedValueSwitches(_ value: JSONValue?, _ expected: JSONValue) async throws {
        let under = try await ServiceUnderTest()
        _ = under.service.instantiateSDK(withConfiguration: FlowParityTests.appInfo.anyDictionary)
        // From the other side, so that a value which does nothing is noticed.
        under.service.setAppDisable(expected == 0, forSDKWithIdentifier: "instance-1")
        var data: JSONObject = ["identifier": "instance-1"]
        data["app_disable"] = value
        let answer = try await under.answer("SetAppDisableEvent", data)
        #expect(answer?["code"] == 5001)
        #expect(answer?["app_disable"] == expected)
        #expect(try await under.answer("GetAppDisableEvent", ["identifier": "instance-1"])?["app_disable"] == expected)
    }

    @Test func whatIsNotUnderstoodSwitchesNothing() async throws {
        let under = try await ServiceUnderTest()
        _ = under.service.instantiateSDK(withConfiguration: FlowParityTests.appInfo.anyDictionary)
        under.service.setAppDisable(true, forSDKWithIdentifier: "instance-1")
        for value in ["no", 2, -1, 0.5, "", "false", [1]] as [JSONValue] {
            let answer = try await under.answer(
                "SetAppDisableEvent",
                ["identifier": "instance-1", "app_disable": value]
            )
            #expect(answer?["code"] == 5012, "\(value)")
        }
        #expect(under.service.appDisableForSDK(withIdentifier: "instance-1")["app_disable"] as? Int == 1)
    }

    /// Keeps the commands that a recording would have.
    private final class Commands: ReportReceiver {
        let begun = Locked<[JSONObject]>([])

        func receive(_ report: any Sendable, from name: String?) -> Bool {
            if case .began(_, let name, let data, let isCall) = report as? CommandReport {
                begun.withLock { $0.append(["name": .string(name), "data": .object(data), "call": .bool(isCall)]) }
            }
            return true
        }
    }

    @Test func aRecordingHasTheEventThatACallMirrors() async throws {
        let under = try await ServiceUnderTest()
        _ = under.service.instantiateSDK(withConfiguration: FlowParityTests.appInfo.anyDictionary)
        let commands = Commands()
        under.hub.reports.attach(commands)
        for isDisabled in [true, false] {
            under.service.setAppDisable(isDisabled, forSDKWithIdentifier: "instance-1")
        }
        under.hub.reports.detach(commands)
        let expected: [JSONObject] = [1, 0].map {
            [
                "name": "SetAppDisableEvent", "data": ["identifier": "instance-1", "app_disable": $0], "call": true,
            ]
        }
        #expect(commands.begun.withLock { $0 } == expected)
    }
}
