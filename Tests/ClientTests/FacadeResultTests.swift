// SPDX-License-Identifier: Apache-2.0

import ACPCore
import NielsenAppSDKExtension
import Testing

extension ClientTests {
    /// The static calls and the events of the documents give one dictionary, with every code that a client can cause.
    struct FacadeResultTests {
        private typealias Call = (String?) -> [String: Any]

        private typealias Facade = NielsenAppSDKExtension

        /// The commands about one instance, and the key of what each returns.
        private static var commands: [(event: String, value: String, more: [String: Any], call: Call)] {
            [
                (
                    "TrackSDKEvent", "identifier", ["data": ["event": "pause"]],
                    { Facade.trackEvent(["event": "pause"], forSDKWithIdentifier: $0) }
                ),
                ("GetOptoutStatusEvent", "optout_status", [:], { Facade.optOutStatusForSDK(withIdentifier: $0) }),
                ("GetAppDisableEvent", "app_disable", [:], { Facade.appDisableForSDK(withIdentifier: $0) }),
                (
                    "SetAppDisableEvent", "app_disable", ["app_disable": 1],
                    { Facade.setAppDisable(true, forSDKWithIdentifier: $0) }
                ),
                ("GetDemographicIdEvent", "demographic_id", [:], { Facade.demographicIdForSDK(withIdentifier: $0) }),
                ("GetOptoutURLEvent", "optout_url", [:], { Facade.optOutURLForSDK(withIdentifier: $0) }),
                ("GetMeterVersionEvent", "meter_version", [:], { Facade.meterVersionForSDK(withIdentifier: $0) }),
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
                for (name, code) in [(identifier, 5001), ("nobody", 5010), (nil, 5005)] {
                    let returned = call(name)
                    let asked = try await ask(event, more.merging(name.map { ["identifier": $0] } ?? [:]) { $1 })
                    #expect(returned["code"] as? Int == code, "\(event) \(name ?? "-")")
                    #expect(text(returned) == text(asked), "\(event) \(name ?? "-")")
                    #expect(returned["identifier"] as? String == (code == 5001 ? identifier : nil))
                    #expect((returned[value] != nil) == (code == 5001), "\(event) \(name ?? "-")")
                }
            }
        }
    }
}
