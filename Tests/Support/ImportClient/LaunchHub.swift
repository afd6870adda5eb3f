// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

/// An extension, and an app that asks it.
final class ImportedGreeter: HubExtension {
    static let extensionName = "com.example.greeter"

    init(runtime: ExtensionRuntime) throws {
        try runtime.publishState(["mood": "good"])
        runtime.listen(type: "com.example.greeting", source: "com.example.request") { [runtime] event in
            guard event.data["name"]?.stringValue != nil else { return }
            try? runtime.respond(to: event, with: ["text": "Hello"])
        }
    }

    static func ask() async throws -> JSONObject? {
        let hub = EventHub()
        try hub.register(ImportedGreeter.self)
        await hub.start()
        let question = try Event(
            name: "Greet",
            type: "com.example.greeting",
            source: "com.example.request",
            data: ["name": "you"]
        )
        return await hub.request(question).response?.data
    }
}
