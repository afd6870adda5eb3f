// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

extension ClientTests {
    /// What the published test suites of extensions expect of their host.
    struct PublishedExpectationTests {
        private let fresh = FreshHost()

        private func event(_ name: String, data: [AnyHashable: Any]? = nil) throws -> ACPExtensionEvent {
            try ACPExtensionEvent(name: name, type: "com.example.type", source: "com.example.source", data: data)
        }

        /// Every event of the hub from now on.
        private func everything() -> RecordingListener {
            let listener = RecordingListener()
            fresh.hub.listen(type: .wildcard, source: .wildcard, listener.hear)
            return listener
        }

        @Test func eventsAtTheStartComeInOneOrder() async throws {
            let heard = everything()
            try ACPCore.dispatchEvent(try event("before the start"))
            ACPCore.updateConfiguration(["key": "value"])
            try ACPCore.dispatchEvent(try event("behind the update"))
            await fresh.hub.start()
            #expect(await heard.waits(for: 7))
            let names = heard.events.map { "\($0.name) \($0.source.name.spelling.split(separator: ".").last ?? "")" }
            #expect(names.first == "Booted booted")
            let order = ["before the start source", "Configuration Request requestContent", "behind the update source"]
            #expect(names.filter(order.contains) == order)
            #expect(names.filter { $0 == "Booted booted" }.count == 1)
            #expect(heard.events.map(\.number) == (1...UInt64(heard.count)).map { $0 })
        }

        @Test func theStatesOfTheHubAreThereAtTheStart() async throws {
            ACPCore.setWrapperType(.flutter)
            ACPCore.updateConfiguration(["key": "value"])
            try ACPCore.registerExtension(GreeterExtension.self)
            await fresh.hub.start()
            await fresh.hub.drain()
            let hub = try #require(fresh.hub.state(of: "com.adobe.module.eventhub").values)
            #expect(hub["version"] == "2.9.7")
            #expect(hub["wrapper"]?["type"] == "F")
            #expect(hub["extensions"]?["com.example.Greeter"]?["version"] == "1.0")
            #expect(fresh.hub.state(of: "com.adobe.module.configuration").values?["key"] == "value")
            #expect(fresh.hub.state(of: "com.example.greeter").values == ["mood": "good"])
        }
    }
}
