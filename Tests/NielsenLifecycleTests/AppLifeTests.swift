// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Launch, foreground, background and the end of the app, with the time that went by.
struct AppLifeTests {
    private let bench = LifeBench()

    @Test func timeInTheAppIsTimeInTheForeground() throws {
        let api = try bench.makeApi()
        bench.wait(100)
        #expect(api.lifecyclePhase == .notLaunched)
        api.handle(.launch)
        bench.wait(60)
        api.handle(.background)
        #expect(api.lifecyclePhase == .background)
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

    @Test func aLaunchIntoTheBackgroundCountsAsOne() throws {
        let api = try bench.makeApi()
        api.handle(.background)
        bench.wait(10)
        api.handle(.foreground)
        bench.wait(5)
        let summary = api.lifecycleSummary
        #expect(summary.launches == 1 && summary.timeInApp == .seconds(5) && summary.timeInBackground == .seconds(10))
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

    @Test func thousandsOfSectionsUseBoundedMemory() throws {
        let api = try bench.makeApi()
        for number in 0..<3_000 {
            api.loadMetadata(["type": "static", "section": "s\(number)"])
            bench.wait(1)
        }
        let sections = api.lifecycleSummary.sections
        #expect(sections.count == 1_000)
        #expect(sections.map(\.time).reduce(.zero, +) == .seconds(3_000))
    }

    @Test func theEndOfTheAppEndsEverything() throws {
        let api = try bench.makePlaying()
        api.loadMetadata(LifeBench.page)
        bench.play(api, 0..<40)
        api.handle(.terminate)
        bench.wait(40)
        api.loadMetadata(LifeBench.content("late"))
        api.playheadPosition(1)
        api.handle(.foreground)
        #expect(
            bench.records == [
                "view static #2 []", "view content vid345-67483#1 []", "end content vid345-67483#1 [0]",
                "end static #2 [0]",
            ]
        )
        #expect(api.lifecyclePhase == .terminated)
        #expect(api.lastEventDict?["eventCode"] as? Int == 2002)
        #expect(api.lifecycleSummary.timeInApp == .seconds(40))
    }

    /// The calls that the end of the app makes, by what is open.
    @Test(
        arguments: [
            ([], []), ([LifeBench.content], [.end]), ([LifeBench.preroll], [.end]), ([LifeBench.page], [.staticEnd]),
            ([LifeBench.content, LifeBench.page], [.end, .staticEnd]),
        ] as [([[String: String]], [NielsenCall])]
    )
    func theEndOfTheAppEndsEachLane(_ loaded: [[String: String]], _ calls: [NielsenCall]) {
        var lifecycle = CallBench()
        for metadata in loaded { _ = lifecycle.handle(.loadMetadata(metadata), at: .zero) }
        #expect(lifecycle.handle(.terminate, at: .zero) == calls)
        #expect(lifecycle.handle(.terminate, at: .zero).isEmpty)
    }

    @Test func theEndInTheBackgroundEndsWhatWasInterrupted() throws {
        let api = try bench.makePlaying()
        bench.play(api, 0..<40)
        api.handle(.background)
        api.handle(.terminate)
        #expect(bench.records == ["view content vid345-67483#1 []", "end content vid345-67483#1 [0]"])
        #expect(api.creditSummary.map(\.ended) == [true])
    }

    @Test func aConnectedDeviceIsReportedAgain() throws {
        var lifecycle = CallBench()
        let report = NielsenCall.updateOTT(LifeBench.ott)
        #expect(lifecycle.handle(report, at: .zero) == [report])
        #expect(lifecycle.handle(.launch, at: .zero) == [report])
        #expect(lifecycle.handle(.loadMetadata(LifeBench.content), at: .zero).count == 1)
        #expect(lifecycle.handle(.background, at: .zero) == [.stop])
        #expect(lifecycle.handle(.foreground, at: .zero) == [report, .loadMetadata(LifeBench.content)])
        #expect(lifecycle.handle(.foreground, at: .zero).isEmpty)
        let gone = NielsenCall.updateOTT(["ottStatus": "0"])
        _ = lifecycle.handle(gone, at: .zero)
        _ = lifecycle.handle(.background, at: .zero)
        #expect(lifecycle.handle(.foreground, at: .zero).first == gone)
    }

    @Test func whatWasEndedByDisablingIsNotResumed() throws {
        let api = try bench.makePlaying()
        bench.play(api, 0..<10)
        api.loadMetadata(LifeBench.page)
        api.handle(.background)
        api.appDisableApi = true
        api.loadMetadata(LifeBench.content("ignored"))
        api.appDisableApi = false
        api.handle(.foreground)
        #expect(api.state == .idle)
        api.play()
        api.loadMetadata(LifeBench.content("next"))
        bench.play(api, 0..<5)
        #expect(api.creditSummary.map(\.assetid) == ["vid345-67483", "", "next"])
    }

    @Test func theBackgroundCountsAlsoWhileDisabled() throws {
        let api = try bench.makeApi()
        api.handle(.launch)
        api.appDisableApi = true
        api.handle(.background)
        bench.wait(10)
        api.appDisableApi = false
        api.loadMetadata(LifeBench.page)
        #expect(bench.records.isEmpty)
        api.handle(.foreground)
        #expect(bench.records == ["view static #1 []"])
        #expect(api.lifecycleSummary.timeInBackground == .seconds(10))
    }

    @Test func theEventInterfaceIsInterruptedToo() throws {
        let tracker = try bench.makeTracker()
        tracker.handle(.launch)
        func play(_ positions: Range<Int>) {
            for position in positions {
                tracker.trackEvent([
                    "event": "playhead", "type": "content", "playheadPosition": String(position),
                    "metadata": ["content": LifeBench.content],
                ])
                bench.wait(1)
            }
        }
        play(0..<45)
        tracker.handle(.interruptionBegan(.call))
        play(45..<105)
        tracker.handle(.interruptionEnded(.call))
        play(105..<135)
        tracker.trackEvent(["event": "complete", "type": "content", "metadata": ["content": LifeBench.content]])
        #expect(tracker.creditSummary.map(\.seconds) == [75])
        #expect(bench.records == ["view content vid345-67483#1 []", "end content vid345-67483#1 [0]"])
        #expect(tracker.lifecycleSummary.withheldPlayheads == 60 && tracker.interruptions.isEmpty)
    }

    @Test func whatIsDoneAndWhyIsInTheLog() throws {
        let api = try bench.makePlaying()
        bench.play(api, 0..<2)
        api.handle(.interruptionBegan(.networkLoss))
        api.handle(.interruptionEnded(.networkLoss))
        #expect(bench.logged("stop was called because of networkLoss began"))
        #expect(bench.logged("loadMetadata was called because of networkLoss ended"))
    }

    @Test func eventsFromManyThreadsDoNoHarm() async throws {
        let api = try bench.makePlaying()
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<4 {
                group.addTask {
                    for step in 0..<200 {
                        let interruption = NielsenInterruption.allCases[(lane + step) % 9]
                        api.handle(.interruptionBegan(interruption))
                        api.playheadPosition(Int64(step))
                        api.handle(.interruptionEnded(interruption))
                    }
                }
            }
        }
        #expect(api.interruptions.isEmpty)
        api.playheadPosition(1_000)
        #expect(api.state == .processing)
    }
}
