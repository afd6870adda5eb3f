// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import LaunchHub

/// What is kept for extensions that are being made.
struct BoardingTests {
    private let boxes = (0...2 as ClosedRange<UInt64>).map {
        Mailbox(id: $0, name: "\($0)", policy: .unbounded, monitor: .silent())
    }

    private func subscription(_ label: String, _ box: Int, _ source: EventSource = testSource) -> Subscription {
        Subscription(type: testType, source: source, mailbox: boxes[box], label: label, listener: RecordingListener())
    }

    private func shown(_ items: [Boarding.Item]) -> [String] {
        items.map { item in
            switch item {
            case .events(let events, let range): events[range].map(\.name).joined(separator: " ")
            case .work(let work): work.call?.rawValue ?? "work"
            }
        }
    }

    @Test func whoBeganKeepsWhatComesUntilTheEnd() throws {
        var boarding = Boarding()
        #expect(boarding.isEmpty)
        boarding.begin(boxes[1])
        boarding.begin(boxes[2])
        let isKept = [
            boarding.keep(subscription("a", 1)), boarding.keep(subscription("b", 0)),
            boarding.keep(MailboxWork(.completion) {}, for: boxes[1]),
            boarding.keep(MailboxWork(nil) {}, for: boxes[0]),
        ]
        #expect(isKept == [true, false, true, false])
        boarding.keep(try events(0..<4), 1..<3)
        // To begin twice changes nothing of what is kept.
        boarding.begin(boxes[1])
        #expect(!boarding.isEmpty)
        #expect(boarding.end(boxes[0]) == nil)
        let passengers = [boarding.end(boxes[1]), boarding.end(boxes[2])]
        let (first, second) = (try #require(passengers[0]), try #require(passengers[1]))
        #expect(first.mailbox === boxes[1])
        #expect(first.subscriptions.map(\.label) == ["a"])
        #expect(shown(first.items) == ["completion", "1 2"])
        #expect(boarding.end(boxes[1]) == nil)
        #expect(second.subscriptions.isEmpty)
        #expect(shown(second.items) == ["1 2"])
        #expect(boarding.isEmpty)
    }

    @Test func whatIsKeptIsHeardLaterUnlessItIsRemoved() {
        var boarding = Boarding()
        let (kept, removed) = (subscription("kept", 1), subscription("removed", 1, "other"))
        boarding.begin(boxes[1])
        #expect(boarding.keep(kept) == true)
        #expect(boarding.keep(removed) == true)
        #expect(boarding.hears(testType, testSource))
        #expect(boarding.hears(testType, "other"))
        #expect(!boarding.hears("x", testSource))
        boarding.remove(removed)
        boarding.remove(subscription("elsewhere", 2))
        #expect(!boarding.hears(testType, "other"))
        #expect(boarding.hears(testType, testSource))
        #expect(boarding.removeAll().map(\.label) == ["kept"])
        #expect(boarding.isEmpty)
        #expect(boarding.removeAll().isEmpty)
    }
}
