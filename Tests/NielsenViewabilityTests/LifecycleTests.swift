// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// What is seen of the player, its page, and a connected device, when the app goes to the background and comes back.
struct LifecycleTests {
    private let bench = ViewabilityBench()
    private func invs(_ body: String?) -> [String] { ViewabilityBench.short("invs", body) }

    private func away(_ api: NielsenAppApi, _ isAway: Bool) {
        bench.screen.change { $0.isForeground = !isAway }
        api.handle(isAway ? .background : .foreground)
    }

    @Test func videoIsNotMeasuredWhileItIsAwayAndGoesOnWithWhatIsSeenThen() throws {
        let api = try bench.makePlayingApi()
        api.handle(.launch)
        bench.play(api, 0..<5)
        away(api, true)
        // The one timer that is left is that of the pause timeout.
        #expect(bench.clock.pendingCount == 1)
        // A player that goes on telling is not believed.
        bench.play(api, 5..<10)
        away(api, false)
        #expect(bench.clock.pendingCount == 2)
        bench.play(api, 10..<15)
        api.end()
        #expect(bench.bodies(.content).map(invs) == [["100@0+0"], ["100@1+3", "100@10+4"]])
        // Each run is over with its last playhead: 0 to 4 and 10 to 14.
        #expect(api.creditSummary.map(\.seconds) == [8])
    }

    @Test(arguments: [true, false])
    func whatGoesOnBehindIsHeardAndNotSeen(_ isAudio: Bool) throws {
        let api = try bench.makePlayingApi()
        api.handle(.launch)
        api.handle(isAudio ? .media(.audio) : .pictureInPicture(true))
        bench.play(api, 0..<5)
        away(api, true)
        bench.play(api, 5..<10)
        away(api, false)
        bench.play(api, 10..<15)
        api.end()
        #expect(bench.bodies(.content).last.map(invs) == ["100@1+4", "0@5+5", "100@10+4"])
        #expect(ViewabilityBench.short("inau", bench.bodies(.content).last) == ["50@1+13"])
    }

    @Test func thePageTheDeviceAndThePlayerComeBackTogetherAndOnce() throws {
        let api = try bench.makePlayingApi()
        api.handle(.launch)
        api.updateOTT(["ottStatus": "1", "ottType": "airplay", "ottDevice": "airplay"])
        api.loadMetadata(["type": "static", "section": "Home"])
        bench.play(api, 0..<5)
        for start in [Int64(5), 10] {
            away(api, true)
            bench.clock.advance(by: .seconds(100))
            away(api, false)
            api.handle(.foreground)
            bench.play(api, start..<start + 5)
        }
        api.handle(.terminate)
        let lines = bench.records.records.filter { $0.kind != .session }.map { record in
            "\(record.kind) \(record.lane?.rawValue ?? "-") \(record.ott["ottType"] ?? "-")"
        }
        #expect(
            lines == [
                "view static airplay", "view content airplay", "end static airplay", "view static airplay",
                "end static airplay", "view static airplay", "end content airplay", "end static airplay",
            ]
        )
        #expect(api.creditSummary.filter { $0.lane == .static }.map(\.seconds) == [5, 5, 5])
        // Three runs of five playheads, each over with the last one.
        #expect(api.creditSummary.filter { $0.lane == .content }.map(\.seconds) == [12])
        #expect(bench.bodies(.content).last.map(invs) == ["100@1+3", "100@5+4", "100@10+4"])
        #expect(bench.clock.pendingCount == 0)
    }

    @Test func theLastPostGoesOutBeforeTheAppEnds() throws {
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<5)
        api.handle(.terminate)
        #expect(bench.bodies(.content).map(invs) == [["100@0+0"], ["100@1+3"]])
        #expect(api.lastEventDict?["eventCode"] as? Int == 2002)
    }
}
