// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

extension BenchGroup {
    /// The cost of sleeping listeners for the others.
    static let isolation = BenchGroup("isolate", "ten extensions, some of which sleep 20 ms on every event") {
        session in
        for sleepers in [0, 1, 2, 4] {
            let results = session.measureTogether {
                let others = Percentiles(latencies(of: 10 - sleepers, besides: sleepers, events: session.count(200)))
                return [others.p50, others.p99]
            }
            let isHard = sleepers == 4
            let name = "isolate_\(sleepers)_sleepers_others"
            session.report("\(name)_p50", results[0], "us", isHard ? .atMost(100) : nil)
            session.report("\(name)_p99", results[1], "us", isHard ? .atMost(12_000) : nil)
        }
    }

    /// Microseconds from dispatch to the calls of the listeners that do not sleep.
    private static func latencies(of others: Int, besides sleepers: Int, events: Int) -> [Double] {
        let times = HearingTimes()
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(extensions: others + sleepers) { number in
            guard number < sleepers else { return TimingListener(count: events, times: times, done: done) }
            return BenchListener { _ in usleep(20_000) }
        }
        defer { bench.end() }
        var sent: [Int64] = []
        sent.reserveCapacity(events)
        for event in Sample.events(events) {
            usleep(5_000)
            sent.append(nanoseconds())
            bench.hub.dispatch(event)
        }
        for _ in 0..<others { done.wait() }
        return times.latencies(since: sent)
    }
}
