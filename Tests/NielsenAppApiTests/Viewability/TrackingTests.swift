// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

struct TrackingTests {
    private let bench = ViewabilityBench()

    private func invs(_ body: String?) -> [String] { ViewabilityBench.short("invs", body) }

    // MARK: - Error 19

    @Test func whatIsNoTagOrNoContainerIsError19() throws {
        let wrong: [[String: Any]] = [
            [:], ["viewContainer": 1], ["viewTag": "7"], ["viewTag": "7", "viewContainer": NSNull()],
            ["viewTag": "", "viewContainer": 1], ["viewTag": true, "viewContainer": 1],
            ["viewTag": 7.5, "viewContainer": 1], ["viewTag": ["7"], "viewContainer": 1],
            ["viewTag": NSNull(), "viewContainer": 1], ["viewTag": "7", "viewContainer": Int?.none as Any],
            ["viewTag": Double.nan, "viewContainer": 1],
        ]
        for data in wrong {
            let bench = ViewabilityBench()
            let api = try bench.makeApi()
            api.trackViewability(data)
            api.loadMetadata(ViewabilityBench.film)
            bench.play(api, 0..<3)
            #expect(bench.hearing.errors == [19], "\(data)")
            #expect(bench.hearing.texts.allSatisfy { $0.contains("viewTag") || $0.contains("viewContainer") })
            #expect(bench.posts.isEmpty)
            #expect(bench.screen.looks == 0)
        }
    }

    @Test func aTagThatNoViewHasIsError19() throws {
        let api = try bench.makeApi()
        api.trackViewability(["viewTag": "70", "viewContainer": bench.window])
        #expect(bench.hearing.errors == [19])
        #expect(bench.hearing.texts.first?.contains("\"70\"") == true)
    }

