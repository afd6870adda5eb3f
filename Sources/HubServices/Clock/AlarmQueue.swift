// SPDX-License-Identifier: Apache-2.0

/// Work that is to run at some time, the earliest first.
///
/// Cancelling work costs the same however much waits, and releases it immediately. Cancelled work leaves a mark in the
/// order, which goes when it comes up or when marks outnumber what waits. An alarm knows its place in an array, so that
/// finding it needs no table.
package struct AlarmQueue {
    package typealias Work = @Sendable () -> Void

    /// A piece of work that was added, by which it is cancelled.
    package struct Alarm: Hashable, Sendable {
        /// The number of the alarm, in the order in which alarms were added.
        package let serial: UInt64
        fileprivate let place: Int
    }

    private struct Mark: Comparable {
        let due: Instant
        let alarm: Alarm

        /// The earlier one first, and of two at one instant the one that was added first.
        static func < (left: Mark, right: Mark) -> Bool {
            left.due == right.due ? left.alarm.serial < right.alarm.serial : left.due < right.due
        }
    }

    private struct Entry {
        let serial: UInt64
        let due: Instant
        let work: Work
    }

    /// The first one is always of work that waits.
    private var marks = MinimumHeap<Mark>()
    /// The waiting work by its place; nil where the place is free.
    private var entries: [Entry?] = []
    private var freePlaces: [Int] = []
    private var lastSerial: UInt64 = 0

    /// Makes a queue in which nothing waits.
    package init() {}

    /// The number of waiting pieces of work.
    package var count: Int { entries.count - freePlaces.count }

    /// The waiting work, in no particular order.
    package var pending: [(alarm: Alarm, due: Instant)] {
        entries.enumerated().compactMap { place, entry in
            entry.map { (Alarm(serial: $0.serial, place: place), $0.due) }
        }
    }

    /// The time at which the earliest work is due, or nil.
    package var nextDue: Instant? { marks.first?.due }

    /// Adds work.
    ///
    /// - Returns: What cancels it.
    package mutating func add(at due: Instant, _ work: @escaping Work) -> Alarm {
        lastSerial += 1
        let entry = Entry(serial: lastSerial, due: due, work: work)
        let alarm = Alarm(serial: lastSerial, place: freePlaces.popLast() ?? entries.count)
        if alarm.place < entries.count { entries[alarm.place] = entry } else { entries.append(entry) }
        marks.insert(Mark(due: due, alarm: alarm))
        return alarm
    }

    /// Removes and returns work.
    ///
    /// - Returns: Nil if it has run or was cancelled.
    package mutating func remove(_ alarm: Alarm) -> Work? {
        let work = free(alarm)
        if work != nil { tidy() }
        return work
    }

    /// Removes and returns what is due, in order.
    package mutating func removeDue(at now: Instant) -> [Work] {
        var due: [Work] = []
        while let mark = marks.first, mark.due <= now {
            marks.removeFirst()
            if let work = free(mark.alarm) { due.append(work) }
            tidy()
        }
        return due
    }

    private func isWaiting(_ alarm: Alarm) -> Bool {
        alarm.place < entries.count && entries[alarm.place]?.serial == alarm.serial
    }

    private mutating func free(_ alarm: Alarm) -> Work? {
        guard isWaiting(alarm) else { return nil }
        defer {
            entries[alarm.place] = nil
            freePlaces.append(alarm.place)
        }
        return entries[alarm.place]?.work
    }

    private mutating func tidy() {
        while let mark = marks.first, !isWaiting(mark.alarm) { marks.removeFirst() }
        // Where nothing waits there is no mark either, and what many alarms have taken is given back.
        if count == 0, entries.count >= 4_096 { (entries, freePlaces) = ([], []) }
        guard marks.count > 64, marks.count > 2 * count else { return }
        let entries = entries
        marks.removeAll { entries[$0.alarm.place]?.serial != $0.alarm.serial }
    }
}
