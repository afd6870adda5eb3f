// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub

/// The time at which each event of a run was received, listener by listener.
final class HearingTimes: Sendable {
    private let times = Locked<[[Int64]]>([])

    func add(_ listener: [Int64]) {
        times.withLock { $0.append(listener) }
    }

    /// Returns the latencies of all listeners.
    ///
    /// - Parameter sent: When each event was sent, in nanoseconds of the same clock.
    /// - Returns: One latency per listener and event, in microseconds.
    func latencies(since sent: [Int64]) -> [Double] {
        times.withLock { $0 }.flatMap { heard in zip(heard, sent).map { Double($0 - $1) / 1_000 } }
    }
}

/// Signals when all listeners have received an event.
final class Roll: Sendable {
    private let missing: Locked<Int>
    private let listeners: Int
    private let complete = DispatchSemaphore(value: 0)

    init(of listeners: Int) {
        self.listeners = listeners
        missing = Locked(listeners)
    }

    func answer() {
        let isLast = missing.withLock { missing in
            missing -= 1
            guard missing == 0 else { return false }
            missing = listeners
            return true
        }
        if isLast { complete.signal() }
    }

    func wait() {
        complete.wait()
    }
}

/// Records when it receives each event.
final class TimingListener: EventListener {
    private var heard: [Int64] = []
    private let count: Int
    private let times: HearingTimes
    private let roll: Roll?
    private let done: DispatchSemaphore?

    /// Makes a listener.
    ///
    /// - Parameters:
    ///   - count: After how many events it hands its times over.
    ///   - times: Where to.
    ///   - roll: Answered at every event.
    ///   - done: Signalled when the times have been passed on.
    init(count: Int, times: HearingTimes, roll: Roll? = nil, done: DispatchSemaphore? = nil) {
        self.count = count
        self.times = times
        self.roll = roll
        self.done = done
        heard.reserveCapacity(count)
    }

    func hear(_ event: Event) {
        heard.append(nanoseconds())
        if heard.count == count {
            times.add(heard)
            done?.signal()
        }
        roll?.answer()
    }
}
