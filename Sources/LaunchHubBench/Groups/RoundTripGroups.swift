// SPDX-License-Identifier: Apache-2.0

extension BenchGroup {
    /// A request and its answer.
    static let roundTrip = BenchGroup("rtt", "a request with a timeout of 1 s and its answer") { session in
        let count = session.count(10_000)
        let results = session.measureTogether {
            let trip = RoundTrip()
            defer { trip.end() }
            _ = trip.samples(100)
            var samples = Percentiles([])
            // What a question itself costs is measured where events are made.
            let questions = Sample.events(count)
            let usage = ProcessUsage.of { samples = Percentiles(trip.samples(questions)) }
            let awaited = Percentiles(trip.awaitedSamples(count))
            var pingPong = 0.0
            let bare = ProcessUsage.of { pingPong = Calibration.pingPong(count) }
            return [
                samples.p50, samples.p99, samples.p999, pingPong, usage.cpu / Double(count),
                usage.switches / Double(count), samples.p99 / samples.p50, awaited.p50, awaited.p50 / samples.p50,
                trip.pipelinedRate(count), bare.switches / Double(count), bare.cpu / Double(count),
            ]
        }
        session.report(
            "rtt_timeout1s_p50",
            results[0],
            "us",
            .atMostTimes(5, of: "calib_gcd_pingpong_p50", is: results[0].ratio(to: results[3]))
        )
        session.report("rtt_timeout1s_p99", results[1], "us")
        session.report("rtt_timeout1s_p999", results[2], "us")
        session.report("rtt_cpu", results[4], "us", .atMost(10))
        // The one who asks falls asleep; the thread of the one who answers stays awake for the next request.
        session.report("rtt_switches", results[5], "switches", .atMost(1.2))
        session.report("calib_gcd_pingpong_switches", results[10], "switches")
        session.report("calib_gcd_pingpong_cpu", results[11], "us")
        session.report("rtt_p99_to_p50", results[6], "times", .atMost(4))
        session.report("await_request_p50", results[7], "us")
        session.report("await_request_p50_to_rtt_p50", results[8], "times", .atMost(1.5))
        session.report("request_pipelined_rate", results[9], "requests/s", .atLeast(400_000))
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
