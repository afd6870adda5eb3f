// SPDX-License-Identifier: Apache-2.0

extension BenchGroup {
    /// One producer, one listener, against the floor.
    static let throughput = BenchGroup("tp1", "events through a hub with one extension") { session in
        let count = session.count(Throughput.burst)
        let (hub, floor) = session.measure({ Throughput.hub(count) }, against: { Throughput.bareFloor(count) })
        session.report(
            "throughput_1ext",
            hub,
            "events/s",
            .atLeastTimes(1.0, of: "floor_bare_1listener", is: hub.ratio(to: floor))
        )
    }

    /// The same with payload and event made in the loop.
    static let throughputWithCreation = BenchGroup("tp1c", "the same, payload and event made in the loop") { session in
        let count = session.count(Throughput.burst)
        let results = session.measureTogether {
            var rate = 0.0
            let usage = ProcessUsage.of { rate = Throughput.hubIncludingCreation(count) }
            let alone = CallCost(count) { _ in withExtendedLifetime(Sample.event()) {} }
            var floorRate = 0.0
            let floorUsage = ProcessUsage.of { floorRate = Throughput.bareFloorIncludingCreation(count) }
            return [rate, usage.cpu / Double(count), alone.microseconds, floorRate, floorUsage.cpu / Double(count)]
        }
        session.report("throughput_1ext_incl_create", results[0], "events/s", .atLeast(1_500_000))
        session.report("create_cpu", results[1], "us", .atMost(1.7))
        session.report("create_and_free_on_one_thread", results[2], "us")
        // What the same payloads and events cost without a hub: lock, array, one job and a direct call.
        session.report("floor_bare_incl_create", results[3], "events/s")
        session.report("floor_create_cpu", results[4], "us")
    }

    /// Nine extensions that listen to something else cost nothing.
    static let throughputOneOfTen = compared(
        "tp10one",
        "ten extensions, one of which listens",
        metric: "throughput_10ext_1match",
        atLeast: 0.95
    ) { Throughput.hub($0, extensions: 10, matching: 1) }

    /// Ten extensions that all listen.
    static let throughputTen = compared(
        "tp10",
        "deliveries to ten extensions that all listen",
        metric: "throughput_10ext_10match",
        unit: "deliveries/s",
        atLeast: 5
    ) { 10 * Throughput.hub($0, extensions: 10, matching: 10) }

    /// Four producers at once.
    static let throughputProducers = compared(
        "tp4x",
        "four producers at once",
        metric: "throughput_4producers_1ext",
        atLeast: 0.8
    ) { Throughput.hub($0, producers: 4) }

    /// Long bursts are not slower than short ones.
    static let throughputScaling = BenchGroup("tpscale", "bursts of 1,000 to 200,000 events") { session in
        let sizes = [1, 5, 10, 50, 100, 200]
        let results = session.measureTogether {
            sizes.map { size in
                // A short burst is over soon: it is measured often enough to be as certain as a long one.
                let bursts = (0..<max(1, 20 / size)).map { _ in Throughput.hub(session.count(size * 1_000)) }
                return Percentiles(bursts).p50
            }
        }
        for (size, result) in zip(sizes, results) {
            let name = "throughput_1ext_burst\(size)k"
            let target: Target? =
                size == sizes.last
                ? .atLeastTimes(0.8, of: "throughput_1ext_burst1k", is: result.ratio(to: results[0])) : nil
            session.report(name, result, "events/s", target)
        }
    }

    /// A throughput as a share of the plain one.
    private static func compared(
        _ name: String,
        _ summary: String,
        metric: String,
        unit: String = "events/s",
        atLeast factor: Double,
        _ run: @escaping @Sendable (Int) -> Double
    ) -> BenchGroup {
        BenchGroup(name, summary) { session in
            let count = session.count(Throughput.burst)
            // Runs of a few milliseconds in turns, many of them, because the two figures can be close to one another.
            let results = session.measureTogether {
                let turns = (0..<(session.isQuick ? 1 : 5)).map { _ in (run(count), Throughput.hub(count)) }
                return [Percentiles(turns.map(\.0)).p50, Percentiles(turns.map(\.1)).p50]
            }
            let (figure, plain) = (results[0], results[1])
            let target = Target.atLeastTimes(factor, of: "throughput_1ext", is: figure.ratio(to: plain))
            session.report(metric, figure, unit, target)
        }
    }
}
