// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage
import NielsenAppApi
import Testing

/// Who decides whether pings are sent: an instance without a hub means that they are, until somebody else has spoken.
struct StandaloneTests {
    private func makeDelivery(_ privacy: PrivacyStatus? = nil) -> NielsenPingDelivery {
        NielsenPingDelivery(
            file: nil,
            client: StubCollector { _ in nil },
            clock: ManualClock(),
            privacy: privacy
        )
    }

    @Test func anInstanceWithoutAHubMeansOptedIn() {
        let delivery = makeDelivery()
        #expect(delivery.privacyStatus == .unknown)
        delivery.beginStandalone()
        #expect(delivery.privacyStatus == .optedIn)
    }

    @Test(arguments: [PrivacyStatus.unknown, .optedIn, .optedOut])
    func whatTheAppHasSaidHolds(_ status: PrivacyStatus) {
        let delivery = makeDelivery()
        delivery.setPrivacyStatus(status)
        delivery.beginStandalone()
        #expect(delivery.privacyStatus == status)
    }

    @Test func aHubThatIsAwaitedDecides() {
        let delivery = makeDelivery()
        delivery.awaitHub()
        delivery.beginStandalone()
        #expect(delivery.privacyStatus == .unknown)
        delivery.setPrivacyStatus(.optedIn)
        #expect(delivery.privacyStatus == .optedIn)
    }

    @Test(
        arguments: [(.unknown, .unknown), (.optedIn, .unknown), (.optedOut, .optedOut)]
            as [(PrivacyStatus, PrivacyStatus)]
    )
    func untilThereIsAHubNothingIsSent(_ before: PrivacyStatus, _ after: PrivacyStatus) {
        let delivery = makeDelivery(before)
        delivery.awaitHub()
        #expect(delivery.privacyStatus == after)
        delivery.beginStandalone()
        #expect(delivery.privacyStatus == after)
    }

    /// What is open is abandoned before anything is taken, and the new session is told after.
    @Test func anOptInAfterAnOptOutBeginsAnew() {
        let rig = DeliveryRig(privacy: .optedIn)
        let heard = Locked<[String]>([])
        let delivery = rig.delivery
        delivery.setHostListener(forStream: "a") { choice in
            heard.withLock { $0.append("\(choice) \(delivery.privacyStatus == .optedOut)") }
        }
        for status in [PrivacyStatus.unknown, .optedOut, .optedOut, .unknown, .optedIn, .optedOut, .optedIn] {
            delivery.setPrivacyStatus(status)
            rig.settle()
        }
        #expect(heard.withLock { $0 } == ["abandon true", "begin false", "abandon true", "begin false"])
    }
}
