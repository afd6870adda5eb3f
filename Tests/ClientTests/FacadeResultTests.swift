// SPDX-License-Identifier: Apache-2.0

import ACPCore
import NielsenAppSDKExtension
import Testing

extension ClientTests {
    /// The static calls and the events of the documents give one dictionary, with every code that a client can cause.
    struct FacadeResultTests {
        private typealias Call = (String?) -> [String: Any]

        /// The commands about one instance, and the key of what each returns.
        private static var commands: [(event: String, value: String, more: [String: Any], call: Call)] {
            [
                (
                    "TrackSDKEvent", "", ["data": ["event": "pause"]],
                    { NielsenAppSDKExtension.trackEvent(["event": "pause"], forSDKWithIdentifier: $0) }
                ),
                (
                    "GetOptoutStatusEvent", "optout_status", [:],
                    { NielsenAppSDKExtension.optOutStatusForSDK(withIdentifier: $0) }
                ),
                (
                    "GetAppDisableEvent", "app_disable", [:],
                    { NielsenAppSDKExtension.appDisableForSDK(withIdentifier: $0) }
                ),
                (
                    "SetAppDisableEvent", "app_disable", ["app_disable": 1],
                    { NielsenAppSDKExtension.setAppDisable(true, forSDKWithIdentifier: $0) }
                ),
                (
                    "SetAppDisableEvent", "app_disable", ["app_disable": "0"],
                    { NielsenAppSDKExtension.setAppDisable(false, forSDKWithIdentifier: $0) }
                ),
                (
                    "GetDemographicIdEvent", "demographic_id", [:],
                    { NielsenAppSDKExtension.demographicIdForSDK(withIdentifier: $0) }
                ),
                (
                    "GetOptoutURLEvent", "optout_url", [:],
                    { NielsenAppSDKExtension.optOutURLForSDK(withIdentifier: $0) }
                ),
                (
                    "GetMeterVersionEvent", "meter_version", [:],
                    { NielsenAppSDKExtension.meterVersionForSDK(withIdentifier: $0) }
                ),
            ]
        }

        /// A result as text, so that two dictionaries of anything can be compared.
        private func text(_ result: [AnyHashable: Any]?) -> [String] {
            (result ?? [:]).map { "\($0.key.base): \($0.value)" }.sorted()
        }

        private func ask(_ name: String, _ data: [String: Any]) async throws -> [AnyHashable: Any]? {
            let question = try ACPExtensionEvent(
                name: name,
                type: "com.nielsen.eventType.instanceControl",
                source: "com.nielsen.eventSource.instanceControl",
                data: data
            )
            return try await answer(to: question).eventData
        }

        @Test func everyCommandSaysTheSameInBothWays() async throws {
            let fresh = FreshHost()
            defer { withExtendedLifetime(fresh) {} }
            try ACPCore.registerExtension(NielsenAppSDKExtension.self)
            await withCheckedContinuation { continuation in ACPCore.start { continuation.resume() } }
            let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: ["appid": "P1"])
            let identifier = try #require(made["identifier"] as? String)
            for (event, value, more, call) in Self.commands {
                for (name, code) in [(identifier, 5001), ("nobody", 5010), ("", 5005), (nil, 5005)] {
                    let returned = call(name)
                    let asked = try await ask(event, more.merging(name.map { ["identifier": $0] } ?? [:]) { $1 })
                    #expect(returned["code"] as? Int == code, "\(event) \(name ?? "-")")
                    #expect(text(returned) == text(asked), "\(event) \(name ?? "-")")
                    #expect(returned["identifier"] as? String == (code == 5001 ? identifier : nil))
                    guard !value.isEmpty else { continue }
                    #expect((returned[value] != nil) == (code == 5001), "\(event) \(name ?? "-")")
                }
            }
        }

        @Test func whatCannotBeMadeSaysTheSameInBothWays() async throws {
            let fresh = FreshHost()
            defer { withExtendedLifetime(fresh) {} }
            try ACPCore.registerExtension(NielsenAppSDKExtension.self)
            await withCheckedContinuation { continuation in ACPCore.start { continuation.resume() } }
            let local = "InstantiateSDKWithLocalConfigEvent"
            let configurations: [(configuration: [String: Any], code: Int)] = [
                ([:], 5004), (["sfcode": "dcr"], 5005), (["appid": ""], 5006), (["appid": 7], 5006),
            ]
            for (configuration, code) in configurations {
                let returned = NielsenAppSDKExtension.instantiateSDK(withConfiguration: configuration)
                #expect(returned["code"] as? Int == code)
                #expect(returned["identifier"] == nil)
                #expect(text(returned) == text(try await ask(local, ["data": configuration])))
            }
            let nothing = NielsenAppSDKExtension.instantiateSDK(withConfiguration: nil)
            #expect(nothing["code"] as? Int == 5004)
            #expect(text(nothing) == text(try await ask(local, [:])))
            let remote = NielsenAppSDKExtension.instantiateSDKWithRemoteConfiguration()
            #expect(remote["code"] as? Int == 5003)
            #expect(text(remote) == text(try await ask("InstantiateSDKWithRemoteConfigEvent", [:])))
            let unknown = try await ask("NoSuchEvent", [:])
            #expect(unknown?["code"] as? Int == 5012)
        }

        @Test func whatIsRemovedIsGoneInBothWays() async throws {
            let fresh = FreshHost()
            defer { withExtendedLifetime(fresh) {} }
            try ACPCore.registerExtension(NielsenAppSDKExtension.self)
            await withCheckedContinuation { continuation in ACPCore.start { continuation.resume() } }
            let made = (0..<2).map { _ in NielsenAppSDKExtension.instantiateSDK(withConfiguration: ["appid": "P1"]) }
            let identifiers = made.compactMap { $0["identifier"] as? String }
            try #require(identifiers.count == 2)
            let returned = NielsenAppSDKExtension.removeSDK(withIdentifier: identifiers[0])
            #expect(returned["code"] as? Int == 5001)
            #expect(returned["identifier"] == nil)
            #expect(text(returned) == text(try await ask("RemoveSDKInstanceEvent", ["identifier": identifiers[1]])))
            for identifier in identifiers {
                #expect(NielsenAppSDKExtension.removeSDK(withIdentifier: identifier)["code"] as? Int == 5010)
                let asked = try await ask("RemoveSDKInstanceEvent", ["identifier": identifier])
                #expect(asked?["code"] as? Int == 5010)
            }
        }
    }
}
