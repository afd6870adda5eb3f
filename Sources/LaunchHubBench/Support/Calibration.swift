// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// The cost, on this machine, of the primitives that a hub is made of.
enum Calibration {
    /// Nanoseconds of one clock read.
    static func clock() -> Double {
        let reads = 200_000
        var last: Int64 = 0
        let total = timed { for _ in 0..<reads { last = max(last, nanoseconds()) } }
        precondition(last > 0)
        return total / Double(reads)
    }

    /// Microseconds from a thread to a serial queue and back, the median.
    static func pingPong(_ rounds: Int) -> Double {
        let queue = DispatchQueue(label: "com.example.pingpong", target: .global())
        let back = DispatchSemaphore(value: 0)
        var samples: [Double] = []
        samples.reserveCapacity(rounds)
        for _ in 0..<rounds {
            samples.append(
                timed {
                    queue.async { back.signal() }
                    back.wait()
                } / 1_000
            )
        }
        return Percentiles(samples).p50
    }

    /// Blocks a second through a serial queue.
    static func asyncRate(_ blocks: Int) -> Double {
        let queue = DispatchQueue(label: "com.example.async", target: .global())
        let done = DispatchSemaphore(value: 0)
        return rate(of: blocks) {
            for _ in 1..<blocks { queue.async {} }
            queue.async { done.signal() }
            done.wait()
        }
    }

    /// Microseconds from a thread to a serial queue where there is a millisecond between two hops, the median.
    static func idleHop(_ hops: Int) -> Double {
        let queue = DispatchQueue(label: "com.example.idle", target: .global())
        let times = HearingTimes()
        let done = DispatchSemaphore(value: 0)
        let listener = QueueListener(TimingListener(count: hops, times: times, done: done))
        let event = Sample.event()
        var sent: [Int64] = []
        sent.reserveCapacity(hops)
        for _ in 0..<hops {
            usleep(1_000)
            sent.append(nanoseconds())
            queue.async { listener.listener.hear(event) }
        }
        done.wait()
        return Percentiles(times.latencies(since: sent)).p50
    }

    /// Unchecked: the listener is called on one serial queue only.
    private struct QueueListener: @unchecked Sendable {
        let listener: TimingListener

        init(_ listener: sending TimingListener) {
            self.listener = listener
        }
    }
}
