// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

extension BenchGroup {
    /// What a ping costs: one DCR ping of 88 parameters, out of the built-in configuration.
    static let pings = BenchGroup("pings", "one DCR ping of 88 parameters, one playhead with pings on") { session in
        let results = session.measureTogether {
            [PingCost.ping(session.count(20_000)), PingCost.playhead(session.count(200_000))]
        }
        session.report("dcr_ping_88_parameters", results[0], "us", .atMost(10))
        session.report("playhead_with_pings", results[1], "ns")
    }
}

/// What making pings costs.
private enum PingCost {
    /// Takes pings and looks at each, so that none can be left out.
    private final class Counter: PingSink {
        private let bytes = Locked(0)
        var total: Int { bytes.withLock { $0 } }
        func send(_ ping: NielsenPing) { bytes.withLock { $0 += ping.url.utf8.count } }
    }

    private static let metadata = [
        "type": "content", "assetid": "vid345-67483", "program": "The Big Bang Theory",
        "title": "The Pants Alternative S03E18", "airdate": "2022-03-21T10:05:00", "isfullepisode": "Yes",
        "adloadtype": "2", "length": "3600", "segB": "CustomSegmentValueB", "crossId1": "EP009311820061",
    ]
    private static let appInfo = ["appid": "P00000000-0000-0000-0000-000000000001", "appname": "Player"]

    /// Microseconds from a record to its ping.
    static func ping(_ count: Int) -> Double {
        let sink = Counter()
        var factory = PingFactory(environment: NielsenEnvironment(pings: sink), appInfo: appInfo)
        var record = MeasurementRecord(
            kind: .duration,
            session: "session",
            lane: .content,
            assetid: "vid345-67483",
            view: 1,
            segments: [0, 1, 2, 3, 4],
            seconds: 300,
            optedOut: false,
            time: 1_700_000_000_000,
            metadata: metadata
        )
        let clock = SystemClock()
        let start = clock.now
        for number in 0..<count {
            record.time += Int64(number)
            try? factory.send(record, to: sink)
        }
        precondition(sink.total > count, "no pings were made")
        return (clock.now - start).inSeconds * 1e6 / Double(max(1, count))
    }

    /// Nanoseconds of a playhead, a ping each five minutes included.
    static func playhead(_ count: Int) -> Double {
        let sink = Counter()
        guard let api = NielsenAppApi(appInfo: appInfo, delegate: nil, environment: NielsenEnvironment(pings: sink))
        else { return .nan }
        api.play()
        api.loadMetadata(metadata)
        let clock = SystemClock()
        let start = clock.now
        for position in 0..<Int64(count) { api.playheadPosition(position) }
        precondition(sink.total > 0, "no pings were made")
        return (clock.now - start).inSeconds * 1e9 / Double(max(1, count))
    }
}
