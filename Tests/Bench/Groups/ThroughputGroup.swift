// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub

/// Events that were made before, from their producers to their listeners, as fast as they go.
enum ThroughputGroup {
    static let group = BenchGroup("throughput") { effort in
        let count = effort.count(100_000)
        let events = Sample.events(count)
        let bare = { Throughput.bareQueue(count) { queue in for event in events { queue.dispatch(event) } } }
        func hub(extensions: Int = 1, listening: Int = 1, producers: Int = 1) -> Double {
            let share = count / producers
            return Throughput.hub(share * producers, extensions: extensions, listening: listening) { hub in
                DispatchQueue.concurrentPerform(iterations: producers) { producer in
                    for place in producer * share..<(producer + 1) * share { hub.dispatch(events[place]) }
                }
            }
        }
        return [
            effort.measure("event", "ns", to: "bare queue", { hub() }, floor: bare),
            effort.measure("event_1_of_10_listens", "ns", to: "bare queue", { hub(extensions: 10) }, floor: bare),
            effort.measure(
                "delivery_10_listen",
                "ns",
                to: "bare queue",
                { hub(extensions: 10, listening: 10) / 10 },
                floor: bare
            ),
            effort.measure("event_4_producers", "ns", to: "bare queue", { hub(producers: 4) }, floor: bare),
        ]
    }
}
