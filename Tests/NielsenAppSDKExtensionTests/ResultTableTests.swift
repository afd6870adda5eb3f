// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import Testing

@testable import NielsenAppSDKExtension

/// The whole dictionary of every result code, by each way in.
struct ResultTableTests {
    private struct OnFire: Error, CustomStringConvertible {
        let description = "the disk is on fire"
    }

    /// A hub with a service that has one instance, `instance-1` of the app `P1`; empty where it has no values to give.
    private func stage(
        isEmpty: Bool = false,
        _ configuration: JSONObject = ["nielsen.ios": ["appid": "P1"]]
    ) throws -> (test: TestHub, service: NielsenInstanceService) {
        let test = TestHub()
        let count = Locked(0)
        let service = NielsenInstanceService(
            settings: .init(environment: NielsenEnvironment(clock: test.clock)),
            makeIdentifier: {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return "instance-\(number)"
            },
            factory: { configuration, _, _ in
                if configuration["appid"] == "REFUSED" { throw NielsenError(.emptyAppId, "not today") }
                if configuration["appid"] == "THROWN" { throw OnFire() }
                return isEmpty ? FakeInstance() : CompleteInstance()
            }
        )
        if !configuration.isEmpty { test.hub.configuration.update(configuration) }
        try service.register(with: test.hub)
        test.start()
        _ = service.instantiateSDK(withConfiguration: ResultTable.appInfo.anyDictionary)
        test.run()
        return (test, service)
    }

    private func answer(_ test: TestHub, _ name: String, _ data: JSONObject) throws -> JSONObject? {
        try test.request(name, type: NielsenInstanceEvent.type, source: NielsenInstanceEvent.source, data: data)?
            .response?.data
    }

    private func check(_ row: ResultRow, isEmpty: Bool = false) throws {
        if !row.event.isEmpty {
            let event = try stage(isEmpty: isEmpty)
            #expect(try answer(event.test, row.event, row.data) == row.expected)
        }
        guard let call = row.call else { return }
        let returned = call(try stage(isEmpty: isEmpty).service)
        #expect(try JSONObject(untyped: returned) == row.expected)
        #expect(returned["code"] is Int)
        #expect(returned["description"] is String)
    }

    @Test(arguments: ResultTable.success)
    func successSaysWhatWasDone(_ row: ResultRow) throws { try check(row) }

    @Test(arguments: ResultTable.unexpected)
    func whatTheSDKDoesNotHaveIsUnexpected(_ row: ResultRow) throws { try check(row, isEmpty: true) }

    @Test(arguments: ResultTable.configurations)
    func aConfigurationIsTakenOrItIsSaidWhyNot(_ row: ResultRow) throws { try check(row) }

    @Test(arguments: ResultTable.identifiers)
    func anIdentifierIsNeededAndHasToBeKnown(_ row: ResultRow) throws { try check(row) }

    @Test(arguments: ResultTable.trackData)
    func somethingHasToBeTracked(_ row: ResultRow) throws { try check(row) }

    @Test(arguments: ResultTable.invalid + ResultTable.switches)
    func theEnvelopeHasItsForm(_ row: ResultRow) throws { try check(row) }

    @Test(arguments: ResultTable.remoteConfigurations)
    func theRemoteConfigurationIsTakenOrItIsSaidWhyNot(
        _ configuration: JSONObject,
        _ code: JSONValue,
        _ description: String
    ) throws {
        var expected: JSONObject = ["code": code, "description": .string(description)]
        if code == 5001 { expected["identifier"] = "instance-2" }
        let event = try stage(configuration)
        #expect(try answer(event.test, ResultTable.remote, [:]) == expected)
        let call = try stage(configuration)
        #expect(try JSONObject(untyped: call.service.instantiateSDKWithRemoteConfiguration()) == expected)
    }

    /// Before the extension is registered, calls work all the same.
    @Test func aServiceThatIsNotRegisteredGivesTheSameResults() throws {
        let service = NielsenInstanceService(
            settings: .init(environment: NielsenEnvironment(clock: ManualClock())),
            makeIdentifier: { "instance-1" },
            factory: { _, _, _ in CompleteInstance() }
        )
        let none = service.instantiateSDKWithRemoteConfiguration()
        #expect(none["code"] as? Int == 5003)
        let made = try JSONObject(untyped: service.instantiateSDK(withConfiguration: ["appid": "P1"]))
        #expect(made == ["code": 5001, "description": "The SDK was instantiated.", "identifier": "instance-1"])
        #expect(service.identifiers == ["instance-1"])
        #expect(service.meterVersionForSDK(withIdentifier: "instance-1")["meter_version"] as? String == "aa.1.2.3")
        #expect(service.removeSDK(withIdentifier: "instance-1")["code"] as? Int == 5001)
        #expect(service.removeSDK(withIdentifier: "instance-1")["code"] as? Int == 5010)
    }

