// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage
import NielsenAppApi
import Testing

/// Who decides whether pings are sent: an instance without a hub means that they are, until somebody else has spoken.
struct StandaloneTests {
    private func makeDelivery(_ privacy: PrivacyStatus? = nil) -> NielsenPingDelivery {
        NielsenPingDelivery(
            location: .inMemory,
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

    // MARK: - Sessions that were refused

    /// Sends pings while the user is opted out; how often the session was asked for after each status that follows.
    private func asked(_ products: [NielsenProduct], _ statuses: [PrivacyStatus]) -> [Int] {
        let rig = DeliveryRig(privacy: .optedOut)
        let count = Locked(0)
        rig.delivery.setSessionListener(forStream: "a") { count.withLock { $0 += 1 } }
        for product in products { rig.send(product: product) }
        return statuses.map { status in
            rig.delivery.setPrivacyStatus(status)
            rig.settle()
            return count.withLock { $0 }
        }
    }

    @Test func aSessionThatWasRefusedIsAskedForOnceItMayBeKept() {
        #expect(asked([.session], [.optedOut, .unknown, .optedIn]) == [0, 1, 1])
        #expect(asked([.session, .session], [.optedIn, .optedIn]) == [1, 1])
        #expect(asked([.dcrVideo, .dcrStatic], [.unknown, .optedIn]) == [0, 0])
        #expect(asked([], [.optedIn]) == [0])
    }
}
