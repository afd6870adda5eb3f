// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
import Testing

@testable import LaunchHub

/// The queue of a mailbox, against a plain list of what should be in it.
struct MailboxQueueTests {
    /// What one entry of the list is.
    private enum Kind { case event, passing, mark }

    private struct Entry {
        let text: String
        let kind: Kind
        var number: UInt64 = 0
        var bytes = 0
    }

    /// A list with the limits of a policy.
    private struct Model {
        let policy: MailboxPolicy
        var entries: [Entry] = []
        var dropped: UInt64 = 0

        var events: [Entry] { entries.filter { $0.kind == .event } }
        var bytes: Int { policy.byteLimit == nil ? 0 : events.reduce(0) { $0 + $1.bytes } }

        mutating func add(_ new: [Entry]) {
            for (place, entry) in new.enumerated() {
                while isFull(for: entry) {
                    if policy.refusesNewEvents {
                        dropped += UInt64(new.count - place)
                        return
                    }
                    entries.removeAll { [oldest = events[0]] in $0.number == oldest.number && $0.kind == .event }
                    dropped += 1
                }
                entries.append(entry)
            }
        }

        private func isFull(for entry: Entry) -> Bool {
            guard !events.isEmpty else { return false }
            let isOver = policy.byteLimit.map { bytes + entry.bytes > $0 } ?? false
            return isOver || policy.limit.map { events.count >= $0 } ?? false
        }
    }

    private let mailbox: Mailbox
    private let lists: [[Subscription]]

    init() {
        let box = Mailbox(id: 1, name: "box", policy: .unbounded, monitor: .silent())
        mailbox = box
        let subscriptions = ["a", "b"].map { label in
            Subscription(
                type: testType,
                source: testSource,
                mailbox: box,
                label: label,
                listener: RecordingListener()
            )
        }
        lists = [[subscriptions[0]], subscriptions]
    }

    private static func texts(of items: [MailboxItem], _ ran: Locked<String>) -> [String] {
        items.flatMap { item -> [String] in
            switch item {
            case .parcel(let parcel):
                let labels = parcel.subscriptions.map(\.label).joined()
                return parcel.range.map { "\(parcel.events[$0].name) \(labels)" }
            case .construct(let subscription):
                return [subscription.label]
            case .work(let work):
                work.body()
                return [ran.withLock { $0 }]
            }
        }
    }

    private static let policies = [
        MailboxPolicy(), MailboxPolicy(limit: 1), MailboxPolicy(limit: 3),
        MailboxPolicy(limit: 3, refusesNewEvents: true), MailboxPolicy(byteLimit: 560),
        MailboxPolicy(byteLimit: 560, refusesNewEvents: true), MailboxPolicy(limit: 3, byteLimit: 600),
    ]

    @Test(arguments: policies, 0..<12 as Range<UInt64>)
    func aQueueHoldsWhatAListWithItsLimitsHolds(policy: MailboxPolicy, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var queue = MailboxQueue(policy: policy)
        var model = Model(policy: policy)
        var dropped: [MailboxItem] = []
        let ran = Locked("")
        var number: UInt64 = 0

        /// Adds a batch whose first events go to one listener and whose others go to two.
        func addBatch() throws {
            let batch = try (0..<Int.random(in: 1...4, using: &random)).map { _ in
                number += 1
                var made = try event("\(number)", data: number % 3 == 0 ? ["some": "text of a few more bytes"] : [:])
                made.number = number
                return made
            }
            let middle = Int.random(in: 0...batch.count, using: &random)
            for (range, list) in [(0..<middle, 0), (middle..<batch.count, 1)] where !range.isEmpty {
                let parcel = Parcel(events: batch, range: range, subscriptions: lists[list])
                queue.append(.parcel(parcel), &dropped)
                model.add(
                    batch[range].map {
                        Entry(
                            text: "\($0.name) \(list == 0 ? "a" : "ab")",
                            kind: .event,
                            number: $0.number,
                            bytes: $0.footprint
                        )
                    }
                )
            }
        }

        func add(_ item: MailboxItem, _ text: String, _ kind: Kind) {
            queue.append(item, &dropped)
            model.entries.append(Entry(text: text, kind: kind))
        }

        for step in 0..<400 {
            let text = "step \(step)"
            switch random.next() % 12 {
            case 0:
                add(.work(MailboxWork(.tap) { ran.withLock { $0 = text } }), text, .passing)
            case 1:
                add(.work(MailboxWork(mark: { ran.withLock { $0 = text } })), text, .mark)
            case 2:
                let made = Subscription(type: testType, source: testSource, mailbox: mailbox, label: text) {
                    RecordingListener()
                }
                add(.construct(made), text, .passing)
            case 3, 4, 5:
                let wasFront = model.entries.first?.text
                let items = queue.removeNext()
                let texts = Self.texts(of: items, ran)
                #expect(texts == model.entries.prefix(texts.count).map(\.text))
                #expect(texts.isEmpty == (wasFront == nil))
                let taken = Array(model.entries.prefix(texts.count))
                model.entries.removeFirst(texts.count)
                // Part of it comes back, as when a listener pauses its mailbox.
                guard random.next() % 2 == 0 else { continue }
                let rest = Array(items.suffix(Int.random(in: 0...items.count, using: &random)))
                queue.putBack(rest)
                model.entries = taken.suffix(Self.texts(of: rest, ran).count) + model.entries
            case 6:
                let passing = model.entries.filter { $0.kind == .passing }.map(\.text)
                #expect(Self.texts(of: queue.removePassing(), ran) == passing)
                model.entries.removeAll { $0.kind == .passing }
            case 7 where step % 50 == 0:
                #expect(Self.texts(of: queue.removeAll(), ran) == model.entries.map(\.text))
                model.entries = []
            default:
                try addBatch()
            }
            #expect(queue.count == model.events.count)
            #expect(queue.byteCount == model.bytes)
            #expect(queue.isEmpty == model.entries.isEmpty)
            #expect(queue.hasPassing == model.entries.contains { $0.kind == .passing })
            #expect(queue.oldestNumber == model.events.first?.number)
            #expect(queue.droppedEvents == model.dropped)
        }
    }

