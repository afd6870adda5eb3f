// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement
@testable import NielsenPings

/// The pings of a run of watermarks, out of records that are made by hand.
struct WatermarkPingTests: PingMaking {
    private func tag(_ offset: Int, _ breakout: String = "00") -> String {
        let digits = String(100_000 + offset).dropFirst()
        return "www.nielsen.com/PC/FD/watermark/\(digits)/\(digits)/\(breakout)"
    }

    private func heard(_ offset: Int, at milliseconds: Int64, _ metadata: [String: String] = [:])
        -> NielsenMeasurementRecord
    {
        var record = record(.id3, nil, view: 3, metadata)
        record.payload = tag(offset, "07")
        record.time = Self.start + milliseconds
        record.instant = .zero + .milliseconds(milliseconds)
        return record
    }

    @Test func aRunOfWatermarksHasItsNumbers() throws {
        let configuration = try configuration()
        var builder = try builder(configuration)
        var expected = common(configuration).merging(
            [
                "m": "mc", "m_content": "mc", "u": "U", "u_content": "U", "c": "own", "c_content": "own",
                "x_content": "app", "product": "dtvr", "cadence": "impression", "prefix": "I", "at": "start",
                "davty": "0", "segment": "0", "cid": "FD", "cidKind": "FD", "cidOffset": "20", "seconds": "0",
                "duration": "0", "aqh": "0", "isLive": "true", "breakout": "07",
            ]
        ) { $1 }
        expected["startTime"] = nil
        #expect(try values(&builder, heard(20, at: 0, Self.film)) == [expected])
        // Five of ten seconds credit the part; a run that has credited one is of a view.
        #expect(try values(&builder, heard(27, at: 7_000, Self.film)) == [])
        var effects: [PingBuilder.Effect] = []
        builder.crossBoundary(.change, of: nil, playhead: nil, at: Self.start, into: &effects)
        builder.crossBoundary(.change, of: nil, playhead: nil, at: Self.start, into: &effects)
        expected.merge(
            [
                "cadence": "interval", "prefix": "D", "at": "timer", "davty": "1", "segment": "1", "cidOffset": "27",
                "seconds": "7", "duration": "10", "pingId": "00000000000000009e3779b97f4a7c15",
                "createTime": "1700000007", "sendTime": "1700000007", "firstPartyAccessed": "1700000007999",
            ]
        ) { $1 }
        #expect(values(effects) == [expected])
        effects = []
        builder.crossBoundary(.end, of: nil, playhead: nil, at: Self.start, into: &effects)
        expected.merge(
            [
                "davty": "2", "segment": "2", "seconds": "0", "duration": "0",
                "pingId": "00000000000000003c6ef372fe94f82a",
            ]
        ) { $1 }
        #expect(values(effects) == [expected])
    }

    @Test(arguments: [(nil, "true"), ("0", "true"), ("86400", "true"), ("100", "false")] as [(String?, String)])
    func aWatermarkedStreamIsLiveByItsLength(_ length: String?, _ isLive: String) throws {
        var builder = try builder(try configuration())
        let metadata = length.map { ["length": $0] } ?? [:]
        #expect(try values(&builder, heard(20, at: 0, metadata)).first?["isLive"] == isLive)
    }

    /// After more than half an hour of silence a run is over, and the same watermark begins another one.
    @Test(arguments: [(1_800_000, []), (1_800_001, ["2", "0"])] as [(Int64, [String])])
    func aRunIsOverAfterItsSilence(_ silence: Int64, _ told: [String]) throws {
        var builder = try builder(try configuration())
        _ = try values(&builder, heard(20, at: 0))
        #expect(try values(&builder, heard(40, at: silence)).map { $0["davty"] } == told)
    }
}
