// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Launch, foreground, background and the end of the app, with the time that went by.
struct AppLifeTests {
    private let bench = Bench()

    @Test func timeInTheAppIsTimeInTheForeground() throws {
        let api = try bench.makeApi()
        bench.wait(100)
        api.handle(.launch)
        bench.wait(60)
        api.handle(.background)
        bench.wait(1_000)
        api.handle(.foreground)
        bench.wait(30)
        api.handle(.launch)
        api.handle(.foreground)
        let summary = api.lifecycleSummary
        #expect(summary.timeInApp == .seconds(90))
        #expect(summary.timeInBackground == .seconds(1_000))
        #expect(summary.launches == 1 && summary.returns == 1)
    }

    @Test func timeInSectionsIsKeptApart() throws {
        let api = try bench.makeApi()
        api.handle(.launch)
        for (section, seconds) in [("Home", 20), ("News", 30), ("Home", 5)] {
            api.loadMetadata(["type": "static", "section": section])
            bench.wait(seconds)
        }
        api.handle(.background)
        bench.wait(500)
        api.handle(.foreground)
        bench.wait(7)
        api.staticEnd()
        bench.wait(50)
        let summary = api.lifecycleSummary
        #expect(summary.sections.map(\.section) == ["Home", "News"])
        #expect(summary.sections.map(\.visits) == [3, 1])
        #expect(summary.timeInSection("Home") == .seconds(32) && summary.timeInSection("News") == .seconds(30))
        #expect(summary.timeInSection("Sports") == .zero)
        #expect(summary.timeInApp == .seconds(112))
        // The credit of the views is the same time.
        #expect(api.creditSummary.map(\.seconds) == [20, 30, 5, 7])
    }

    @Test func theEndOfTheAppEndsEverything() throws {
        let api = try bench.makePlaying()
        api.loadMetadata(Bench.page)
        bench.play(api, 0..<40)
        api.handle(.terminate)
        bench.wait(40)
        api.loadMetadata(Bench.content("late"))
        api.playheadPosition(1)
        api.handle(.foreground)
        #expect(
            bench.records == [
                "view static #2 []", "view content vid345-67483#1 []", "end content vid345-67483#1 [0]",
                "end static #2 [0]",
            ]
        )
        #expect(api.lastEventDict?["eventCode"] as? Int == 2002)
        #expect(api.lifecycleSummary.timeInApp == .seconds(40))
    }

    @Test func aConnectedDeviceIsReportedAgain() throws {
        var lifecycle = CallBench()
        let report = NielsenCall.updateOTT(["ottStatus": "1", "ottType": "airplay"])
        #expect(lifecycle.handle(report, at: .zero) == [report])
        #expect(lifecycle.handle(.launch, at: .zero) == [report])
        #expect(lifecycle.handle(.loadMetadata(Bench.content), at: .zero).count == 1)
        #expect(lifecycle.handle(.background, at: .zero) == [.stop])
        #expect(lifecycle.handle(.foreground, at: .zero) == [report, .loadMetadata(Bench.content)])
        #expect(lifecycle.handle(.foreground, at: .zero).isEmpty)
        let gone = NielsenCall.updateOTT(["ottStatus": "0"])
        _ = lifecycle.handle(gone, at: .zero)
        _ = lifecycle.handle(.background, at: .zero)
        #expect(lifecycle.handle(.foreground, at: .zero).first == gone)
    }

    @Test func whatWasEndedByDisablingIsNotResumed() throws {
        let api = try bench.makePlaying()
        bench.play(api, 0..<10)
        api.loadMetadata(Bench.page)
        api.handle(.background)
        api.appDisableApi = true
        api.loadMetadata(Bench.content("ignored"))
        api.appDisableApi = false
        api.handle(.foreground)
        #expect(api.state == .idle)
        api.play()
        api.loadMetadata(Bench.content("next"))
        bench.play(api, 0..<5)
        #expect(api.creditSummary.map(\.assetid) == ["vid345-67483", "", "next"])
    }

    @Test func whatIsDoneAndWhyIsInTheLog() throws {
        let api = try bench.makePlaying()
        bench.play(api, 0..<2)
        api.handle(.interruptionBegan(.networkLoss))
        api.handle(.interruptionEnded(.networkLoss))
        #expect(bench.logged("stop was called because of networkLoss began"))
        #expect(bench.logged("loadMetadata was called because of networkLoss ended"))
    }
}