    @Test func aQueueWithALimitGivesOneEventAtATimeAndOneWithoutGivesThemTogether() throws {
        for (policy, sizes) in [(MailboxPolicy(limit: 5), [1, 1, 1]), (MailboxPolicy(), [3])] {
            var queue = MailboxQueue(policy: policy)
            var dropped: [MailboxItem] = []
            var new = [MailboxItem.parcel(Parcel(events: try events(0..<3), range: 0..<3, subscriptions: lists[0]))]
            queue.append(&new, &dropped)
            #expect(new.isEmpty)
            #expect(sizes.map { _ in queue.removeNext().reduce(0) { $0 + $1.eventCount } } == sizes)
            #expect(queue.isEmpty)
        }
    }

    /// The size counts names, values and how they are nested, each once.
    @Test func theSizeOfAnEventGrowsWithEachOfItsParts() throws {
        func size(_ name: String = "Event", _ data: JSONObject = [:], mask: [String]? = nil) throws -> Int {
            try Event(name: name, type: testType, source: testSource, data: data, mask: mask).footprint
        }
        let empty = try size()
        #expect(empty > 0)
        #expect(try size("Event of ten") - size("Event") == 7)
        let one = try size("Event", ["a": 1])
        #expect(one > empty)
        #expect(try size("Event", ["a": 1, "b": 1]) - one == one - empty)
        #expect(try size("Event", ["abcd": 1]) - one == 3)
        #expect(try size("Event", ["a": "abcdefghijk"]) - size("Event", ["a": "abc"]) == 8)
        let list = try size("Event", ["a": []])
        let listOfOne = try size("Event", ["a": [1]])
        #expect(listOfOne > list && list > empty)
        #expect(try size("Event", ["a": [1, 1, 1]]) - list == 3 * (listOfOne - list))
        let object = try size("Event", ["a": [:]])
        #expect(try size("Event", ["a": ["a": 1]]) - object == one - empty)
        let masked = try size(mask: [])
        let maskedOne = try size(mask: ["abc"])
        #expect(maskedOne > masked && masked > empty)
        #expect(try size(mask: ["abc", "abc"]) - maskedOne == maskedOne - masked)
        #expect(try size(mask: ["abcdef"]) - maskedOne == 3)
    }

    // MARK: - Ending

    /// The last work runs when nothing is left or the rest was called off, and behind a call that has not returned.
    @Test(arguments: [false, true], [false, true])
    func theLastWorkWaitsForCallsThatHaveNotReturned(isHeld: Bool, isHalted: Bool) throws {
        for hasEvents in [false, true] {
            var state = Mailbox.State()
            var dropped: [MailboxItem] = []
            if hasEvents {
                let parcel = Parcel(events: try events(0..<1), range: 0..<1, subscriptions: lists[0])
                state.queue.append(.parcel(parcel), &dropped)
            }
            if isHeld { state.hold.beginCall() }
            state.isHalted = isHalted
            #expect(state.removeFarewell() == nil)
            state.isClosed = true
            state.farewell = MailboxWork(nil) {}
            let mayEnd = isHalted || (!hasEvents && !isHeld)
            let isDue = mayEnd || (hasEvents && !isHeld)
            #expect(state.hasWork == isDue)
            #expect(state.schedule() == isDue)
            #expect(state.schedule() == false, "a thread has been asked for")
            #expect((state.removeFarewell() != nil) == mayEnd)
            #expect(state.removeFarewell() == nil)
        }
    }

    @Test func aHoldEndsWhenEachOfItsReasonsHas() {
        var hold = MailboxHold()
        #expect(!hold.isActive)
        hold.endWait()
        hold.endCall()
        hold.beginWait()
        hold.beginWait()
        #expect(hold.awaitedStates == 2)
        hold.endWait()
        #expect(hold.isActive)
        hold.endWait()
        #expect(!hold.isActive)
        hold.beginCall()
        hold.isPaused = true
        hold.beginWait()
        hold.lift()
        #expect(hold.calls == 1 && hold.awaitedStates == 0 && !hold.isPaused && hold.isActive)
        hold.endCall()
        #expect(!hold.isActive)
    }

    @Test func eachWishToAThreadIsApartFromTheOthers() {
        var signal = MailboxSignal()
        let first = signal
        signal.isYielding = true
        #expect(signal.isYielding && !signal.isStopped && signal != first && signal.hasIncarnation(of: first))
        signal.isStopped = true
        #expect(signal.isYielding && signal.isStopped && signal.hasIncarnation(of: first))
        signal.beginIncarnation()
        #expect(!signal.isYielding && signal.isStopped && !signal.hasIncarnation(of: first))
        let second = signal
        signal.isStopped = false
        #expect(!signal.isStopped && signal.hasIncarnation(of: second))
        signal.beginIncarnation()
        #expect(!signal.hasIncarnation(of: second) && !signal.hasIncarnation(of: first))
    }
}
