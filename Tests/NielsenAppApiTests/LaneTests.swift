// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// What belongs to which view where content, ads and channels take turns.
struct LaneTests {
    private let bench = Bench()

    private var lastRecord: NielsenMeasurementRecord? { bench.sink.records.last }

    // MARK: - Ads

    /// A player that was paused tells the second of the pause again or goes back a little, and that is no second
    /// impression of the ad.
    ///
    /// Nearer to its start than to the pause it is one.
    @Test(arguments: [
        (position: Int64(4), views: 1), (position: 5, views: 1), (position: 3, views: 1), (position: 2, views: 1),
        (position: 1, views: 2), (position: 0, views: 2),
    ])
    func anAdGoesOnWhereItWasPausedAndBeginsAnewAtItsStart(_ example: (position: Int64, views: Int)) throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        api.loadMetadata(Bench.midroll)
        bench.play(api, 0..<5)
        api.stop()
        api.loadMetadata(Bench.midroll)
        bench.play(api, example.position..<example.position + 3)
        #expect(api.creditSummary.count == example.views)
        #expect(bench.sink.records.filter { $0.kind == .view }.count == example.views)
    }

    /// An ad of which only the first second was reported begins at its start again.
    @Test func anAdAtItsStartAgainIsANewView() throws {
        let api = try bench.makeApi()
        api.play()
        for _ in 0..<3 {
            api.loadMetadata(Bench.preroll)
            bench.play(api, [0])
            api.stop()
        }
        #expect(api.creditSummary.map(\.assetid) == ["ad123", "ad123", "ad123"])
    }

    /// Only a postroll has nothing to come back to: any other ad may come before its content is known.
    @Test(arguments: [("preroll", false), ("midroll", false), ("ad", false), ("postroll", true)])
    func theStopOfAnAdWithoutContentEndsAPostrollAlone(_ type: String, _ ends: Bool) throws {
        let ad = ["type": type, "assetid": "a"]
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(ad)
        bench.play(api, 0..<15)
        api.stop()
        #expect(api.creditSummary.map(\.ended) == [ends])
        api.loadMetadata(ad)
        bench.play(api, 15..<30)
        #expect(api.creditSummary.map(\.segments) == (ends ? [[], []] : [[0]]))
    }

    /// The end of the content tells how many ads it had, so theirs come first.
    @Test func endTellsTheAdBeforeItsContent() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<2)
        api.stop()
        api.loadMetadata(Bench.midroll)
        bench.play(api, 0..<2)
        api.end()
        #expect(bench.records.suffix(2) == ["end ad ad456#2 []", "end content vid345-67483#1 []"])
    }

    // MARK: - What records say

    @Test func anEndAfterAPauseSaysWhereThePlayheadWas() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<12)
        api.stop()
        api.end()
        #expect(lastRecord?.kind == .end && lastRecord?.playhead == 11)
    }

    @Test func theChannelStaysUntilAnotherIsToldAndMetadataOfItsOwnWins() throws {
        let api = try bench.makeApi()
        api.play(["channelName": "One"])
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<1)
        #expect(lastRecord?.metadata["channelName"] == "One")
        api.stop()
        api.play()
        api.loadMetadata(Bench.content("next"))
        bench.play(api, 0..<1)
        #expect(lastRecord?.metadata["channelName"] == "One")
        api.play(["channelName": "Two"])
        api.loadMetadata(Bench.content("own").merging(["channelName": "Own"]) { $1 })
        bench.play(api, 0..<1)
        #expect(lastRecord?.metadata["channelName"] == "Own")
    }

    /// The channel of a stream that is over is not that of the next one; a postroll still belongs to it.
    @Test func theChannelIsThatOfOneStream() throws {
        let api = try bench.makeApi()
        api.play(["channelName": "One"])
        api.loadMetadata(Bench.content)
        bench.play(api, 0..<1)
        api.end()
        api.loadMetadata(Bench.postroll)
        bench.play(api, 0..<1)
        #expect(lastRecord?.metadata["channelName"] == "One")
        api.stop()
        api.play()
        api.loadMetadata(Bench.content("next"))
        bench.play(api, 0..<1)
        #expect(lastRecord?.kind == .view && lastRecord?.metadata["channelName"] == nil)
    }

    // MARK: - Bounds
}