    @Test func aViewThatIsLostIsReportedOnceUntilItIsFound() throws {
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<5)
        bench.screen.change { $0.views[0].tag = nil }
        bench.play(api, 5..<10)
        #expect(bench.hearing.errors == [19])
        bench.screen.change { $0.views[0].tag = "7" }
        bench.play(api, 10..<15)
        bench.screen.show(nil)
        bench.play(api, 15..<20)
        #expect(bench.hearing.errors == [19, 19])
        api.end()
        // Nothing is measured while it is lost.
        #expect(bench.bodies(.content).last.map(invs) == ["100@1+3", "100@10+4"])
    }

    // MARK: - The first step

    /// Fifty seconds, with a pause after half of them: what the documents' example leaves out counts where it is asked for.
    @Test(arguments: [(false, ["100@1+23", "100@25+24"]), (true, ["100@0+24", "100@24+25"])])
    func theFirstStepCountsWhereASettingSaysSo(_ counts: Bool, _ items: [String]) throws {
        bench.configuration.viewability.countsFirstStep = counts
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<25)
        api.stop()
        bench.clock.advance(by: .seconds(10))
        api.loadMetadata(ViewabilityBench.film)
        bench.play(api, 25..<50)
        api.end()
        #expect(bench.bodies(.content).last.map(invs) == items)
    }

    // MARK: - Friendly views

    private static let covers = [
        NielsenViewabilityView(tag: "8", frame: rect(0, 0, 200, 200)),
        NielsenViewabilityView(tag: "9", frame: rect(200, 0, 100, 200)),
    ]

    /// The friendly views, and how much of the player can be seen behind both covers.
    @Test func friendlyViewsHideNothing() throws {
        let cases: [([Any], Int)] = [
            (["8", "9"], 100), ([8, 9], 100), (["8"], 75), ([9, "no such view"], 50), ([], 25),
        ]
        for (friendly, expected) in cases {
            let bench = ViewabilityBench()
            bench.screen.show(Screen.scene(Self.covers))
            let api = try bench.makeApi()
            api.trackViewability(["viewTag": 7, "viewContainer": bench.window, "friendlyObstructions": friendly])
            api.loadMetadata(ViewabilityBench.film)
            bench.play(api, 0..<1)
            #expect(bench.hearing.errors == [])
            #expect(bench.bodies(.content).map(invs) == [["\(expected)@0+0"]])
        }
    }

    // MARK: - Looking

    @Test func theScreenIsLookedAtOnlyWhileSomethingIsPlayed() throws {
        let api = try bench.makeApi()
        api.trackViewability(["viewTag": 7, "viewContainer": bench.window])
        #expect(bench.screen.looks == 1)
        #expect(bench.clock.pendingCount == 0)
        bench.clock.advance(by: .seconds(10))
        #expect(bench.screen.looks == 1)
        api.loadMetadata(ViewabilityBench.film)
        #expect(bench.screen.looks == 2)
        bench.clock.advance(by: .seconds(10))
        #expect(bench.screen.looks == 12)
        api.stop()
        #expect(bench.clock.pendingCount == 0)
        api.play()
        #expect(bench.screen.looks == 13)
        api.shutdown()
        #expect(bench.clock.pendingCount == 0)
    }

    @Test func theContainerIsHandedToTheSourceAndNotKept() throws {
        let api = try bench.makeApi()
        var window: Window? = Window()
        let id = window.map { ObjectIdentifier($0) }
        api.trackViewability(["viewTag": 7, "viewContainer": window as Any])
        #expect(bench.screen.containers == [id])
        weak let kept = window
        window = nil
        #expect(kept == nil)
        api.loadMetadata(ViewabilityBench.film)
        #expect(bench.screen.looks == 2)
        #expect(bench.screen.containers == [id])
    }

    // MARK: - Scenes of the app

    @Test func anAppMayHandOverScenesItself() throws {
        bench.hasScreen = false
        let api = try bench.makeApi()
        api.trackViewability(["viewTag": 7, "viewContainer": Screen.scene()])
        api.loadMetadata(ViewabilityBench.film)
        bench.play(api, 0..<5)
        var scene = Screen.scene()
        scene.views[0].frame.x = -100
        api.updateViewability(scene)
        bench.play(api, 5..<10)
        scene.views = []
        api.updateViewability(scene)
        api.end()
        #expect(bench.bodies(.content).map(invs) == [["100@0+0"], ["100@1+4", "75@5+4"]])
        #expect(bench.hearing.errors == [19])
    }

    @Test func withoutASourceNothingIsMeasuredAndNothingIsWrong() throws {
        bench.hasScreen = false
        let api = try bench.makePlayingApi()
        bench.play(api, 0..<5)
        api.end()
        #expect(bench.posts.isEmpty)
        #expect(bench.hearing.errors == [])
    }

    // MARK: - Events

    @Test func eventsAreMeasuredTheSameWay() throws {
        let tracker = try NielsenEventTracker.make(
            appInfo: ViewabilityBench.exampleAppInfo,
            delegate: bench.hearing,
            environment: bench.environment()
        )
        tracker.trackViewability(["viewTag": 7, "viewContainer": bench.window, "friendlyObstructions": ["8"]])
        func event(_ name: String, _ position: Int) -> [String: Any] {
            [
                "event": name, "type": "content", "playheadPosition": "\(position)",
                "metadata": ["content": ViewabilityBench.film],
            ]
        }
        for position in 0..<10 {
            if position == 5 { bench.screen.change { $0.isMuted = true } }
            tracker.trackEvent(event("playhead", position))
            bench.clock.advance(by: .seconds(1))
        }
        tracker.trackEvent(event("complete", 10))
        #expect(bench.bodies(.content).map(invs) == [["100@0+0"], ["100@1+9"]])
        #expect(bench.bodies(.content).last.map { ViewabilityBench.short("inau", $0) } == ["50@1+5", "0@6+4"])
        #expect(bench.clock.pendingCount == 0)
    }

    @Test func theAppInformationMayNameTheView() throws {
        let info = ViewabilityBench.exampleAppInfo.merging(["containerId": "7"]) { $1 }
        let api = try bench.makeApi(info)
        #expect(bench.screen.looks == 0)
        api.loadMetadata(ViewabilityBench.film)
        bench.play(api, 0..<3)
        api.end()
        #expect(bench.bodies(.content).map(invs) == [["100@0+0"], ["100@1+1"]])
    }

    @Test func aViewOfTheAppInformationThatIsNotThereIsError19OncePlayed() throws {
        let api = try bench.makeApi(ViewabilityBench.exampleAppInfo.merging(["containerId": "1234567"]) { $1 })
        #expect(bench.hearing.errors == [])
        api.loadMetadata(ViewabilityBench.film)
        bench.play(api, 0..<3)
        #expect(bench.hearing.errors == [19])
    }
}
