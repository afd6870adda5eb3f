// SPDX-License-Identifier: Apache-2.0

extension BenchGroup {
    /// The yardsticks: what the machine does without a hub.
    static let floor = BenchGroup("floor", "the yardsticks: no hub, bare queues, the clock") { session in
        let results = session.measureTogether {
            [
                Throughput.floor(session.count(Throughput.burst)),
                Calibration.pingPong(session.count(10_000)),
                Calibration.asyncRate(session.count(100_000)),
                Calibration.idleHop(session.count(500)),
                Calibration.clock(),
                Throughput.bareFloor(session.count(Throughput.burst)),
            ]
        }
        session.report("floor_mutex_fifo_1listener", results[0], "events/s")
        session.report("floor_bare_1listener", results[5], "events/s")
        session.report("calib_gcd_pingpong_p50", results[1], "us")
        session.report("calib_gcd_async_rate", results[2], "blocks/s")
        session.report("calib_gcd_idle1ms_p50", results[3], "us")
        session.report("calib_clock_ns", results[4], "ns")
    }
}
