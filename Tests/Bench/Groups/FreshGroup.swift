// SPDX-License-Identifier: Apache-2.0

import LaunchHub

/// Events that are made as they are dispatched, each with a payload of its own.
enum FreshGroup {
    static let group = BenchGroup("fresh") { effort in
        let count = effort.count(100_000)
        let hub = { Throughput.hub(count) { hub in for _ in 0..<count { hub.dispatch(Sample.event()) } } }
        let bare = { Throughput.bareQueue(count) { queue in for _ in 0..<count { queue.dispatch(Sample.event()) } } }
        func processorTime(_ work: () -> Double) -> Double {
            ProcessUsage.of { _ = work() }.cpu * 1_000 / Double(count)
        }
        return [
            effort.measure("event", "ns", to: "bare queue, event made", hub, floor: bare),
            effort.measure(
                "event_cpu",
                "ns",
                to: "bare queue, event made",
                { processorTime(hub) },
                floor: { processorTime(bare) }
            ),
        ]
    }
}
