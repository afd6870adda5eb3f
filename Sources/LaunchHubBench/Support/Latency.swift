// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

/// The time that an event takes from its producer to its listeners.
enum Latency {
    /// Events with a millisecond between them.
    ///
    /// - Returns: Microseconds from before the dispatch to the beginning of the call.
    static func idle(_ count: Int) -> [Double] {
        let times = HearingTimes()
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(extensions: 1) { _ in TimingListener(count: count, times: times, done: done) }
        defer { bench.end() }
        let events = Sample.events(count)
        var sent: [Int64] = []
        sent.reserveCapacity(count)
        for event in events {
            usleep(1_000)
            sent.append(nanoseconds())
            bench.hub.dispatch(event)
        }
        done.wait()
        return times.latencies(since: sent)
    }

    /// Dispatches each event as soon as all listeners have received the previous one.
    static func backToBack(_ count: Int, extensions: Int) -> [Double] {
        let times = HearingTimes()
        let roll = Roll(of: extensions)
        let bench = BenchHub(extensions: extensions) { _ in TimingListener(count: count, times: times, roll: roll) }
        defer { bench.end() }
        let events = Sample.events(count)
        var sent: [Int64] = []
        sent.reserveCapacity(count)
        for event in events {
            sent.append(nanoseconds())
            bench.hub.dispatch(event)
            roll.wait()
        }
        return times.latencies(since: sent)
    }
}
