// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

/// What an occasional event costs a device that is otherwise asleep: one a second.
enum SparseGroup {
    static let group = BenchGroup("sparse") { effort in
        let count = effort.isShort ? 1 : 3
        let runs = (0..<effort.runs).map { _ in
            let done = DispatchSemaphore(value: 0)
            let bench = BenchHub(extensions: 1) { _ in BenchListener { _ in done.signal() } }
            let hub = eventsOfASecondEach(count, done) { bench.hub.dispatch(Sample.event()) }
            // Ends at once, since nothing waits. A deadline that is over starts Dispatch's threads, one of which wakes once a
            // second from then on.
            bench.hub.shutDown()
            let queue = BareQueue(listener: BenchListener { _ in done.signal() })
            return (hub, eventsOfASecondEach(count, done) { queue.dispatch(Sample.event()) })
        }
        return [
            Figure(
                name: "event_cpu",
                unit: "us",
                floor: "bare queue",
                runs: runs.map { Figure.Pair(cost: $0.cpu / Double(count), floor: $1.cpu / Double(count)) }
            ),
            Figure(
                name: "event_switches",
                unit: "",
                floor: "bare queue",
                runs: runs.map { Figure.Pair(cost: $0.switches / Double(count), floor: $1.switches / Double(count)) }
            ),
        ]
    }

    /// Sends events with a second after each.
    private static func eventsOfASecondEach(
        _ count: Int,
        _ done: DispatchSemaphore,
        _ send: () -> Void
    ) -> ProcessUsage {
        // The threads are there before the first event that counts, so that none begins or ends meanwhile.
        send()
        done.wait()
        usleep(300_000)
        return ProcessUsage.of {
            for _ in 0..<count {
                send()
                done.wait()
                usleep(1_000_000)
            }
        }
    }
}
