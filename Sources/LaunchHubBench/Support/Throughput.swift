// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LaunchHub

/// The number of events per second from their producers to their listeners.
enum Throughput {
    /// The number of events before the measurement begins.
    private static let warmUp = 1_000

    /// The number of events of the usual burst.
    static let burst = 100_000

    /// Prebuilt events of one producer through a hub.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - extensions: How many extensions listen.
    ///   - matching: How many of them listen to the events' address; the others to another type.
    /// - Returns: Events a second.
    static func hub(_ count: Int, extensions: Int = 1, matching: Int = 1) -> Double {
        let events = Sample.events(count)
        return run(count, extensions: extensions, matching: matching) { hub in
            for event in events { hub.dispatch(event) }
        }
    }

    /// Events that are made as they are dispatched.
    static func hubIncludingCreation(_ count: Int) -> Double {
        run(count, extensions: 1, matching: 1) { hub in
            for _ in 0..<count { hub.dispatch(Sample.event()) }
        }
    }

    /// Prebuilt events of several producers, each a thread.
    static func hub(_ count: Int, producers: Int) -> Double {
        let events = Sample.events(count)
        let share = count / producers
        return run(share * producers, extensions: 1, matching: 1) { hub in
            DispatchQueue.concurrentPerform(iterations: producers) { producer in
                for place in producer * share..<(producer + 1) * share { hub.dispatch(events[place]) }
            }
        }
    }

    /// Prebuilt events of one producer without a hub.
    static func floor(_ count: Int) -> Double {
        let events = Sample.events(count)
        let done = DispatchSemaphore(value: 0)
        let floor = FloorQueue(
            type: Sample.type,
            source: Sample.source,
            listener: CountingListener(stretches: [warmUp, count], done: done)
        )
        for _ in 0..<warmUp { floor.dispatch(events[0]) }
        done.wait()
        return rate(of: count) {
            for event in events { floor.dispatch(event) }
            done.wait()
        }
    }

    /// Prebuilt events of one producer without a hub and without a look-up.
    static func bareFloor(_ count: Int) -> Double {
        let events = Sample.events(count)
        return runBareFloor(count) { floor in
            for event in events { floor.dispatch(event) }
        }
    }

    /// Events that are made as they are dispatched, without a hub and without a look-up.
    static func bareFloorIncludingCreation(_ count: Int) -> Double {
        runBareFloor(count) { floor in
            for _ in 0..<count { floor.dispatch(Sample.event()) }
        }
    }

    private static func runBareFloor(_ count: Int, _ produce: (BareFloor) -> Void) -> Double {
        let done = DispatchSemaphore(value: 0)
        let floor = BareFloor(listener: CountingListener(stretches: [warmUp, count], done: done))
        let warm = Sample.event()
        for _ in 0..<warmUp { floor.dispatch(warm) }
        done.wait()
        return rate(of: count) {
            produce(floor)
            done.wait()
        }
    }

    /// Events that were made before through a hub that was prepared.
    ///
    /// - Parameters:
    ///   - events: The events, of the type that the listener listens to.
    ///   - rounds: How often they are dispatched and waited for.
    ///   - prepare: Prepares the hub, which was started.
    /// - Returns: Events a second.
    static func hub(_ events: [Event], rounds: Int = 1, _ prepare: (EventHub) -> Void) -> Double {
        run(events.count, extensions: 1, matching: 1, rounds: rounds, prepare) { hub in
            for event in events { hub.dispatch(event) }
        }
    }

    private static func run(
        _ count: Int,
        extensions: Int,
        matching: Int,
        rounds: Int = 1,
        _ prepare: (EventHub) -> Void = { _ in },
        _ produce: (EventHub) -> Void
    ) -> Double {
        let done = DispatchSemaphore(value: 0)
        let bench = BenchHub(
            extensions: extensions,
            type: { $0 < matching ? Sample.type : Sample.otherType },
            listener: { _ in
                CountingListener(stretches: [warmUp] + Array(repeating: count, count: rounds), done: done)
            }
        )
        prepare(bench.hub)
        let warm = Sample.event()
        for _ in 0..<warmUp { bench.hub.dispatch(warm) }
        for _ in 0..<matching { done.wait() }
        let result = rate(of: count * rounds) {
            for _ in 0..<rounds {
                produce(bench.hub)
                for _ in 0..<matching { done.wait() }
            }
        }
        bench.end()
        return result
    }
}
