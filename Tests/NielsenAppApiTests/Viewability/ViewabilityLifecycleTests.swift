// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// What is seen of the player, its page, and a connected device, when the app goes to the background and comes back.
struct ViewabilityLifecycleTests {
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

    @Test func theLastPostGoesOutBeforeTheAppEnds() throws {
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<5)
        api.handle(.terminate)
        #expect(bench.bodies(.content).map(invs) == [["100@0+0"], ["100@1+3"]])
        #expect(api.lastEventDict?["eventCode"] as? Int == 2002)
    }
}
