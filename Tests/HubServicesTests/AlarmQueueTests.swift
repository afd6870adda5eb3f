// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct AlarmQueueTests {
    private static func instant(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    /// Nothing is set for work that was called off: the next time that counts is that of what still waits.
    @Test func workThatIsCalledOffIsReleasedAndNoLongerCounts() {
        var queue = AlarmQueue()
        let freed = Locked(0)
        var alarms: [AlarmQueue.Alarm] = []
        for due in 1...100 as ClosedRange<Int64> {
            let canary = Canary { freed.withLock { $0 += 1 } }
            alarms.append(queue.add(at: Self.instant(due)) { _ = canary })
        }
        for alarm in alarms.dropLast() { #expect(queue.remove(alarm) != nil) }
        #expect(freed.withLock { $0 } == 99)
        #expect(queue.nextDue == Self.instant(100))
        #expect(queue.remove(alarms[0]) == nil)
        #expect(queue.remove(alarms[99]) != nil)
        #expect(queue.nextDue == nil)
        #expect(queue.removeFirst(dueBy: .distantFuture) == nil)
    }

    /// Against a sorted array, with additions, cancellations and the passing of time at random.
    @Test func itAgreesWithASortedArray() {
        var generator = SeededGenerator(seed: 7)
        var queue = AlarmQueue()
        var model: [(due: Int64, alarm: AlarmQueue.Alarm)] = []
        let ran = Locked<[UInt64]>([])
        for step in 0..<2_000 as Range<Int64> {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0, 1:
                let due = step + Int64.random(in: 0..<500, using: &generator)
                let added = Locked<UInt64>(0)
                let alarm = queue.add(at: Self.instant(due)) { ran.withLock { $0.append(added.withLock { $0 }) } }
                added.withLock { $0 = alarm.serial }
                model.append((due, alarm))
            case 2:
                guard let victim = model.randomElement(using: &generator) else { continue }
                #expect(queue.remove(victim.alarm) != nil)
                model.removeAll { $0.alarm == victim.alarm }
            default:
                let due = model.filter { $0.due <= step }
                    .sorted { ($0.due, $0.alarm.serial) < ($1.due, $1.alarm.serial) }
                model.removeAll { $0.due <= step }
                ran.withLock { $0 = [] }
                while let next = queue.removeFirst(dueBy: Self.instant(step)) { next.work() }
                #expect(ran.withLock { $0 } == due.map(\.alarm.serial))
            }
            #expect(queue.nextDue == model.map(\.due).min().map(Self.instant))
            #expect(queue.count == model.count)
        }
    }
}

/// Tells when it is freed.
private final class Canary: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(_ onDeinit: @escaping @Sendable () -> Void) {
        self.onDeinit = onDeinit
    }

    deinit {
        onDeinit()
    }
}
