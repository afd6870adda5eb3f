// SPDX-License-Identifier: Apache-2.0

/// Work that is to run at some time, the earliest first.
///
/// Cancelled work is released immediately. It leaves a mark in the order, which goes when it comes up or when marks
/// outnumber what waits.
package struct AlarmQueue {
    package typealias Work = @Sendable () -> Void

    /// A piece of work that was added, by which it is cancelled.
    package struct Alarm: Hashable, Sendable {
        /// The number of the alarm, in the order in which alarms were added.
        package let serial: UInt64
    }

    private struct Mark: Comparable {
        let due: Instant
        let serial: UInt64

        /// The earlier one first, and of two at one instant the one that was added first.
        static func < (left: Mark, right: Mark) -> Bool {
            left.due == right.due ? left.serial < right.serial : left.due < right.due
        }
    }

    /// The first one is always of work that waits.
    private var marks = MinimumHeap<Mark>()
    private var waiting: [UInt64: (due: Instant, work: Work)] = [:]
    private var lastSerial: UInt64 = 0

    package init() {}

    /// The number of waiting pieces of work.
    package var count: Int { waiting.count }

    /// The waiting work, in no particular order.
    package var pending: [(alarm: Alarm, due: Instant)] { waiting.map { (Alarm(serial: $0.key), $0.value.due) } }

    /// The time at which the earliest work is due, or nil.
    package var nextDue: Instant? { marks.first?.due }

    /// Adds work.
    ///
    /// - Returns: What cancels it.
    package mutating func add(at due: Instant, _ work: @escaping Work) -> Alarm {
        lastSerial += 1
        waiting[lastSerial] = (due, work)
        marks.insert(Mark(due: due, serial: lastSerial))
        return Alarm(serial: lastSerial)
    }

    /// Removes and returns work.
    ///
    /// - Returns: Nil if it has run or was cancelled.
    package mutating func remove(_ alarm: Alarm) -> Work? {
        guard let removed = waiting.removeValue(forKey: alarm.serial) else { return nil }
        while let mark = marks.first, waiting[mark.serial] == nil { marks.removeFirst() }
        if marks.count > 64, marks.count > 2 * count {
            let waiting = waiting
            marks.removeAll { waiting[$0.serial] == nil }
        }
        return removed.work
    }

    /// Removes and returns the earliest work if it is due, with its time.
    package mutating func removeFirst(dueBy now: Instant) -> (due: Instant, work: Work)? {
        guard let mark = marks.first, mark.due <= now, let work = remove(Alarm(serial: mark.serial)) else { return nil }
        return (mark.due, work)
    }
}
