// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub

extension BenchGroup {
    /// The cost of publishing and reading a shared state, with so many versions alive.
    static let state = BenchGroup(
        "state",
        "shared state: publishing, and reading the latest, a middle and the oldest version",
        sizes: [1_000, 10_000, 100_000]
    ) { session, sizes in
        var first: [Measurement] = []
        for size in sizes {
            let results = session.measureTogether { figures(versions: session.count(size)) }
            if first.isEmpty { first = results }
            let names = ["publish", "read_latest", "read_middle", "read_oldest"]
            for (place, name) in names.enumerated() {
                let limit: Double = place == 0 ? 700 : 500
                session.report("state_\(name)_at_\(size)", results[place], "ns/op", .atMost(limit))
                guard size != sizes.first else { continue }
                session.report(
                    "state_\(name)_at_\(size)_flat",
                    results[place],
                    "ns/op",
                    .atMostTimes(2, of: "state_\(name)_at_\(sizes[0])", is: results[place].ratio(to: first[place]))
                )
            }
        }
    }

    /// Nanoseconds of a publish and of three kinds of reads.
    ///
    /// A listener that does not return keeps every version alive: it may still ask for any of them.
    private static func figures(versions: Int) -> [Double] {
        let blocked = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        let runtimes = Locked<ExtensionRuntime?>(nil)
        let bench = BenchHub { hub in
            BenchHub.register(hub, "com.example.publisher") { runtime in
                runtimes.withLock { $0 = runtime }
                runtime.listen(type: Sample.type, source: Sample.source) { _ in
                    blocked.signal()
                    release.wait()
                }
            }
        }
        defer {
            release.signal()
            bench.end()
        }
        bench.hub.dispatch(Sample.event())
        blocked.wait()
        guard let runtime = runtimes.withLock({ $0 }) else { return [] }
        let values: JSONObject = ["key": "value"]
        let oldest = marker(in: bench.hub)
        fill(bench.hub, runtime, values, versions / 2)
        let middle = marker(in: bench.hub)
        fill(bench.hub, runtime, values, versions - versions / 2)
        let count = 2_000
        return [
            timed { for _ in 0..<count { publish(values, by: runtime) } } / Double(count),
            reads(count, of: bench.hub, at: nil),
            reads(count, of: bench.hub, at: middle),
            reads(count, of: bench.hub, at: oldest),
        ]
    }

    /// Publishes versions, with an event between each two so that the numbers of both keep step.
    private static func fill(_ hub: EventHub, _ runtime: ExtensionRuntime, _ values: JSONObject, _ count: Int) {
        let unheard = Sample.event(Sample.otherType)
        for _ in 0..<count {
            hub.dispatch(unheard)
            publish(values, by: runtime)
        }
    }

    private static func publish(_ values: JSONObject, by runtime: ExtensionRuntime) {
        do throws(HubError) {
            try runtime.publishState(values)
        } catch {
            preconditionFailure("versions come in order: \(error)")
        }
    }

    /// Returns an event as a listener receives it, with the current number of the hub.
    private static func marker(in hub: EventHub) -> Event? {
        let heard = Locked<Event?>(nil)
        let done = DispatchSemaphore(value: 0)
        let type: EventType = "com.example.marker"
        let token = hub.listen(type: type, source: Sample.source, once: true) { event in
            heard.withLock { $0 = event }
            done.signal()
        }
        defer { token.cancel() }
        hub.dispatch(Sample.event(type))
        done.wait()
        return heard.withLock { $0 }
    }

    private static func reads(_ count: Int, of hub: EventHub, at event: Event?) -> Double {
        var found = 0
        let time = timed {
            for _ in 0..<count where hub.state(of: "com.example.publisher", at: event).values != nil { found += 1 }
        }
        precondition(found == count, "every version is alive")
        return time / Double(count)
    }
}
