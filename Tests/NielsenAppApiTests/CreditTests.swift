// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

struct CreditTests {
    private let bench = Bench()

    private func makePlaying() throws -> NielsenAppApi {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        return api
    }

    @Test func fiveSegmentsMakeADurationRecord() throws {
        let api = try makePlaying()
        bench.play(api, 0..<660)
        api.end()
        #expect(
            bench.records.dropFirst() == [
                "duration content vid345-67483#1 [0, 1, 2, 3, 4]",
                "duration content vid345-67483#1 [5, 6, 7, 8, 9]",
                "end content vid345-67483#1 [10]",
            ]
        )
        let records = bench.sink.records.filter { $0.lane == .content }
        #expect(records.map(\.seconds).reduce(0, +) == 660)
        #expect(records.last?.totalSeconds == 660)
    }

    @Test func livePlayheadsAreCreditedByTheMinute() throws {
        let api = try makePlaying()
        let start: Int64 = 1_542_797_760
        bench.play(api, start..<start + 90)
        #expect(api.creditSummary.map(\.segments) == [[start / 60, start / 60 + 1]])
    }

    @Test func aSummaryIsJSONWithStableNames() throws {
        let api = try makePlaying()
        bench.play(api, 0..<60)
        #expect(
            api.creditSummary.map(\.json.jsonText) == [
                #"{"assetid":"vid345-67483","credited_minutes":1,"ended":false,"lane":"content","products":[],"#
                    + #""seconds":60,"segments":[0],"sent":false,"view":1}"#
            ]
        )
    }

    @Test func aRecordIsJSONWithStableNames() throws {
        let api = try bench.makeApi(["appid": "P"])
        api.loadMetadata(Bench.page)
        let session = try #require(bench.sink.records.first?.session)
        #expect(session.count == 39)
        #expect(session.hasSuffix("1700000000"))
        #expect(
            bench.sink.records.map(\.json.jsonText) == [
                #"{"kind":"session","metadata":{"appid":"P"},"session":"\#(session)","time":1700000000000,"uoo":false}"#,
                #"{"assetid":"","kind":"view","lane":"static","metadata":{"section":"Home","segA":"a","type":"static"},"#
                    + #""seconds":0,"segments":[],"session":"\#(session)","time":1700000000000,"total_seconds":0,"#
                    + #""uoo":false,"view":1}"#,
            ]
        )
    }
}
