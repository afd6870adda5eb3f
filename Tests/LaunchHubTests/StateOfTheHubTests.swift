// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// States that the hub publishes itself, such as its configuration.
struct StateOfTheHubTests {
    /// An extension may have the name of a state of the hub, and takes nothing of it along when it goes.
    @Test func aStateOfTheHubOutlivesAnExtensionOfItsName() throws {
        let test = TestHub()
        try test.hub.register("shared")
        test.start()
        test.hub.publishState(as: "shared") { ["by": "hub"] }
        test.run()
        #expect(test.hub.state(of: "shared") == .set(["by": "hub"]))
        try test.hub.unregisterAtOnce("shared")
        test.run()
        #expect(test.hub.state(of: "shared") == .set(["by": "hub"]))
    }

    /// Each version lies where it was published among the events, also before the hub is open.
    @Test func aStateBeforeTheOpeningHasItsPlaceAmongTheEvents() throws {
        let test = TestHub()
        let heard = test.listener(type: testType, source: testSource)
        test.hub.publishState(as: "shared") { ["version": 1] }
        test.hub.dispatch(try event("a"))
        test.hub.publishState(as: "shared") { ["version": 2] }
        test.hub.dispatch(try event("b"))
        test.run()
        test.start()
        #expect(heard.names == ["a", "b"])
        let versions = heard.events.map { test.hub.state(of: "shared", at: $0) }
        #expect(versions == [.set(["version": 1]), .set(["version": 2])])
    }
}
