// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import LaunchHub

/// What a thread has taken out of a mailbox: which call it is at, and what is left of it.
struct HandTests {
    private let subscriptions: [Subscription]
    private let events: [Event]

    init() throws {
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
        events = try LaunchHubTests.events(0..<5).enumerated().map { place, event in
            var event = event
            event.number = 100 + UInt64(place)
            return event
        }
    }

    /// Three of five events, for two listeners.
    private var parcel: MailboxItem { parcel(1..<4) }

    private func parcel(_ range: Range<Int>) -> MailboxItem {
        .parcel(Parcel(events: events, range: range, subscriptions: subscriptions))
    }

    private func shown(_ culprit: OverrunCulprit?) -> String? {
        switch culprit {
        case .hearing(let subscription, let event): "\(subscription.label) hears \(event.name)"
        case .construction(let subscription): "\(subscription.label) is made"
        case .work(let call): call.rawValue
        case nil: nil
        }
    }

    private func shown(_ items: [MailboxItem]) -> [String] {
        items.map { item in
            switch item {
            case .parcel(let parcel):
                parcel.events[parcel.range].map(\.name).joined(separator: " ") + " for "
                    + parcel.subscriptions.map(\.label).joined()
            case .construct(let subscription): "make " + subscription.label
            case .work(let work): work.call?.rawValue ?? "work"
            }
        }
    }

    @Test func eachCallIsOneListenersOfOneEvent() {
        let hand = Hand([parcel], calls: 10)
        let calls = (9...17).map { shown(hand.call($0)) }
        #expect(
            calls == [
                nil, nil, "a hears 1", "b hears 1", "a hears 2", "b hears 2", "a hears 3", "b hears 3", nil,
            ]
        )
    }

    @Test func whatIsLeftBeginsWithTheListenersThatHaveNotHeard() {
        let hand = Hand([parcel, .work(MailboxWork(.tap) {})], calls: 10)
        let rests = (10...16).map { shown(hand.rest(after: $0)) }
        #expect(
            rests == [
                ["1 2 3 for ab", "tap"], ["1 for b", "2 3 for ab", "tap"], ["2 3 for ab", "tap"],
                ["2 for b", "3 for ab", "tap"], ["3 for ab", "tap"], ["3 for b", "tap"], ["tap"],
            ]
        )
        #expect((10...16).map { hand.waitingEvents(after: $0) } == [3, 3, 2, 2, 1, 1, 0])
    }

    @Test func workIsLeftUntilItIsCalled() {
        var hand = Hand([parcel, .construct(subscriptions[1]), .work(MailboxWork(.tap) {}), parcel(0..<1)], calls: 0)
        hand.begin(1, calls: 6)
        #expect(shown(hand.call(6)) == nil)
        #expect(shown(hand.call(7)) == "b is made")
        #expect(shown(hand.rest(after: 6)) == ["make b", "tap", "0 for ab"])
        #expect(shown(hand.rest(after: 7)) == ["tap", "0 for ab"])
        hand.begin(2, calls: 7)
        #expect(shown(hand.call(7)) == nil)
        #expect(shown(hand.call(8)) == "tap")
        #expect(shown(hand.rest(after: 7)) == ["tap", "0 for ab"])
        #expect(shown(hand.rest(after: 8)) == ["0 for ab"])
        hand.begin(3, calls: 8)
        #expect(shown(hand.call(9)) == "a hears 0")
        #expect(shown(hand.rest(after: 10)) == [])
    }

    /// The event that is being heard counts until its last listener has returned.
    @Test func theOldestEventIsTheOneThatIsHeard() {
        let hand = Hand([parcel], calls: 10)
        #expect((10...16).map { hand.oldestNumber(after: $0) } == [101, 101, 101, 102, 102, 103, 103])
        let first = Hand([parcel])
        #expect((0...4).map { first.oldestNumber(after: $0) } == [101, 101, 101, 102, 102])
    }

    @Test func behindWorkTheNextEventIsTheOldest() {
        let work = MailboxItem.work(MailboxWork(.tap) {})
        #expect(Hand([work, parcel(2..<2), parcel(3..<5), parcel]).oldestNumber(after: 0) == 103)
        #expect(Hand([work]).oldestNumber(after: 0) == nil)
        var hand = Hand([parcel, work, parcel(4..<5)])
        hand.begin(1, calls: 6)
        #expect(hand.oldestNumber(after: 6) == 104)
    }

    @Test func anEmptyHandHasNothing() {
        let hand = Hand()
        #expect(shown(hand.call(1)) == nil)
        #expect(shown(hand.rest(after: 0)) == [])
        #expect(hand.oldestNumber(after: 0) == nil)
        #expect(hand.waitingEvents(after: 0) == 0)
    }

    // MARK: - Extensions that are being made

    @Test func whatAnExtensionWantsIsKeptUntilItIsPassedOn() throws {
        let draft = ExtensionDraft(mailbox: subscriptions[0].mailbox)
        #expect(draft.keep(subscriptions[0]) == .kept)
        #expect(draft.keep(["n": 1], at: events[2], in: .xdm) == .kept)
        #expect(draft.keep(nil, at: nil, in: .standard) == .kept)
        let wishes = try #require(draft.passOn())
        #expect(wishes.subscriptions.map(\.label) == ["a"])
        #expect(wishes.states.map(\.values) == [["n": 1], nil])
        #expect(wishes.states.map(\.event?.number) == [102, nil])
        #expect(wishes.states.map(\.space) == [.xdm, .standard])
        #expect(draft.passOn() == nil)
        #expect(draft.keep(subscriptions[1]) == .hub)
        draft.end()
        #expect(draft.keep(subscriptions[1]) == .nowhere)
        #expect(!subscriptions[0].isCancelled, "it is the hub's since it was passed on")
    }

    @Test func whatIsNotPassedOnIsReleased() {
        let draft = ExtensionDraft(mailbox: subscriptions[0].mailbox)
        for subscription in subscriptions { _ = draft.keep(subscription) }
        draft.end()
        #expect(subscriptions.map(\.isCancelled) == [true, true])
        #expect(draft.passOn() == nil)
        #expect(draft.keep(["n": 1], at: nil, in: .standard) == .nowhere)
    }
}
