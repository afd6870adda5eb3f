// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import TestSupport
import Testing

/// Entries of the queue of which no request can be made: how often they are told, and that they are counted.
struct DiscardedPingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Pings that wait, each as an app of another version or a broken disk may have left it.
    private func send(_ product: NielsenProduct, spoiling changes: [Int: String]) throws -> DeliveryRig {
        let rig = DeliveryRig(folder.location, privacy: .unknown)
        rig.attach("a")
        rig.send(3, product: product)
        let database = try RawDatabase(folder.file("pings.sqlite"))
        try database.run("UPDATE hit SET checksum = NULL")
        for (row, change) in changes { try database.run("UPDATE hit SET payload = \(change) WHERE row = \(row)") }
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.settle()
        return rig
    }

    /// The problem is over as soon as a ping is accepted, and told again when it comes again.
    @Test func whatCannotBeReadIsToldAgainAfterAPingThatArrived() throws {
        let rig = try send(.session, spoiling: [1: "x'ff'", 3: "x'ff'"])
        #expect(rig.accepted == ["a-2"])
        #expect(rig.errors() == [10, 10])
        #expect(rig.delivery.summary().discarded == 2)
        #expect(rig.delivery.summary().sent == 1)
    }

    @Test func whatCannotBeReadIsToldOnceWhileNothingArrives() throws {
        let rig = try send(.session, spoiling: [1: "x'ff'", 2: "x'fe'", 3: "x'ff'"])
        #expect(rig.accepted == [])
        #expect(rig.errors() == [10])
        #expect(rig.delivery.summary().discarded == 3)
    }

    /// An address stays wrong, whatever else arrives.
    @Test func anAddressThatIsNoneIsToldOnce() throws {
        let wrong = "replace(payload, 'http:', 'gopher:')"
        let rig = try send(.dcrVideo, spoiling: [1: wrong, 3: wrong])
        #expect(rig.accepted == ["a-2"])
        #expect(rig.errors() == [8])
        #expect(rig.delivery.summary().discarded == 2)
    }

    @Test func eachAddressThatIsNoneIsTold() throws {
        let rig = try send(
            .dcrVideo,
            spoiling: [1: "replace(payload, 'http:', 'gopher:')", 3: "replace(payload, 'http:', 'ftp:')"]
        )
        #expect(rig.accepted == ["a-2"])
        #expect(rig.errors() == [8, 8])
    }

    /// A request that the client refuses is neither sent nor out, and counts as discarded.
    @Test func whatNoClientCanSendIsCounted() {
        let rig = DeliveryRig(answer: { _ in .failure(.invalidRequest("it is odd")) })
        rig.attach("a")
        rig.send(2)
        let summary = rig.delivery.summary()
        #expect(summary.discarded == 2 && summary.sent == 0 && summary.pending == 0)
        #expect(summary.lastAnswer == nil)
        #expect(!summary.isOffline)
    }
}
