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

    @Test func thirtySecondsOfASegmentAreCredited() throws {
        let api = try makePlaying()
        bench.play(api, 0..<29)
        #expect(api.creditSummary.map(\.segments) == [[]])
        bench.play(api, 29..<30)
        #expect(api.creditSummary.map(\.segments) == [[0]])
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

    /// 0 to 120 are 120 seconds, and one passes at 120: two minutes, and a second of a third.
    @Test func playheadsTenSecondsApartCountTheSecondsBetween() throws {
        let api = try makePlaying()
        for position in stride(from: Int64(0), to: 120, by: 10) {
            api.playheadPosition(position)
            bench.clock.advance(by: .seconds(10))
        }
        bench.play(api, [120])
        #expect(api.creditSummary.map(\.seconds) == [121])
        #expect(api.creditSummary.map(\.segments) == [[0, 1]])
    }

    @Test func seekingCreditsNothingInBetween() throws {
        let api = try makePlaying()
        bench.play(api, [0, 100, 200, 300, 50, 40])
        #expect(api.creditSummary.map(\.seconds) == [6])
        #expect(api.creditSummary.map(\.segments) == [[]])
    }

    @Test func aSegmentIsCreditedOnce() throws {
        let api = try makePlaying()
        bench.play(api, 0..<60)
        bench.play(api, 0..<60)
        bench.play(api, 70..<80)
        bench.play(api, 0..<60)
        #expect(api.creditSummary.map(\.segments) == [[0]])
    }

    @Test func secondsOfASegmentAddUpOverSeeks() throws {
        let api = try makePlaying()
        bench.play(api, 0..<15)
        bench.play(api, 600..<610)
        bench.play(api, 20..<35)
        #expect(api.creditSummary.map(\.segments) == [[0]])
    }

    @Test func theSamePlayheadAgainCountsNothing() throws {
        let api = try makePlaying()
        bench.play(api, Array(repeating: Int64(7), count: 100))
        #expect(api.creditSummary.map(\.seconds) == [1])
    }

    @Test func seekingWithoutEndKeepsWorking() throws {
        let api = try bench.makeApi(Bench.appInfo) { $0.thresholds.maximumSegmentsKept = 10 }
        api.play()
        api.loadMetadata(Bench.content)
        for segment in Int64(0)..<1000 { api.playheadPosition(segment * 600) }
        bench.play(api, 0..<30)
        #expect(api.creditSummary.map(\.segments) == [[0]])
    }

    /// What makes room are the earliest minutes: what was begun of the latest ones is still added up.
    @Test func theEarliestHalfPlayedSegmentsMakeRoom() throws {
        let api = try bench.makeApi(Bench.appInfo) { $0.thresholds.maximumSegmentsKept = 4 }
        api.play()
        api.loadMetadata(Bench.content)
        for segment in Int64(1)...6 { bench.play(api, segment * 60..<segment * 60 + 20) }
        for segment in [Int64(3), 4, 5, 6, 1] { bench.play(api, segment * 60 + 20..<segment * 60 + 30) }
        #expect(api.creditSummary.map(\.segments) == [[3, 4, 5, 6]])
    }

    /// Metadata that was loaded without need costs the second of the playhead before it, and nothing after a pause: 0 to 13
    /// and 15 to 29 are 14 and 15 seconds, one too few for the minute, and 30 is the one that was missing.
    @Test func aNeedlessLoadBeforeAPauseCostsNothingAfterIt() throws {
        let api = try makePlaying()
        bench.play(api, 0..<15)
        api.loadMetadata(Bench.content)
        api.stop()
        api.loadMetadata(Bench.content)
        bench.play(api, 15..<30)
        #expect(api.creditSummary.map(\.segments) == [[]])
        #expect(api.creditSummary.map(\.seconds) == [29])
        bench.play(api, 30..<31)
        #expect(api.creditSummary.map(\.segments) == [[0]])
        #expect(api.creditSummary.map(\.seconds) == [30])
    }

    @Test func thresholdsOfNonsenseDoNoHarm() throws {
        let api = try bench.makeApi(Bench.appInfo) { configuration in
            configuration.thresholds.segmentSeconds = 0
            configuration.thresholds.creditSeconds = -1
            configuration.thresholds.segmentsPerDuration = 0
            configuration.thresholds.maximumAssetsKept = -5
            configuration.thresholds.maximumPlayhead = .max
            configuration.thresholds.firstPartyIdDays = .max
        }
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, [0, 1, .max, .max - 1])
        api.end()
        #expect(bench.hearing.errors == [15, 15])
        // Segments of a second, told one by one: that of 0 with the next playhead, that of 1 with the end.
        #expect(
            bench.records.dropFirst() == ["duration content vid345-67483#1 [0]", "end content vid345-67483#1 [1]"]
        )
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
