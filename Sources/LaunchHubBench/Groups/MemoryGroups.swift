// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

extension BenchGroup {
    /// The memory that remains of an event after all listeners have received it.
    static let retained = BenchGroup("retained", "what stays of events that were processed") { session in
        let count = session.count(500_000)
        let result = session.measure { bytesRetained(by: count) }
        session.report("retained_bytes_per_processed_event", result, "bytes", .atMost(1))
    }

    /// The memory of waiting events, and the speed at which they are delivered once the listener continues.
    static let memory = BenchGroup(
        "mem",
        "events behind a blocked listener: bytes of each, and how fast they drain",
        sizes: [100_000, 1_000_000]
    ) { session, sizes in
        for size in sizes {
            let results = session.measureTogether {
                let count = session.count(size)
                let (bytes, drained) = backlog(of: count) { Sample.event() }
                let events = Sample.events(count)
                var next = events.makeIterator()
                let (bytesOfHub, _) = backlog(of: count) { next.next() ?? Sample.event() }
                return [bytes, drained, Throughput.hub(session.count(Throughput.burst)), bytesOfHub]
            }
            session.report("mem_\(size)_bytes_per_event", results[0], "bytes", .atMost(300))
            session.report("mem_\(size)_bytes_per_event_of_hub", results[3], "bytes")
            session.report(
                "mem_\(size)_drain_rate",
                results[1],
                "events/s",
                .atLeastTimes(0.7, of: "throughput_1ext", is: results[1].ratio(to: results[2]))
            )
        }
    }

    private static func bytesRetained(by count: Int) -> Double {
        let warmUp = 20_000
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(extensions: 1) { _ in CountingListener(stretches: [warmUp, count], done: done) }
        defer { bench.end() }
        send(warmUp, through: bench, done)
        let before = Heap.bytesInUse
        send(count, through: bench, done)
        return max(0, Heap.bytesInUse - before) / Double(count)
    }

    /// Sends events and waits until nothing of them is on its way.
    private static func send(_ count: Int, through bench: BenchHub, _ done: DispatchSemaphore) {
        for _ in 0..<count { bench.hub.dispatch(Sample.event()) }
        done.wait()
        // The listener has received the last event, but its batch is still being released.
        usleep(100_000)
    }

    /// Makes events wait behind a listener that does not return, then lets it go on.
    ///
    /// - Parameters:
    ///   - count: How many events wait.
    ///   - make: Makes an event; the memory that it allocates counts.
    /// - Returns: Bytes per event, and events per second from the moment the listener returns.
    private static func backlog(of count: Int, _ make: () -> Event) -> (bytes: Double, drained: Double) {
        let blocked = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(extensions: 1) { _ in
            let counting = CountingListener(stretches: [1 + count], done: done)
            var isFirst = true
            return BenchListener { event in
                counting.hear(event)
                guard isFirst else { return }
                isFirst = false
                blocked.signal()
                release.wait()
            }
        }
        defer { bench.end() }
        bench.hub.dispatch(Sample.event())
        blocked.wait()
        // What the run before has released is still being freed.
        usleep(50_000)
        let before = Heap.bytesInUse
        for _ in 0..<count { bench.hub.dispatch(make()) }
        let bytes = (Heap.bytesInUse - before) / Double(count)
        let drained = rate(of: count) {
            release.signal()
            done.wait()
        }
        return (bytes, drained)
    }
}
