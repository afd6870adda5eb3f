// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date
import HubServices

/// A clock that wakes up once for all work that is due at about the same time.
///
/// A system timer costs far more than a heartbeat, because it wakes a thread. This clock combines work that is due
/// within the same grain, never early and at most one grain late. Heartbeats do not drift, because each is due a second
/// after the previous one was due.
final class CoalescingClock: HubClock {
    private typealias Work = (serial: UInt64, run: @Sendable () -> Void)

    private struct State {
        /// The work, by the grain at whose end it is due.
        var buckets: [Int64: [Work]] = [:]
        var nextSerial: UInt64 = 0
    }

    /// The system clock, for every destination of the process.
    static let machine = CoalescingClock(SystemClock())

    private let base: any HubClock
    private let grain: Int64
    private let state = Locked(State())

    /// Makes a clock.
    ///
    /// - Parameters:
    ///   - base: The clock that provides the time.
    ///   - grain: The longest delay of work; more than zero.
    init(_ base: any HubClock, grain: Duration = .milliseconds(20)) {
        self.base = base
        self.grain = max(1, grain.nanoseconds)
    }

    var now: Instant { base.now }

    var continuousNow: Instant { base.continuousNow }

    var date: Date { base.date }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        let due = base.now + max(.zero, delay)
        let (grains, rest) = due.nanoseconds.quotientAndRemainder(dividingBy: grain)
        let bucket = rest > 0 ? grains + 1 : grains
        let (serial, isFirst) = state.withLock { state -> (UInt64, Bool) in
            let serial = state.nextSerial
            state.nextSerial += 1
            // An existing bucket has been scheduled, even if all of its work was cancelled.
            let isFirst = state.buckets[bucket] == nil
            state.buckets[bucket, default: []].append((serial, work))
            return (serial, isFirst)
        }
        if isFirst { wake(at: bucket) }
        return ScheduledWork { [weak self] in self?.cancel(serial, in: bucket) }
    }

    private func wake(at bucket: Int64) {
        let (end, overflow) = bucket.multipliedReportingOverflow(by: grain)
        let delay = (overflow ? Instant.distantFuture : Instant(nanoseconds: end)) - base.now
        _ = base.schedule(after: delay) { [weak self] in self?.run(bucket) }
    }

    private func run(_ bucket: Int64) {
        let works = state.withLock { $0.buckets.removeValue(forKey: bucket) }
        for work in works ?? [] { work.run() }
    }

    /// Cancels work, whose closure is released outside the lock.
    private func cancel(_ serial: UInt64, in bucket: Int64) {
        let removed = state.withLock { state -> Work? in
            guard let place = state.buckets[bucket]?.firstIndex(where: { $0.serial == serial }) else { return nil }
            return state.buckets[bucket]?.remove(at: place)
        }
        _ = consume removed
    }
}
