// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

extension BenchGroup {
    /// The cost of an occasional event for a device that is otherwise asleep.
    static let sparse = BenchGroup("sparse", "one event a second: processor time and context switches of each") {
        session in
        let count = session.isQuick ? 1 : 4
        let results = session.measureTogether {
            let done = DispatchSemaphore(value: 0)
            let bench = BenchHub(extensions: 1) { _ in BenchListener { _ in done.signal() } }
            // Ends at once, since nothing waits. A deadline that is over starts Dispatch's threads, one of which wakes once a
            // second from then on.
            defer { bench.hub.shutDown() }
            return eventsOfASecondEach(count, done) { bench.hub.dispatch(Sample.event()) }
        }
        session.report("sparse_1hz_cpu", results[0], "ms", .atMost(0.3))
        session.report("sparse_1hz_switches", results[1], "switches", .atMost(5))
        session.report("sparse_1hz_wakeups_of_hub", results[2], "wake-ups", .atMost(2))
        // What a device spends on an event that wakes two threads, whoever brings it from one to the other.
        let floor = session.measureTogether {
            let done = DispatchSemaphore(value: 0)
            let bare = BareFloor(listener: BenchListener { _ in done.signal() })
            return eventsOfASecondEach(count, done) { bare.dispatch(Sample.event()) }
        }
        session.report("floor_sparse_1hz_cpu", floor[0], "ms")
        session.report("floor_sparse_1hz_switches", floor[1], "switches")
    }

    /// Sends events with a second after each.
    ///
    /// - Returns: The processor time in milliseconds, the context switches, and the threads that were woken beside the
    ///   program's own, for each event.
    private static func eventsOfASecondEach(
        _ count: Int,
        _ done: DispatchSemaphore,
        _ send: () -> Void
    ) -> [Double] {
        // The threads are there before the first event that counts, so that none begins or ends meanwhile.
        send()
        done.wait()
        usleep(300_000)
        let (before, asleep) = (ProcessUsage.now, ProcessUsage.voluntarySwitches)
        for _ in 0..<count {
            send()
            done.wait()
            usleep(1_000_000)
        }
        let used = ProcessUsage.now - before
        // One is the wait for the answer, one the pause: both are the program's own.
        let woken = (ProcessUsage.voluntarySwitches - asleep) / Double(count) - 2
        return [used.cpu / Double(count) / 1_000, used.switches / Double(count), max(0, woken)]
    }

    /// The cost of a listener that never returns for a device that is otherwise asleep.
    static let hung = BenchGroup("hung", "wake-ups a second while a listener hangs and nothing else happens") {
        session in
        let seconds = session.isQuick ? 1 : 3
        let result = session.measure {
            let inside = DispatchSemaphore(value: 0)
            let release = DispatchSemaphore(value: 0)
            let bench = BenchHub(extensions: 1) { _ in
                BenchListener { _ in
                    inside.signal()
                    release.wait()
                }
            }
            defer {
                release.signal()
                bench.end()
            }
            bench.hub.dispatch(Sample.event())
            inside.wait()
            // What a busy period leaves behind is over by then.
            usleep(500_000)
            let before = ProcessUsage.voluntarySwitches
            for _ in 0..<seconds { usleep(1_000_000) }
            return (ProcessUsage.voluntarySwitches - before) / Double(seconds) - 1
        }
        session.report("hung_listener_wakeups", result, "wake-ups/s", .atMost(12))
    }

    /// The cost of waiting requests for code that is unrelated to them.
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

    /// The memory that handled events keep alive behind a listener that does not return.
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
