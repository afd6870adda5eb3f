// SPDX-License-Identifier: Apache-2.0

import CHeap
import Dispatch
import Foundation
import HubServices
import LaunchHub

/// What events take in memory: while they wait behind a listener that does not return, and after they were handled.
enum MemoryGroup {
    static let group = BenchGroup("memory") { effort in
        let count = effort.count(100_000)
        let floor = { bytesInArray(count) }
        return [
            effort.measure("waiting_event", "bytes", to: "array of dictionaries", { bytesInHub(count) }, floor: floor),
            effort.measure("handled_event", "bytes", to: "array of dictionaries", { bytesKept(count) }, floor: floor),
        ]
    }

    private static var bytesInUse: Double { Double(launchhub_heap_bytes_in_use()) }

    /// Bytes of an event that waits in a hub.
    private static func bytesInHub(_ count: Int) -> Double {
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
        let before = bytesInUse
        for _ in 0..<count { bench.hub.dispatch(Sample.event()) }
        let bytes = (bytesInUse - before) / Double(count)
        release.signal()
        done.wait()
        return bytes
    }

    /// Bytes of the same names and values in a lock, an array and Swift's own dictionaries.
    private static func bytesInArray(_ count: Int) -> Double {
        let events = Locked<[[String: String]]>([])
        let before = bytesInUse
        for _ in 0..<count {
            let values = Sample.payload().compactMap { member in member.value.stringValue.map { (member.key, $0) } }
            events.withLock { $0.append(Dictionary(uniqueKeysWithValues: values)) }
        }
        return (bytesInUse - before) / Double(count)
    }

    /// Bytes that are left of an event when all listeners have received it.
    private static func bytesKept(_ count: Int) -> Double {
        let warmUp = 20_000
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(extensions: 1) { _ in CountingListener(stretches: [warmUp, count], done: done) }
        defer { bench.end() }
        func send(_ count: Int) {
            for _ in 0..<count { bench.hub.dispatch(Sample.event()) }
            done.wait()
            // The listener has received the last event, but its batch is still being released.
            usleep(100_000)
        }
        send(warmUp)
        let before = bytesInUse
        send(count)
        return max(0, bytesInUse - before) / Double(count)
    }
}
