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

    private let bench = Bench()

    private func credit(_ api: NielsenAppApi, _ lane: NielsenLane) -> [[Int64]] {
        api.creditSummary.filter { $0.lane == lane }.map { [Int64($0.seconds)] + $0.segments }
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
        api.loadMetadata(Bench.page)
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

    /// Each ping says of the time that it is about whether the player was in picture in picture.
    @Test func pictureInPictureIsMarkedInThePings() throws {
        let bench = Bench(makesPings: true)
        let api = try bench.makePlaying()
        bench.play(api, 0..<90)
        api.handle(.pictureInPicture(true))
        bench.play(api, 90..<150)
        api.handle(.pictureInPicture(false))
        bench.play(api, 150..<210)
        api.end()
        let marks = bench.pings.pings.filter { $0.product == .dcrVideo }.map { ping in
            let parameters = ping.url.split(separator: "&").map(String.init)
            return parameters.first { $0.hasPrefix("c63=") } ?? "-"
        }
        #expect(marks == ["c63=pipMode%2Cfalse", "c63=pipMode%2Cfalse", "c63=pipMode%2Ctrue", "c63=pipMode%2Cfalse"])
    }
}
