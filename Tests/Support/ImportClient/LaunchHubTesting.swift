// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting

/// A test of an extension.
enum ExtensionUnderTest {
    static func test() throws -> Bool {
        let test = TestHub()
        test.start()
        let listener = test.listener(type: "com.example.greeting")
        try test.dispatch("Greet", type: "com.example.greeting", source: "com.example.request", data: ["name": "you"])
        test.advance(by: .seconds(5))
        return listener.data.first?["name"]?.stringValue == "you" && test.clock.pendingCount == 0
    }
}
