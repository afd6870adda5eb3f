// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub

/// When each event of a run was heard, listener by listener.
final class HearingTimes: Sendable {
    private let times = Locked<[[Int64]]>([])

    func add(_ listener: [Int64]) {
        times.withLock { $0.append(listener) }
    }

    /// The latencies of all listeners in microseconds.
    ///
    /// - Parameter sent: When each event was sent.
    func latencies(since sent: [Int64]) -> [Double] {
        times.withLock { $0 }.flatMap { heard in zip(heard, sent).map { Double($0 - $1) / 1_000 } }
    }
}

/// Notes when it hears each event.
final class TimingListener: EventListener {
    private var heard: [Int64] = []
    private let count: Int
    private let times: HearingTimes
    private let each: DispatchSemaphore?
    private let done: DispatchSemaphore?

    /// Makes a listener.
    ///
    /// - Parameters:
    ///   - count: After how many events it hands its times over.
    ///   - times: Where to.
    ///   - each: Signalled at every event.
    ///   - done: Signalled when the times have been handed over.
    init(count: Int, times: HearingTimes, each: DispatchSemaphore? = nil, done: DispatchSemaphore? = nil) {
        self.count = count
        self.times = times
        self.each = each
        self.done = done
        heard.reserveCapacity(count)
    }

    func hear(_ event: Event) {
        heard.append(nanoseconds())
        if heard.count == count {
            times.add(heard)
            done?.signal()
        }
        each?.signal()
    }
}
