// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LaunchHub

/// Nanoseconds of an event from its producer to its listener where many are on their way.
enum Throughput {
    /// The number of events before the measurement begins.
    private static let warmUp = 1_000

    /// Through a hub.
    ///
    /// - Parameters:
    ///   - count: How many events are produced.
    ///   - extensions: How many extensions there are.
    ///   - listening: How many of them listen to the events; the others to another type.
    ///   - prepare: Prepares the hub, which was started.
    ///   - produce: Dispatches the events.
    /// - Returns: Nanoseconds of an event.
    static func hub(
        _ count: Int,
        extensions: Int = 1,
        listening: Int = 1,
        prepare: (EventHub) -> Void = { _ in },
        _ produce: (EventHub) -> Void
    ) -> Double {
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(
            extensions: extensions,
            type: { $0 < listening ? Sample.type : Sample.otherType },
            listener: { _ in CountingListener(stretches: [warmUp, count], done: done) }
        )
        defer { bench.end() }
        prepare(bench.hub)
        let warm = Sample.event()
        for _ in 0..<warmUp { bench.hub.dispatch(warm) }
        for _ in 0..<listening { done.wait() }
        return timed {
            produce(bench.hub)
            for _ in 0..<listening { done.wait() }
        } / Double(count)
    }

    /// Through a bare queue.
    static func bareQueue(_ count: Int, _ produce: (BareQueue) -> Void) -> Double {
        let done = DispatchSemaphore(value: 0)
        let queue = BareQueue(listener: CountingListener(stretches: [warmUp, count], done: done))
        let warm = Sample.event()
        for _ in 0..<warmUp { queue.dispatch(warm) }
        done.wait()
        return timed {
            produce(queue)
            done.wait()
        } / Double(count)
    }
}
