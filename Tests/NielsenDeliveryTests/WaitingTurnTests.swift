// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// A ping that waits for its round, while the user's choice changes.
struct WaitingTurnTests {
    /// Two pings of a round, and one that waits for the next round, which comes while the choice is not known.
    private func makeWaiting() -> DeliveryRig {
        let rig = DeliveryRig {
            $0.thresholds.pendingPingsLimit = 2
            $0.thresholds.pendingPingsDelaySeconds = 60
        }
        rig.send()
        rig.send(stream: "b")
        rig.send(stream: "c")
        #expect(rig.asked == ["a-1", "b-1"])
        rig.advance(bySeconds: 30)
        rig.delivery.setPrivacyStatus(.unknown)
        rig.advance(bySeconds: 30)
        rig.delivery.setPrivacyStatus(.optedIn)
        return rig
    }

    /// A second after its turn the ping asks again.
    @Test func aPingWhoseTurnComesWithoutAConsentAsksAgainASecondLater() {
        let rig = makeWaiting()
        rig.advance(bySeconds: 1, step: .milliseconds(500))
        #expect(rig.accepted == ["a-1", "b-1", "c-1"])
        #expect(rig.delivery.summary().pending == 0)
    }

    @Test func aPingWhoseTurnComesWithoutAConsentDoesNotAskAtOnce() {
        let rig = makeWaiting()
        rig.settle()
        rig.clock.advance(by: .milliseconds(900))
        #expect(rig.asked == ["a-1", "b-1"])
    }

    /// The one ping that may try a collector that was out gives its try back where it is not sent.
    @Test func aTryThatIsNotMadeKeepsNobodyWaiting() {
        let rig = DeliveryRig {
            $0.thresholds.pendingPingsLimit = 2
            $0.thresholds.pendingPingsDelaySeconds = 20
            $0.delivery.retryBaseSeconds = 1
            $0.delivery.retryMaximumSeconds = 1
        } answer: { _ in
            .failure(.connection("refused"))
        }
        rig.send()
        rig.collector.answerAll { _ in .status(200) }
        rig.send(stream: "b", to: "other.test")
        // The ping is let through to try, and waits for the next round.
        rig.advance(bySeconds: 5)
        #expect(rig.asked == ["a-1", "b-1"])
        rig.delivery.setPrivacyStatus(.unknown)
        rig.advance(bySeconds: 15)
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.advance(bySeconds: 2)
        #expect(rig.accepted == ["b-1", "a-1"])
    }

    /// Whoever is not sent leaves the place of the round to others.
    @Test func aPingWhoseTurnComesWithoutAConsentTakesNoPlace() {
        let rig = DeliveryRig {
            $0.thresholds.pendingPingsLimit = 1
            $0.thresholds.pendingPingsDelaySeconds = 60
        }
        rig.send()
        rig.send(stream: "b")
        rig.advance(bySeconds: 30)
        rig.delivery.setPrivacyStatus(.unknown)
        rig.advance(bySeconds: 30)
        #expect(rig.asked == ["a-1"])
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.advance(bySeconds: 1)
        #expect(rig.accepted == ["a-1", "b-1"])
    }

    /// The other choice at the time of the turn: the pings are gone, and the one that waited goes nowhere.
    @Test func aPingWhoseTurnComesAfterAnOptOutIsNotSent() {
        let rig = DeliveryRig {
            $0.thresholds.pendingPingsLimit = 1
            $0.thresholds.pendingPingsDelaySeconds = 60
        }
        rig.send()
        rig.send(stream: "b")
        rig.delivery.setPrivacyStatus(.optedOut)
        rig.advance(bySeconds: 59)
        rig.delivery.setPrivacyStatus(.optedOut)
        rig.advance(bySeconds: 60)
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.advance(bySeconds: 120)
        #expect(rig.asked == ["a-1"])
        #expect(rig.delivery.summary().pending == 0)
    }
}
