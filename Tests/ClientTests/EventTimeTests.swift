// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

extension ClientTests {
    /// The time that an event says it has.
    struct EventTimeTests {
        /// It is the time of the dispatch on the hub's clock, in whole milliseconds since 1970.
        @Test(arguments: [
            (1_700_000_000, 1_700_000_000_000), (1_700_000_000.25, 1_700_000_000_250), (86_400, 86_400_000), (0.5, 500),
        ])
        func anEventIsTimedInMillisecondsByItsHub(_ seconds: Double, _ milliseconds: Int) throws {
            let test = TestHub(date: Date(timeIntervalSince1970: seconds))
            test.start()
            let listener = test.listener(type: "com.example.t")
            try test.dispatch("Event", type: "com.example.t", source: "app")
            let heard = try #require(listener.events.first)
            #expect(ACPExtensionEvent(heard).eventTimestamp == milliseconds)
        }
    }
}
