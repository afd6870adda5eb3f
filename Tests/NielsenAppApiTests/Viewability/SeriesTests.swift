// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

struct SeriesTests {
    private let bench = ViewabilityBench()

    private func invs(_ body: String?) -> [String] { ViewabilityBench.short("invs", body) }
    private func inau(_ body: String?) -> [String] { ViewabilityBench.short("inau", body) }

    // MARK: - Flushes

    @Test func aDurationPingFlushesAndTheNextPlayheadBegins() throws {
        let api = try bench.makePlayingApi()
        // The window of five minutes is left at playhead 300.
        bench.play(api, 0..<330)
        api.end()
        #expect(bench.bodies(.content).map(invs) == [["100@0+0"], ["100@1+299"], ["100@301+28"]])
    }

    @Test func livePlayheadsAreSecondsSince1970() throws {
        let api = try bench.makePlayingApi()
        bench.play(api, 1_700_000_000..<1_700_000_010)
        api.end()
        #expect(bench.bodies(.content).map(invs) == [["100@1700000000+0"], ["100@1700000001+8"]])
    }

    // MARK: - Pauses

    @Test func aPauseEndsTheItemsAndAResumeBeginsNewOnes() throws {
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<10)
        api.stop()
        bench.clock.advance(by: .seconds(100))
        api.loadMetadata(ViewabilityBench.film)
        bench.play(api, 10..<20)
        api.end()
        let body = try #require(bench.bodies(.content).last)
        #expect(invs(body) == ["100@1+8", "100@10+9"])
        #expect(body.contains("[100,10,1700000111,9]"))
    }

    @Test func aSeekIsNoTimeThatWasPlayed() throws {
        let api = try bench.makePlayingApi()
        bench.play(api, [0, 1, 2, 3, 100, 101, 102, 200, 201])
        api.end()
        #expect(bench.bodies(.content).last.map(invs) == ["100@1+2", "100@100+2", "100@200+1"])
    }

    @Test func anAdHasSeriesOfItsOwnAndContentGoesOnAfterIt() throws {
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<10)
        api.stop()
        api.loadMetadata(ViewabilityBench.spot)
        bench.play(api, 0..<5)
        api.stop()
        api.loadMetadata(ViewabilityBench.film)
        bench.play(api, 10..<15)
        api.end()
        #expect(bench.bodies(.ad).map(invs) == [["100@0+0"], ["100@1+3"]])
        #expect(bench.bodies(.content).map(invs) == [["100@0+0"], ["100@1+8", "100@10+4"]])
    }

    @Test func inTheBackgroundNothingCanBeSeenButStillHeard() throws {
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<5)
        bench.screen.change { $0.isForeground = false }
        bench.play(api, 5..<10)
        api.end()
        #expect(bench.bodies(.content).last.map(invs) == ["100@1+4", "0@5+4"])
        #expect(bench.bodies(.content).last.map(inau) == ["50@1+8"])
    }

    @Test func switchingMeasurementOffFlushes() throws {
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<5)
        api.appDisableApi = true
        #expect(bench.bodies(.content).map(invs) == [["100@0+0"], ["100@1+3"]])
        #expect(bench.clock.pendingCount == 0)
    }

    // MARK: - Thresholds

    @Test(arguments: [(5, ["100@1+4", "94@5+4"]), (6, ["100@1+4", "94@5+4"]), (7, ["100@1+8"])])
    func theThresholdOfVisibilityIsASetting(_ threshold: Int, _ expected: [String]) throws {
        bench.configuration.viewability.visibilityThreshold = threshold
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<5)
        bench.screen.change { $0.views[0].frame.y = -12 }
        bench.play(api, 5..<10)
        api.end()
        #expect(bench.bodies(.content).last.map(invs) == expected)
    }

    @Test func volumeStepsAreItemsAndTheirThresholdIsASetting() throws {
        bench.configuration.viewability.volumeThreshold = 10
        let api = try bench.makePlayingApi()
        for (position, volume) in [(0, 0.5), (1, 0.5), (2, 0.55), (3, 0.6), (4, 0.65), (5, 0.5), (6, 7), (7, -1)] {
            bench.screen.change { $0.volume = volume }
            bench.play(api, Int64(position)...Int64(position))
        }
        bench.screen.change { $0.volume = .nan }
        bench.play(api, 8...8)
        api.end()
        #expect(
            bench.bodies(.content).last.map(inau) == ["50@1+2", "60@3+2", "50@5+1", "100@6+1", "0@7+1"]
        )
    }

    // MARK: - Opt-out

    @Test func afterAnOptOutThePostIsMarked() throws {
        let api = try bench.makePlayingApi()
        api.userOptOut("nielsenappsdk://1")
        bench.play(api, 0..<2)
        #expect(bench.posts.map { $0.url.contains("&uoo=true&rnd=") } == [true])
    }
}
