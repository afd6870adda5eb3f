// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import NielsenAppApi
import Testing

struct ClassicSequenceTests {
    private let bench = Bench()

    @Test func contentWithoutAdsIsOneView() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        #expect(api.state == .processing)
        bench.play(api, 0..<70)
        api.stop()
        #expect(api.state == .idle)
        api.loadMetadata(Bench.content)
        bench.play(api, 70..<120)
        api.end()
        #expect(api.state == .idle)
        #expect(bench.records == ["view content vid345-67483#1 []", "end content vid345-67483#1 [0, 1]"])
        #expect(bench.sink.records.last?.totalSeconds == 120)
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test func contentWithAdsKeepsTheLanesApart() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        api.loadMetadata(Bench.preroll)
        bench.play(api, 0..<30)
        api.stop()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<60)
        api.stop()
        api.loadMetadata(Bench.midroll)
        bench.play(api, 0..<15)
        api.stop()
        api.loadMetadata(Bench.content)
        bench.play(api, 60..<100)
        api.end()
        api.loadMetadata(Bench.postroll)
        bench.play(api, 0..<30)
        api.stop()
        #expect(
            bench.records == [
                "view ad ad123#2 []", "end ad ad123#2 [0]",
                "view content vid345-67483#1 []",
                "view ad ad456#3 []", "end ad ad456#3 []",
                "end content vid345-67483#1 [0, 1]",
                "view ad ad789#4 []", "end ad ad789#4 [0]",
            ]
        )
        let summary = api.creditSummary
        #expect(summary.map(\.assetid) == ["vid345-67483", "ad123", "ad456", "ad789"])
        #expect(summary.map(\.seconds) == [100, 30, 15, 30])
        #expect(summary.map(\.creditedMinutes) == [2, 1, 0, 1])
        #expect(summary.map(\.ended) == [true, true, true, true])
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test(arguments: [["load"], ["play", "load"], ["play", "load", "id3"]])
    func everyFormOfResumeContinuesTheView(_ calls: [String]) throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<20)
        api.stop()
        for call in calls {
            switch call {
            case "play": api.play()
            case "load": api.loadMetadata(Bench.content)
            default: api.sendID3(Bench.id3)
            }
        }
        bench.play(api, 20..<30)
        api.end()
        #expect(bench.sink.records.filter { $0.kind == .view }.count == 1)
        #expect(api.creditSummary.map(\.segments) == [[0]])
    }

    @Test func aMissingStopIsInsertedAtTheNextPlay() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<10)
        api.play()
        #expect(bench.logged("a stop was missing before play"))
        #expect(api.state == .processing)
        api.loadMetadata(Bench.content("other"))
        bench.play(api, 0..<1)
        #expect(
            bench.records == [
                "view content vid345-67483#1 []", "end content vid345-67483#1 []", "view content other#2 []",
            ]
        )
    }

    @Test func stopAndEndInIdleAreIgnored() throws {
        let api = try bench.makeApi()
        api.stop()
        api.end()
        #expect(api.state == .idle)
        #expect(bench.records.isEmpty)
        #expect(bench.hearing.errors.isEmpty)
        #expect(bench.logged("stop is not expected in the idle state"))
        #expect(bench.logged("end is not expected in the idle state"))
    }

    @Test func endAfterStopEndsTheStoppedContent() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<40)
        api.stop()
        api.end()
        #expect(bench.records.last == "end content vid345-67483#1 [0]")
        #expect(api.state == .idle)
    }

    @Test func disablingStopsFirstAndEnablingResumesNothing() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<31)
        api.appDisableApi = true
        #expect(api.appDisableApi)
        #expect(bench.records.last == "end content vid345-67483#1 [0]")
        api.loadMetadata(Bench.content)
        bench.play(api, 31..<60)
        api.appDisableApi = false
        #expect(api.state == .idle)
        bench.play(api, 60..<90)
        #expect(bench.records.count == 2)
        #expect(api.creditSummary.map(\.seconds) == [31])
    }

    @Test(arguments: [Int64(-1), .min, 100_000_000_001, .max])
    func playheadsOutOfRangeAreError15(_ position: Int64) throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        api.playheadPosition(position)
        #expect(bench.hearing.errors == [15])
        #expect(bench.records.isEmpty)
    }

    @Test func aLongAdIsReportedOnce() throws {
        let api = try bench.makeApi(Bench.appInfo) { $0.thresholds.longAdSeconds = 20 }
        api.play()
        api.loadMetadata(Bench.content)
        api.loadMetadata(Bench.preroll)
        bench.play(api, 0..<20)
        #expect(bench.hearing.errors.isEmpty)
        bench.play(api, 20..<40)
        #expect(bench.hearing.errors == [16])
    }

    @Test func callsAfterShutdownAreIgnored() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<5)
        api.shutdown()
        api.shutdown()
        #expect(bench.hearing.events == [2001, 2002])
        #expect(bench.records.last == "end content vid345-67483#1 []")
        api.appDisableApi = true
        api.appDisableApi = false
        api.loadMetadata(Bench.content)
        api.playheadPosition(6)
        #expect(bench.records.count == 2)
        #expect(!api.userOptOut("nielsenappsdk://1"))
        #expect(!api.optOutStatus)
    }

    @Test func anInstanceThatIsNotInitializedIgnoresEverything() {
        let api = NielsenAppApi()
        #expect(api.state == .initial)
        api.play()
        api.loadMetadata(Bench.content)
        api.playheadPosition(0)
        api.appDisableApi = true
        #expect(!api.userOptOut("nielsenappsdk://1"))
        #expect(api.state == .initial)
        #expect(!api.optOutStatus)
        #expect(api.lastErrorDict == nil)
        #expect(api.lastEventDict == nil)
        #expect(api.creditSummary.isEmpty)
    }
}
