// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

struct DeliveryOutageTests {
    private static let refused = StubCollector.Answer.failure(.connection("refused"))

    @Test func anOutageIsToldOnceAndEverythingArrivesAfterIt() {
        let rig = DeliveryRig(answer: { _ in Self.refused })
        rig.attach("a", "b")
        rig.send(20)
        rig.advance(bySeconds: 3_600, step: .seconds(30))
        rig.send(20)
        #expect(rig.errors() == [9, 1001])
        // Who has sent nothing has lost nothing.
        #expect(rig.errors("b") == [])
        let summary = rig.delivery.summary()
        #expect(summary.pending == 40 && summary.setAside == 0 && summary.dropped == 0)
        #expect(summary.isOffline && summary.lastAnswer?.failure != nil)
        #expect(summary.oldestAge == .seconds(3_600))
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 300)
        #expect(rig.accepted == (1...40).map { "a-\($0)" })
        #expect(rig.errors() == [9, 1001])
        #expect(!rig.delivery.summary().isOffline)
    }

    @Test func aSecondOutageIsToldAgain() {
        let rig = DeliveryRig(answer: { _ in Self.refused })
        rig.attach("a")
        rig.send()
        rig.advance(bySeconds: 600)
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 300)
        rig.collector.answerAll { _ in Self.refused }
        rig.send()
        rig.advance(bySeconds: 600)
        #expect(rig.errors() == [9, 1001, 9, 1001])
    }

    @Test func oneFailureIsNotYetAnOutage() {
        let rig = DeliveryRig(answer: { _ in Self.refused })
        rig.attach("a")
        rig.send()
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 2)
        #expect(rig.accepted == ["a-1"])
        #expect(rig.errors() == [9])
    }

    @Test func requestsThatFailTogetherAreOneFailure() {
        let rig = DeliveryRig()
        rig.attach("a", "b", "c")
        rig.send(stream: "first")
        rig.collector.answerAll { _ in nil }
        for stream in ["a", "b", "c"] { rig.send(stream: stream) }
        #expect(rig.asked == ["first-1", "a-1", "b-1", "c-1"])
        rig.collector.answerAll { _ in .status(200) }
        for _ in 0..<3 { rig.collector.answer(Self.refused) }
        // One hiccup of the network, and not yet an outage.
        #expect(["a", "b", "c"].map { rig.errors($0) } == [[9], [9], [9]])
        rig.advance(bySeconds: 2)
        #expect(rig.accepted.sorted() == ["a-1", "b-1", "c-1", "first-1"])
    }

    @Test func timeoutsSetNothingAside() {
        let rig = DeliveryRig {
            $0.delivery.maximumTries = 2
        } answer: { request in
            .failure(.timedOut(after: request.limits.timeout))
        }
        rig.send(3)
        rig.advance(bySeconds: 7_200, step: .seconds(60))
        #expect(rig.delivery.summary().setAside == 0)
        #expect(rig.delivery.summary().pending == 3)
    }

    @Test func anOutageCostsOneRequestAtATimeHoweverManyWait() {
        let rig = DeliveryRig(answer: { _ in Self.refused })
        for number in 0..<50 { rig.send(stream: "s\(number)") }
        rig.advance(bySeconds: 3_600, step: .seconds(10))
        // Ten or so while the waits grow to 300 s, and then one each wait of 150 s on average.
        #expect(rig.asked.count < 80)
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 300)
        #expect(Set(rig.accepted).count == 50)
        // As soon as one got through, all others were tried.
        #expect(rig.delivery.summary().pending == 0)
    }

    @Test func theOfflineLimitHoldsForWhatIsNewAndIsToldOnce() {
        let rig = DeliveryRig {
            $0.thresholds.offlinePingsLimit = 5
        } answer: { _ in
            Self.refused
        }
        rig.attach("a", "b")
        rig.send(8)
        rig.advance(bySeconds: 600)
        #expect(rig.delivery.summary().pending == 8 && rig.delivery.summary().dropped == 0)
        rig.send(4)
        #expect(rig.delivery.summary().pending == 8)
        #expect(rig.delivery.summary().dropped == 4)
        #expect(rig.errors().filter { $0 == 10 } == [10])
        #expect(!rig.errors("b").contains(10))
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 300)
        #expect(rig.accepted == (1...8).map { "a-\($0)" })
        // The limit is one of outages.
        rig.collector.answerAll { _ in nil }
        rig.send(12)
        #expect(rig.delivery.summary().pending == 12)
    }

    @Test func theLimitOfATelevisionIsItsOwn() {
        let rig = DeliveryRig(isTelevision: true, answer: { _ in Self.refused })
        rig.send(3)
        rig.advance(bySeconds: 600)
        rig.send(30)
        #expect(rig.delivery.summary().pending == 8)
    }

    @Test func anAppThatKnowsThatTheNetworkIsBackNeedNotWait() {
        let rig = DeliveryRig(answer: { _ in Self.refused })
        for number in 0..<3 { rig.send(2, stream: "s\(number)") }
        rig.advance(bySeconds: 600)
        rig.collector.answerAll { _ in .status(200) }
        rig.delivery.tryNow()
        #expect(rig.accepted.count == 6)
    }

    @Test func tryingNowDoesNotBreakWhatACollectorAskedFor() {
        let rig = DeliveryRig(answer: { _ in .status(503, ["Retry-After": "60"]) })
        rig.send()
        rig.collector.answerAll { _ in .status(200) }
        rig.delivery.tryNow()
        #expect(rig.asked.count == 1)
        rig.advance(bySeconds: 61)
        #expect(rig.accepted == ["a-1"])
    }

    @Test func aBacklogIsSentInRounds() {
        let rig = DeliveryRig(privacy: .unknown) {
            $0.thresholds.pendingPingsLimit = 2
            $0.thresholds.pendingPingsDelaySeconds = 3
        }
        for number in 0..<3 { rig.send(3, stream: "s\(number)") }
        rig.delivery.setPrivacyStatus(.optedIn)
        #expect(rig.asked.count == 2)
        rig.advance(bySeconds: 2)
        #expect(rig.asked.count == 2)
        rig.advance(bySeconds: 1)
        #expect(rig.asked.count == 4)
        rig.advance(bySeconds: 9)
        #expect(rig.accepted.count == 9)
    }

    @Test func noMoreThanTheLimitAreUnderWay() {
        let rig = DeliveryRig { $0.thresholds.pendingPingsLimit = 3 }
        rig.send()
        rig.collector.answerAll { _ in nil }
        for number in 0..<10 { rig.send(stream: "s\(number)") }
        #expect(rig.asked.count == 4)
        rig.collector.answer(.status(200))
        #expect(rig.asked.count == 5)
    }

    @Test func anInstanceThatHasEndedHearsNothing() {
        let rig = DeliveryRig(answer: { _ in Self.refused })
        rig.attach("a")
        rig.delivery.detach(stream: "a")
        rig.send()
        rig.advance(bySeconds: 60)
        #expect(rig.errors() == [])
        #expect(rig.delivery.summary().pending == 1)
    }
}
