// SPDX-License-Identifier: Apache-2.0

/// Work that is to run at some time, the earliest first.
///
/// Cancelling work costs the same however much waits, and releases it immediately. Cancelled work leaves a mark in the
/// order, which goes when it comes up or when marks outnumber what waits.
package struct AlarmQueue {
    package typealias Work = @Sendable () -> Void

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
    private var works: [UInt64: (due: Instant, work: Work)] = [:]
    private var lastSerial: UInt64 = 0

    /// Makes a queue in which nothing waits.
    package init() {}

    /// The number of waiting pieces of work.
    package var count: Int { works.count }

    /// The waiting work, by its number, in no particular order.
    package var pending: [(serial: UInt64, due: Instant)] { works.map { ($0.key, $0.value.due) } }

    /// The time at which the earliest work is due, or nil.
    package var nextDue: Instant? { marks.first?.due }

    /// Adds work.
    ///
    /// - Returns: A number that cancels it.
    package mutating func add(at due: Instant, _ work: @escaping Work) -> UInt64 {
        lastSerial += 1
        works[lastSerial] = (due, work)
        marks.insert(Mark(due: due, serial: lastSerial))
        return lastSerial
    }

    /// Removes and returns work.
    ///
    /// - Returns: Nil if it has run or was cancelled.
    package mutating func remove(_ serial: UInt64) -> Work? {
        let removed = works.removeValue(forKey: serial)
        if removed != nil { tidy() }
        return removed?.work
    }

    /// Removes and returns what is due, in order.
    package mutating func removeDue(at now: Instant) -> [Work] {
        var due: [Work] = []
        while let mark = marks.first, mark.due <= now {
            marks.removeFirst()
            if let (_, work) = works.removeValue(forKey: mark.serial) { due.append(work) }
            tidy()
        }
        return due
    }

    private mutating func tidy() {
        while let mark = marks.first, works[mark.serial] == nil { marks.removeFirst() }
        guard marks.count > 64, marks.count > 2 * works.count else { return }
        marks.removeAll { works[$0.serial] == nil }
    }
}
