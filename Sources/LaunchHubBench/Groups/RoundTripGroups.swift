// SPDX-License-Identifier: Apache-2.0

extension BenchGroup {
    /// A request and its answer.
    static let roundTrip = BenchGroup("rtt", "a request with a timeout of 1 s and its answer") { session in
        let count = session.count(10_000)
        let results = session.measureTogether {
            let trip = RoundTrip()
            defer { trip.end() }
            _ = trip.samples(100)
            let samples = Percentiles(trip.samples(count))
            return [samples.p50, samples.p99, samples.p999, Calibration.pingPong(count)]
        }
        session.report(
            "rtt_timeout1s_p50",
            results[0],
            "us",
            .atMostTimes(5, of: "calib_gcd_pingpong_p50", is: results[0].ratio(to: results[3]))
        )
        session.report("rtt_timeout1s_p99", results[1], "us")
        session.report("rtt_timeout1s_p999", results[2], "us")
    }

    /// The same beside many requests that wait.
    static let roundTripPending = BenchGroup("rttpending", "the same while 5,000 requests wait") { session in
        let count = session.count(10_000)
        let results = session.measureTogether {
            [5_000, 0].map { pending in
                let trip = RoundTrip()
                defer { trip.end() }
                trip.leavePending(pending)
                _ = trip.samples(100)
                return Percentiles(trip.samples(count)).p50
            }
        }
        session.report(
            "rtt_with_5k_pending_p50",
            results[0],
            "us",
            .atMostTimes(1.1, of: "rtt_timeout1s_p50", is: results[0].ratio(to: results[1]))
        )
    }
}
