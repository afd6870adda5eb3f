// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import Testing

struct EventHubSmokeTests {
    final class Echo: HubExtension {
        static let extensionName = "test.echo"
        init(runtime: ExtensionRuntime) throws {
            runtime.listen(type: "test.type", source: "test.source") { [runtime] event in
                try? runtime.respond(to: event, with: event.data)
            }
        }
    }

    @Test func answersARequest() async throws {
        let hub = EventHub()
        try hub.register(Echo.self)
        await hub.start()
        let event = try Event(name: "Ask", type: "TEST.type", source: "test.SOURCE", data: ["a": 1])
        let outcome = await hub.request(event)
        #expect(outcome.response?.data == ["a": 1])
        #expect(outcome.response?.requestID == event.id)
        await hub.shutDown()
    }
}
