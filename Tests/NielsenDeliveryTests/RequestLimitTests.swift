// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

@testable import NielsenDelivery

/// What a request for a ping may take, as its configuration says.
struct RequestLimitTests {
    /// The setting of each limit, and what becomes of it: a request takes a second at least.
    @Test(arguments: [(1, 1, 0, 0), (2, 2, 1, 1), (0, 1, -1, 0)])
    func aRequestHasTheLimitsOfItsConfiguration(_ seconds: Int, _ timeout: Int, _ limit: Int, _ redirects: Int) {
        let rig = DeliveryRig {
            $0.delivery.requestTimeoutSeconds = seconds
            $0.delivery.redirectLimit = limit
        }
        rig.send()
        #expect(rig.asked == ["a-1"])
        let limits = rig.collector.requests.first?.limits
        #expect(limits?.timeout == .seconds(timeout))
        #expect(limits?.redirects == redirects)
        // Of an answer little is read.
        #expect(limits?.bodyBytes == 65_536)
    }

    /// A pause that a collector asks for may be forbidden: the ping is tried again at once.
    @Test(arguments: [(0, true), (1, false)])
    func aPauseMayBeForbidden(_ longest: Int, _ isTriedAtOnce: Bool) {
        let count = Locked(0)
        let rig = DeliveryRig {
            $0.delivery.retryAfterMaximumSeconds = longest
        } answer: { _ in
            let isFirst = count.withLock { count in
                defer { count += 1 }
                return count == 0
            }
            return isFirst ? .status(503, ["Retry-After": "60"]) : .status(200)
        }
        rig.send()
        rig.clock.advance(by: .zero)
        #expect(rig.accepted == (isTriedAtOnce ? ["a-1"] : []))
        rig.advance(bySeconds: 1)
        #expect(rig.accepted == ["a-1"])
    }

    /// Of pings that come together, the one that no queue could hold is discarded alone.
    @Test func aPingThatFillsTheQueueIsSentAndALargerOneIsDiscarded() {
        let full = DeliveryRig.ping("a", 1, "http://collector.test/gn?n=1")
        let larger = DeliveryRig.ping("a", 2, "http://collector.test/gn?number=2", product: .dtvr)
        #expect(larger.payload.count > full.payload.count)
        let rig = DeliveryRig { $0.delivery.waitingBytesLimit = full.payload.count }
        rig.attach("a")
        rig.delivery.send([full, larger], leaving: [], of: "a")
        rig.settle()
        #expect(rig.accepted == ["a-1"])
        #expect(rig.errors() == [NielsenError(.sending(.dtvr), "").code])
    }
}
