// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// The pause from which on a start of the app begins a session.
@Suite struct SessionTimeoutTests {
    /// A pause of whole seconds would not tell a timeout from one that is a thousandth longer or shorter.
    @Test(
        arguments: [
            (nil, 300_000), (1_000, 1_000_000), (0.25, 250), ("1.5", 1_500), ("soon", 300_000), (-1, 300_000),
        ] as [(JSONValue?, Int64)]
    )
    func aSessionGoesOnUntilTheMillisecondOfItsTimeout(_ timeout: JSONValue?, _ milliseconds: Int64) throws {
        for (pause, sessions) in [(milliseconds - 1, 1), (milliseconds, 2)] {
            var configuration: JSONObject = [:]
            configuration["lifecycle.sessionTimeout"] = timeout
            let app = try AppLaunch(HubOptions(), configuration: configuration)
            try app.start()
            try app.pause()
            app.test.advance(by: .milliseconds(pause))
            try app.start()
            #expect(app.responses.count == sessions, "after \(pause) ms")
        }
    }
}
