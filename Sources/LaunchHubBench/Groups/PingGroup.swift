// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

extension BenchGroup {
    /// The cost of a ping: one DCR ping of 88 parameters, from the built-in configuration.
    static let ping = BenchGroup("ping", "one DCR ping of 88 parameters, one playhead with pings on") { session in
        let results = session.measureTogether {
            let ping = pingCost(session.count(20_000))
            return [ping.microseconds, ping.allocations, playheadCost(session.count(200_000)).nanoseconds]
        }
        session.report("dcr_ping_88_parameters", results[0], "us", .atMost(10))
        session.report("dcr_ping_88_parameters_allocations", results[1], "allocations")
        session.report("playhead_with_pings", results[2], "ns")
    }

    /// Measures the way from a record to its ping.
    private static func pingCost(_ count: Int) -> CallCost {
        let sink = CountingSink()
        var factory = PingFactory(environment: NielsenEnvironment(pings: sink), appInfo: SampleMetadata.appInfo)
        var record = NielsenMeasurementRecord(
            kind: .duration,
            session: "session",
            lane: .content,
            assetid: "vid345-67483",
            view: 1,
            segments: [0, 1, 2, 3, 4],
            seconds: 300,
            optedOut: false,
            time: 1_700_000_000_000,
            metadata: SampleMetadata.content
        )
        let cost = CallCost(count) { number in
            record.time += Int64(number)
            try? factory.send(record, to: sink)
        }
        precondition(sink.total > count, "no pings were made")
        return cost
    }

    /// A playhead, a ping each five minutes included.
    private static func playheadCost(_ count: Int) -> CallCost {
        let sink = CountingSink()
        let environment = NielsenEnvironment(pings: sink)
        guard let api = NielsenAppApi(appInfo: SampleMetadata.appInfo, delegate: nil, environment: environment) else {
            preconditionFailure("the app information is as it should be")
        }
        api.play()
        api.loadMetadata(SampleMetadata.content)
        let cost = CallCost(count) { api.playheadPosition(Int64($0)) }
        precondition(sink.total > 0, "no pings were made")
        return cost
    }
}
