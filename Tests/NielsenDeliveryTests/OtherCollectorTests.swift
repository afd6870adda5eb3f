// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// What the answers of one collector mean for the pings to another one.
struct OtherCollectorTests {
    private static let refused = StubCollector.Answer.failure(.connection("refused"))

    /// Everybody is tried again when somebody can be reached, and not when somebody cannot.
    @Test func aFailureEndsNobodysWait() {
        let rig = DeliveryRig {
            $0.delivery.retryBaseSeconds = 300
            $0.delivery.retryMaximumSeconds = 300
        } answer: { request in
            request.url.host == "busy.test" ? .status(500) : Self.refused
        }
        rig.send(to: "busy.test")
        #expect(rig.asked == ["a-1"])
        rig.send(stream: "b", to: "out.test")
        #expect(rig.asked == ["a-1", "b-1"])
    }

    @Test func theEndOfAnOutageEndsEverybodysWait() {
        let rig = DeliveryRig {
            $0.delivery.retryBaseSeconds = 300
            $0.delivery.retryMaximumSeconds = 300
        } answer: { request in
            request.url.host == "busy.test" ? .status(500) : Self.refused
        }
        rig.send(stream: "b", to: "out.test")
        rig.collector.answerAll { _ in .status(500) }
        rig.send(to: "busy.test")
        #expect(rig.asked == ["b-1", "a-1"])
        rig.collector.answerAll { _ in .status(200) }
        rig.send(stream: "c", to: "third.test")
        // A collector that was never out ends no outage.
        #expect(rig.asked == ["b-1", "a-1", "c-1"])
        rig.delivery.tryNow()
        #expect(rig.accepted.sorted() == ["a-1", "b-1", "c-1"])
    }

    /// The second failure in a row is an outage, and the third is nothing new.
    @Test func anOutageIsToldWithTheSecondFailure() {
        let rig = DeliveryRig {
            $0.delivery.retryBaseSeconds = 300
            $0.delivery.retryMaximumSeconds = 300
        } answer: { _ in
            Self.refused
        }
        rig.attach("a")
        rig.send()
        #expect(rig.errors() == [9])
        rig.delivery.tryNow()
        #expect(rig.asked.count == 2)
        #expect(rig.errors() == [9, 1001])
        rig.delivery.tryNow()
        #expect(rig.asked.count == 3)
        #expect(rig.errors() == [9, 1001])
    }

    /// Where another collector answers the network is there, however often one of them fails.
    @Test func oneCollectorThatIsOutIsNoOutage() {
        let rig = DeliveryRig {
            $0.delivery.retryBaseSeconds = 300
            $0.delivery.retryMaximumSeconds = 300
        } answer: { request in
            request.url.host == "out.test" ? Self.refused : .status(200)
        }
        rig.attach("a", "b")
        rig.send(to: "out.test")
        rig.clock.advance(by: .milliseconds(1))
        rig.send(stream: "b")
        for count in 2...4 {
            rig.delivery.tryNow()
            #expect(rig.asked.count == count + 1)
        }
        #expect(rig.errors("a") == [9])
        #expect(rig.errors("b") == [])
        #expect(!rig.delivery.summary().isOffline)
    }

    /// Each wait of an outage is drawn anew.
    @Test func theWaitsOfAnOutageDiffer() {
        let times = Locked<[Instant]>([])
        let clock = ManualClock()
        let rig = DeliveryRig(clock: clock) {
            $0.delivery.retryBaseSeconds = 300
            $0.delivery.retryMaximumSeconds = 300
        } answer: { _ in
            times.withLock { $0.append(clock.now) }
            return Self.refused
        }
        rig.send()
        rig.advance(bySeconds: 1_500, step: .seconds(10))
        let tries = times.withLock { $0 }
        #expect(tries.count > 4)
        #expect(Set(zip(tries.dropFirst(), tries).map { $0 - $1 }).count > 3)
    }
}
