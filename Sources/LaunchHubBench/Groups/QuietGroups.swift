// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

extension BenchGroup {
    /// What an event now and then costs a device that is otherwise asleep.
    static let sparse = BenchGroup("sparse", "one event a second: processor time and context switches of each") {
        session in
        let count = session.isQuick ? 1 : 4
        let results = session.measureTogether {
            let done = DispatchSemaphore(value: 0)
            let bench = BenchHub(extensions: 1) { _ in BenchListener { _ in done.signal() } }
            defer { bench.end() }
            let before = ProcessUsage.now
            for _ in 0..<count {
                bench.hub.dispatch(Sample.event())
                done.wait()
                usleep(1_000_000)
            }
            let used = ProcessUsage.now - before
            return [used.cpu / Double(count) / 1_000, used.switches / Double(count)]
        }
        session.report("sparse_1hz_cpu", results[0], "ms", .atMost(0.3))
        session.report("sparse_1hz_switches", results[1], "switches", .atMost(5))
    }

    /// What requests that wait cost somebody who has nothing to do with them.
    static let cancelling = BenchGroup("cancel", "cancelling a listener while 100,000 requests of others wait") {
        session in
        let count = session.count(100_000)
        let result = session.measure {
            let trip = RoundTrip()
            defer { trip.end() }
            trip.leavePending(count)
            return trip.microsecondsToCancelAnUnrelatedListener()
        }
        session.report("cancel_with_100k_pending", result, "us", .atMost(50))
    }

    /// What events that others have heard keep alive behind a listener that does not return.
    static let behindStuck = BenchGroup(
        "behind",
        "memory behind a stuck listener that waits for 999 of 1,000,000 events"
    ) {
        session in
        let result = session.measure { bytesBehindStuckListener(events: session.count(1_000_000)) / 1e6 }
        session.report("memory_behind_stuck_listener", result, "MB", .atMost(3))
    }

    private static func bytesBehindStuckListener(events count: Int) -> Double {
        let blocked = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(
            extensions: 2,
            type: { $0 == 0 ? Sample.otherType : Sample.type },
            listener: { number in
                guard number == 0 else { return CountingListener(stretches: [count], done: done) }
                return BenchListener { _ in
                    blocked.signal()
                    release.wait()
                }
            }
        )
        defer {
            for _ in 0..<count { release.signal() }
            bench.end()
        }
        bench.hub.dispatch(Sample.event(Sample.otherType))
        blocked.wait()
        let before = Heap.bytesInUse
        for place in 0..<count {
            bench.hub.dispatch(Sample.event())
            if place % 1_000 == 999 { bench.hub.dispatch(Sample.event(Sample.otherType)) }
        }
        done.wait()
        usleep(100_000)
        return max(0, Heap.bytesInUse - before)
    }
}
