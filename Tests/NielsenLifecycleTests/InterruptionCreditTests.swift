// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import Testing

/// What each interruption leaves of the credit, counted by hand.
///
/// Video: playheads 0 to 44, then one minute (45 to 104) during which something has come between and a careless player
/// goes on telling playheads, then 105 to 134. Pages: 45 s, 60 s with the interruption, 30 s.
struct InterruptionCreditTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let interruption: NielsenInterruption
        /// Seconds and segments of the content.
        let video: [Int64]
        /// Seconds of each view of the page, and the segments of each.
        let page: [[Int64]]

        var testDescription: String { interruption.rawValue }
    }

    /// 45 s of minute 0; then 15 s of minute 1 (105 to 119) and 15 s of minute 2 (120 to 134) are too few for credit.
    static let interrupted: [Int64] = [75, 0]
    /// 60 s, 60 s, and 15 s that are too few.
    static let wholePage: [[Int64]] = [[135, 0, 1]]
    /// 45 s and 30 s, each in the first minute of its view.
    static let twoPages: [[Int64]] = [[45, 0], [30, 0]]

    static let cases = [
        Case(interruption: .pause, video: interrupted, page: wholePage),
        Case(interruption: .networkLoss, video: interrupted, page: wholePage),
        Case(interruption: .call, video: interrupted, page: wholePage),
        Case(interruption: .alarm, video: interrupted, page: wholePage),
        Case(interruption: .buffering, video: interrupted, page: wholePage),
        Case(interruption: .deviceLock, video: interrupted, page: twoPages),
        Case(interruption: .background, video: interrupted, page: twoPages),
        Case(interruption: .channelChange, video: interrupted, page: wholePage),
        Case(interruption: .headphonesUnplugged, video: interrupted, page: wholePage),
    ]

    private let bench = LifeBench()

    private func credit(_ api: NielsenAppApi, _ lane: NielsenLane) -> [[Int64]] {
        api.creditSummary.filter { $0.lane == lane }.map { [Int64($0.seconds)] + $0.segments }
    }

    @Test func everyInterruptionHasACase() {
        #expect(Self.cases.map(\.interruption) == NielsenInterruption.allCases)
    }

    private func interruptedSession(_ interruption: NielsenInterruption, _ before: [NielsenLifecycleEvent]) throws
        -> NielsenAppApi
    {
        let api = try bench.makePlaying()
        for event in before { api.handle(event) }
        bench.play(api, 0..<45)
        api.handle(.interruptionBegan(interruption))
        bench.play(api, 45..<105)
        api.handle(.interruptionEnded(interruption))
        bench.play(api, 105..<135)
        api.end()
        return api
    }

    @Test(arguments: cases)
    func videoIsCreditedForWhatWasSeen(_ example: Case) throws {
        let api = try interruptedSession(example.interruption, [])
        #expect(credit(api, .content) == [example.video])
        // One view, that goes on: what comes after an interruption continues the session.
        #expect(bench.records == ["view content vid345-67483#1 []", "end content vid345-67483#1 [0]"])
        #expect(api.lifecycleSummary.withheldPlayheads == 60)
    }

    @Test(arguments: cases)
    func aPageIsCreditedForTheTimeItWasSeen(_ example: Case) throws {
        let api = try bench.makeApi()
        api.handle(.launch)
        api.loadMetadata(LifeBench.page)
        bench.wait(45)
        api.handle(.interruptionBegan(example.interruption))
        bench.wait(60)
        api.handle(.interruptionEnded(example.interruption))
        bench.wait(30)
        api.staticEnd()
        #expect(credit(api, .static) == example.page)
        #expect(api.lifecycleSummary.timeInSection("Home") == .seconds(example.page.map { $0[0] }.reduce(0, +)))
    }

    /// All 135 s: minutes 0 and 1 in full, and 15 s that are too few.
    @Test(arguments: [
        (NielsenInterruption.background, NielsenLifecycleEvent.pictureInPicture(true)),
        (.background, .media(.audio)), (.deviceLock, .media(.audio)),
    ])
    func whatIsStillSeenOrHeardIsCredited(
        _ interruption: NielsenInterruption,
        _ before: NielsenLifecycleEvent
    ) throws {
        let api = try interruptedSession(interruption, [before])
        #expect(credit(api, .content) == [[135, 0, 1]])
        #expect(api.lifecycleSummary.withheldPlayheads == 0)
    }

    /// "DCR Video iOS SDK guide", "iOS SDK API Reference" and the watermark checklist name three forms; the credit is
    /// the same, whoever makes the calls.
    @Test(arguments: NielsenResumeCalls.allCases, [false, true])
    func theFormsOfAResumeCreditTheSame(_ form: NielsenResumeCalls, _ hasWatermark: Bool) throws {
        let api = try bench.makePlaying { $0.resumeCalls = form }
        bench.play(api, 0..<45)
        api.handle(.interruptionBegan(.alarm))
        bench.wait(60)
        api.handle(.interruptionEnded(.alarm))
        if hasWatermark { api.sendID3(LifeBench.tag) }
        bench.play(api, 45..<75)
        api.end()
        // 60 s of minute 0, 15 s of minute 1.
        #expect(credit(api, .content) == [[75, 0]])
        #expect(bench.sink.records.filter { $0.kind == .id3 }.count == (hasWatermark ? 1 : 0))
    }

    @Test func shortBufferingLosesNothingButItsPlayheads() throws {
        let api = try bench.makePlaying()
        bench.play(api, 0..<40)
        api.handle(.interruptionBegan(.buffering))
        bench.wait(20)
        api.handle(.interruptionEnded(.buffering))
        bench.play(api, 40..<60)
        #expect(api.state == .processing)
        #expect(credit(api, .content) == [[60, 0]])
        #expect(!bench.logged("stop was called"))
    }

    /// 20 s and 20 s of one view make a minute's credit; as two views they would make none.
    @Test(arguments: ["preroll", "midroll", "postroll"])
    func anAdThatIsInterruptedGoesOnAsTheSameView(_ type: String) throws {
        let api = try bench.makePlaying()
        if type != "preroll" { bench.play(api, 0..<10) }
        if type == "postroll" { api.end() } else { api.stop() }
        api.loadMetadata(["type": type, "assetid": "ad123"])
        bench.play(api, 0..<20)
        api.handle(.interruptionBegan(.call))
        bench.wait(60)
        api.handle(.interruptionEnded(.call))
        bench.play(api, 20..<40)
        api.stop()
        #expect(credit(api, .ad) == [[40, 0]])
    }

    @Test func thePageAndTheVideoAreInterruptedTogether() throws {
        let api = try bench.makePlaying()
        api.loadMetadata(LifeBench.page)
        bench.play(api, 0..<30)
        api.handle(.background)
        bench.wait(600)
        api.handle(.foreground)
        bench.play(api, 30..<60)
        #expect(credit(api, .content) == [[60, 0]])
        #expect(credit(api, .static) == [[30, 0], [30, 0]])
    }
}
