// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import LaunchHub

/// Which events that wait are put together in one array, so that each of many short batches does not keep one of its own.
struct ParcelTests {
    private let subscriptions: [Subscription]

    init() {
        let mailbox = Mailbox(id: 1, name: "box", policy: .unbounded, monitor: .silent())
        subscriptions = ["a", "b"].map { label in
            Subscription(
                type: testType,
                source: testSource,
                mailbox: mailbox,
                label: label,
                listener: RecordingListener()
            )
        }
    }

    private func parcel(_ count: Int, _ range: Range<Int>? = nil, to places: [Int] = [0]) throws -> Parcel {
        Parcel(
            events: try events(0..<count),
            range: range ?? 0..<count,
            subscriptions: places.map { subscriptions[$0] }
        )
    }

    /// Up to 64 events are joined to those that wait, and up to 512 wait together.
    @Test(
        arguments: [
            (1, 1, true), (1, 64, true), (1, 65, false), (448, 64, true), (449, 64, false), (448, 63, true),
            (511, 1, true), (512, 1, false), (512, 0, true), (300, 300, false),
        ]
    )
    func shortBatchesJoinWhatIsNotFull(_ waiting: Int, _ new: Int, _ canJoin: Bool) throws {
        #expect(try parcel(waiting).canJoin(try parcel(new)) == canJoin)
    }

    /// Only the part of a batch that goes to a mailbox counts, and only that part is taken over.
    @Test func aStretchOfALongBatchIsShort() throws {
        var waiting = try parcel(2)
        let new = try parcel(500, 490..<493)
        #expect(waiting.canJoin(new))
        waiting.join(new)
        #expect(waiting.range == 0..<5)
        #expect(waiting.events[waiting.range].map(\.name) == ["0", "1", "490", "491", "492"])
    }

    /// What is not in an array of its own, or has been heard in part, is not changed.
    @Test(arguments: [0..<2, 1..<3, 1..<2])
    func nothingJoinsAPartOfABatch(_ range: Range<Int>) throws {
        #expect(try !parcel(3, range).canJoin(try parcel(1)))
    }

    @Test(arguments: [([0], [1]), ([0], [0, 1]), ([0, 1], [0]), ([0, 1], [1, 0])])
    func eventsOfOtherListenersStayApart(_ left: [Int], _ right: [Int]) throws {
        #expect(try !parcel(1, to: left).canJoin(try parcel(1, to: right)))
        #expect(try parcel(1, to: left).canJoin(try parcel(1, to: left)))
    }
}
