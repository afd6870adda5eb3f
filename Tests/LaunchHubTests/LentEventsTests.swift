// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import LaunchHub

/// What a batch says of its events without counting a reference to them.
struct LentEventsTests {
    /// Memory that is freed goes back to the thread that asked for it; where others keep the events, none is freed.
    @Test func aBatchIsHeldElsewhereWhereItsFirstEventIs() throws {
        let batch = try events(0..<2)
        #expect(!LentEvents.lend(batch, \.areHeldElsewhere))
        withExtendedLifetime(batch[1]) { #expect(!LentEvents.lend(batch, \.areHeldElsewhere)) }
        let first = batch[0]
        withExtendedLifetime(first) { #expect(LentEvents.lend(batch, \.areHeldElsewhere)) }
        let other = batch
        withExtendedLifetime(other) { #expect(LentEvents.lend(Array(batch[1...]), \.areHeldElsewhere)) }
        #expect(!LentEvents.lend([], \.areHeldElsewhere))
    }
}