    /// Only events of the documented type and source are the extension's.
    @Test func eventsOfAnotherTypeOrSourceAreNotAnswered() throws {
        let (test, _) = try stage()
        let pairs: [(EventType, EventSource)] = [
            (NielsenInstanceEvent.type, "com.nielsen.eventSource.sdkNotifier"),
            ("com.nielsen.eventType.sdkNotifier", NielsenInstanceEvent.source),
        ]
        for (type, source) in pairs {
            let outcome = try test.request("GetMeterVersionEvent", type: type, source: source, data: ResultTable.one)
            guard case .noListener? = outcome else {
                Issue.record("\(type) \(source): \(String(describing: outcome))")
                continue
            }
        }
        // In another case they are the same type and source.
        let outcome = try test.request(
            "GetMeterVersionEvent",
            type: "COM.NIELSEN.eventtype.INSTANCECONTROL",
            source: "com.nielsen.EVENTSOURCE.instancecontrol",
            data: ResultTable.one
        )
        #expect(outcome?.response?.data["code"] == 5001)
    }

    /// What fails changes nothing, and what succeeds changes what it says.
    @Test func aFailureMakesAndRemovesNothing() throws {
        let (test, service) = try stage()
        let failures = ResultTable.configurations + ResultTable.identifiers + ResultTable.trackData
        for row in failures where row.expected["code"] != 5001 {
            _ = try answer(test, row.event, row.data)
            _ = row.call?(service)
        }
        #expect(service.identifiers == ["instance-1"])
        #expect(service.appDisableForSDK(withIdentifier: "instance-1")["app_disable"] as? Int == 0)
    }

    // MARK: - The classic calls

    @Test(
        arguments: [
            ([:], ResultTable.noLocal), (["sfcode": "dcr"], ResultTable.noAppId),
            (["appid": "REFUSED"], ResultTable.refused), (["appid": "THROWN"], ResultTable.thrown),
        ] as [([String: String], String)]
    )
    func aClassicInstanceThatIsRefusedIsNilAndTheLogSaysWhy(_ appInfo: [String: String], _ why: String) throws {
        let (test, service) = try stage()
        #expect(NielsenHubSDK(appInfo: appInfo, service: service, hub: test.hub) == nil)
        #expect(
            test.log.records.contains { $0.level == .error && $0.message == "no instance could be made: \(why)" }
        )
        #expect(service.identifiers == ["instance-1"])
    }

    @Test func aClassicInstanceHasAnIdentifierAndIsRemovedAtItsEnd() throws {
        let (test, service) = try stage()
        do {
            let sdk = try #require(NielsenHubSDK(appInfo: ["appid": "P1"], service: service, hub: test.hub))
            #expect(sdk.identifier == "instance-2")
            #expect(sdk.optOutURL == "https://page.example/")
            #expect(sdk.optOutStatus)
            _ = service.removeSDK(withIdentifier: "instance-1")
            #expect(service.identifiers == ["instance-2"])
        }
        test.run()
        #expect(service.identifiers.isEmpty)
        #expect(!test.log.records.contains { $0.level == .error })
    }

    @Test func aClassicInstanceThatWasRemovedHasNothingToSay() throws {
        let (test, service) = try stage()
        let sdk = try #require(NielsenHubSDK(appInfo: ["appid": "P1"], service: service, hub: test.hub))
        _ = service.removeSDK(withIdentifier: sdk.identifier)
        #expect(sdk.optOutURL == "")
        #expect(!sdk.optOutStatus)
    }
}

/// An instance that has everything.
private final class CompleteInstance: MeasurementInstance {
    private let disabled = Locked(false)

    func track(_ event: JSONObject, at instant: Instant) {}
    func track(untyped event: [AnyHashable: Any], at instant: Instant) {}
    func handle(_ event: NielsenLifecycleEvent) {}
    var optOutStatus: Bool { true }
    var appDisable: Bool {
        get { disabled.withLock { $0 } }
        set { disabled.withLock { $0 = newValue } }
    }
    var demographicId: String? { "D-1" }
    var optOutURL: String? { "https://page.example/" }
    var version: String? { "aa.1.2.3" }
    func end() {}
}
