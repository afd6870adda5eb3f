// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

extension BenchGroup {
    /// The cost of code that takes 200 ms for others.
    static let slow = BenchGroup("slow", "what a callback or listener of 200 ms costs others") { session in
        let results = session.measureTogether {
            // Each sleeper is to be the only one: those of the run before have woken up by then.
            defer { usleep(250_000) }
            let response = besideSlowResponse()
            usleep(250_000)
            return [response, besideSlowListener()]
        }
        session.report("slow_response_200ms_delays_unrelated_event", results[0], "ms", .atMost(1))
        session.report("slow_listener_200ms_delays_other_listener", results[1], "ms", .atMost(1))
    }

    /// Milliseconds of an event that is dispatched while a response callback sleeps.
    private static func besideSlowResponse() -> Double {
        let times = HearingTimes()
        let done = DispatchSemaphore(value: 0)
        let inside = DispatchSemaphore(value: 0)
        let bench = BenchHub(extensions: 1) { _ in TimingListener(count: 1, times: times, done: done) }
        defer { bench.end() }
        // Nobody listens to this type, so that the outcome comes at once.
        bench.hub.request(Sample.event(Sample.otherType)) { _ in
            inside.signal()
            usleep(200_000)
        }
        inside.wait()
        let sent = nanoseconds()
        bench.hub.dispatch(Sample.event())
        done.wait()
        return times.latencies(since: [sent]).reduce(0, max) / 1_000
    }

    /// Measures the milliseconds until a listener receives an event while another listener sleeps on it.
    private static func besideSlowListener() -> Double {
        let times = HearingTimes()
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(extensions: 2) { number in
            guard number == 0 else { return TimingListener(count: 1, times: times, done: done) }
            return BenchListener { _ in usleep(200_000) }
        }
        defer { bench.end() }
        let sent = nanoseconds()
        bench.hub.dispatch(Sample.event())
        done.wait()
        return times.latencies(since: [sent]).reduce(0, max) / 1_000
    }
}
