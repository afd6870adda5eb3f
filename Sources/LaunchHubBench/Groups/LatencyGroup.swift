// SPDX-License-Identifier: Apache-2.0

extension BenchGroup {
    /// The time from dispatch to the beginning of the listener's call.
    static let latency = BenchGroup("lat", "from dispatch to the listener's call") { session in
        let count = session.count(5_000)
        let results = session.measureTogether {
            let hops = session.count(500)
            let idle = Percentiles(Latency.idle(hops))
            return [
                idle.p50,
                idle.p99,
                Percentiles(Latency.backToBack(count, extensions: 1)).p50,
                Percentiles(Latency.backToBack(count, extensions: 10)).p50,
                Calibration.idleHop(hops),
            ]
        }
        session.report(
            "latency_idle1ms_p50",
            results[0],
            "us",
            .atMostTimes(1.3, of: "calib_gcd_idle1ms_p50", is: results[0].ratio(to: results[4]))
        )
        session.report("latency_idle1ms_p99", results[1], "us")
        session.report("latency_backtoback_p50", results[2], "us")
        session.report("latency_backtoback_10ext_p50", results[3], "us")
    }
}
