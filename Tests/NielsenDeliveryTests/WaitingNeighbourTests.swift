// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// What an instance hears whose ping waits because of the ping of another one.
struct WaitingNeighbourTests {
    /// One failure is enough to keep the others from the collector, and their instances are told why.
    @Test func aPingThatWaitsAfterOneFailureIsTold() {
        let rig = DeliveryRig(answer: { _ in .failure(.connection("refused")) })
        rig.attach("a", "b")
        rig.send()
        rig.send(stream: "b")
        #expect(rig.asked == ["a-1"])
        #expect(rig.errors("a") == [9])
        #expect(rig.errors("b") == [9])
    }

    /// A collector that asks for a pause has answered, and nothing is wrong with it.
    @Test func aPauseThatACollectorAsksForIsNoError() {
        let rig = DeliveryRig(answer: { _ in .status(503, ["Retry-After": "60"]) })
        rig.attach("a", "b")
        rig.send()
        rig.send(stream: "b")
        #expect(rig.asked == ["a-1"])
        #expect(rig.errors("a") == [])
        #expect(rig.errors("b") == [])
        #expect(!rig.delivery.summary().isOffline)
    }
}
