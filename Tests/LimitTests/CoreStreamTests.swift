// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// What a core asks for at each call of a stream.
struct CoreStreamTests {
    private var bench = CoreBench()

    private let content = CoreBench.content
    private let ad = CoreBench.ad

    private func changed(_ key: String, _ value: String) -> [String: String] {
        content.merging([key: value]) { $1 }
    }

    // MARK: - A stream

    @Test mutating func aStreamIsToldFromPlayToEnd() {
        #expect(bench.call(.play([:])) == [])
        bench.wait(1)
        #expect(bench.call(.loadMetadata(content)) == ["play #1 at - @0"])
        #expect(bench.play(0..<3) == ["view a#1 at 0 @1000 [] 0/0"])
        #expect(bench.call(.stop) == ["stop #1 at 2 @4000"])
        bench.wait(1)
        #expect(
            bench.call(.end) == [
                "note: end came while playback was stopped; the stopped asset is ended, the state stays idle",
                "end a#1 at 2 @4000 [] 3/3", "end #- at - @5000",
            ]
        )
        // Nothing is left that could be ended.
        #expect(bench.call(.end) == ["note: end is not expected in the idle state and was ignored"])
        #expect(bench.core.playback.content.asset == nil)
    }

    @Test mutating func aStopThatIsMissingIsMadeBeforePlay() {
        _ = bench.call(.play([:]), .loadMetadata(content))
        _ = bench.play([0])
        #expect(
            bench.call(.play([:])) == [
                "warning: a stop was missing before play and was inserted", "stop #1 at 0 @1000",
            ]
        )
        #expect(bench.core.state == .processing)
        #expect(bench.call(.playheadPosition(1)) == ["warning: RESUME_WITHOUT_LOADMETADATA"])
        // It goes on at the time of the play, and once.
        bench.wait(1)
        #expect(bench.call(.loadMetadata(content)) == ["play #1 at 0 @1000"])
        #expect(bench.play([1]) == [])
        #expect(bench.call(.end) == ["end a#1 at 1 @3000 [] 2/2", "end #- at - @3000"])
    }

    @Test mutating func whatIsLoadedAgainAfterAStopGoesOnWithoutAPlay() {
        _ = bench.call(.play([:]), .loadMetadata(content))
        _ = bench.play([0])
        #expect(bench.call(.stop) == ["stop #1 at 0 @1000"])
        bench.wait(1)
        #expect(bench.call(.loadMetadata(content)) == ["play #1 at 0 @2000"])
        #expect(bench.call(.playheadPosition(1)) == [])
        // Loading what plays already begins nothing.
        #expect(bench.call(.loadMetadata(content)) == ["warning: LOADMETADATA_PER_PLAYHEAD"])
    }

    @Test mutating func whatIsLoadedBeforePlayStaysLoaded() {
        #expect(bench.call(.loadMetadata(content)) == [])
        bench.wait(1)
        #expect(bench.call(.play([:])) == ["warning: LOADMETADATA_BEFORE_PLAY", "play #1 at - @1000"])
        #expect(bench.call(.playheadPosition(0)) == ["view a#1 at 0 @1000 [] 0/0"])
    }

    @Test mutating func aStreamThatIsOverWithoutContentWasOneOfWatermarks() {
        _ = bench.call(.play([:]), .sendID3("www.nielsen.com/PC/FD/watermark/00100/00100/00"))
        #expect(bench.call(.stop) == ["stop #- at - @0"])
        #expect(
            bench.call(.end) == [
                "note: end came while playback was stopped; the stopped asset is ended, the state stays idle",
                "end #- at - @0",
            ]
        )
        #expect(!bench.core.hasOpenViews)
    }

    // MARK: - Channels

    @Test mutating func aChannelThatIsKnownLaterWasThatOfTheView() {
        _ = bench.call(.loadMetadata(content))
        #expect(bench.call(.play(["channelName": "One"])) == ["warning: LOADMETADATA_BEFORE_PLAY", "play #1 at - @0"])
        #expect(bench.play(0..<3) == ["view a#1 at 0 @0 [] 0/0 on One"])
        // What was seen on the channel before is told before the other one.
        _ = bench.call(.stop)
        bench.wait(1)
        #expect(bench.call(.play(["channelName": "Two"])) == [])
        #expect(
            bench.call(.loadMetadata(content)) == ["duration a#1 at 2 @3000 [] 3/3 on One", "play #1 at 2 @4000"]
        )
        _ = bench.play([3])
        #expect(bench.call(.end) == ["end a#1 at 3 @5000 [] 1/4 on Two", "end #- at - @5000"])
        // A channel is that of one stream.
        #expect(bench.call(.play([:]), .loadMetadata(content)) == ["play #2 at - @5000"])
        #expect(bench.call(.playheadPosition(0)) == ["view a#2 at 0 @5000 [] 0/0"])
    }

    @Test mutating func aPlayWithoutAChannelKeepsTheOneBefore() {
        for _ in 0..<2 {
            _ = bench.call(.play(["channelName": "One"]), .stop)
        }
        _ = bench.call(.play([:]), .stop)
        _ = bench.call(.play([:]), .loadMetadata(content))
        #expect(bench.call(.playheadPosition(0)) == ["view a#1 at 0 @0 [] 0/0 on One"])
        // A page has none.
        #expect(bench.call(.loadMetadata(CoreBench.page)) == ["view #2 at - @0 [] 0/0"])
    }

    @Test mutating func aBlankChannelIsReportedOnce() {
        #expect(bench.call(.play(["channelName": " "])).count == 1)
        #expect(bench.core.playback.channel == ["channelName": NielsenMetadata.defaultChannelName])
        #expect(bench.call(.stop) == ["stop #- at - @0"])
    }

    // MARK: - Other metadata

    @Test mutating func whatWasEarnedIsToldWithTheMetadataOfThen() {
        _ = bench.call(.play([:]), .loadMetadata(content))
        _ = bench.play(0..<4)
        #expect(
            bench.call(.loadMetadata(changed("title", "Other S1E2"))) == [
                "duration a#1 at 3 @4000 [] 4/4",
                "warning: the metadata of the content \"a\" changed (title); it should stay the same from start to end, "
                    + "ads included",
            ]
        )
        // The run goes on, and a view is warned of once.
        #expect(bench.play([4]) == [])
        #expect(bench.call(.loadMetadata(changed("title", "Third S1E2"))) == ["duration a#1 at 4 @5000 [] 1/5"])
        #expect(bench.call(.end) == ["end a#1 at 4 @5000 [] 0/5", "end #- at - @5000"])
    }

    @Test(arguments: [7, 8, 9])
    mutating func eightChangedKeysAreNamed(_ count: Int) {
        let keys = (0..<count).map { "k\($0)" }
        _ = bench.call(.loadMetadata(content))
        let other = content.merging(Dictionary(uniqueKeysWithValues: keys.map { ($0, "x") })) { $1 }
        bench.core.apply(.loadMetadata(other), at: bench.now)
        let named = bench.core.effects.compactMap { effect -> [String]? in
            if case .remark(.warning, .contentChanged("a", let keys)) = effect { keys } else { nil }
        }
        #expect(named == [Array(keys.prefix(8))])
    }

    @Test mutating func metadataOfAnUnknownTypeChangesNothing() {
        _ = bench.call(.play([:]), .loadMetadata(content))
        #expect(bench.call(.loadMetadata(["type": "film", "assetid": "b"])).count == 1)
        #expect(bench.call(.playheadPosition(0)) == ["view a#1 at 0 @0 [] 0/0"])
    }

    // MARK: - Ads

    @Test mutating func contentEndsAnAdThatNobodyStopped() {
        _ = bench.call(.play([:]), .loadMetadata(ad))
        #expect(bench.play([0]) == ["view ad#1 at 0 @0 [] 0/0"])
        #expect(
            bench.call(.loadMetadata(content)) == [
                "note: the ad ad was still playing when content was loaded; call stop at the end of an ad",
                "end ad#1 at 0 @1000 [] 1/1",
            ]
        )
        // One that was stopped ends as well, and nothing was wrong.
        _ = bench.call(.loadMetadata(ad))
        _ = bench.play([0])
        #expect(bench.call(.stop) == ["stop #3 at 0 @2000"])
        #expect(bench.call(.loadMetadata(content)) == ["end ad#3 at 0 @2000 [] 1/1"])
    }

    @Test mutating func anAdInterruptsItsContent() {
        _ = bench.call(.play([:]), .loadMetadata(content))
        _ = bench.play(0..<3)
        #expect(bench.call(.loadMetadata(ad)) == [])
        #expect(bench.play([0]) == ["view ad#2 at 0 @3000 [] 0/0"])
        #expect(bench.call(.stop) == ["stop #2 at 0 @4000"])
        #expect(
            bench.call(.playheadPosition(3)) == [
                "warning: CONTENT_NOT_RELOADED_AFTER_AD",
                "note: playheadPosition is not expected in the idle state and was ignored",
            ]
        )
        #expect(bench.call(.loadMetadata(content)) == ["end ad#2 at 0 @4000 [] 1/1"])
        #expect(bench.play([3]) == [])
        #expect(bench.call(.end) == ["end a#1 at 3 @5000 [] 4/4", "end #- at - @5000"])
    }

    @Test func aStopTellsWhatItsLastSecondCredits() {
        var bench = CoreBench { $0.segmentsPerDuration = 1 }
        _ = bench.call(.play([:]), .loadMetadata(content))
        #expect(bench.play(0..<30) == ["view a#1 at 0 @0 [] 0/0"])
        #expect(bench.call(.stop) == ["stop #1 at 29 @30000", "duration a#1 at 29 @30000 [0] 30/30"])
        _ = bench.call(.loadMetadata(content))
        #expect(bench.play(60..<90) == [])
        // An ad interrupts as well.
        #expect(bench.call(.loadMetadata(ad)) == ["duration a#1 at 89 @60000 [1] 30/60"])
        #expect(bench.play(0..<30) == ["view ad#2 at 0 @60000 [] 0/0"])
        #expect(bench.call(.stop) == ["stop #2 at 29 @90000", "duration ad#2 at 29 @90000 [0] 30/30"])
    }

    @Test func severalDurationsMayBeDueAtOnce() {
        var bench = CoreBench {
            $0.segmentsPerDuration = 1
            $0.segmentSeconds = 2
            $0.creditSeconds = 1
        }
        _ = bench.call(.play([:]), .loadMetadata(content))
        _ = bench.play([0])
        bench.wait(5)
        #expect(
            bench.call(.playheadPosition(6)) == [
                "duration a#1 at 6 @6000 [0] 6/6", "duration a#1 at 6 @6000 [1] 0/6", "duration a#1 at 6 @6000 [2] 0/6",
            ]
        )
    }

    /// The content of the only record of a call.
    private mutating func content(of call: NielsenCall) throws -> NielsenMeasurementRecord.Content? {
        _ = bench.heard()
        bench.core.apply(call, at: bench.now)
        #expect(bench.core.effects.count == 1)
        guard case .record(let record) = try #require(bench.core.effects.first) else { return nil }
        #expect(record.kind == .view)
        return record.content
    }

    @Test mutating func anAdSaysWhichContentItRunsIn() throws {
        _ = bench.call(.play(["channelName": "One"]), .loadMetadata(ad))
        #expect(try content(of: .playheadPosition(0)) == nil)
        _ = bench.call(.stop, .loadMetadata(content))
        #expect(try content(of: .playheadPosition(0)) == nil)
        let metadata = try #require(bench.core.playback.content.asset).metadata
        _ = bench.call(.loadMetadata(ad))
        let shown = metadata.merging(["channelName": "One"]) { $1 }
        #expect(try content(of: .playheadPosition(0)) == .init(view: 2, metadata: shown))
        // A postroll runs in content that is over.
        _ = bench.call(.end, .loadMetadata(["type": "postroll", "assetid": "post"]))
        #expect(try content(of: .playheadPosition(0)) == .init(view: 0, metadata: metadata))
        _ = bench.call(.stop, .loadMetadata(ad))
        #expect(try content(of: .playheadPosition(0)) == nil)
    }
}
