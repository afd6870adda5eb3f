// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// What was dispatched and is not routed yet, in batches of a bounded length.
struct InboxTests {
    private let event: Event

    init() throws {
        event = try LaunchHubTests.event()
    }

    /// Takes everything out, and returns how many events each batch has.
    private func sizes(_ inbox: inout Inbox) -> [Int] {
        var full: [EventBatch] = []
        var last = EventBatch()
        var spare: [Event] = []
        inbox.drain(into: &full, &last, spare: &spare)
        return (full + [last]).map(\.events.count)
    }

    @Test(arguments: [
        (0, [0]), (1, [1]), (511, [511]), (512, [512]), (513, [512, 1]), (1_024, [512, 512]), (1_025, [512, 512, 1]),
    ])
    func noBatchIsLongerThanTheLongest(_ count: Int, _ expected: [Int]) {
        var inbox = Inbox()
        for _ in 0..<count { inbox.append(event) }
        #expect(inbox.isEmpty == (count == 0))
        #expect(inbox.arrivals == UInt64(count))
        #expect(sizes(&inbox) == expected)
        #expect(inbox.isEmpty)
        #expect(inbox.arrivals == UInt64(count))
        var other = Inbox()
        var spent: [[Event]] = []
        for _ in 0..<count { other.append(event, &spent) }
        #expect(other.arrivals == UInt64(count))
        #expect(sizes(&other) == expected)
    }

    @Test func requestsAndCommandsArriveLikeEvents() {
        var inbox = Inbox()
        let request = PendingRequest(
            event: event,
            deadline: .distantFuture,
            requester: nil,
            completion: .callback { _ in },
            serial: 5
        )
        inbox.append(request)
        inbox.append(.hold)
        #expect(inbox.arrivals == 2)
        #expect(!inbox.isClosed)
        inbox.append(.close { _, _ in })
        #expect(inbox.arrivals == 3)
        #expect(inbox.isClosed)
        var full: [EventBatch] = []
        var last = EventBatch()
        var spare: [Event] = []
        inbox.drain(into: &full, &last, spare: &spare)
        #expect(full.isEmpty)
        #expect(last.requests.map(\.request.serial) == [5])
        #expect(last.requests.map(\.position) == [0])
        #expect(last.marks.map(\.position) == [1, 1])
    }

    @Test func oneThreadIsAskedFor() {
        var inbox = Inbox()
        #expect(inbox.schedule() == true)
        #expect(inbox.phase == .scheduled)
        #expect(inbox.schedule() == false)
        inbox.phase = .running
        #expect(inbox.schedule() == false)
        #expect(inbox.phase == .running)
    }

    // MARK: - Arrays that were heard

    @Test func nothingIsKeptForARouterThatRests() {
        var inbox = Inbox()
        var batches = [[event]]
        inbox.keepSpent(&batches)
        #expect(batches.count == 1)
        #expect(inbox.removeSpent().isEmpty)
    }

    @Test(arguments: [(31, 33), (32, 32), (33, 33)])
    func afterThirtyTwoNoMoreAreKept(_ first: Int, _ kept: Int) {
        var inbox = Inbox()
        inbox.phase = .running
        var batches = Array(repeating: [event], count: first)
        inbox.keepSpent(&batches)
        #expect(batches.isEmpty)
        batches = Array(repeating: [event], count: 2)
        inbox.keepSpent(&batches)
        #expect(batches.count == first + 2 - kept)
        #expect(inbox.removeSpent().count == kept)
        #expect(inbox.removeSpent().isEmpty)
    }

    /// Whoever begins a batch releases them, on its own thread.
    @Test func whoeverBeginsABatchTakesWhatIsSpent() {
        var inbox = Inbox()
        inbox.phase = .running
        func kept(_ inbox: inout Inbox) -> Int {
            var batches = [[event]]
            inbox.keepSpent(&batches)
            var spent: [[Event]] = []
            inbox.append(event, &spent)
            return spent.count
        }
        #expect(kept(&inbox) == 1)
        #expect(kept(&inbox) == 0)
        #expect(inbox.removeSpent().count == 1)
        for _ in 2..<512 { inbox.append(event) }
        #expect(kept(&inbox) == 1)
        #expect(sizes(&inbox) == [512, 1])
    }
}
