// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Dispatch
import Foundation
import HubServices
import HubStorage

/// A queue on a clock that stands still, with everything on one lane, so that a test can wait for it to come to rest.
final class TestRig: Sendable {
    let clock: ManualClock
    let processor: TestProcessor
    let queue: HitQueue
    private let lane = DispatchQueue(label: "test")
    private let told = Locked<[HitQueueEvent]>([])

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - location: Where its hits are; memory by default.
    ///   - configuration: Its parameters.
    ///   - privacy: Whether it may send.
    ///   - seed: Decides its jitter.
    ///   - hasOneReceiver: Whether all streams lead to one receiver.
    ///   - clock: Its clock.
    ///   - answer: What the processor says to a hit; nil for nothing, until the test answers.
    init(
        _ location: HitQueue.Location = .inMemory,
        configuration: HitQueue.Configuration = HitQueue.Configuration(),
        privacy: PrivacyStatus = .optedIn,
        seed: UInt64 = 1,
        hasOneReceiver: Bool = false,
        clock: ManualClock = ManualClock(),
        answer: @escaping @Sendable (HitQueue.Hit) -> HitAnswer? = { _ in .sent }
    ) {
        self.clock = clock
        let processor = TestProcessor(answer)
        self.processor = processor
        queue = HitQueue(
            location: location,
            processor: processor,
            configuration: configuration,
            privacy: privacy,
            clock: clock,
            random: SeededGenerator(seed: seed),
            receiver: { hasOneReceiver ? "one" : $0 },
            workQueue: lane,
            deliveryQueue: lane,
            onEvent: { [told] event in told.withLock { $0.append(event) } }
        )
    }

    /// Waits until nothing is left to do at this time.
    ///
    /// Each piece of work may ask for one more.
    ///
    /// - Parameter links: How long a chain of such pieces can be: some three for each hit of the longest stream.
    func settle(_ links: Int = 500) {
        for _ in 0..<links {
            lane.sync {}
        }
    }

    /// Moves the clock from one piece of scheduled work to the next and waits each time, so that what such work
    /// schedules from the lane is not late.
    func advance(by duration: Duration) {
        settle()
        let end = clock.now + duration
        while let due = clock.nextDue, due <= end {
            clock.advance(to: due)
            settle()
        }
        clock.advance(to: end)
        settle()
    }

    /// Queues hits with texts as payloads, and waits.
    @discardableResult
    func add(_ texts: String..., stream: String = "a") throws -> [HitQueue.Admission] {
        let admissions = try texts.map { try queue.enqueue(HitQueue.Draft(payload: Data($0.utf8), stream: stream)) }
        settle()
        return admissions
    }

    /// What the queue told so far.
    var events: [HitQueueEvent] {
        settle()
        return told.withLock { $0 }
    }

    /// How many hits were dropped for a reason, as told.
    func dropped(_ reason: HitQueueEvent.DropReason) -> Int {
        events.reduce(0) { sum, event in
            if case .dropped(let count, reason, _) = event { sum + count } else { sum }
        }
    }

    /// The payloads that the processor got, as texts.
    var sent: [String] {
        settle()
        return processor.calls.map { String(decoding: $0.payload, as: UTF8.self) }
    }
}

/// A processor that answers by a rule, or when the test says so.
final class TestProcessor: HitProcessor {
    private struct Call {
        let hit: HitQueue.Hit
        let completion: @Sendable (HitAnswer) -> Void
    }

    private let made = Locked<[Call]>([])
    private let rule: Locked<@Sendable (HitQueue.Hit) -> HitAnswer?>

    init(_ rule: @escaping @Sendable (HitQueue.Hit) -> HitAnswer?) {
        self.rule = Locked(rule)
    }

    func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
        made.withLock { $0.append(Call(hit: hit, completion: completion)) }
        let rule = rule.withLock { $0 }
        if let answer = rule(hit) { completion(answer) }
    }

    /// The hits that it got, in order.
    var calls: [HitQueue.Hit] { made.withLock { $0.map(\.hit) } }

    /// Changes the rule.
    func answerAll(_ rule: @escaping @Sendable (HitQueue.Hit) -> HitAnswer?) {
        self.rule.withLock { $0 = rule }
    }

    /// Answers a call, counted from 0; may be done more than once.
    func answer(_ index: Int, _ answer: HitAnswer) {
        let call = made.withLock { $0.indices.contains(index) ? $0[index] : nil }
        call?.completion(answer)
    }
}

extension HitQueue.Configuration {
    /// Sets a hit aside with its first refusal, and waits only for as long as a receiver asks.
    static let hasty = hasty(attempts: 1)

    static func hasty(
        attempts: Int = 1,
        limits: HitQueueLimits = HitQueueLimits(),
        durability: HitQueue.Durability = .process
    ) -> HitQueue.Configuration {
        HitQueue.Configuration(
            limits: limits,
            backoff: .fullJitter(initial: .zero, maximum: .zero),
            maximumAttempts: attempts,
            setAsideAge: .zero,
            durability: durability
        )
    }
}

extension TemporaryFolder {
    /// Leaves the file as a process does that is killed with hits in hand, and ends its queue.
    func kill(_ rig: TestRig) throws {
        rig.settle()
        try RawDatabase(file).run("UPDATE stream SET lease_owner = 'gone 1073741824 1' WHERE lease_owner IS NOT NULL")
        rig.queue.close()
    }

    /// The database of the tests.
    var file: URL { file("hits.sqlite") }

    /// The database as a location.
    var location: HitQueue.Location { .file(file) }
}
