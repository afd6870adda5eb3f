// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

extension BenchGroup {
    /// The cost of `dispatch` for the calling thread.
    static let dispatchCost = BenchGroup("cost", "what dispatch costs its caller") { session in
        let count = session.count(500)
        let results = session.measureTogether {
            let burst = Percentiles(callTimes(session.count(Throughput.burst), extensions: 1, pause: 0))
            return [
                burst.p50,
                burst.p99,
                Calibration.clock(),
                Percentiles(callTimes(count, extensions: 1, pause: 1_000)).p50,
                Percentiles(callTimes(count, extensions: 10, pause: 1_000)).p50,
            ]
        }
        session.report(
            "dispatch_call_burst_p50",
            results[0],
            "ns",
            .atMostTimes(15, of: "calib_clock_ns", is: results[0].ratio(to: results[2]))
        )
        session.report("dispatch_call_burst_p99", results[1], "ns")
        session.report("dispatch_call_unloaded_p50", results[3], "ns")
        session.report(
            "dispatch_call_unloaded_10ext_p50",
            results[4],
            "ns",
            .atMostTimes(1.3, of: "dispatch_call_unloaded_p50", is: results[4].ratio(to: results[3]))
        )
    }

    /// Returns the nanoseconds of each of the calls, made `pause` microseconds apart, one clock read included.
    private static func callTimes(_ count: Int, extensions: Int, pause: UInt32) -> [Double] {
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(extensions: extensions) { _ in CountingListener(stretches: [count], done: done) }
        defer { bench.end() }
        let events = Sample.events(count)
        var samples: [Double] = []
        samples.reserveCapacity(count)
        for event in events {
            if pause > 0 { usleep(pause) }
            samples.append(timed { bench.hub.dispatch(event) })
        }
        for _ in 0..<extensions { done.wait() }
        return samples
    }
}
