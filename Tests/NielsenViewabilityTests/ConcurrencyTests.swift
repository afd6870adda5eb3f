// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Dispatch
import Foundation
import HubServices
import NielsenAppApi
import Testing

struct ConcurrencyTests {
    /// Answers on another thread, as one that has to go to the main thread first.
    private struct RemoteScreen: NielsenViewabilitySource {
        let screen: Screen
        let queue = DispatchQueue(label: "screen")

        func look(
            for target: NielsenViewabilityTarget,
            in container: NielsenViewabilityContainer,
            _ answer: @escaping @Sendable (NielsenViewabilityScene?) -> Void
        ) {
            queue.async { screen.look(for: target, in: container, answer) }
        }
    }

    @Test func callsLooksAndTheClockMayMeetInAnyOrder() throws {
        let bench = ViewabilityBench()
        let source = RemoteScreen(screen: bench.screen)
        var environment = bench.environment
        environment.viewability = source
        let api = try NielsenAppApi.make(appInfo: ViewabilityBench.appInfo, environment: environment)
        api.trackViewability(["viewTag": 7, "viewContainer": 1])
        let clock = bench.clock
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<300 {
                switch (thread, round % 10) {
                case (0, _): clock.advance(by: .milliseconds(500))
                case (1, 0): api.loadMetadata(ViewabilityBench.content)
                case (1, 9): api.stop()
                case (1, _): api.playheadPosition(Int64(round))
                case (2, 5): api.trackViewability(["viewTag": round % 20 == 5 ? 7 : 8, "viewContainer": 1])
                case (2, _): api.updateViewability(Screen.scene())
                case (_, 7): api.trackViewability([:])
                default: _ = api.creditSummary
                }
            }
        }
        source.queue.sync {}
        api.shutdown()
        #expect(clock.pendingCount == 0)
        // Whatever the order was, the items of a series lie one after the other and none is negative.
        for ping in bench.posts {
            let body = try JSONObject(jsonText: try #require(ping.body))
            #expect(body.count == 5)
            for name in body.keys {
                for item in body[name]?.arrayValue ?? [] { #expect((item.arrayValue?[3].intValue ?? -1) >= 0) }
            }
        }
        #expect(bench.screen.looks > 0)
    }

    @Test func aLateAnswerAboutAnotherViewIsNotTakenOver() throws {
        /// Keeps its answers until the test lets them go.
        final class SlowScreen: NielsenViewabilitySource {
            let answers = Locked<[@Sendable () -> Void]>([])

            func look(
                for target: NielsenViewabilityTarget,
                in container: NielsenViewabilityContainer,
                _ answer: @escaping @Sendable (NielsenViewabilityScene?) -> Void
            ) {
                var scene = Screen.scene()
                scene.views[0].tag = target.viewTag
                if target.viewTag == "7" { scene.views[0].frame.y = -100 }
                let shown = scene
                answers.withLock { $0.append { answer(shown) } }
            }
        }
        let bench = ViewabilityBench()
        let slow = SlowScreen()
        var environment = bench.environment
        environment.viewability = slow
        let api = try NielsenAppApi.make(
            appInfo: ViewabilityBench.appInfo,
            delegate: bench.hearing,
            environment: environment
        )
        api.trackViewability(["viewTag": 7, "viewContainer": 1])
        api.trackViewability(["viewTag": 6, "viewContainer": 1])
        // The answer about view 6 comes first, that about view 7 late.
        for answer in slow.answers.withLock({ Array($0.reversed()) }) { answer() }
        api.loadMetadata(ViewabilityBench.content)
        api.playheadPosition(0)
        #expect(bench.bodies(.content).map { ViewabilityBench.short("invs", $0) } == [["100@0+0"]])
        #expect(bench.hearing.errors == [])
    }
}
